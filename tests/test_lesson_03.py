"""Lesson 3: what it builds by hand, the conventions it tells apart, its stepper and its figures."""

import math
import re

import matplotlib.pyplot as plt
import pytest
from conftest import notebook
from hypothesis import given
from hypothesis import strategies as st
from lesson_03 import CONVENTIONS, GRADES, PAGES_ALONE, TAUGHT, TRANSCRIPT, VERDICTS

from ragdiag_helpers import claims
from ragdiag_helpers.claims import Verdict
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.plots import claim_table, convention_scores
from ragdiag_helpers.study import faithfulness_stepper
from ragdiag_helpers.verdicts import VERDICTS as LABELS

ANSWER, CONTEXT = "Pro costs 25 dollars, and <b>rotation</b> is instant.", "Free costs 0 dollars.\nPro costs 25 dollars & no more."
PARTS = ["Pro costs 25 dollars", "<b>rotation</b> is instant"]
HALF = [Verdict("supported", evidence="Pro costs 25 dollars"), Verdict("refuted", "nothing <i>there</i>")]


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    plt.close("all")


def verdicts(labels):
    return [Verdict(label) for label in labels]


@given(st.lists(st.sampled_from(["supported", "refuted"]), max_size=9))
def test_the_faithfulness_built_by_hand_is_the_one_of_the_module(labels):
    assert TAUGHT["faithfulness"](labels) == claims.faithfulness(verdicts(labels))


@given(st.lists(st.sampled_from(LABELS), max_size=9))
def test_the_policies_built_by_hand_are_faithfulness_and_bounds_of_the_module(labels):
    low, high = claims.bounds(verdicts(labels)) or (None, None)
    assert TAUGHT["score"](labels) == claims.faithfulness(verdicts(labels))
    assert TAUGHT["score"](labels, "against") == low and TAUGHT["score"](labels, "for") == high
    skipped = TAUGHT["score"](labels, "skip")
    assert skipped == TAUGHT["faithfulness"]([label for label in labels if label != "undecided"])
    assert skipped is None or low <= skipped <= high


@given(st.lists(st.text(alphabet="ab.!? A9", max_size=8), max_size=8))
def test_the_splitter_built_by_hand_loses_no_word(pieces):
    text = " ".join(pieces)
    assert " ".join(TAUGHT["split"](text)).split() == text.split()


def test_the_naive_splitter_loses_the_wrong_answer_and_the_module_keeps_it():
    assert TAUGHT["naive_claims"]("30 days.") == []
    assert claims.split_claims("30 days.") == ("30 days.",)
    assert "The export is 3" in TAUGHT["naive_claims"]("The export is 3.5 GB.")


def test_the_injected_sentence_takes_faithfulness_from_one_to_three_quarters():
    assert claims.faithfulness(verdicts(["supported"] * 3)) == 1.0
    assert claims.faithfulness(verdicts(["supported"] * 3 + ["refuted"])) == 0.75


def test_one_transcript_has_five_scores():
    ours = verdicts({"supported": "supported", "unsure": "undecided"}.get(each, "refuted") for each in VERDICTS)
    assert claims.faithfulness(ours) is None and claims.bounds(ours) == (0.4, 0.6)
    assert CONVENTIONS["ragas"](VERDICTS) == pytest.approx(2 / 5)
    assert CONVENTIONS["deepeval"](VERDICTS) == pytest.approx(4 / 5)
    assert CONVENTIONS["trulens"](GRADES) == pytest.approx(7 / 12)
    assert CONVENTIONS["ragchecker"](PAGES_ALONE) == pytest.approx(1 / 5)


def test_a_refusal_has_five_scores_too():
    assert claims.faithfulness([]) is None and math.isnan(CONVENTIONS["ragas"]([]))
    assert CONVENTIONS["deepeval"]([]) == CONVENTIONS["trulens"]([3]) == 1.0
    assert CONVENTIONS["ragchecker"]([]) == CONVENTIONS["trulens"]([]) == 0.0


def test_the_published_example_of_trulens_is_met():
    assert CONVENTIONS["trulens"]([10, 0], top=10) == 0.5  # docstring of groundedness_measure_with_cot_reasons, trulens-feedback 2.16.0


def test_the_transcript_is_what_the_answer_in_the_lesson_says():
    text = "\n".join(cell.source for cell in notebook("notebooks", "03_faithfulness").cells if cell.cell_type == "markdown")
    (quoted,) = re.findall(r"^> (The Pro plan.*(?:\n> .*)*)", text, re.MULTILINE)
    said = claims.split_claims(" ".join(quoted.replace("\n> ", " ").split()))
    written = [claim for _, claim, *_ in TRANSCRIPT]
    assert [claim.replace("The Pro plan includes", "It includes") for claim in written] == list(said)


