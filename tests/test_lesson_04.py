"""Lesson 4: what it builds by hand is what the module provides; worked numbers, sheets, stepper, figures, and a learner's own labels."""

import re

import pytest
from conftest import exercises, notebook
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers import calibration, plots
from ragdiag_helpers.calibration import Confusion
from ragdiag_helpers.labels import Label, load_labels
from ragdiag_helpers.study import claim_sheet, kappa_stepper, read_blind

LESSON = "04_trust_the_judge"
TAUGHT = {}
for each in exercises("solutions", LESSON).values():
    exec(each.source, TAUGHT)
pairs = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=12)
shares = st.sampled_from([0, 0.1, 0.25, 0.5, 0.6, 0.8, 0.9, 1])


@pytest.fixture(autouse=True)
def no_screen():
    plots.plt.switch_backend("agg")
    yield
    plots.plt.close("all")


@given(pairs)
def test_kappa_and_rates_built_by_hand_are_those_of_the_module(found):
    judge, labels = [one for one, _ in found], [other for _, other in found]
    assert TAUGHT["cohen_kappa"](judge, labels) == pytest.approx(calibration.cohen_kappa(judge, labels))
    assert TAUGHT["tpr_tnr"](judge, labels) == calibration.tpr_tnr(judge, labels)


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.tuples(*[st.sampled_from(["supported", "refuted", "undecided"])] * n), max_size=8)))
def test_the_flip_rate_built_by_hand_is_that_of_the_module(items):
    runs = [list(run) for run in zip(*items)] or [[], []]
    assert TAUGHT["flip_rate"](runs) == calibration.flip_rate(runs)


@given(shares, st.none() | shares, st.none() | shares)
def test_the_correction_built_by_hand_is_that_of_the_module(observed, tpr, tnr):
    assert TAUGHT["corrected_rate"](observed, tpr, tnr) == pytest.approx(calibration.rogan_gladen(observed, tpr, tnr))


@pytest.mark.parametrize("broken", [(80, 0.9, 0.8), (0.5, 1.1, 0.8), (0.5, 0.9, -0.1)])
def test_both_corrections_refuse_what_is_no_share(broken):
    for correct in (TAUGHT["corrected_rate"], calibration.rogan_gladen):
        with pytest.raises(ValueError):
            correct(*broken)


def test_the_worked_numbers_of_the_curriculum():
    assert TAUGHT["cohen_kappa"]([True] * 15 + [False] * 9, [True] * 13 + [False] * 11) == pytest.approx(0.830, abs=0.0005)
    ninety = [True] * 85 + [True] * 5 + [False] * 10, [True] * 85 + [False] * 5 + [True] * 5 + [False] * 5
    assert TAUGHT["cohen_kappa"](*ninety) == pytest.approx(0.444, abs=0.0005)
    assert TAUGHT["corrected_rate"](0.80, 0.92, 0.88) == pytest.approx(0.85)
    assert [round(end, 3) for end in calibration.wilson_interval(16, 20)] == [0.584, 0.919]


@given(pairs)
def test_agreement_lies_between_tpr_and_tnr_and_kappa_never_above_it(found):
    judge, labels = [one for one, _ in found], [other for _, other in found]
    rates, kappa = calibration.tpr_tnr(judge, labels), calibration.cohen_kappa(judge, labels)
    if None not in rates:
        assert min(rates) - 1e-9 <= calibration.agreement(judge, labels) <= max(rates) + 1e-9
        assert kappa <= calibration.agreement(judge, labels) + 1e-9


def run(answers: dict[str, str] | None = None) -> dict:
    """Run the lesson's cells, apart from exercises and checks, with ``answers`` as labels; return its names and what it printed."""
    names, said = {}, []
    names["print"] = lambda *args: said.append(" ".join(map(str, args)))
    names["display"] = lambda *_: None
    for cell in notebook("notebooks", LESSON).cells:
        if cell.cell_type == "code" and "nbgrader" not in cell.metadata:
            source = re.sub(r'"(l\d+)": None', lambda found: f'"{found[1]}": {(answers or {}).get(found[1])!r}', cell.source)
            exec(source, names)
    return {**names, "said": said}


