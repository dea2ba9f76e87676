"""The claim labels of five other trades: as many, as balanced and as well shuffled as their README says, over pages of their own."""

import re
from collections import Counter

import pytest

from ragdiag_helpers.corpus import GOLDEN_SETS
from ragdiag_helpers.golden import load_labels
from ragdiag_helpers.validate import validate

NAME = "judge_labels_trades"
SECOND = GOLDEN_SETS / f"{NAME}_second_pass.jsonl"
ROWS = load_labels(NAME)
KINDS = (
    "plain", "paraphrase", "tier numbers", "units and currency", "negation", "role swap", "added degree", "several sentences", "plausible extra",
)


def told() -> str:
    """What the README says of these rows, in one line."""
    text = (GOLDEN_SETS / "README.md").read_text(encoding="utf-8")
    return " ".join(text.split(f"## {NAME}.jsonl")[1].split("\n## ")[0].split())


def words(text: str) -> int:
    """Words of a passage, without the bars and lines of its tables."""
    return len([each for each in text.split() if re.search(r"\w", each)])


def passages() -> dict[str, str]:
    return {row.doc_ids[0]: row.context for row in ROWS if len(row.doc_ids) == 1}


def test_there_are_120_rows_that_load_without_a_problem():
    assert len(ROWS) == 120
    assert validate(GOLDEN_SETS / f"{NAME}.jsonl").problems == ()


def test_ids_count_upwards_and_no_claim_stands_twice():
    assert [row.id for row in ROWS] == [f"ho{number}" for number in range(1, 121)]
    assert len({row.claim for row in ROWS}) == len(ROWS)


def test_every_row_says_why_and_by_whom():
    assert all(row.reason and row.doc_ids for row in ROWS)
    assert {row.labelled_by for row in ROWS} == {"course author"}


def test_about_half_of_the_rows_are_supported():
    assert 0.45 <= sum(row.label == "supported" for row in ROWS) / len(ROWS) <= 0.55


def test_there_are_enough_rows_of_each_kind_and_no_kind_gives_the_label_away():
    count = Counter((row.hard_kind, row.label) for row in ROWS)
    assert {kind for kind, _ in count} == set(KINDS)
    assert all(count[kind, label] >= 2 for kind in KINDS for label in ("supported", "not supported"))
    assert count["plain", "supported"] == count["plain", "not supported"] >= 22
    assert count["paraphrase", "supported"] + count["paraphrase", "not supported"] >= 14


@pytest.mark.parametrize("part", [slice(0, 60), slice(60, 120), slice(0, 120, 2), slice(1, 120, 2)], ids=["first", "last", "odd", "even"])
def test_the_place_of_a_row_does_not_give_its_label_away(part):
    assert 0.35 <= Counter(row.label for row in ROWS[part])["supported"] / 60 <= 0.65


def test_neighbouring_rows_rarely_share_a_passage():
    assert sum(bool(set(one.doc_ids) & set(two.doc_ids)) for one, two in zip(ROWS, ROWS[1:])) <= 12


def test_there_are_16_passages_of_a_page_length_and_two_of_them_are_joined_by_an_empty_line():
    assert len(passages()) == 16
    assert [name for name, text in passages().items() if not 60 <= words(text) <= 180] == []
    assert all(row.context == "\n\n".join(passages()[each] for each in row.doc_ids) for row in ROWS)
    assert any(len(row.doc_ids) == 2 for row in ROWS)


def test_nothing_is_shared_with_the_labels_that_judges_may_be_built_on():
    known = load_labels()
    assert not {row.claim for row in ROWS} & {row.claim for row in known}
    assert not {each for row in ROWS for each in row.doc_ids} & {each for row in known for each in row.doc_ids}


def test_the_readme_states_the_counts():
    count = Counter((row.hard_kind, row.label) for row in ROWS)
    labels = Counter(row.label for row in ROWS)
    assert f"supported ({labels['supported']}) or not supported ({labels['not supported']})" in told()
    for kind in KINDS:
        assert re.search(rf"\| {kind}[^|]*\| {count[kind, 'supported']} \| {count[kind, 'not supported']} \|", told()), kind
    assert f"| `{NAME}.jsonl` | claims over pages of five other trades; opened for tuning on 2026-11-30 | {len(ROWS)} |" in (
        GOLDEN_SETS / "README.md"
    ).read_text(encoding="utf-8")
    assert "Opened for tuning on 2026-11-30" in told()


def test_the_readme_claims_the_agreement_of_two_passes_only_if_there_are_two():
    if not SECOND.exists():
        assert "labelled once so far" in told() and "agree on" not in told()
        return
    second = load_labels(SECOND)
    assert [(row.id, row.claim, row.context) for row in second] == [(row.id, row.claim, row.context) for row in ROWS]
    assert {row.labelled_by for row in second} == {"second labeller, separate session"}
    agreed = sum(one.label == two.label for one, two in zip(ROWS, second, strict=True))
    assert f"agree on {agreed} of {len(ROWS)} claims" in told() and "labelled once" not in told()
