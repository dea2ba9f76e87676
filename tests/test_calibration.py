"""Calibration: the worked numbers of the course, scikit-learn as oracle, and judges whose worth is known."""

import math
import subprocess
import sys
import threading
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn import metrics

from ragdiag_helpers.calibration import (
    agreement,
    bootstrap_interval,
    calibrate,
    cohen_kappa,
    confusion,
    flip_rate,
    mean_absolute_error,
    paired_bootstrap,
    rogan_gladen,
    tpr_tnr,
    wilson_interval,
)
from ragdiag_helpers.labels import Label, load_labels
from ragdiag_helpers.verdicts import VERDICTS, Unscored, Verdict

YES, NO = "supported", "not supported"
bools = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60)
words = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=60)
scores = st.lists(st.tuples(st.integers(1, 10), st.integers(1, 10)), min_size=1, max_size=40)
shares = st.floats(0, 1)


def counted(tp, fp, fn, tn):
    """Decisions and labels with these counts."""
    pairs = [(YES, YES)] * tp + [(YES, NO)] * fp + [(NO, YES)] * fn + [(NO, NO)] * tn
    return [list(side) for side in zip(*pairs)]


# ---- agreement, kappa, confusion, rates -------------------------------------------------------------------------------------------


def test_kappa_of_thirteen_two_none_nine_is_830():
    judged, labels = counted(tp=13, fp=2, fn=0, tn=9)
    assert confusion(judged, labels) == (13, 2, 0, 9)
    assert cohen_kappa(judged, labels) == pytest.approx(0.830, abs=5e-4)
    assert agreement(judged, labels) == pytest.approx(22 / 24)
    assert tpr_tnr(judged, labels) == (1.0, pytest.approx(9 / 11))


def test_ninety_percent_agreement_where_both_say_yes_ninety_percent_of_the_time_is_a_kappa_of_444():
    judged, labels = counted(tp=85, fp=5, fn=5, tn=5)
    assert agreement(judged, labels) == 0.9
    assert cohen_kappa(judged, labels) == pytest.approx(0.444, abs=5e-4)


@given(bools)
def test_kappa_and_confusion_are_those_of_scikit_learn(pairs):
    judged, labels = map(list, zip(*pairs))
    tp, fn, fp, tn = metrics.confusion_matrix(labels, judged, labels=[True, False]).ravel().tolist()
    assert confusion(judged, labels) == (tp, fp, fn, tn)
    assert agreement(judged, labels) == pytest.approx(metrics.accuracy_score(labels, judged))
    if len(set(labels)) == 2:
        assert cohen_kappa(judged, labels) == pytest.approx(metrics.cohen_kappa_score(judged, labels), abs=1e-12)
    else:
        assert cohen_kappa(judged, labels) is None


@given(words)
def test_kappa_over_three_labels_is_that_of_scikit_learn(pairs):
    judged, labels = map(list, zip(*pairs))
    assume(len(set(labels)) > 1)
    assert cohen_kappa(judged, labels) == pytest.approx(metrics.cohen_kappa_score(judged, labels), abs=1e-12)


@given(bools)
def test_rates_are_the_recalls_of_scikit_learn(pairs):
    judged, labels = map(list, zip(*pairs))
    for rate, positive in zip(tpr_tnr(judged, labels), (True, False)):
        assert rate == (pytest.approx(metrics.recall_score(labels, judged, pos_label=positive)) if positive in labels else None)


@given(scores)
def test_the_mean_absolute_error_is_that_of_scikit_learn(pairs):
    judged, wanted = map(list, zip(*pairs))
    assert mean_absolute_error(judged, wanted) == pytest.approx(metrics.mean_absolute_error(wanted, judged))


def test_a_constant_judge_agrees_and_is_still_worth_nothing():
    judged, labels = counted(tp=90, fp=10, fn=0, tn=0)
    assert agreement(judged, labels) == 0.9
    assert cohen_kappa(judged, labels) == 0.0
    assert tpr_tnr(judged, labels) == (1.0, 0.0)


def test_one_label_only_leaves_kappa_undefined_whatever_the_judge_says():
    assert cohen_kappa([True, True], [True, True]) is None
    assert cohen_kappa([True, False], [True, True]) is None


