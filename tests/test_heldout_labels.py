"""The held-out claim labels: as many and as balanced as their README says, over pages that no other label set has."""

from collections import Counter

from ragdiag_helpers.corpus import GOLDEN_SETS
from ragdiag_helpers.golden import load_labels
from ragdiag_helpers.validate import validate

NAME = "judge_labels_heldout"
ROWS = load_labels(NAME)


def told() -> str:
    text = (GOLDEN_SETS / "README.md").read_text(encoding="utf-8")
    return " ".join(text.split(f"## {NAME}.jsonl")[1].split("\n## ")[0].split())


def test_there_are_150_rows_that_load_without_a_problem_and_no_claim_stands_twice():
    assert validate(GOLDEN_SETS / f"{NAME}.jsonl").problems == ()
    assert [row.id for row in ROWS] == [f"hb{number}" for number in range(1, 151)]
    assert len({row.claim for row in ROWS}) == len(ROWS)


def test_the_readme_states_the_counts_and_how_often_they_were_labelled():
    count = Counter(row.label for row in ROWS)
    assert f"supported ({count['supported']}) or not supported ({count['not supported']})" in told()
    second = load_labels(GOLDEN_SETS / f"{NAME}_second_pass.jsonl")
    assert [(row.id, row.claim, row.context) for row in second] == [(row.id, row.claim, row.context) for row in ROWS]
    assert f"agree on {sum(one.label == two.label for one, two in zip(ROWS, second, strict=True))} of 150 claims" in told()


def test_nothing_is_shared_with_the_labels_that_judges_were_tuned_on():
    for name in ("judge_labels", "judge_labels_trades", "fenwick/labels"):
        known = load_labels(name)
        assert not {row.claim for row in ROWS} & {row.claim for row in known}
        assert not {each for row in ROWS for each in row.doc_ids} & {each for row in known for each in row.doc_ids}