def test_the_pages_bear_out_the_verdicts_of_the_transcript():
    limits, plans = (page.text for page in load_corpus() if page.id in ("ratelimits", "plans"))
    assert "Pro plan raises this to 600" in limits and "600" not in plans
    assert "Pro plan costs 25 dollars" in plans and "25 dollars" not in limits
    assert "Pro plan costs 25 dollars per month and includes 50 GB" in plans
    assert "upgrade" not in limits + plans and "two keys do not share one allowance" in limits


def test_the_stepper_marks_claims_in_the_answer_and_evidence_in_the_context():
    html = faithfulness_stepper(ANSWER, CONTEXT, PARTS, HALF)._repr_html_()
    assert html.count("<details") == 4 and "<script" not in html
    assert "[1] Pro costs 25 dollars</span>" in html and "[2] &lt;b&gt;rotation&lt;/b&gt; is instant</span>" in html
    assert html.count("<mark") == 1 and ">Pro costs 25 dollars</mark> &amp; no more." in html
    assert "✓ Pro costs 25 dollars" in html and "✗ &lt;b&gt;rotation" in html
    assert "1/2 = 0.50" in html and "nothing &lt;i&gt;there" in html


def test_the_stepper_never_sets_a_text_colour_without_a_background():
    html = faithfulness_stepper(ANSWER, CONTEXT, PARTS, HALF)._repr_html_()
    for style in re.findall(r"style='([^']*)'", html):
        names = {part.split(":")[0].strip() for part in style.split(";") if part.strip()}
        assert ("color" in names) == ("background" in names), style


def test_the_stepper_says_what_an_undecided_claim_and_a_refusal_leave():
    undecided = faithfulness_stepper(ANSWER, CONTEXT, PARTS, [HALF[0], Verdict("undecided")])._repr_html_()
    assert "<b>None</b>, between 0.50 and 1.00" in undecided and "? Undecided." in undecided
    refused = faithfulness_stepper("I don't have that.", CONTEXT, [], [])._repr_html_()
    assert refused.count("<details") == 2 and "undefined (<b>None</b>)" in refused


@pytest.mark.parametrize(
    ("parts", "given", "said"),
    [
        (PARTS[:1], HALF, "1 parts and 2 verdicts"),
        (PARTS[::-1], HALF, "in the answer after the words before it"),
        (["Scale costs"], HALF[:1], "'Scale costs' does not stand in the answer"),
        ([" "], HALF[:1], "does not stand in the answer"),
        (PARTS[:1], [Verdict("supported", evidence="199 dollars")], "'199 dollars' does not stand in the context"),
    ],
)
def test_the_stepper_refuses_words_that_are_not_there(parts, given, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        faithfulness_stepper(ANSWER, CONTEXT, parts, given)


def test_the_claim_table_says_claims_verdicts_and_evidence_in_words_and_marks():
    fig, ax = claim_table(["A is one.", "B is two.", "C."], [*HALF, Verdict("undecided")])
    texts = {each.get_text() for each in ax.texts}
    assert {"✓ supported", "✗ not supported", "? undecided"} <= texts
    assert {"Pro costs 25 dollars", "nothing says so", "the judge cannot tell"} <= texts
    assert "A is one. supported by: Pro costs 25 dollars" in fig.alt and fig.alt.endswith("Faithfulness: undefined.")
    assert [each.get_text() for each in ax.texts if each.get_bbox_patch()] == ["Pro costs 25 dollars"]


def test_the_claim_table_needs_a_claim_and_a_verdict_for_each():
    for names, given in (([], []), (["A."], [])):
        with pytest.raises(ValueError, match="at least one claim"):
            claim_table(names, given)


def test_the_plot_of_conventions_tells_a_score_from_an_undefined_one():
    fig, ax = convention_scores({"ours": (0.4, 0.6), "Ragas": 0.4})
    assert fig.alt == "One transcript, scored under 2 conventions. ours: undefined: 0.40 to 0.60; Ragas: 0.40. Pass line 0.8."
    assert [line.get_marker() for line in ax.lines[:2]] == ["|", "o"] and ax.get_xlim() == (0, 1)
    with pytest.raises(ValueError, match="no scores to draw"):
        convention_scores({})