def told(ran: dict, words: str) -> str:
    (line,) = [line for line in ran["said"] if words in line]
    return line


def test_the_lesson_runs_with_nothing_labelled_and_says_so():
    ran = run()
    assert "You labelled 0 of 20" in told(ran, "You labelled") and "course's labels" in told(ran, "You labelled")
    assert told(ran, "your labels:").endswith("nothing to measure")
    assert told(ran, "your own:").endswith("undefined")


def test_labels_of_a_learner_are_compared_with_the_course_and_with_the_judge():
    course = {label.id: "yes" if label.label == "supported" else "no" for label in load_labels()}
    ran = run({**course, "l67": "no", "l31": "Yes "})  # as the judge says of these two
    assert "You labelled 20 of 20" in told(ran, "You labelled")
    assert told(ran, "your labels:").endswith("18 of 20 = 0.90 [0.70, 0.97]")
    assert [line[:3] for line in ran["said"] if "the course: " in line] == ["l31", "l67"]
    assert told(ran, "your own:").endswith("0.80")


def test_a_learner_who_labels_a_few_gets_figures_over_these_few():
    ran = run({"l33": "no", "l11": "yes", "l53": "yes"})
    assert "You labelled 3 of 20" in told(ran, "You labelled")
    assert "2 of 3 = 0.67" in told(ran, "your labels:")


def test_the_twenty_are_balanced_and_the_judge_agrees_on_sixteen_as_the_lesson_says():
    ran = run()
    assert sum(label.label == "supported" for label in ran["twenty"]) == 10
    assert sum(ran["course"][each] == (ran["verdict"][each].label == "supported") for each in ran["mine"]) == 16


def test_no_verdict_or_label_is_shown_before_the_claims_are_labelled():
    cells = notebook("solutions", LESSON).cells
    places = [place for place, cell in enumerate(cells) if "claim_sheet(" in cell.source]
    assert len(places) == 5
    shown = "\n".join(str(output) for cell in cells[: places[-1] + 1] if cell.cell_type == "code" for output in cell.outputs)
    assert "supported" not in shown and "refuted" not in shown and "reason" not in shown
    assert not any("get_judge" in cell.source for cell in cells[: places[-1] + 1])


PAGE = "One page.\nTwo <lines>."
LABELS = [Label("x1", PAGE, "A <b>claim</b>.", "supported", "Secret reason."), Label("x2", PAGE, "Other.", "not supported")]


def test_a_sheet_shows_page_and_claims_and_not_the_label():
    sheet = claim_sheet("Page & title", LABELS)
    html = sheet._repr_html_()
    assert "Two &lt;lines&gt;." in html and "A &lt;b&gt;claim&lt;/b&gt;." in html and "Page &amp; title" in html
    assert "supported" not in html and "Secret" not in html + repr(sheet)
    assert repr(sheet).splitlines()[-1] == "- x2 Other."


def test_a_sheet_of_two_pages_or_none_is_refused():
    with pytest.raises(ValueError, match="one context"):
        claim_sheet("Two", [LABELS[0], Label("x3", "Another page.", "Claim.", "supported")])
    with pytest.raises(ValueError, match="at least one"):
        claim_sheet("None", [])


def test_labels_written_by_a_learner_are_read_in_any_case_and_none_is_left_out():
    assert read_blind({"x1": " YES", "x2": None}, LABELS) == {"x1": True}
    assert read_blind({"x1": False, "x2": "n"}, LABELS) == {"x1": False, "x2": False}