def test_nothing_to_compare_is_undefined_everywhere():
    assert agreement([], []) is cohen_kappa([], []) is mean_absolute_error([], []) is flip_rate([[], []]) is None
    assert confusion([], []) == (0, 0, 0, 0)
    assert tpr_tnr([], []) == (None, None)


def test_refuted_is_not_supported_and_bools_and_numpy_values_are_labels_too():
    assert agreement(["refuted"], ["not supported"]) == 1.0
    assert confusion(["refuted", YES], [NO, NO]) == (0, 1, 0, 1)
    assert confusion(np.array([True, False]), [True, False]) == (1, 0, 0, 1)
    assert confusion(["ham", "spam"], ["spam", "spam"], positive="spam") == (1, 0, 1, 0)


@pytest.mark.parametrize("function", [agreement, cohen_kappa, confusion, tpr_tnr])
@pytest.mark.parametrize(
    ("judged", "labels", "words"),
    [
        ([YES, None], [YES, NO], r"judged\[1\] is None, which is no decision; leave such items out on both sides"),
        ([YES], [Unscored("timeout")], r"labels\[0\] is unscored, which is no decision"),
        (["undecided"], [YES], r"judged\[0\] is 'undecided', which is no decision"),
        ([math.nan], [1], r"judged\[0\] is nan, which is no decision"),
        ([Verdict(YES)], [YES], r"judged\[0\] is a Verdict; pass its label: 'supported'"),
        ([YES, NO], [YES], "judged holds 2 items and labels 1; both must cover the same items in the same order"),
        ([True], [YES], "judged and labels mix number and text; use one sort of label"),
        ("supported", [YES], "judged is a str; it must be a list with one decision an item"),
        ({YES}, [YES], "judged is a set"),
        ([[YES]], [YES], r"judged\[0\] is a list; a decision is a string"),
    ],
)
def test_what_is_no_decision_is_refused_with_the_fix(function, judged, labels, words):
    with pytest.raises(ValueError, match=words):
        function(judged, labels)


def test_a_label_that_is_neither_positive_nor_negative_is_refused():
    with pytest.raises(ValueError, match="'maybe' is neither positive nor negative"):
        confusion(["maybe"], [YES])


def test_an_error_between_things_that_are_no_numbers_is_refused():
    with pytest.raises(ValueError, match="'5/5' is a str; an error is taken between finite numbers"):
        mean_absolute_error(["5/5"], ["5"])
    with pytest.raises(ValueError, match="True is a bool"):
        mean_absolute_error([True], [1])
    for endless in (math.inf, np.float32("-inf"), 10**400):
        with pytest.raises(ValueError, match="an error is taken between finite numbers"):
            mean_absolute_error([1, endless], [1, 2])


# ---- corrected rate and flips -----------------------------------------------------------------------------------------------------


def test_an_observed_rate_of_80_behind_rates_of_92_and_88_is_85():
    assert rogan_gladen(0.80, tpr=0.92, tnr=0.88) == pytest.approx(0.85)


@given(shares, st.floats(0.01, 1), st.floats(0.01, 1))
def test_correcting_what_a_judge_would_observe_gives_the_true_rate_back(true, tpr, tnr):
    assume(tpr + tnr > 1.01)
    assert rogan_gladen(true * tpr + (1 - true) * (1 - tnr), tpr, tnr) == pytest.approx(true, abs=1e-9)


def test_a_judge_no_better_than_chance_corrects_nothing():
    assert rogan_gladen(0.8, tpr=1.0, tnr=0.0) is None
    assert rogan_gladen(0.8, tpr=0.3, tnr=0.4) is None
    assert rogan_gladen(0.8, tpr=None, tnr=0.9) is None


def test_a_corrected_rate_stays_between_0_and_1():
    assert rogan_gladen(0.05, tpr=0.9, tnr=0.9) == 0.0
    assert rogan_gladen(0.99, tpr=0.9, tnr=0.9) == 1.0


def test_a_rate_that_is_no_share_is_refused():
    texts = ({"observed": "a"}, {"observed": 0.5, "tpr": "0.9"}, {"observed": 0.5, "tnr": [0.9]}, {"observed": True})
    for bad in ({"observed": 80}, {"observed": None}, {"observed": math.nan}, {"observed": 0.5, "tpr": -0.1}, *texts):
        with pytest.raises(ValueError, match="it must be a share from 0 to 1"):
            rogan_gladen(**{"tpr": 0.9, "tnr": 0.9, **bad})


