"""Lesson 7: what it builds by hand is what the package provides, and its plain rules are those of the real gate and report."""

import math

import gate_cases as cases
import pytest
from conftest import exercises, notebook
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers.calibration import wilson_interval
from ragdiag_helpers.gate import Thresholds, check, plain
from ragdiag_helpers.gate.bisect import Looks, TooManyLooks, enough, first_bad
from ragdiag_helpers.gate.plain import Measured, measured
from ragdiag_helpers.gate.seeded import load_seeded
from ragdiag_helpers.judges.overlap import OverlapJudge
from ragdiag_helpers.plots import bad_commit
from ragdiag_helpers.report import plain as plain_report
from ragdiag_helpers.report.facts import facts
from ragdiag_helpers.report.verdict import verdict as real_verdict
from ragdiag_helpers.study import gate_stepper

LESSON = "07_report_and_gate"
TAUGHT = {"wilson_interval": wilson_interval, "Measured": Measured, "math": math}
for each in exercises("solutions", LESSON).values():
    exec(each.source, TAUGHT)

shares = st.one_of(st.none(), st.just(math.nan), st.floats(-0.5, 1.5))
covered = st.one_of(st.none(), st.just(math.nan), st.floats(0, 1))
found = st.one_of(st.none(), st.builds(Measured, shares, covered, st.one_of(st.none(), st.floats(0, 1))))
lines = st.floats(0, 1)
counts = st.fixed_dictionaries({name: st.integers(0, 30) for name in ("retrieval", "generation", "undecided")})


@given(found, lines)
def test_the_decision_of_the_lesson_is_that_of_the_module(each, line):
    assert TAUGHT["outcome"](each, line) == plain.outcome(each, line)


@given(st.dictionaries(st.sampled_from("abcd"), found), st.dictionaries(st.sampled_from("abcd"), lines))
def test_the_gate_of_the_lesson_is_that_of_the_module(metrics, thresholds):
    assert TAUGHT["gate"](metrics, thresholds) == plain.gate(metrics, thresholds)


@given(counts)
def test_the_verdict_of_the_lesson_is_that_of_the_module(tally):
    means = {"recall": 0.7, "faithfulness": 0.9}
    assert TAUGHT["verdict"](means, tally) == plain_report.verdict(means, tally)


@given(st.integers(1, 60), st.integers(0, 60), st.sampled_from("ab"))
def test_the_bisection_of_the_lesson_is_that_of_the_module(runs, fall, other):
    history = [{"run": 3 * place, "judge": "a" if place % 3 else other, "recall": float(place < fall)} for place in range(runs)]
    assert TAUGHT["first_bad"](Looks(history), "recall", 0.5) == first_bad(Looks(history), "recall", 0.5)


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0, None]), min_size=1, max_size=40), st.sampled_from(["recall", "faithfulness"]), lines)
def test_the_plain_rule_gives_the_outcome_of_the_real_gate(values, name, line):
    rows = [cases.row(f"q{place}", {name: value}, unscored=(name,) if value is None else ()) for place, value in enumerate(values)]
    audited = cases.audit_of(*rows)
    real = check(audited, Thresholds({name: line}, rows=1)).findings[0].outcome
    assert plain.outcome(measured(audited, name), line) == real


@pytest.mark.parametrize("broken", ["nan", "missing"])
def test_a_broken_metric_is_no_measurement(broken):
    audited = cases.uniform({"recall": 0.9})
    scores = audited.rows[3].scores
    scores.update({"recall": math.nan}) if broken == "nan" else scores.pop("recall")
    assert measured(audited, "recall") is None
    assert plain.gate({"recall": measured(audited, "recall")}, {"recall": 0.1}) == check(audited, Thresholds({"recall": 0.1})).status == "not judged"


@given(counts)
def test_the_plain_verdict_names_a_half_exactly_where_the_report_calls_it_settled(tally):
    labels = ["RETRIEVAL-MISS"] * tally["retrieval"] + ["HALLUCINATION"] * tally["generation"] + ["UNDECIDED"] * tally["undecided"] + ["OK"]
    rows = [cases.row(f"q{place}", {"recall": 0.5, "faithfulness": 0.6}, label) for place, label in enumerate(labels)]
    real = real_verdict(facts(cases.audit_of(*rows)))
    said, evidence = plain_report.verdict({"recall": 0.5, "faithfulness": 0.6}, tally)
    if said == "nothing failed":
        assert real.half == "nothing failed" and real.settled and evidence is None
    elif said == "cannot say":
        assert not real.settled and evidence is None
    else:
        assert (real.half, real.settled, evidence) == (said, True, {"retrieval": 0.5, "generation": 0.6}[said])


@given(st.integers(2, 2000), st.integers(1, 2000))
def test_halving_never_needs_more_looks_than_are_allowed(runs, fall):
    history = Looks([{"run": place, "judge": "a", "recall": float(place < fall)} for place in range(runs)])
    assert first_bad(history, "recall", 0.5) == (fall if fall < runs else None)
    assert len(history.looked_at) <= enough(runs) == history.most


