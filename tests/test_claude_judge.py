"""The live judge against a stub of the Messages API that misbehaves in every way we know: a row is scored, or says why not."""

import asyncio
import gzip
import json
import logging
import os
import subprocess
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import anthropic
import pytest
from stub_server import Reply, Stub, careful, data, error, message

from ragdiag_helpers import splitting
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.docent import ClaudeGenerator, Docent, ReplayGenerator
from ragdiag_helpers.generators import GenerationError
from ragdiag_helpers.golden import load_golden, load_replies
from ragdiag_helpers.judges import ClaudeJudge, PlanningJudge, ReplayJudge, get_judge, guard
from ragdiag_helpers.judges.asking import message_for, short_hash
from ragdiag_helpers.judges.batches import prefetch, run_batch
from ragdiag_helpers.judges.cache import Cache, default_folder, recordings, save_recordings
from ragdiag_helpers.judges.clients import MissingKey
from ragdiag_helpers.judges.cost import dollars, estimate, prompt_tokens, text_tokens
from ragdiag_helpers.replies import request_key
from ragdiag_helpers.verdicts import Relevance, Unscored, Verdict

CANARY = "sk-ant-canary-0123456789-never-to-be-seen"
CONTEXTS = ["The Pro plan costs 25 dollars per month. Free is free.", "Backups are kept for 30 days on Pro."]
CLAIMS = ["The Pro plan costs 25 dollars per month.", "Backups are kept for 90 days on Pro."]
GOOD = [Verdict("supported", "read", CLAIMS[0], (1,)), Verdict("refuted", "read")]


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch, tmp_path):
    for name in ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "RAGDIAG_MODEL", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("RAGDIAG_CACHE", str(tmp_path / "default cache"))
    for name in ("HOME", "USERPROFILE", "APPDATA"):  # else a profile of this machine's user counts as a key
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setattr(splitting, "split_claims", by_full_stops, raising=False)


def by_full_stops(text):
    return [each.strip() + "." for each in text.split(".") if each.strip()]


def judge_of(stub, cache=False, slept=None, key=CANARY, **options):
    pauses = slept if slept is not None else []
    return ClaudeJudge(anthropic.Anthropic(api_key=key, base_url=stub.url), cache=cache, sleep=pauses.append, **options)


def texts(*said):
    """Say one thing after the other, the last one again and again."""
    return lambda body, number: said[min(number, len(said) - 1)]


def verdicts(*changes, drop=0, swap=False):
    """Good verdicts with one changed, dropped, doubled or swapped."""

    def act(body, number):
        rows = json.loads(careful(body))["verdicts"]
        more = [row | change for row, change in zip(rows, changes[2:])]
        rows = [row | change for row, change in zip(rows, [*changes, {}, {}])][drop:] + more
        return json.dumps({"verdicts": rows[::-1] if swap else rows})

    return act


# What it asks and reads


def test_a_live_judge_splits_verifies_and_finds_relevance_in_one_call_each():
    with Stub() as stub:
        judge = judge_of(stub)
        assert judge.split("Pro costs 25 dollars. Free is free.") == ("Pro costs 25 dollars.", "Free is free.")
        assert judge.verify(CLAIMS, CONTEXTS) == GOOD
        assert judge.relevance("Price?", "25 dollars.") == Relevance(True, ("Price?",))
        assert len(stub.bodies) == judge.account.calls == 3
        assert (judge.account.prompt_tokens, judge.account.reply_tokens, judge.account.dollars) == (300, 60, 0.0)
        assert (judge.name, judge.max_in_flight) == ("claude-haiku-4-5", 8)


def test_what_is_settled_by_definition_is_not_asked():
    with Stub() as stub:
        judge = judge_of(stub)
        assert judge.split(" ") == () and judge.verify([], "x") == []
        assert [each.label for each in judge.verify(["a"], ["", ""])] == ["refuted"]
        assert judge.relevance("Price?", "").answers is False
        assert stub.bodies == []


def test_the_model_comes_from_the_argument_or_the_environment_or_the_one_default(monkeypatch):
    assert ClaudeJudge().model == "claude-haiku-4-5"
    monkeypatch.setenv("RAGDIAG_MODEL", "llama3.2")
    assert ClaudeJudge().model == "llama3.2"
    assert ClaudeJudge(model="other").model == "other"
    assert len({ClaudeJudge(model=each).fingerprint for each in ("a", "b", "a")}) == 2


def test_an_address_and_a_model_name_are_enough_for_a_server_of_your_own(monkeypatch):
    with Stub() as stub:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", stub.url)
        monkeypatch.setenv("RAGDIAG_MODEL", "llama3.2")
        judge = get_judge("claude")
        assert judge.verify(CLAIMS, CONTEXTS) == GOOD
        assert stub.bodies[0]["model"] == "llama3.2" and judge.account.dollars == 0.0