def test_flips_are_counted_by_item_over_all_runs():
    assert flip_rate([[YES, NO, YES, "undecided"], [YES, YES, YES, "undecided"], [YES, NO, YES, NO]]) == 0.5
    assert flip_rate([[YES, "refuted"], [YES, NO]]) == 0.0


def test_runs_that_cannot_be_compared_are_refused():
    with pytest.raises(ValueError, match="1 run cannot show a flip"):
        flip_rate([[YES]])
    with pytest.raises(ValueError, match="run 1 holds 1 items and run 2 2"):
        flip_rate([[YES], [YES, NO]])
    with pytest.raises(ValueError, match=r"run 2\[0\] is None"):
        flip_rate([[YES], [None]])
    with pytest.raises(ValueError, match="runs is a int"):
        flip_rate(2)


# ---- intervals --------------------------------------------------------------------------------------------------------------------


def test_sixteen_of_twenty_is_thin():
    assert wilson_interval(16, 20) == pytest.approx((0.584, 0.919), abs=5e-4)
    assert wilson_interval(92, 92)[0] == pytest.approx(0.96, abs=0.005)


@given(st.integers(0, 300), st.integers(1, 300), st.floats(0.5, 0.999))
def test_a_wilson_interval_lies_around_its_share_within_0_and_1_and_grows_with_confidence(successes, n, confidence):
    assume(successes <= n)
    low, high = wilson_interval(successes, n, confidence)
    assert 0 <= low <= successes / n <= high <= 1
    wider = wilson_interval(successes, n, (1 + confidence) / 2)
    assert wider[0] <= low and wider[1] >= high
    assert (low, high) == pytest.approx(tuple(1 - end for end in reversed(wilson_interval(n - successes, n, confidence))))


@given(st.integers(1, 200), st.integers(0, 200))
def test_a_wilson_bound_solves_the_equation_that_defines_it(n, successes):
    assume(0 < successes < n)
    for bound in wilson_interval(successes, n):
        assert abs(successes / n - bound) == pytest.approx(1.959964 * math.sqrt(bound * (1 - bound) / n), rel=1e-5)


def test_no_item_has_no_interval():
    assert wilson_interval(0, 0) is None
    assert bootstrap_interval([]) is None
    assert paired_bootstrap({}, {}) == (None, None, 0, 0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((3, 2), "3 successes out of 2"), ((-1, 2), "successes is -1"), ((1, 2.5), "n is 2.5"),
        ((1, 2, 95), "confidence is 95; it must lie between 0 and 1"),
    ],
)
def test_counts_that_are_none_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        wilson_interval(*arguments)


def test_a_bootstrap_interval_of_a_mean_is_about_as_wide_as_theory_says():
    values = [0, 1] * 50
    low, high = bootstrap_interval(values)
    assert (low, high) == pytest.approx((0.5 - 0.098, 0.5 + 0.098), abs=0.015)
    assert bootstrap_interval(values, confidence=0.5)[1] - bootstrap_interval(values, confidence=0.5)[0] < (high - low) / 2


def test_the_quick_way_for_the_mean_gives_what_the_slow_way_gives():
    values = [0.1, 0.4, 0.4, 0.9, 1.0]
    assert bootstrap_interval(values) == pytest.approx(bootstrap_interval(values, statistic=lambda sample: float(sample.mean())))


def test_cutting_the_work_in_pieces_changes_nothing(monkeypatch):
    values = [0.1, 0.4, 0.9]
    whole = bootstrap_interval(values)
    monkeypatch.setattr("ragdiag_helpers.calibration.intervals.CELLS", 100)
    assert bootstrap_interval(values) == whole
    sizes = []
    bootstrap_interval(values, statistic=lambda sample: sizes.append(len(sample)) or 0.0, rounds=50)
    assert sizes == [3] * 50


def test_a_seed_decides_and_the_same_seed_gives_the_same_bytes():
    code = "from ragdiag_helpers.calibration import bootstrap_interval as b; print(b([n * n % 97 for n in range(40)], seed={}))"
    commands = [[sys.executable, "-c", code.format(seed)] for seed in (7, 7, 8)]
    first, again, other = (subprocess.run(command, capture_output=True, check=True).stdout for command in commands)
    assert first == again != other