def test_walking_runs_out_of_looks_and_a_second_look_at_one_run_is_free():
    history = Looks([{"run": place, "judge": "a", "recall": 1.0} for place in range(100)])
    assert [history.mean(0, "recall") for _ in range(50)] == [1.0] * 50
    with pytest.raises(TooManyLooks, match="look 11, and 10 are allowed for 100 runs"):
        for place in range(100):
            history.mean(place, "recall")


def test_a_loop_that_looks_at_the_same_runs_for_ever_is_stopped():
    history = Looks([{"run": place, "judge": "a", "recall": 1.0} for place in range(100)])
    with pytest.raises(TooManyLooks, match="again and again: this loop does not end"):
        while True:
            history.mean(0, "recall")


def test_looking_a_thousand_times_in_the_log_costs_nothing():
    history = Looks([{"run": place, "judge": "a", "recall": float(place < 3)} for place in range(5000)])
    assert first_bad(history, "recall", 0.5) == 3
    assert {history.judge(place) for place in range(5000)} == {"a"}


@pytest.mark.parametrize("place", [-1, 2])
def test_a_place_outside_the_history_is_refused(place):
    with pytest.raises(IndexError, match="there are 0 to 1"):
        Looks([{"run": 1, "judge": "a"}, {"run": 2, "judge": "a"}]).judge(place)


def test_the_figure_marks_the_bad_commit_in_words_too():
    runs = [each.run for each in load_seeded()]
    fig, ax = bad_commit(runs, ["recall", "correctness"], 0.8, 20)
    assert fig.alt.endswith(f"run 20, commit {runs[19].commit}, is marked: there recall falls from 0.91 to 0.77, below the line 0.80.")
    assert ax.get_title(loc="left") == "recall falls below its line in run 20"
    with pytest.raises(ValueError, match="there is no run 31; there are 1 to 30"):
        bad_commit(runs, ["recall"], 0.8, 31)


def test_the_stepper_counts_what_it_frames_and_ends_with_the_outcome():
    html = gate_stepper("faithfulness", {"g1": 1.0, "g2": 0.5, "g3": None}, 0.9, least=0.5)._repr_html_()
    assert "<b>2</b> ticked of 3 framed: coverage 2/3 = 0.67. Enough." in html
    assert "<b>1.50</b>, over 2 rows: 1.50/2 = 0.75" in html
    assert "<b>warned</b>." in html and "warned" not in repr(gate_stepper("faithfulness", {"g1": 1.0, "g2": 0.5, "g3": None}, 0.9, least=0.5)) and html.count("<details") == 6 and "<script" not in html


@pytest.mark.parametrize(
    ("scores", "line", "judged", "outcome", "steps"),
    [
        ({"a": 1.0, "b": 1.0}, 0.8, True, "passed", 5),
        ({"a": 0.5, "b": 0.5}, 0.8, True, "failed", 6),
        ({"a": 1.0, "b": 0.5}, 0.8, False, "failed", 6),
        ({"a": 1.0, "b": None}, 0.8, True, "not judged", 3),
        ({"a": None}, 0.8, True, "not judged", 3),
    ],
)
def test_the_stepper_stops_where_the_gate_stops(scores, line, judged, outcome, steps):
    shown = gate_stepper("m", scores, line, judged)
    assert repr(shown).splitlines()[-1] == f"{steps}. What does the gate say?" and f"<b>{outcome}</b>." in shown._repr_html_()
    assert shown._repr_html_().count("<details") == steps


def test_the_stepper_escapes_its_input_and_refuses_no_row():
    html = gate_stepper("<b>x</b>", {"<script>alert(1)</script>": 1.0}, 0.5)._repr_html_()
    assert "<script" not in html and "&lt;b&gt;x&lt;/b&gt;" in html
    with pytest.raises(ValueError, match="at least one row"):
        gate_stepper("m", {}, 0.5)


def test_the_judge_of_shared_words_sees_topic_and_not_facts():
    page = "Backups are kept for 90 days on Scale."
    said = OverlapJudge(0.5).verify(["Backups are kept for 30 days on Scale.", "The invoice comes in May."], page)
    assert [each.label for each in said] == ["supported", "refuted"]
    assert OverlapJudge(0.2).fingerprint != OverlapJudge(0.3).fingerprint
    for share in (0, 1.5):
        with pytest.raises(ValueError, match="above 0 and at most 1"):
            OverlapJudge(share)


def test_the_popular_gate_of_the_museum_passes_what_was_never_judged():
    names = {}
    exec(next(cell.source for cell in notebook("solutions", LESSON).cells if "def popular_gate" in cell.source), names)
    assert names["popular_gate"]({"faithfulness": math.nan}, {"faithfulness": 0.8, "relevance": 0.8}) == "passed"
    assert names["popular_gate"]({"faithfulness": 0.7}, {"faithfulness": 0.8}) == "failed"
    assert 0.83 not in [round(faithful / 7, 2) for faithful in range(8)]
    assert plain.gate({"faithfulness": Measured(math.nan, 1.0)}, {"faithfulness": 0.8, "relevance": 0.8}) == "not judged"
