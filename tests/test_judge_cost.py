"""What our judge costs, counted at a stub that answers at once: calls and tokens are the same on every machine."""

from functools import partial

import judge_cost
import pytest
from judge_cost import IN_FLIGHT, LIMITS, METRICS, SAMPLES, all_tokens, cost_of, filled, samples, sensible, text_tokens, within
from stub_server import Stub

from ragdiag_helpers.audit import JUDGED


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch, tmp_path):
    for name in ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    for name in ("HOME", "USERPROFILE", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))


def counted(work) -> tuple[int, Stub]:
    """How many scores the work gave, and the stub that it called."""
    with Stub(sensible) as stub:
        return work(judge_cost.our_judge(stub.url), samples()), stub


def test_the_samples_have_two_contexts_an_answer_and_a_reference_and_no_ideal_claims():
    assert len(samples()) == SAMPLES
    assert all(len(each.contexts) == 2 and each.answer.endswith(".") and each.reference and each.claims is None for each in samples())


@pytest.mark.parametrize("tool, work", [("ours-short", judge_cost.audited), ("ours", judge_cost.audited_long)])
def test_four_metrics_on_twelve_samples_stay_within_the_calls_and_the_tokens_we_promise(tool, work):
    scores, stub = counted(work)
    assert scores == len(METRICS) * SAMPLES
    assert within(cost_of(stub.bodies), LIMITS[tool]) and stub.most_at_once <= IN_FLIGHT


def test_a_metric_more_is_a_call_a_sample_more_so_the_limit_can_be_missed():
    scores, stub = counted(partial(judge_cost.audited_long, metrics=JUDGED))
    assert scores == len(JUDGED) * SAMPLES and len(stub.bodies) == LIMITS["ours"][0] + SAMPLES
    assert not within(cost_of(stub.bodies), LIMITS["ours"])


def test_each_of_the_three_counts_has_its_own_limit():
    assert within((1, 2, 3), (1, 2, 3))
    assert not any(within(cost, (1, 2, 3)) for cost in [(2, 2, 3), (1, 3, 3), (1, 2, 4)])


def test_one_call_a_claim_gives_the_same_scores_at_twice_the_calls_and_tokens():
    scores, stub = counted(judge_cost.one_by_one)
    assert scores == len(METRICS) * SAMPLES and stub.most_at_once <= IN_FLIGHT
    _, ours = counted(judge_cost.audited_long)
    assert len(stub.bodies) > 2 * len(ours.bodies) and all_tokens(stub.bodies) > 2 * all_tokens(ours.bodies)


def test_tokens_are_the_characters_of_prompts_texts_and_schemas_by_four():
    plain = {"model": "not counted", "system": "a" * 8, "messages": [{"role": "user", "content": [{"type": "text", "text": "b" * 9}]}]}
    schema = {"output_config": {"format": "c" * 14}}  # 27 characters as JSON
    assert (text_tokens([plain]), all_tokens([plain])) == (5, 5)
    assert all_tokens([plain | schema]) == 5 + 7
    assert text_tokens([plain, plain | schema]) == 10


def test_the_stub_fills_any_schema_that_the_other_tools_send():
    kind = {"$defs": {"Word": {"enum": ["yes", "no"]}, "Row": {"type": "object", "properties": {"verdict": {"$ref": "#/$defs/Word"}}}}}
    schema = kind | {"type": "object", "properties": {
        "rows": {"type": "array", "items": {"$ref": "#/$defs/Row"}}, "noncommittal": {"type": "integer"}, "verdict": {"type": "integer"},
        "reason": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "claims": {"type": "array", "items": {"type": "string"}},
    }}
    first = samples()[0].answer
    assert filled(schema, f"Claims of: {first}") == {
        "rows": [{"verdict": "yes"}] * 2, "noncommittal": 0, "verdict": 1, "reason": "read", "claims": judge_cost.halves(first),
    }
    assert " ".join(judge_cost.halves(first)) == first and judge_cost.halves("one") == ["one"]