def test_a_statistic_that_is_mostly_undefined_has_no_interval():
    assert bootstrap_interval([0, 1], statistic=lambda sample: None) is None
    assert bootstrap_interval([0, 1], statistic=lambda sample: math.nan) is None
    assert bootstrap_interval([0, 0, 0, 0, 1], statistic=lambda sample: float(sample.mean()) if sample.any() else None)[0] > 0


def test_unscored_values_are_refused_with_the_fix():
    for bad in ([0.5, None], [0.5, math.nan]):
        with pytest.raises(ValueError, match=r"values\[1\] is (None|nan); leave unscored items out first, and say how many"):
            bootstrap_interval(bad)
    for bad in (["a"], ["1.5"], [1, "2"], "12", b"12", 5, {0.5}, {"q1": 0.5}, [[], []], [[1], [1, 2]], np.array(0.5), [1j], [10**400]):
        with pytest.raises(ValueError, match="values must be numbers"):
            bootstrap_interval(bad)


@pytest.mark.parametrize("bad", [math.inf, -math.inf, *map(np.float32, ("nan", "inf")), np.float64("nan"), np.float16("-inf")])
def test_no_value_that_is_no_finite_number_hides_in_numpy_or_in_a_row(bad):
    for values in ([0.5, bad], np.array([0.5, bad]), [(0, 1), (1, bad)], [[[1.0]], [[bad]]], [(0, 1), (bad, None)]):
        with pytest.raises(ValueError, match=r"values\[1\] is .*(nan|inf).*; leave unscored items out first"):
            bootstrap_interval(values)
    with pytest.raises(ValueError, match="leave unscored items out first"):
        paired_bootstrap({"q1": 0.5, "q2": bad}, {"q1": 0.5, "q2": 0.5})


@pytest.mark.parametrize("seed", [None, -1, 1.5, "x", True])
def test_a_seed_that_is_no_whole_number_is_refused_since_every_run_would_differ(seed):
    with pytest.raises(ValueError, match="seed is .*; it must be a whole number of 0 or more"):
        bootstrap_interval([0, 1], seed=seed)


def test_a_paired_difference_counts_only_what_both_runs_scored():
    before = {"q1": 1.0, "q2": 0.5, "q3": None, "q4": 0.2}
    after = {"q1": 0.5, "q2": 0.0, "q3": 1.0, "q5": 0.9}
    found = paired_bootstrap(before, after)
    assert (found.difference, found.interval, found.n, found.left_out) == (-0.5, (-0.5, -0.5), 2, 3)


def test_pairing_is_sharper_than_two_separate_intervals():
    random = np.random.default_rng(1)
    before = {f"q{place}": float(value) for place, value in enumerate(random.random(40))}
    after = {each: value - 0.05 for each, value in before.items()}
    found = paired_bootstrap(before, after)
    assert found.interval == pytest.approx((-0.05, -0.05))
    apart = [bootstrap_interval(list(run.values())) for run in (before, after)]
    assert apart[0][0] < apart[1][1]  # side by side the two runs overlap; paired, the loss is certain


def test_the_order_of_the_ids_makes_no_difference():
    before, after = {"a": 0.1, "b": 0.9, "c": 0.4}, {"a": 0.3, "b": 0.8, "c": 0.9}
    turned = {each: before[each] for each in "cab"}
    assert paired_bootstrap(before, after) == paired_bootstrap(turned, after)
    with pytest.raises(ValueError, match="after is a list; it must map each id to its score"):
        paired_bootstrap(before, [0.1])


# ---- calibrate --------------------------------------------------------------------------------------------------------------------


class TableJudge:
    """A judge that answers from a table of claims; what is not in it gets ``default``."""

    name, fingerprint, max_in_flight = "table", "t1", 1

    def __init__(self, table=(), default=None):
        self.table, self.default, self.calls = dict(table), default, []

    def verify(self, claims, context):
        self.calls.append((list(claims), context))
        reply = self.table.get(claims[0], self.default)
        return [Verdict(reply, f"reason for {claims[0]}")] if reply in VERDICTS else reply