def test_thinking_first_is_skipped_and_several_texts_are_one():
    def act(body, number):
        text = careful(body)
        blocks = [{"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "redacted_thinking", "data": "x"}]
        return message(content=blocks + [{"type": "text", "text": text[:20]}, {"type": "text", "text": text[20:]}])

    with Stub(act) as stub:
        assert judge_of(stub).verify(CLAIMS, CONTEXTS) == GOOD


@pytest.mark.parametrize("usage", [
    None, {}, "many", {"input_tokens": "many", "output_tokens": None}, {"input_tokens": -5, "output_tokens": True},
])
def test_garbage_where_tokens_are_counted_spoils_no_verdict(usage):
    with Stub(lambda body, number: message(careful(body), usage=usage)) as stub:
        judge = judge_of(stub)
        assert judge.verify(CLAIMS, CONTEXTS) == GOOD
        assert (judge.account.prompt_tokens, judge.account.reply_tokens, judge.account.uncounted) == (0, 0, 1)
        assert "not counted: 1 calls" in str(judge.account)


# Structured output, and servers that do not know it


def test_structured_output_is_asked_for_and_the_prompt_stays_short():
    with Stub() as stub:
        judge_of(stub).verify(CLAIMS, CONTEXTS)
        (body,) = stub.bodies
        assert body["output_config"]["format"]["type"] == "json_schema"
        assert "JSON" not in body["system"]


@pytest.mark.parametrize("refusal", [error(400, "output_config: unknown field"), error(422, "extra fields"), "Sure: all supported."])
def test_a_server_that_refuses_or_ignores_structured_output_is_asked_in_words_and_that_is_remembered(refusal):
    with Stub(lambda body, number: refusal if "output_config" in body else careful(body)) as stub:
        judge = judge_of(stub)
        assert judge.verify(CLAIMS, CONTEXTS) == GOOD
        assert judge.relevance("Price?", "25.").answers is True
        assert ["output_config" in body for body in stub.bodies] == [True, False, False]
        assert "Reply with one JSON object and nothing else" in stub.bodies[1]["system"]


def test_once_structured_output_worked_a_refused_request_is_not_asked_again_in_words():
    with Stub(lambda body, number: careful(body) if number == 0 else error(400, "prompt is too long")) as stub:
        judge = judge_of(stub)
        judge.verify(CLAIMS, CONTEXTS)
        assert judge.split("Free is free.") == Unscored("HTTP 400: the server refused the request (prompt is too long)")
        assert len(stub.bodies) == 2


# Every fault makes one row unscored, with its reason; the next row is scored

HTML = "<!doctype html><title>Bad gateway</title>"
FAULTS = {
    # name: what the stub does, what the row says, how many calls that takes
    "a missing verdict": (verdicts(drop=1), "on claim|1 verdict for 2 claims", 1),
    "a surplus verdict": (verdicts({}, {}, {"claim": 3}), "a verdict is on claim 3, but the claims are numbered 1 to 2", 1),
    "a doubled verdict": (verdicts({}, {}, {}), "claim 1 has 2 verdicts", 1),
    "verdicts in another order": (verdicts(swap=True), "another order than the claims: 2, 1", 1),
    "an unknown label": (verdicts({"label": "mostly supported"}), "the label 'mostly supported', which is none of", 1),
    "words that no context holds": (verdicts({"evidence": "90 days on Pro"}), "verdict 1 quotes words that no context holds", 1),
    "a context that is not there": (verdicts({"contexts": [3]}), "verdict 1 names context 3, but there are 2", 1),
    "JSON that breaks off": (texts('{"verdicts": [{"claim": 1, "label": "supp'), "not one JSON object", 2),
    "two JSON objects": (texts('{"verdicts": []}\n{"verdicts": []}'), "not one JSON object: two objects", 2),
    "prose": (texts("All of it is supported."), "not one JSON object", 2),
    "HTML in a message": (texts(HTML), "a web page or markup, not JSON", 2),
    "HTML instead of a message": (texts(Reply(HTML, kind="text/html")), "a page or a text, not with a message; check ANTHROPIC", 1),
    "a body that is cut JSON": (texts(Reply('{"id": "msg_1", "content": [')), "the server's answer is not JSON, or broke off", 1),
    "a body that is a list": (texts(Reply("[1, 2]")), "the reply is empty", 1),
    "an empty body": (texts(Reply("")), "the server's answer is not JSON, or broke off", 1),
    "no content": (texts(message(content=[])), "the reply is empty", 1),
    "content that is null": (texts(message(content=None)), "the reply is empty", 1),
    "content that is a number": (texts(message(content=5)), "the reply is empty", 1),
    "a text that is null": (texts(message(content=[{"type": "text", "text": None}])), "the reply is empty", 1),
    "only thinking": (texts(message(content=[{"type": "thinking", "thinking": "hm", "signature": ""}])), "the reply is empty", 1),
    "tokens used up": (texts(message('{"verdicts": []}', stop_reason="max_tokens")), "cut off: the model used up its tokens", 1),
    "a refusal": (texts(message("", stop_reason="refusal")), "the model refused to answer", 1),
    "an unknown stop": (texts(message("x", stop_reason="tool_use")), "the reply stopped for 'tool_use'", 1),
    "HTTP 400": (texts(error(400, "credit balance is too low")), "HTTP 400: the server refused the request (credit balance is too low)", 2),
    "HTTP 401": (texts(error(401)), "HTTP 401: the server does not accept the API key", 1),
    "HTTP 403": (texts(error(403)), "HTTP 403: the API key may not do this", 1),
    "HTTP 404": (texts(error(404, "model: gpt")), "HTTP 404: the server knows no such model or address; check RAGDIAG_MODEL", 1),
    "HTTP 413": (texts(error(413)), "HTTP 413: the request is too large", 1),
    "HTTP 429 for ever": (texts(error(429)), "HTTP 429: too many requests for this key (no), 3 times", 3),
    "HTTP 429 that asks for 120 s": (texts(error(429, retry_after="120")), "asks to wait 120 s, more than the 20 s that are left", 1),
    "HTTP 500 for ever": (texts(error(500)), "HTTP 500: the server failed, 3 times", 3),
    "HTTP 529 for ever": (texts(error(529)), "HTTP 529: the server is overloaded, 3 times", 3),
    "HTTP 500 in HTML": (texts(Reply(HTML, 500, kind="text/html")), "HTTP 500: the server failed, 3 times", 3),
    "a hang-up in the middle": (texts(Reply(json.dumps(message("x" * 500)), cut=True)), "no connection, or it broke off", 3),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_makes_the_row_unscored_and_the_next_one_is_scored(name, tmp_path):
    act, why, calls = FAULTS[name]
    with Stub(lambda body, number: careful(body) if "claims" not in data(body) else act(body, number)) as stub:
        judge = judge_of(stub, tmp_path)
        found = judge.verify(CLAIMS, CONTEXTS)
        assert isinstance(found, Unscored) and any(each in found.reason for each in why.split("|")), found
        assert (len(stub.bodies), judge.account.unscored) == (calls, {found.reason: 1})
        assert list(tmp_path.glob("*")) == [] and judge.recorded() == []
        assert judge.relevance("Price?", "25.") == Relevance(True, ("Price?",))


def test_a_claim_that_the_answer_never_made_is_unscored_and_not_kept(tmp_path):
    with Stub(texts('{"claims": ["Pro costs 90 dollars."]}')) as stub:
        found = judge_of(stub, tmp_path).split("Pro costs 25 dollars.")
        assert "the number 90 is not in the answer" in found.reason and not list(tmp_path.glob("*"))


def test_one_fence_around_the_object_is_no_fault():
    with Stub(lambda body, number: f"```json\n{careful(body)}\n```") as stub:
        assert judge_of(stub).verify(CLAIMS, CONTEXTS) == GOOD


def test_a_slow_reply_is_unscored_and_not_paid_again():
    with Stub(texts(Reply("{}", slow=True))) as stub:
        found = judge_of(stub, timeout=0.2).verify(CLAIMS, CONTEXTS)
        assert found.reason == "no reply in time; the call may have been paid for, so it was not repeated"
        assert len(stub.bodies) == 1


def test_no_server_at_all_is_unscored():
    with Stub() as stub:
        judge = judge_of(stub)
    assert judge.verify(CLAIMS, CONTEXTS).reason == (
        "no connection, or it broke off; check the network and ANTHROPIC_BASE_URL, 3 times"
    )


@pytest.mark.parametrize("extra", ["[" * 900 + "]" * 900, '"\\ud800"', '{"key": "x"}'])
def test_fields_that_no_one_asked_for_are_neither_read_nor_kept(extra, tmp_path):
    def act(body, number):
        return careful(body)[:-1] + ', "more": ' + extra + "}"

    with Stub(act) as stub:
        judge = judge_of(stub, tmp_path)
        assert judge.verify(CLAIMS, CONTEXTS) == GOOD and judge.split("Free is free.") == ("Free is free.",)
        save_recordings(judge.recorded(), tmp_path / "replies.jsonl")
        assert sorted(name for each in load_replies(tmp_path / "replies.jsonl") for name in each.reply) == ["claims", "verdicts"]
        assert judge_of(stub, tmp_path).verify(CLAIMS, CONTEXTS) == GOOD and len(stub.bodies) == 2


@pytest.mark.parametrize("deep", [{"label": 0}, {"claim": 0}, {"contexts": 0}, {"evidence": 0}])
def test_what_is_nested_too_deeply_is_unscored(deep, tmp_path):
    row = json.dumps({"claim": 1, "label": "supported"} | deep).replace(": 0", ": " + "[" * 900 + "]" * 900)
    text = f'{{"verdicts": [{row}]}}'
    with Stub(texts(text)) as stub:
        assert isinstance(judge_of(stub, tmp_path).verify(CLAIMS[:1], CONTEXTS), Unscored) and not list(tmp_path.glob("*"))


@pytest.mark.parametrize("counts", [{"input_tokens": 10**400, "output_tokens": 1}, {"input_tokens": 1, "output_tokens": 10**4000}])
def test_more_tokens_than_can_be_are_not_counted(counts):
    with Stub(lambda body, number: message(careful(body), usage=counts)) as stub:
        judge = judge_of(stub)
        assert judge.verify(CLAIMS, CONTEXTS) == GOOD and judge.account.uncounted == 1 and "no cost" in str(judge.account)


# Retries


@pytest.mark.parametrize("first, pauses", [
    (error(500), [0.5]), (error(429), [0.5]), (error(429, retry_after="7"), [7.0]), (error(429, retry_after_ms="1500"), [1.5]),
    (error(408), [0.5]), (error(409), [0.5]), (error(529), [0.5]),
    (error(429, retry_after="soon"), [0.5]), (error(429, retry_after="nan"), [0.5]),
    (error(429, retry_after="-3"), [0.0]), (error(429, retry_after="Wed, 21 Oct 2015 07:28:00 GMT"), [0.0]),
    (Reply(json.dumps(message("x" * 500)), cut=True), [0.5]),
])
def test_a_passing_fault_is_retried_after_a_pause(first, pauses):
    slept = []
    with Stub(lambda body, number: first if number == 0 else careful(body)) as stub:
        judge = judge_of(stub, slept=slept)
        assert judge.verify(CLAIMS, CONTEXTS) == GOOD
        assert (slept, judge.account.retries, judge.account.calls) == (pauses, 1, 2)


def test_pauses_are_bounded_in_number_and_in_sum():
    slept = []
    with Stub(texts(error(503, retry_after="9"))) as stub:
        found = judge_of(stub, slept=slept, tries=9, max_wait=20).verify(CLAIMS, CONTEXTS)
        assert slept == [9.0, 9.0]
        assert found.reason == "HTTP 503: the server failed; the server asks to wait 9 s, more than the 2 s that are left"


@pytest.mark.parametrize("status", [401, 403])
def test_after_three_refusals_of_the_key_nothing_more_is_asked(status):
    with Stub(texts(error(status))) as stub:
        judge = judge_of(stub)
        reasons = {judge.split(f"Fact {each}.").reason for each in range(50)}
        assert len(stub.bodies) == 3 and len(reasons) == 1
        assert judge.account.unscored.total() == 50


def test_a_refusal_now_and_then_does_not_close_the_line():
    with Stub(lambda body, number: error(403) if number % 2 else careful(body)) as stub:
        judge = judge_of(stub)
        found = [judge.relevance("Price?", f"{each} dollars.") for each in range(10)]
        assert [isinstance(each, Unscored) for each in found] == [False, True] * 5


# The key


def test_without_a_key_there_is_a_clear_error_before_any_call():
    with pytest.raises(MissingKey, match="there is no API key for Claude; set ANTHROPIC_API_KEY"):
        get_judge("claude")
    with Stub() as stub:
        judge = ClaudeJudge(anthropic.Anthropic(base_url=stub.url), cache=False)
        with pytest.raises(MissingKey, match="the judges offline and replay need neither"):
            judge.split("Free is free.")
        assert stub.bodies == []


@pytest.mark.parametrize("key", [CANARY + "\n", " " + CANARY, CANARY + "\u00a0", CANARY + "ü"])
def test_a_key_that_cannot_be_sent_is_refused_before_the_error_could_show_it(key, caplog):
    caplog.set_level(logging.DEBUG)
    with Stub() as stub:
        with pytest.raises(MissingKey, match="holds a blank, a line end or a letter that no key has") as caught:
            judge_of(stub, key=key).split("Free is free.")
        assert stub.bodies == []
    assert CANARY not in "".join(traceback.format_exception(caught.value)) + caplog.text


@pytest.mark.parametrize("address", [
    "localhost:11434", "ftp://x", CANARY, f"http://[{CANARY}", f"http://x:{CANARY}", "https:///p", "https://x\ny",
])
def test_the_variable_of_an_address_that_is_none_is_named_and_its_value_is_not_shown(monkeypatch, address):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", address)
    with pytest.raises(ValueError, match="ANTHROPIC_BASE_URL holds no address; it must begin with http:// or https://") as caught:
        get_judge("claude")
    assert address not in whole_chain(caught.value).replace("http://localhost:11434", "")


def test_an_async_client_is_refused():
    with pytest.raises(ValueError, match="AsyncAnthropic is no synchronous client; pass anthropic.Anthropic"):
        get_judge("claude", client=anthropic.AsyncAnthropic(api_key=CANARY))


def test_the_key_is_never_shown_stored_or_raised(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    echo = f"bad key {CANARY}, that is {CANARY[:14]}..."
    acts = [each[0] for each in FAULTS.values()] + [texts(error(status, echo)) for status in (400, 401, 404, 429, 500)]
    seen = []
    for number, act in enumerate([*acts, careful]):
        with Stub(act) as stub:
            judge = judge_of(stub, tmp_path / str(number))
            seen += [repr(judge.verify(CLAIMS, CONTEXTS)), repr(judge), str(judge.account), repr(judge.account), repr(judge.recorded())]
            client = anthropic.Anthropic(api_key=CANARY, base_url=stub.url)
            generator = ClaudeGenerator(client, cache=tmp_path / str(number), sleep=seen.append)
            try:
                seen.append(generator("Price?", CONTEXTS))
            except GenerationError as failed:
                seen += [whole_chain(failed), repr(generator)]
            assert stub.keys <= {CANARY, f"Bearer {CANARY}"} and stub.keys
    files = [each.read_text(encoding="utf-8") for each in tmp_path.rglob("*") if each.is_file()]
    assert files and caplog.text
    for shown in [*map(str, seen), *files, caplog.text]:
        assert CANARY not in shown and CANARY[:14] not in shown.replace(echo, "")


@pytest.mark.parametrize("status, echoed", [
    (400, "canarycanary42"), (404, "canarycanary42"), (401, "canary...42"), (403, "canarycan"), (500, "canary"),
])
def test_a_server_that_repeats_the_key_or_a_part_of_it_is_not_quoted(status, echoed):
    with Stub(texts(error(status, f"no: {echoed} is bad"))) as stub:
        found = judge_of(stub, key="canarycanary42").split("Free is free.")
        assert found.reason.startswith(f"HTTP {status}: ") and "canary" not in found.reason


@pytest.mark.parametrize("act", [
    verdicts({"reason": f"the key is {CANARY}"}), verdicts({"evidence": CANARY}),
    verdicts({"label": CANARY}), verdicts({"label": CANARY * 3}), verdicts({"reason": CANARY.upper()}),
    lambda body, number: careful(body).replace('"read"', '"' + "".join(f"\\u{ord(each):04x}" for each in CANARY) + '"'),
    lambda body, number: message(careful(body), model=f"m {CANARY}"),
    texts(message("x", stop_reason=CANARY)), texts(f"<p>{'x' * 60}{CANARY}"),
])
def test_a_model_that_repeats_the_key_is_read_without_it(act, tmp_path):
    with Stub(act) as stub:
        judge = judge_of(stub, tmp_path)
        shown = repr([judge.verify(CLAIMS, CONTEXTS), judge.recorded(), judge.account])
    shown += "".join(each.read_text(encoding="utf-8") for each in tmp_path.glob("*"))
    assert CANARY[:14] not in shown and CANARY.upper() not in shown and ("removed" in shown or "Unscored" in shown)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_to_another_address_is_not_followed(status):
    with Stub() as other:
        with Stub(lambda body, number: Reply("", status, {"Location": f"{other.url}/v1/messages"})) as stub:
            judge = judge_of(stub)
            assert "sends the call to another address, which was not followed" in judge.verify(CLAIMS, CONTEXTS).reason
            assert len(stub.bodies) == 1 and (other.bodies, other.keys, other.polls) == ([], set(), 0)


def test_the_guard_leaves_the_client_of_somebody_else_as_it_was():
    with Stub() as other, Stub(lambda body, number: Reply("", 307, {"Location": f"{other.url}/v1/messages"})) as stub:
        client = anthropic.Anthropic(api_key=CANARY, base_url=stub.url)
        assert isinstance(ClaudeJudge(client, cache=False).verify(CLAIMS, CONTEXTS), Unscored) and not other.bodies
        request = ClaudeJudge().request({"task": "split", "answer": "Free is free."})
        assert "Free" in client.messages.create(**message_for(request)).content[0].text and len(other.bodies) == 1


@pytest.mark.parametrize("when", ["at once", "later"])
def test_the_results_of_a_batch_at_another_address_are_not_fetched(when, tmp_path):
    with Stub() as other, Stub() as stub:
        whole = stub.state

        def state(name):
            found = whole(name)
            if found["results_url"] and (when == "at once" or stub.polls > 1):
                found["results_url"] = found["results_url"].replace(stub.url, other.url)
            return found

        stub.state = state
        judge = judge_of(stub, tmp_path)
        (failed,) = run_batch(judge, requests_of(judge, "Free is free.")).values()
        assert "another address, which was not followed" in failed.reason and (other.polls, other.keys) == (0, set())
        assert [each.suffix for each in tmp_path.iterdir()] == [".batch"]  # paid; to be had when the address is right


@pytest.mark.parametrize("id", [CANARY, "../../admin", "x\ud800", "x" * 10**5, ["x"], "", None])
def test_a_batch_with_an_id_that_is_none_or_holds_the_key_is_not_kept(id, tmp_path):
    with Stub() as stub:
        whole = stub.state
        stub.state = lambda name: whole(name) | {"id": id}
        judge = judge_of(stub, tmp_path)
        (failed,) = run_batch(judge, requests_of(judge, "Free is free.")).values()
        assert failed.reason.startswith("no batch was made: ") and CANARY not in failed.reason and not list(tmp_path.iterdir())


@pytest.mark.parametrize("change", [
    {"custom_id": ["x"]}, {"custom_id": {"a": 1}}, {"custom_id": None}, {"result": None}, {"result": "x"}, {"result": {"type": ["x"]}},
    {"result": {"type": "errored", "error": {"type": "error", "error": {"type": "x", "message": f"bad {CANARY}"}}}},
])
def test_an_odd_result_of_a_batch_is_unscored_and_never_shows_the_key(change, tmp_path):
    with Stub() as stub:
        whole = stub.results
        stub.results = lambda name: json.dumps(json.loads(whole(name)) | change) + "\n"
        judge = judge_of(stub, tmp_path)
        (failed,) = run_batch(judge, requests_of(judge, "Free is free.")).values()
        assert "its batch" in failed.reason and CANARY[:14] not in failed.reason


def test_a_reply_that_is_too_long_or_drips_on_is_given_up():
    with Stub(texts(message("x" * 6_000_000))) as stub:
        assert judge_of(stub).verify(CLAIMS, CONTEXTS).reason == "the reply is longer than 5 MB" and len(stub.bodies) == 1
    stream = guard._bounded(object)([b"a", b"b"], 0.5, None)  # 0.5 s after the clock began is long ago
    with pytest.raises(guard.Forbidden, match="did not end in time"):
        list(stream)


@pytest.mark.parametrize("packing, why", [("gzip", "longer than 0.05 MB"), ("gzip, gzip", "packed more than once")])
def test_a_packed_reply_cannot_grow_without_end(packing, why):
    bomb = gzip.compress(b" " * 100_000_000)
    stream = type("SyncByteStream", (list,), {})([bomb[place : place + 8192] for place in range(0, len(bomb), 8192)])
    response = SimpleNamespace(stream=stream, headers={"content-encoding": packing})
    with Stub() as stub, pytest.raises(guard.Forbidden, match=why), guard.guarded(anthropic.Anthropic(api_key=CANARY, base_url=stub.url)):
        guard._answer(response)
        list(response.stream)


def test_an_address_with_a_password_is_shown_without_it(monkeypatch):
    with Stub(verdicts({"reason": "word-that-passes"})) as stub:
        address = stub.url.replace("http://", "http://me:word-that-passes@")
        judge = ClaudeJudge(anthropic.Anthropic(api_key=CANARY, base_url=address), cache=False)
        shown = repr([judge.verify(CLAIMS, CONTEXTS), judge.account])
        assert "word-that" not in shown and stub.url in shown and "supported" in shown
    monkeypatch.setenv("ANTHROPIC_BASE_URL", CANARY)
    assert CANARY not in repr(ClaudeJudge().account)


def test_only_anthropic_itself_has_the_prices_of_anthropic():
    known = [dollars("claude-haiku-4-5", f"https://{host}", 10**6, 0) for host in ("anthropic.com", "api.anthropic.com")]
    other = [dollars("claude-haiku-4-5", f"https://{host}", 10**6, 0) for host in ("notanthropic.com", "anthropic.com.evil.example")]
    assert (known, other) == ([1.0, 1.0], [None, None])


def test_once_stopped_a_judge_begins_no_further_call():
    with Stub() as stub:
        judge, early = judge_of(stub), judge_of(stub)
        judge.split("Free is free.")
        judge.stop()
        early.stop()
        assert {each.split("Pro costs 25.").reason for each in (judge, early)} == {"the run was stopped"} and len(stub.bodies) == 1


def whole_chain(problem):
    """A traceback with everything behind it, also what it hides."""
    shown = ""
    while problem is not None:
        shown += "".join(traceback.format_exception(problem, chain=False)) + repr(problem.__dict__)
        problem = problem.__cause__ or problem.__context__
    return shown


# Many at once


@pytest.mark.parametrize("bound", [1, 3, 8])
def test_no_more_calls_are_in_flight_than_allowed_and_that_many_are(bound):
    with Stub(pause=0.02) as stub:
        judge = judge_of(stub, max_in_flight=bound)
        with ThreadPoolExecutor(16) as pool:
            found = list(pool.map(lambda each: judge.relevance("Price?", f"{each} dollars."), range(48)))
        assert not any(isinstance(each, Unscored) for each in found)
        assert len(stub.bodies) == judge.account.calls == 48
        assert stub.most_at_once <= bound and (bound == 1 or stub.most_at_once > 1)


def test_one_question_asked_by_many_threads_is_paid_once(tmp_path):
    with Stub(pause=0.02) as stub:
        judge = judge_of(stub, tmp_path)
        with ThreadPoolExecutor(16) as pool:
            found = set(pool.map(lambda each: judge.relevance("Price?", "25 dollars."), range(16)))
        assert len(found) == 1 and len(stub.bodies) == 1 and judge.account.cached == 15


def test_it_works_inside_a_running_loop_as_in_a_notebook():
    async def cell(judge):
        with ThreadPoolExecutor(4) as pool:
            return judge.verify(CLAIMS, CONTEXTS), list(pool.map(judge.split, ["Free is free.", "Pro costs 25 dollars."]))

    with Stub() as stub:
        judge = judge_of(stub)
        assert asyncio.run(cell(judge)) == (GOOD, [("Free is free.",), ("Pro costs 25 dollars.",)])
        assert asyncio.run(cell(judge))[0] == GOOD  # and on a second loop


# The cache


def test_a_second_run_asks_nothing_and_needs_no_key(tmp_path):
    with Stub() as stub:
        judge_of(stub, tmp_path).verify(CLAIMS, CONTEXTS)
    again = ClaudeJudge(cache=tmp_path)
    assert again.verify(CLAIMS, CONTEXTS) == GOOD
    assert (again.account.calls, again.account.cached) == (0, 1)


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path):
    answers = [f"Pro costs {each} dollars." for each in range(10)]
    with Stub() as stub:
        judge = judge_of(stub, tmp_path)
        create, left = judge.caller.client.messages.create, iter(range(6))

        def interrupted(**options):
            if next(left, None) is None:
                raise KeyboardInterrupt
            return create(**options)

        judge.caller.client.messages.create = interrupted
        with pytest.raises(KeyboardInterrupt):
            [judge.split(each) for each in answers]
        assert len(stub.bodies) == 6
        found = [judge_of(stub, tmp_path).split(each) for each in answers]
        assert found == [(each,) for each in answers]
        asked = [data(body)["answer"] for body in stub.bodies]
        assert asked == answers  # each once


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"key": "x"}', "\x00", None, "other request", "other run", "does not parse"])
def test_a_damaged_file_is_a_miss_and_is_mended(tmp_path, damage):
    with Stub() as stub:
        judge_of(stub, tmp_path).verify(CLAIMS, CONTEXTS)
        (file,) = tmp_path.glob("*.json")
        whole = file.read_text(encoding="utf-8")
        row = json.loads(whole)
        if damage is None:
            file.write_bytes(b"\xff\xfe\x00")
        elif damage.startswith(("other", "does")):
            other = {"other request": {"request": row["request"] | {"claims": ["x"]}}, "other run": {"run": 2}}
            file.write_text(resealed(row, **other.get(damage, {"reply": {}})), encoding="utf-8")
        else:
            file.write_text(damage, encoding="utf-8")
        assert judge_of(stub, tmp_path).verify(CLAIMS, CONTEXTS) == GOOD
        assert len(stub.bodies) == 2 and file.read_text(encoding="utf-8") == whole


def edited(row, **change):
    return json.dumps(row | change)


@pytest.mark.parametrize("odd", [
    lambda row: edited(row, reply=json.loads(json.dumps(row["reply"]).replace("refuted", "undecided"))),
    lambda row: edited(row, source="somebody"), lambda row: edited(row, checksum=["x"]), lambda row: edited(row, request={"a": "\ud800"}),
    lambda row: json.dumps({name: value for name, value in row.items() if name != "checksum"}),
    lambda row: json.dumps(row).replace("{", '{"x": ' + "[" * 900 + "]" * 900 + ", ", 1), lambda row: json.dumps(row) + " " * 5_000_000,
    lambda row: resealed(row, request={"a": "\ud800"}), lambda row: resealed(row, origin=["x"]), lambda row: resealed(row, run=True),
], ids=range(10))
def test_a_file_that_somebody_edited_is_a_miss(tmp_path, odd):
    with Stub() as stub:
        judge_of(stub, tmp_path).verify(CLAIMS, CONTEXTS)
        (file,) = tmp_path.glob("*.json")
        file.write_text(odd(json.loads(file.read_text(encoding="utf-8"))), encoding="utf-8")
        assert recordings(tmp_path) == []
        assert judge_of(stub, tmp_path).verify(CLAIMS, CONTEXTS) == GOOD and len(stub.bodies) == 2


def resealed(row, **change):
    row = row | change
    row["checksum"] = short_hash({name: value for name, value in row.items() if name != "checksum"})
    return json.dumps(row)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes, and links need rights")
@pytest.mark.parametrize("kind", ["pipe", "link", "link to itself"])
def test_a_pipe_or_a_link_in_the_cache_is_replaced_and_neither_waited_for_nor_written_through(tmp_path, kind):
    victim, folder = tmp_path / "victim", tmp_path / "cache"
    victim.write_text("precious", encoding="utf-8")
    with Stub() as stub:
        judge_of(stub, folder).verify(CLAIMS, CONTEXTS)
        (file,) = folder.glob("*.json")
        file.unlink()
        os.mkfifo(file) if kind == "pipe" else file.symlink_to(victim if kind == "link" else file)
        assert judge_of(stub, folder).verify(CLAIMS, CONTEXTS) == GOOD and len(stub.bodies) == 2
        assert not file.is_symlink() and file.is_file() and victim.read_text(encoding="utf-8") == "precious"
        assert list(folder.iterdir()) == [file]


@pytest.mark.parametrize("row", [
    {"keys": [{}]}, {"keys": [["x"]]}, {"keys": "x"}, {"id": "../../admin?x=1"}, {"id": ""}, {"id": "x\ud800"}, {"more": "deep"}, None,
])
def test_an_odd_note_of_a_batch_is_passed_over(tmp_path, row):
    with Stub() as stub:
        judge = judge_of(stub, tmp_path)
        requests = requests_of(judge, "Free is free.")
        text = json.dumps({"id": "x", "keys": [request_key(requests[0])], "run": 1} | (row or {})).replace('"deep"', "[" * 10**5)
        (tmp_path / "x.batch").write_text(text, encoding="utf-8") if row else (tmp_path / "x.batch").mkdir()
        assert run_batch(judge, requests) == {} and judge.split("Free is free.") == ("Free is free.",)


def test_a_folder_that_cannot_be_written_is_said_once_and_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    with Stub() as stub:
        judge = judge_of(stub, tmp_path / "file" / "cache")
        with pytest.warns(UserWarning, match="replies cannot be kept in .*; set RAGDIAG_CACHE") as caught:
            assert judge.split("Free is free.") == ("Free is free.",)
            assert judge.split("Pro costs 25 dollars.") == ("Pro costs 25 dollars.",)
        assert len(caught) == 1 and len(judge.recorded()) == 2


def test_another_prompt_model_or_run_finds_no_stale_reply(tmp_path, monkeypatch):
    with Stub() as stub:
        judge_of(stub, tmp_path).split("Free is free.")
        judge_of(stub, tmp_path, model="other").split("Free is free.")
        judge_of(stub, tmp_path, run=2).split("Free is free.")
        monkeypatch.setattr("ragdiag_helpers.judges.asking.prompt_text", lambda name: "another wording")
        judge_of(stub, tmp_path).split("Free is free.")
        assert len(stub.bodies) == 4


def test_without_a_cache_nothing_is_written_and_everything_is_asked(tmp_path):
    with Stub() as stub:
        judge = judge_of(stub, cache=False)
        judge.split("Free is free."), judge.split("Free is free.")
        assert len(stub.bodies) == 2 and not default_folder().exists()


def test_the_default_folder_follows_the_environment_and_the_system(monkeypatch, tmp_path):
    assert default_folder() == tmp_path / "default cache"
    monkeypatch.delenv("RAGDIAG_CACHE")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    found = {}
    for system in ("win32", "darwin", "linux"):
        monkeypatch.setattr(sys, "platform", system)
        found[system] = default_folder()
    assert found == {
        "win32": tmp_path / "Local" / "ragdiag", "darwin": Path.home() / "Library" / "Caches" / "ragdiag",
        "linux": tmp_path / "xdg" / "ragdiag",
    }


def test_two_processes_share_a_cache(tmp_path):
    code = (
        "import sys, anthropic; from ragdiag_helpers.judges import ClaudeJudge; from ragdiag_helpers.verdicts import Unscored\n"
        "judge = ClaudeJudge(anthropic.Anthropic(api_key='x', base_url=sys.argv[1]), cache=sys.argv[2])\n"
        "found = [judge.split(f'Pro costs {each} dollars.') for each in range(20)]\n"
        "print(sum(isinstance(each, Unscored) for each in found))"
    )
    with Stub() as stub:
        command = [sys.executable, "-c", code, stub.url, str(tmp_path)]
        both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"NO_PROXY": "127.0.0.1"}) for _ in range(2)]
        assert [each.communicate()[0].strip() for each in both] == ["0", "0"]
        assert len(recordings(tmp_path)) == 20 and not list(tmp_path.glob("*.tmp")) and not list(tmp_path.glob(".*"))
        paid = len(stub.bodies)
        third = judge_of(stub, tmp_path)
        assert [third.split(f"Pro costs {each} dollars.") for each in range(20)] == [(f"Pro costs {each} dollars.",) for each in range(20)]
        assert len(stub.bodies) == paid