@pytest.mark.parametrize("wrong", ["maybe", "", 1, "supported"])
def test_another_word_than_yes_or_no_is_refused_by_name(wrong):
    with pytest.raises(ValueError, match='x1 says .*write "yes"'):
        read_blind({"x1": wrong}, LABELS)


def test_an_id_that_is_no_claim_is_refused_with_the_ids():
    with pytest.raises(ValueError, match="'x9' is none of the claims; the ids are x1, x2"):
        read_blind({"x9": "yes"}, LABELS)


def test_the_kappa_stepper_marks_what_is_counted_in_each_step():
    html = kappa_stepper(Confusion(13, 2, 0, 9))._repr_html_()
    steps = html.split("<details")[1:]
    ticked = [re.findall(r"✓ (\d+)", step) for step in steps]
    assert ticked == [[], ["13", "9"], ["13", "15"], ["11", "9"], [], []]
    assert "22/24 = <b>0.917</b>" in steps[1] and "15/24 × 13/24 = 195/576 = 0.339" in steps[2] and "<b>0.830</b>" in steps[5]
    assert "<script" not in html and "color:" not in html


@pytest.mark.parametrize("counts", [(3, 0, 1, 0), (0, 2, 0, 2), (0, 0, 0, 0)])
def test_a_kappa_stepper_without_both_labels_is_refused(counts):
    with pytest.raises(ValueError, match="both labels"):
        kappa_stepper(Confusion(*counts))


@given(st.tuples(*[st.integers(0, 9)] * 4).filter(lambda counts: counts[0] + counts[2] and counts[1] + counts[3]))
def test_the_last_step_of_the_stepper_is_the_kappa_of_the_module(counts):
    tp, fp, fn, tn = counts
    kappa = calibration.cohen_kappa([True] * (tp + fp) + [False] * (fn + tn), [True] * tp + [False] * fp + [True] * fn + [False] * tn)
    last = re.findall(r"<b>(-?[\d.]+)</b>", kappa_stepper(Confusion(*counts))._repr_html_())[-1]
    assert float(last) == pytest.approx(kappa, abs=0.0005001)


def test_the_confusion_figure_says_counts_and_rates_with_their_intervals():
    fig, ax = plots.confusion_rates(Confusion(41, 10, 3, 38))
    assert {"41", "3", "10", "38", "✗ let pass", "✗ missed"} <= {text.get_text() for text in ax.texts}
    assert "TPR 41/44 = 0.93  [0.82, 0.98]" in {text.get_text() for text in fig.axes[1].texts}
    assert fig.axes[1].get_xlim() == (0, 1)
    assert "judge supported 10, judge refuted 38" in fig.alt and "TNR 38 of 48 = 0.79, 95% interval 0.66 to 0.88" in fig.alt


@pytest.mark.parametrize("counts", [(3, 0, 1, 0), (0, 2, 0, 2)])
def test_a_confusion_figure_without_both_labels_is_refused(counts):
    with pytest.raises(ValueError, match="both labels"):
        plots.confusion_rates(Confusion(*counts))


def test_kappa_by_share_draws_what_the_module_computes():
    fig, ax = plots.kappa_by_share(0.9, 0.8)
    lines = {line.get_label(): dict(zip((round(x, 2) for x in line.get_xdata()), line.get_ydata())) for line in ax.lines}
    labels = [True] * 60 + [False] * 40  # at this share: 54 of 60 and 32 of 40 right
    judge = [True] * 54 + [False] * 6 + [True] * 8 + [False] * 32
    assert lines["kappa"][0.6] == pytest.approx(calibration.cohen_kappa(judge, labels))
    assert lines["agreement"][0.6] == pytest.approx(calibration.agreement(judge, labels))
    assert "at 0.50 agreement 0.85, kappa 0.70" in fig.alt


def test_kappa_by_share_refuses_what_is_no_share():
    with pytest.raises(ValueError, match="shares from 0 to 1"):
        plots.kappa_by_share(90, 0.8)