def labels_with(*kinds_and_labels):
    return [Label(f"l{place}", f"context {place}", f"claim {place}", label, f"because {place}", "test", (), kind)
            for place, (kind, label) in enumerate(kinds_and_labels, start=1)]


BOTH = labels_with(*[("numbers", YES), ("numbers", NO), ("negation", YES), ("negation", NO)] * 10)


def test_a_perfect_judge_is_trustworthy():
    found = calibrate(TableJudge({label.claim: YES if label.label == YES else "refuted" for label in BOTH}), BOTH)
    assert (found.agreement, found.kappa, found.tpr, found.tnr, found.coverage) == (1.0, 1.0, 1.0, 1.0, 1.0)
    assert found.confusion == (20, 0, 0, 20)
    assert found.misses == found.unscored == found.undecided == ()
    figures = "kappa 1.00 [1.00, 1.00], agreement 1.00 [0.91, 1.00]"
    assert found.verdict == f"trustworthy where it decides (40 of 40 claims): {figures}"


def measured(source="", **counts):
    """The calibration of a judge with these counts: tp, fp, fn, tn, and undecided ones of each label (open_yes, open_no)."""
    said = {"tp": (YES, YES), "fp": (YES, NO), "fn": ("refuted", YES), "tn": ("refuted", NO),
            "open_yes": ("undecided", YES), "open_no": ("undecided", NO)}  # fmt: skip
    pairs = [said[name] for name, count in counts.items() for _ in range(count)]
    labels = labels_with(*[("", label) for _, label in pairs])
    return calibrate(TableJudge({label.claim: answer for label, (answer, _) in zip(labels, pairs)}), labels, source)


def test_a_judge_that_decides_less_than_half_is_trustworthy_only_where_it_decides():
    found = measured(tp=20, tn=21, open_yes=25, open_no=26)
    assert found.trustworthy and found.verdict.startswith("trustworthy where it decides (41 of 92 claims): kappa 1.00 [1.00, 1.00]")


@pytest.mark.parametrize("counts", [
    {"tp": 1, "tn": 1}, {"tp": 3, "tn": 2}, {"tp": 3, "fn": 1, "tn": 1}, {"tp": 10, "tn": 9},
    {"tp": 10, "tn": 9, "open_no": 200}, {"tp": 5, "fp": 5},
])  # fmt: skip
def test_fewer_than_20_decided_claims_are_too_few_to_say_whatever_kappa_is(counts):
    found = measured(**counts)
    assert found.decided < 20 and not found.enough_decided and not found.trustworthy and found.better_than_chance is None
    assert found.verdict.startswith(f"too few labels to say: kappa {found.kappa:.2f}")


def test_20_decided_claims_are_enough_to_say():
    assert measured(tp=10, tn=10).trustworthy and measured(tp=9, fp=1, fn=2, tn=8).better_than_chance


def test_a_label_that_hardly_occurs_is_too_few_however_many_the_other_has():
    found = measured(tp=96, tn=4)
    assert found.kappa_interval == (1.0, 1.0), "the resamples without the rare label are left out, so the interval hides the doubt"
    assert found.verdict.startswith("too few labels to say") and not found.trustworthy
    assert measured(tp=95, tn=5).trustworthy


def test_better_than_chance_is_known_only_where_enough_is_decided():
    told = [measured(**counts).better_than_chance for counts in ({"tp": 20, "tn": 20}, {"tp": 20, "fp": 20}, {"tp": 40}, {"open_no": 40})]
    assert told == [True, False, None, None]


def test_where_the_labels_come_from_is_told_in_the_sentence_and_in_the_table():
    good, guess = (measured("judge_labels_heldout, fenwick/labels", **each) for each in ({"tp": 20, "tn": 20}, {"tp": 20, "fp": 20}))
    assert good.verdict.startswith("trustworthy where it decides (40 of 40 claims of judge_labels_heldout, fenwick/labels): kappa")
    assert guess.verdict.endswith("; it decided 40 of 40 claims of judge_labels_heldout, fenwick/labels")
    assert str(good).startswith("Judge table (t1) against 40 labels (judge_labels_heldout, fenwick/labels)\n")
    assert good.source == "judge_labels_heldout, fenwick/labels" and measured(tp=1).source == ""