def test_a_live_run_is_written_down_and_played_again(tmp_path):
    with Stub() as stub:
        judge = judge_of(stub, tmp_path / "cache")
        live = judge.split("Free is free."), judge.verify(CLAIMS, CONTEXTS), judge.relevance("Price?", "25.")
    save_recordings(judge.recorded(), tmp_path / "run.jsonl")
    replies = load_replies(tmp_path / "run.jsonl")
    replay = ReplayJudge(replies)
    assert (replay.split("Free is free."), replay.verify(CLAIMS, CONTEXTS), replay.relevance("Price?", "25.")) == live
    assert {each.origin for each in replies} == {"recorded live"} and {each.source[:12] for each in replies} == {"stub-model, "}
    assert recordings(tmp_path / "cache") == judge.recorded()
    assert Cache(tmp_path / "cache").find(judge.recorded()[0].request) == judge.recorded()[0]


# Before: the plan; after: the account


def work(judge):
    """What an audit of two answers asks."""
    for answer in ("The Pro plan costs 25 dollars per month.", "Backups are kept for 90 days on Pro. Free is free."):
        claims = judge.split(answer)
        if not isinstance(claims, Unscored):
            judge.verify(claims, CONTEXTS)
        judge.relevance("Price?", answer)


def test_a_plan_makes_no_call_needs_no_key_and_counts_what_the_live_run_asks(tmp_path):
    plan = PlanningJudge(ClaudeJudge(cache=tmp_path))
    work(plan), work(plan)
    assert (len(plan.missing), len(plan.guessed), plan.cached) == (4, 2, 0)
    planned = plan.estimate()
    with Stub() as stub:
        judge = judge_of(stub, tmp_path)
        work(judge)
        assert planned.calls == judge.account.calls == 6
    known = PlanningJudge(judge)
    work(known)
    assert (known.estimate().calls, known.cached, known.estimate().prompt_tokens) == (0, 6, 0)
    assert str(known.estimate()).startswith("0 calls (6 more are in the cache)")
    assert planned.dollars == pytest.approx((planned.prompt_tokens + 5 * planned.reply_tokens) / 1e6)


def test_prices_are_known_for_known_models_only_and_a_local_model_costs_nothing():
    assert dollars("claude-haiku-4-5", None, 1e6, 1e6) == dollars("claude-haiku-4-5-20251001", "https://api.anthropic.com", 1e6, 1e6) == 6.0
    assert dollars("claude-haiku-4-5x", None, 1, 1) is dollars("claude-haiku-4-5", "https://proxy.example.com", 1, 1) is None
    assert [dollars("m", f"http://{each}:1", 9, 9) for each in ("localhost", "127.0.0.1", "192.168.0.7", "[::1]", "box.local")] == [0.0] * 5
    requests = [ClaudeJudge(model=each, cache=False).request({"task": "split", "answer": "a"}) for each in ("claude-haiku-4-5", "other")]
    assert "price unknown" in str(estimate(requests)) and "no cost" in str(estimate(requests, "http://localhost"))
    assert estimate(requests[:1], batch=True).dollars == pytest.approx(estimate(requests[:1]).dollars / 2)


def test_the_account_says_what_was_spent(tmp_path):
    with Stub(lambda body, number: error(500) if number == 0 else error(404) if number == 3 else careful(body)) as stub:
        judge = judge_of(stub, tmp_path)
        work(judge), work(judge)
        assert (judge.account.calls, judge.account.retries, judge.account.cached, judge.account.unscored.total()) == (8, 1, 5, 1)
        assert str(judge.account) == (
            "8 calls, 5 answers from the cache, 1 retries, 1 unscored, 600 prompt and 120 reply tokens, no cost"
        )