def test_a_source_that_is_no_text_is_refused():
    with pytest.raises(ValueError, match="source is a list; it must be text that names the labels"):
        calibrate(TableJudge(default=YES), BOTH, ["judge_labels"])


@pytest.mark.parametrize("answer", [YES, "refuted"])
def test_a_constant_judge_is_no_better_than_chance_however_often_it_agrees(answer):
    labels = labels_with(*[("", YES if answer == YES else NO)] * 93, *[("", NO if answer == YES else YES)] * 7)
    found = calibrate(TableJudge(default=answer), labels)
    assert found.agreement == 0.93
    assert (found.kappa, found.kappa_interval) == (0.0, pytest.approx((0.0, 0.0), abs=1e-12))
    assert (found.tpr, found.tnr) == ((1.0, 0.0) if answer == YES else (0.0, 1.0))
    assert found.agreement_interval[0] >= 0.8 and not found.trustworthy
    assert found.verdict.startswith("no better than chance: kappa 0.00 [0.00, 0.00]")


def test_a_judge_that_says_the_contrary_is_worse_than_chance():
    found = calibrate(TableJudge({label.claim: "refuted" if label.label == YES else YES for label in BOTH}), BOTH)
    assert found.verdict.startswith("worse than chance: kappa -1.00")


def test_sixteen_of_twenty_is_not_yet_trustworthy():
    labels = labels_with(*[("", YES), ("", NO)] * 10)
    wrong = {label.claim for label in labels[:4]}
    judge = TableJudge({each.claim: YES if (each.label == YES) != (each.claim in wrong) else "refuted" for each in labels})
    found = calibrate(judge, labels)
    assert found.agreement == 0.8
    assert found.agreement_interval == pytest.approx((0.584, 0.919), abs=5e-4)
    assert found.verdict.startswith("better than chance, but not yet trustworthy: kappa 0.60")


def test_undecided_and_failed_calls_are_neither_right_nor_wrong():
    labels = labels_with(("a", YES), ("a", NO), ("b", YES), ("b", NO), ("b", NO))
    judge = TableJudge({"claim 1": YES, "claim 2": "refuted", "claim 3": "undecided", "claim 4": Unscored("HTTP 529"), "claim 5": []})
    found = calibrate(judge, labels)
    assert (found.n, found.decided, found.coverage) == (5, 2, 0.4)
    assert (found.agreement, found.kappa, found.confusion) == (1.0, 1.0, (1, 0, 0, 1))
    assert found.undecided == ("l3",)
    assert found.unscored == (("l4", "HTTP 529"), ("l5", "the judge was asked about one claim and returned []"))
    assert [(kind.name, kind.n, kind.decided, kind.agreed) for kind in found.kinds] == [("a", 2, 2, 2), ("b", 3, 0, 0)]


def test_a_reason_that_misses_share_is_printed_once():
    lenient = {f"claim {place}": [Verdict(YES, "it sounds right")] for place in (1, 2, 3)}
    lines = str(calibrate(TableJudge(lenient, [Verdict("refuted")]), labels_with(*[("", NO)] * 5)))
    assert lines.count("(it sounds right)") == 1 and lines.count("(same reason)") == 2


@pytest.mark.parametrize("reply", [[Verdict(YES)] * 2, ["supported"], "yes, supported"])
def test_a_reply_that_is_not_one_verdict_is_unscored(reply):
    found = calibrate(TableJudge(default=reply), BOTH)
    assert (found.decided, len(found.unscored), found.agreement, found.kappa, found.tpr) == (0, 40, None, None, None)
    assert found.verdict == "nothing to compare: the judge decided no claim; it decided 0 of 40 claims"


def test_false_supported_misses_come_first_with_both_reasons():
    labels = labels_with(("a", YES), ("a", NO), ("b", YES))
    found = calibrate(TableJudge({"claim 1": "refuted", "claim 2": YES, "claim 3": YES}), labels)
    assert [miss.id for miss in found.misses] == ["l2", "l1"]
    assert [miss.id for miss in found.false_supported] == ["l2"]
    first = found.misses[0]
    assert (first.verdict, first.label, first.reason, first.label_reason, first.kind) == (YES, NO, "reason for claim 2", "because 2", "a")