def test_twelve_samples_with_two_contexts_stay_within_sixty_calls_and_the_tokens_we_promise():
    with Stub() as stub:
        judge = judge_of(stub)
        for record in Docent(load_corpus()).run(load_golden()[:12]):
            for text in (record.answer, record.reference):
                claims = judge.split(text)
                assert not isinstance(judge.verify(claims, record.contexts), Unscored)
            judge.relevance(record.question, record.answer)
        assert len(stub.bodies) <= 60
        assert sum(map(text_tokens, stub.bodies)) <= 7_800  # prompts and texts; the schemas come on top
        assert sum(map(prompt_tokens, stub.bodies)) <= 14_000


# Batches


def plan_of(*answers):
    return lambda judge: [judge.split(each) for each in answers]


def requests_of(judge, *answers):
    return [judge.request({"task": "split", "answer": each}) for each in answers]


def test_a_batch_joins_its_results_whatever_their_order_and_reports_what_failed(tmp_path):
    answers = [f"Pro costs {each} dollars." for each in range(6)]
    slept = []
    with Stub() as stub:
        stub.polls_needed, stub.faults = 3, {1: "errored", 2: "expired", 3: "canceled", 4: "missing"}
        judge = judge_of(stub, tmp_path, slept)
        failed = run_batch(judge, requests_of(judge, *answers), poll=7)
        assert slept == [7, 7]
        assert sorted(each.reason for each in failed.values()) == [
            "it failed in its batch (too long)", "it was canceled in its batch", "its batch expired before it was done",
            "its batch gave no result for it",
        ]
        assert [judge.split(each) for each in (answers[0], answers[5])] == [(answers[0],), (answers[5],)]
        assert (judge.account.calls, judge.account.cached, judge.account.unscored.total()) == (2, 2, 4)
        assert list(tmp_path.glob("*.batch")) == [] and len(recordings(tmp_path)) == 2


def test_a_bad_reply_in_a_batch_is_unscored_and_not_kept(tmp_path):
    with Stub(texts(message("x", stop_reason="max_tokens"), '{"claims": ["Scale costs 7."]}', HTML)) as stub:
        judge = judge_of(stub, tmp_path)
        failed = run_batch(judge, requests_of(judge, "Pro is free.", "Pro is good.", "Pro is fast."), poll=0)
        assert len(failed) == 3 and recordings(tmp_path) == []
        assert any("used up its tokens" in each.reason for each in failed.values())


def test_an_interrupted_batch_is_picked_up_and_not_paid_twice(tmp_path):
    answers = [f"Pro costs {each} dollars." for each in range(4)]
    with Stub() as stub:
        stub.polls_needed = 10**9
        judge = judge_of(stub, tmp_path)
        failed = run_batch(judge, requests_of(judge, *answers[:3]), poll=10, max_wait=25)
        assert {each.reason for each in failed.values()} == {"the batch msgbatch_1: still under way; run again to pick it up"}
        stub.polls_needed = 0
        later = judge_of(stub, tmp_path)
        assert run_batch(later, requests_of(later, *answers), poll=10) == {}
        assert [len(each) for each in stub.batches.values()] == [3, 1]  # only the new one was asked anew
        assert list(tmp_path.glob("*.batch")) == [] and len(recordings(tmp_path)) == 4