def test_one_label_only_cannot_tell_a_judge_from_a_constant():
    found = calibrate(TableJudge(default=YES), labels_with(("", YES), ("", YES)))
    assert (found.kappa, found.kappa_interval, found.kappa_reason) == (None, None, "undefined: one label only")
    assert (found.tnr, found.tnr_interval) == (None, None)
    assert found.verdict.startswith("cannot be told from a constant judge: kappa undefined: one label only")


def test_each_claim_is_asked_alone_with_its_own_context():
    judge = TableJudge(default=YES)
    calibrate(judge, BOTH[:3])
    assert judge.calls == [([label.claim], [label.context]) for label in BOTH[:3]]


def test_calls_in_flight_give_the_same_result_in_the_same_order():
    class Slow(TableJudge):
        max_in_flight = 4
        barrier = threading.Barrier(4, timeout=20)

        def verify(self, claims, context):
            self.barrier.wait()  # passes only if four calls are in flight at once
            return super().verify(claims, context)

    table = {label.claim: "undecided" if place % 5 == 0 else YES for place, label in enumerate(BOTH)}
    assert calibrate(Slow(table), BOTH) == calibrate(TableJudge(table), BOTH)


def test_a_judge_that_crashes_is_not_scored_in_silence():
    class Broken(TableJudge):
        def verify(self, claims, context):
            raise RuntimeError("no such model")

    with pytest.raises(RuntimeError, match="no such model"):
        calibrate(Broken(), BOTH)


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ([], "there is no label to compare with"), ([replace(BOTH[0], label="yes")], "label 'l1' says 'yes'"),
        (["claim"], "'claim' is no Label"),
    ],
)
def test_labels_that_are_none_are_refused(labels, words):
    with pytest.raises(ValueError, match=words):
        calibrate(TableJudge(default=YES), labels)


def test_the_printed_table_holds_every_figure_and_fits_a_laptop():
    labels = labels_with(("a", YES), ("a", NO), ("b", YES), ("", NO))
    judge = TableJudge({"claim 1": YES, "claim 2": YES, "claim 3": "undecided", "claim 4": Unscored("timeout")})
    text = str(calibrate(judge, labels))
    for words in (
        "Judge table (t1) against 4 labels", "decided    0.50 (2 of 4; 1 undecided, 1 unscored)", "agreement  0.50 [", "kappa      0.00",
        "TPR        1.00 [", "TNR        0.00 [", "l2: judge supported, label not supported: claim 2", "Unscored: l4 (timeout)", "(no kind)",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) <= 140
    assert "None" not in text and "nan" not in text


def test_a_calibration_cannot_be_changed_afterwards():
    with pytest.raises(FrozenInstanceError):
        calibrate(TableJudge(default=YES), BOTH).kappa = 1.0


def test_a_judge_that_always_says_supported_is_found_out_on_the_bundled_labels():
    found = calibrate(TableJudge(default=YES), load_labels())
    assert (found.kappa, found.tnr, found.decided) == (0.0, 0.0, 92)
    assert len(found.false_supported) == 48
    assert found.verdict.startswith("no better than chance: kappa 0.00 [0.00, 0.00], agreement 0.48 [0.38, 0.58]")


@given(st.lists(st.tuples(st.sampled_from([YES, "refuted", "undecided"]), st.sampled_from([YES, NO])), min_size=1, max_size=25))
def test_every_rate_lies_in_its_range_or_is_none(pairs):
    labels = labels_with(*[("k", label) for _, label in pairs])
    found = calibrate(TableJudge({label.claim: answer for label, (answer, _) in zip(labels, pairs)}), labels)
    for rate, interval in ((found.agreement, found.agreement_interval), (found.tpr, found.tpr_interval), (found.tnr, found.tnr_interval)):
        assert (rate is None) == (interval is None)
        assert rate is None or 0 <= interval[0] <= rate <= interval[1] <= 1
    assert found.kappa is None or -1 <= found.kappa <= 1
    assert found.decided + len(found.undecided) + len(found.unscored) == found.n == sum(kind.n for kind in found.kinds)
    assert sum(found.confusion) == found.decided and len(found.misses) == found.confusion.fp + found.confusion.fn
    assert not (found.trustworthy and found.decided < 20)
    assert found.decided >= 20 or not found.decided or found.verdict.startswith(("too few labels to say", "cannot be told from a constant"))
    assert "nan" not in str(found).lower()