def test_results_that_break_off_are_fetched_again_and_not_paid_again(tmp_path):
    with Stub() as stub:
        stub.polls_needed, whole = 0, stub.get
        judge = judge_of(stub, tmp_path)
        stub.get = lambda path: Reply(whole(path).body, kind="application/x-jsonl", cut=True) if path.endswith("results") else whole(path)
        (failed,) = run_batch(judge, requests_of(judge, "Pro is free.")).values()
        assert failed.reason == "the batch msgbatch_1: no connection, or it broke off; check the network and ANTHROPIC_BASE_URL, 3 times"
        stub.get = whole
        assert run_batch(judge, requests_of(judge, "Pro is free.")) == {} and len(stub.batches) == 1


def test_results_under_a_foreign_id_or_twice_are_left_out(tmp_path):
    with Stub() as stub:
        stub.polls_needed, whole = 0, stub.results
        foreign = json.dumps({"custom_id": "0" * 16, "result": {"type": "succeeded", "message": message('{"claims": []}')}}) + "\n"
        again = json.dumps(message('{"claims": []}'))
        stub.results = lambda name: foreign + whole(name) + json.dumps(
            {"custom_id": stub.batches[name][0]["custom_id"], "result": {"type": "succeeded", "message": json.loads(again)}}
        ) + "\n[]\n"
        judge = judge_of(stub, tmp_path)
        assert run_batch(judge, requests_of(judge, "Pro is free.")) == {}
        assert judge.split("Pro is free.") == ("Pro is free.",) and len(recordings(tmp_path)) == 1


def test_a_batch_that_the_server_forgot_is_reported_and_asked_anew_next_time(tmp_path):
    with Stub() as stub:
        stub.polls_needed = 10**9
        judge = judge_of(stub, tmp_path)
        run_batch(judge, requests_of(judge, "Pro is free."), poll=1, max_wait=0)
        stub.polls_needed, forgotten = 0, stub.batches.pop("msgbatch_1")
        assert forgotten
        (gone,) = run_batch(judge, requests_of(judge, "Pro is free.")).values()
        assert gone.reason == "the batch msgbatch_1: the server knows it no more; run again to ask anew"
        assert run_batch(judge, requests_of(judge, "Pro is free.")) == {}


def test_a_batch_that_cannot_be_made_is_tried_once_and_named(tmp_path):
    with Stub() as stub:
        stub.make_batch = lambda body: stub.batches.update({len(stub.batches): body}) or error(500)
        judge = judge_of(stub, tmp_path)
        (failed,) = run_batch(judge, requests_of(judge, "Pro is free.")).values()
        assert failed.reason == "no batch was made: HTTP 500: the server failed" and len(stub.batches) == 1


def test_prefetching_plans_and_batches_until_nothing_is_missing(tmp_path):
    with Stub() as stub:
        stub.polls_needed = 0
        judge = judge_of(stub, tmp_path)
        assert prefetch(judge, work, poll=0) == {}
        assert [len(each) for each in stub.batches.values()] == [4, 2]  # splits and relevance, then the verdicts
        paid = len(stub.bodies)
        work(judge)
        assert len(stub.bodies) == paid and judge.account.cached == 6


@pytest.mark.parametrize("fault", ["errored", "missing", "expired"])
def test_prefetching_ends_where_something_always_fails(tmp_path, fault):
    with Stub() as stub:
        stub.polls_needed, stub.faults = 0, {0: fault}
        judge = judge_of(stub, tmp_path)
        assert len(prefetch(judge, plan_of("Pro is free.", "Pro is good."), poll=0)) == 1
        assert len(stub.batches) == 1


def test_prefetching_ends_where_nothing_can_be_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(Cache, "store", lambda cache, reply: None)
    with Stub() as stub:
        stub.polls_needed = 0
        (failed,) = prefetch(judge_of(stub, tmp_path), plan_of("Pro is free."), poll=0).values()
        assert failed.reason == "its reply could not be kept in the cache"


def test_a_batch_needs_a_cache():
    with Stub() as stub, pytest.raises(ValueError, match="a batch needs a cache to put its replies in"):
        run_batch(judge_of(stub, cache=False), [])


# The generator


def test_the_live_generator_answers_from_contexts_and_its_answers_can_be_played(tmp_path):
    with Stub() as stub:
        client = anthropic.Anthropic(api_key=CANARY, base_url=stub.url)
        plain, grounded = ClaudeGenerator(client, cache=tmp_path), ClaudeGenerator(client, grounded=True, cache=tmp_path)
        assert plain("Price?", CONTEXTS) == plain("Price?", CONTEXTS) == grounded("Price?", CONTEXTS) == "Pro costs 25 dollars."
        assert (plain.account.calls, plain.account.cached, len(stub.bodies)) == (1, 1, 2)
        assert "I don't have that in the docs." in stub.bodies[1]["system"] and "output_config" not in stub.bodies[1]
    replies = [*plain.recorded(), *grounded.recorded()]
    assert [ReplayGenerator(replies, grounded=each)("Price?", CONTEXTS) for each in (False, True)] == ["Pro costs 25 dollars."] * 2


@pytest.mark.parametrize("act, why", [
    (texts(error(401)), "HTTP 401: the server does not accept the API key"), (texts(error(500)), "HTTP 500: the server failed, 3 times"),
    (texts(message("Pro costs", stop_reason="max_tokens")), "cut off"), (texts(Reply(HTML, kind="text/html")), "not with a message"),
])
def test_a_generator_that_fails_raises_why_and_keeps_nothing(act, why, tmp_path):
    with Stub(act) as stub:
        client = anthropic.Anthropic(api_key=CANARY, base_url=stub.url)
        with pytest.raises(GenerationError, match=f"claude-haiku-4-5 gave no answer: .*{why}") as caught:
            ClaudeGenerator(client, cache=tmp_path, sleep=lambda pause: None)("Price?", CONTEXTS)
        assert CANARY not in whole_chain(caught.value) and not list(tmp_path.glob("*"))
    with pytest.raises(MissingKey):
        ClaudeGenerator(cache=tmp_path)("Price?", CONTEXTS)


def test_importing_the_judges_loads_no_sdk():
    code = "import sys; import ragdiag_helpers.judges.batches, ragdiag_helpers.docent; print('anthropic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"
