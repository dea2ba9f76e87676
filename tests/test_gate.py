"""The gate: what passes, what fails, what warns, and above all what it refuses to judge."""

import math
from dataclasses import replace

import pytest
from gate_cases import UNJUDGED, audit_of, calibrated, record, row, spread, uniform
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers.audit import COUNTED, JUDGED, METRICS, audit
from ragdiag_helpers.diagnosis import LABELS
from ragdiag_helpers.gate import Thresholds, check
from ragdiag_helpers.gate.comparison import compare
from ragdiag_helpers.gate.coverage import should_have
from ragdiag_helpers.gate.result import GateResult
from ragdiag_helpers.gate.runs import snapshot
from ragdiag_helpers.verdicts import Unscored

RECALL = Thresholds({"recall": 0.8})
FAITHFUL = Thresholds({"faithfulness": 0.8})
unit = st.floats(0, 1)


def outcomes(result: GateResult) -> list[str]:
    return [finding.outcome for finding in result.findings]


def test_a_counted_metric_below_its_line_fails_and_is_named():
    result = check(uniform({"recall": 0.62}, 58), RECALL)
    assert (result.status, result.exit_code) == ("failed", 1)
    assert result.verdict == "FAILED: recall 0.62 < 0.80 over 58 rows"


def test_a_counted_metric_below_its_line_fails_although_the_line_is_within_the_interval():
    found = spread("recall", [1.0] * 15 + [0.0] * 5)
    assert found.mean("recall").interval[1] > 0.8 > found.mean("recall").value
    assert check(found, RECALL).status == "failed"


def test_a_judged_metric_below_its_line_warns_within_its_noise():
    found = spread("faithfulness", [1.0] * 15 + [0.0] * 5)
    result = check(found, FAITHFUL)
    assert (outcomes(result), result.status, result.exit_code) == (["warned"], "passed", 0)
    low, high = found.mean("faithfulness").interval
    told = f"faithfulness 0.75 < 0.80 over 20 rows, within noise: the 95% interval is [{low:.2f}, {high:.2f}]"
    assert result.verdict == f"PASSED with 1 warning: {told}"


def test_a_judged_metric_below_its_line_fails_beyond_its_noise():
    assert check(spread("faithfulness", [0.5, 0.6] * 10), FAITHFUL).verdict == "FAILED: faithfulness 0.55 < 0.80 over 20 rows"


@pytest.mark.parametrize("name", METRICS)
def test_a_mean_on_its_line_passes_whatever_adding_floats_made_of_it(name):
    for line in (0.1, 0.7, 0.8, 0.9):
        found = uniform({name: line}, 61)
        assert check(found, Thresholds({name: line})).exit_code == 0


def test_value_and_line_are_printed_with_the_digits_that_tell_them_apart():
    assert "recall 0.7996 < 0.8000 over 20 rows" in str(check(uniform({"recall": 0.7996}), RECALL))


def test_the_table_names_every_line_and_its_numbers():
    shown = str(check(uniform({"recall": 1.0, "faithfulness": 0.5}), Thresholds({"recall": 0.8, "faithfulness": 0.8})))
    assert shown.splitlines() == [
        "outcome  threshold     value  line     rows  coverage  95% interval",
        "passed   recall        1.00   >= 0.80  20    1.00      [1.00, 1.00]",
        "failed   faithfulness  0.50   >= 0.80  20    1.00      [0.50, 0.50]",
        "",
        "note: judge stub: not measured; name labels with --labels to see whether it may be trusted",
        "FAILED: faithfulness 0.50 < 0.80 over 20 rows",
    ]


def test_the_table_is_plain_ascii_so_that_every_terminal_shows_it():
    now, before = uniform({"recall": 0.5}), uniform({"recall": 0.9}, judge="other")
    assert str(check(now, Thresholds({"recall": 0.8, "faithfulness": 0.5}, {"CHUNKING": 0.1}), snapshot(before))).isascii()


def test_a_metric_that_no_row_has_is_not_judged_and_the_reason_is_given():
    result = check(uniform({}), RECALL)
    assert (result.status, result.exit_code) == ("not judged", 2)
    assert result.verdict == "NOT JUDGED: recall is missing: no row has it (nobody labelled it)"


def test_no_row_at_all_is_not_judged():
    result = check(audit_of(), Thresholds({"recall": 0.0}, {"HALLUCINATION": 1.0}))
    assert outcomes(result) == ["not judged"] * 2 and result.exit_code == 2
    assert "there is no row" in result.verdict


def test_no_finding_is_not_a_pass():
    assert GateResult(()).exit_code == 2 and GateResult(()).verdict == "NOT JUDGED: there is no line to judge by"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -0.1, 1.2, "0.9", True])
def test_a_score_that_is_no_number_from_0_to_1_is_not_judged(value):
    for limits in (RECALL, FAITHFUL):
        name = next(iter(limits.minimum))
        found = audit_of(*(row(f"q{each}", {name: 1.0}) for each in range(30)), row("odd", {name: value}))
        result = check(found, limits)
        assert result.exit_code == 2 and "in row 'odd', which is no score from 0 to 1" in result.verdict


def test_a_row_without_the_metric_is_not_judged():
    whole = uniform({"recall": 1.0})
    holed = replace(whole, rows=(*whole.rows[1:], replace(whole.rows[0], scores={})))
    assert check(holed, RECALL).verdict.startswith("NOT JUDGED: recall is missing in row 'q1'; precision is missing in row 'q1'; ")


@pytest.mark.parametrize("name", [each for each in METRICS if each != "recall"])
def test_a_metric_without_a_line_that_is_nan_or_missing_in_one_row_is_not_judged_either(name):
    whole = uniform({"recall": 1.0, name: 0.9}, 40)
    assert check(whole, RECALL).status == "passed"
    scores = whole.rows[7].scores
    for broken, told in (({**scores, name: math.nan}, f"{name} is nan in row 'q8'"),
                         ({each: scores[each] for each in scores if each != name}, f"{name} is missing in row 'q8'")):  # fmt: skip
        rows = [replace(each, scores=broken) if each.id == "q8" else each for each in whole.rows]
        result = check(audit_of(*rows), RECALL)
        assert (outcomes(result), result.exit_code) == (["passed", "not judged"], 2) and told in result.verdict
        assert f"not judged  {name}" in str(result) and f"| not judged | {name} | - | - | 0 | - | - |" in result.markdown()
        assert check(audit_of(*rows), Thresholds({"recall": 1.0, name: 0.5})).findings[1].outcome == "not judged"


def test_a_failure_that_is_proven_stays_one_beside_a_metric_that_is_nan():
    found = audit_of(*(row(f"q{each}", {"recall": 0.1}) for each in range(30)), row("odd", {"recall": 0.1, "precision": math.nan}))
    assert check(found, RECALL).exit_code == 1


def test_too_few_scored_rows_are_not_judged_even_where_they_are_all_wrong():
    assert check(uniform({"recall": 0.0}, 19), RECALL).verdict == "NOT JUDGED: recall is scored on 19 rows, 20 are needed"
    assert check(uniform({"recall": 0.0}, 20), RECALL).exit_code == 1


def test_a_judged_metric_with_too_little_coverage_is_not_judged():
    rows = [row(f"q{each}", {"faithfulness": 1.0}) for each in range(69)]
    silent = [row(f"s{each}", {}, unscored=("faithfulness",)) for each in range(31)]
    result = check(audit_of(*rows, *silent), FAITHFUL)
    assert result.verdict == "NOT JUDGED: faithfulness is scored on 0.69 of the rows that should be, 0.70 are needed"
    assert check(audit_of(*rows, *silent[1:]), FAITHFUL).exit_code == 2
    assert check(audit_of(*rows, *silent[2:]), FAITHFUL).exit_code == 0


def test_rows_without_a_score_by_convention_do_not_lower_the_coverage():
    refusals = [row(f"r{each}", {}) for each in range(80)]
    assert check(audit_of(*(row(f"q{each}", {"faithfulness": 1.0}) for each in range(20)), *refusals), FAITHFUL).exit_code == 0


LABELLED = ("recall", "precision", "reciprocal_rank", "contextual_recall", "contextual_precision", "correctness")


@pytest.mark.parametrize("name", LABELLED)
def test_rows_without_the_labels_that_a_metric_needs_lower_its_coverage(name):
    rows, bare = [row(f"q{each}", {name: 1.0}) for each in range(31)], [row(f"n{each}", {}) for each in range(39)]
    result = check(audit_of(*rows, *bare), Thresholds({name: 0.8}))
    assert (result.exit_code, result.findings[0].coverage) == (2, 31 / 70)
    told = f"{name} is scored on 0.44 of the rows that should be, 0.70 are needed; 39 rows have no label: nobody labelled it"
    assert result.verdict == f"NOT JUDGED: {told}"
    assert check(audit_of(*rows, *bare[:13]), Thresholds({name: 0.8})).exit_code == 0
    assert check(audit_of(*rows, *bare), Thresholds({name: 0.8}, coverage={name: 0.4})).exit_code == 0


@pytest.mark.parametrize("name", LABELLED)
def test_labels_removed_from_the_rows_that_fail_do_not_make_a_run_pass(name):
    good, bad = [row(f"q{each}", {name: 1.0}) for each in range(30)], [f"b{each}" for each in range(20)]
    assert check(audit_of(*good, *(row(id, {name: 0.0}) for id in bad)), Thresholds({name: 0.8})).exit_code == 1
    for answerable in (True, None):
        assert check(audit_of(*good, *(row(id, {}, answerable=answerable) for id in bad)), Thresholds({name: 0.8})).exit_code == 2


@pytest.mark.parametrize("name", METRICS)
def test_unanswerable_rows_need_no_score_from_labels(name):
    rows = [row(f"q{each}", {name: 1.0}) for each in range(20)] + [row(f"u{each}", {}, answerable=False) for each in range(80)]
    assert check(audit_of(*rows), Thresholds({name: 0.8})).findings[0].coverage == 1.0


def test_refusals_need_no_score_of_what_they_say_but_one_of_what_came():
    rows = [row(f"q{each}", dict.fromkeys(METRICS, 1.0)) for each in range(20)] + [row(f"r{each}", {}, refused=True) for each in range(20)]
    found = check(audit_of(*rows), Thresholds(dict.fromkeys(METRICS, 0.8))).findings
    lowered = {finding.name for finding in found if finding.coverage == 0.5}
    assert lowered == {"recall", "precision", "reciprocal_rank", "contextual_recall", "contextual_precision"}


def test_records_without_labels_lower_the_coverage_from_the_file_on():
    class Silent:
        name, fingerprint, max_in_flight = "silent", "silent-1", 1

        def split(self, answer):
            return Unscored("silent")

        def verify(self, claims, context):
            return Unscored("silent")

        def relevance(self, question, answer):
            return Unscored("silent")

    bare = replace(record("x"), relevant_ids=None)
    records = [replace(record("x"), id=f"q{each}") for each in range(20)]
    records += [replace(bare, id="n1"), replace(bare, id="n2", reference="Pro costs 25.")]
    records += [replace(bare, id="n3", claims=("Pro costs 25.",)), replace(bare, id="u1", relevant_ids=()), replace(bare, id="u2", kind="unanswerable")]
    records += [replace(bare, id="u3", reference="I don't know.")]
    found = audit(records, Silent())
    assert [each.id for each in found.rows if not should_have(each, "recall")] == ["u1", "u2", "u3"]
    assert check(found, RECALL).findings[0].coverage == 20 / 23


def test_a_metric_may_have_a_coverage_of_its_own():
    rows = [row(f"q{each}", {"faithfulness": 1.0}) for each in range(30)] + [row("s", {}, unscored=("faithfulness",))]
    for least, code in ((0.96, 0), (0.97, 2)):
        assert check(audit_of(*rows), Thresholds({"faithfulness": 0.8}, coverage={"default": 0.1, "faithfulness": least})).exit_code == code


def test_calls_that_all_failed_are_the_reason_that_is_given():
    rows = [row(f"q{each}", {}, unscored=("faithfulness",)) for each in range(30)]
    assert UNJUDGED in check(audit_of(*rows), FAITHFUL).verdict


def test_a_proven_failure_wins_over_what_could_not_be_judged_and_both_are_told():
    result = check(uniform({"recall": 0.5}), Thresholds({"recall": 0.8, "faithfulness": 0.8}))
    assert result.exit_code == 1
    assert "not judged: faithfulness is missing" in str(result) and "FAILED: recall 0.50 < 0.80" in str(result)


def test_what_could_not_be_judged_wins_over_what_passed():
    result = check(uniform({"recall": 0.9}), Thresholds({"recall": 0.8, "faithfulness": 0.0}))
    assert (outcomes(result), result.exit_code) == (["passed", "not judged"], 2)


def of_class(*labels):
    return audit_of(*(row(f"q{place}", {}, label) for place, label in enumerate(labels)))


def test_a_share_of_a_class_is_of_the_diagnosed_rows():
    found = of_class(*["OK"] * 20, *["HALLUCINATION"] * 10, *["UNDECIDED"] * 10)
    finding = check(found, Thresholds({}, {"HALLUCINATION": 0.5})).findings[0]
    assert (finding.value, finding.n, finding.coverage, finding.outcome) == (10 / 30, 30, 0.75, "passed")


def test_a_share_above_its_line_warns_within_its_noise_and_fails_beyond_it():
    few, many = of_class(*["OK"] * 28, *["HALLUCINATION"] * 2), of_class(*["OK"] * 20, *["HALLUCINATION"] * 10)
    limits = Thresholds({}, {"HALLUCINATION": 0.05})
    assert check(few, limits).verdict.startswith("PASSED with 1 warning: share of HALLUCINATION 0.07 > 0.05 over 30 rows, within noise")
    assert check(many, limits).verdict == "FAILED: share of HALLUCINATION 0.33 > 0.05 over 30 rows"


def test_a_share_with_too_many_undecided_rows_is_not_judged():
    result = check(of_class(*["OK"] * 20, *["UNDECIDED"] * 20), Thresholds({}, {"HALLUCINATION": 0.05}))
    told = "share of HALLUCINATION: the diagnosis is scored on 0.50 of the rows that should be, 0.70 are needed"
    assert result.verdict == f"NOT JUDGED: {told}"


def test_rows_that_failed_with_their_class_open_lower_the_coverage_of_shares_as_undecided_ones_do():
    limits = Thresholds({}, {"HALLUCINATION": 0.5, "UNDECIDED": 0.5})
    some = check(of_class(*["OK"] * 20, *["HALLUCINATION"] * 10, *["FAILED"] * 6, *["UNDECIDED"] * 4), limits)
    assert [(each.value, each.n, each.coverage) for each in some.findings] == [(10 / 30, 30, 0.75), (0.1, 40, None)]
    many = check(of_class(*["OK"] * 20, *["FAILED"] * 20), limits)
    assert outcomes(many) == ["not judged", "passed"] and "scored on 0.50 of the rows that should be" in many.verdict


def test_the_share_of_undecided_rows_is_counted_among_all_and_fails_hard():
    found = of_class(*["OK"] * 18, *["UNDECIDED"] * 2)
    finding = check(found, Thresholds({}, {"UNDECIDED": 0.09})).findings[0]
    assert (finding.value, finding.n, finding.outcome) == (0.1, 20, "failed")


# The judge behind the judged lines.

CHANCE = {
    "a constant judge": {"tp": 20, "fp": 20},
    "a judge that guesses": {"tp": 10, "fp": 10, "fn": 10, "tn": 10},
    "a judge that is always wrong": {"fp": 20, "fn": 20},
    "a judge that decides nothing": {"undecided": 20},
    "labels that are all alike": {"tp": 20},
}


@pytest.mark.parametrize("counts", CHANCE.values(), ids=CHANCE)
def test_nothing_is_judged_by_a_judge_no_better_than_chance(counts):
    scores = {"recall": 0.9, "faithfulness": 1.0, "correctness": 0.0}
    limits = Thresholds({"recall": 0.8, "faithfulness": 0.8, "correctness": 0.8}, {"HALLUCINATION": 0.5, "UNDECIDED": 0.5})
    result = check(uniform(scores, calibration=calibrated(**counts)), limits)
    assert outcomes(result) == ["passed", "not judged", "not judged", "not judged", "passed"] and result.exit_code == 2
    assert f"faithfulness is said by a judge that nobody can trust: {calibrated(**counts).verdict}" in result.verdict


@pytest.mark.parametrize("counts", [{"tp": 1, "tn": 1}, {"tp": 10, "tn": 9}, {"tp": 10, "tn": 9, "undecided": 300}, {"tp": 40, "tn": 4}])
def test_nothing_is_judged_by_a_judge_of_which_too_few_labels_tell(counts):
    measured = calibrated(**counts)
    assert measured.kappa == 1.0
    result = check(uniform({"recall": 0.9, "faithfulness": 1.0}, calibration=measured), Thresholds({"recall": 0.8, "faithfulness": 0.8}))
    assert (outcomes(result), result.exit_code) == (["passed", "not judged"], 2) and "too few labels to say" in result.verdict


def test_a_judge_that_decides_less_than_a_tenth_of_its_labels_warns():
    for undecided, code in ((180, "passed"), (181, "warned")):
        measured = calibrated(tp=10, tn=10, undecided=undecided)
        result = check(uniform({"faithfulness": 0.9}, calibration=measured), FAITHFUL)
        assert (outcomes(result)[-1], result.exit_code) == (code, 0)
    told = "judge stub decided 20 of 201 labelled claims (0.0995 < 0.1000): little is known of the rest"
    assert result.verdict == f"PASSED with 1 warning: {told}"
    assert check(uniform({"recall": 0.9}, calibration=measured), RECALL).verdict == "PASSED: the line is kept", "no judge decides it"


def test_a_judge_better_than_chance_judges_and_its_worth_is_told():
    measured = calibrated(tp=20, fp=2, fn=1, tn=20, undecided=3)
    result = check(uniform({"faithfulness": 0.9}, calibration=measured), FAITHFUL)
    assert result.exit_code == 0 and result.notes == (f"judge stub: {measured.verdict}",)


def test_a_judge_that_nobody_measured_is_told():
    assert "note: judge stub: not measured; name labels" in str(check(uniform({"faithfulness": 0.9}), FAITHFUL))


def test_counted_lines_say_nothing_of_the_judge():
    assert check(uniform({"recall": 0.9}), RECALL).notes == ()


# What may never happen, on any audit.

rows_of_scores = st.lists(st.tuples(*[st.none() | unit] * len(METRICS)), max_size=30)
lines = st.dictionaries(st.sampled_from(METRICS), unit, min_size=1)


def made(table) -> list:
    return [row(f"q{place}", dict(zip(METRICS, scores))) for place, scores in enumerate(table)]


@given(rows_of_scores, lines, st.sampled_from(METRICS), st.integers(1, 25))
def test_no_gate_passes_with_a_metric_that_is_missing(table, minimum, name, least):
    found = audit_of(*(replace(each, scores={**each.scores, name: None}) for each in made(table)))
    result = check(found, Thresholds({**minimum, name: 0.0}, rows=least))
    assert result.exit_code in (1, 2) and result.status != "passed"


@given(rows_of_scores, lines, st.sampled_from(METRICS), st.sampled_from([math.nan, math.inf, -1.0]), st.integers(0, 30))
def test_no_gate_passes_with_a_metric_that_is_nan(table, minimum, name, value, place):
    rows = made(table)
    rows.insert(place, row("odd", {name: value}))
    result = check(audit_of(*rows), Thresholds({**minimum, name: 0.0}, rows=1))
    assert result.status != "passed"


@given(lines, st.dictionaries(st.sampled_from([each for each in LABELS if each != "OK"]), unit))
def test_no_gate_passes_an_empty_set(minimum, shares):
    assert check(audit_of(), Thresholds(minimum, shares, rows=1)).exit_code == 2


@given(rows_of_scores, lines, st.integers(1, 20))
def test_whatever_passed_stays_within_its_rules(table, minimum, least):
    for finding in check(audit_of(*made(table)), Thresholds(minimum, rows=least)).findings:
        if finding.outcome in ("passed", "warned"):
            assert finding.n >= least and 0 <= finding.value <= 1
        if finding.outcome == "passed":
            assert finding.value >= finding.line - 1e-9
        if finding.name in COUNTED:
            assert finding.outcome != "warned"


@given(rows_of_scores, lines, st.data())
def test_raising_scores_never_makes_a_line_worse(table, minimum, data):
    order = ["failed", "warned", "passed"]
    raised = [[None if score is None else data.draw(st.floats(score, 1)) for score in scores] for scores in table]
    limits = Thresholds(minimum, rows=1)
    before, after = (check(audit_of(*made(each)), limits) for each in (table, raised))
    for old, new in zip(outcomes(before), outcomes(after)):
        assert old == new if "not judged" in (old, new) else order.index(new) >= order.index(old)
    assert not (before.status == "passed" and after.status == "failed")


# Against an earlier run.

NO_LINE = Thresholds({"recall": 0.0, "faithfulness": 0.0})


def both(value, n=40, **settings):
    return uniform({"recall": value, "faithfulness": value}, n, **settings)


def test_a_run_compared_with_itself_passes():
    result = check(both(0.9), NO_LINE, snapshot(both(0.9)))
    assert outcomes(result) == ["passed"] * 4 and [note for note in result.notes if "run" in note] == []


def test_a_drop_of_every_row_fails_and_names_both_means():
    result = check(both(0.7), NO_LINE, snapshot(both(0.9)))
    assert outcomes(result) == ["passed", "passed", "failed", "failed"]
    assert result.verdict.startswith("FAILED: recall vs run 0: 0.90 -> 0.70 (-0.200) over the same 40 rows")


def test_a_drop_within_the_tolerance_passes_also_on_its_edge():
    assert check(both(0.88), NO_LINE, snapshot(both(0.9))).exit_code == 0
    assert outcomes(check(both(0.879), NO_LINE, snapshot(both(0.9))))[2:] == ["failed"] * 2


def test_a_drop_that_is_real_and_beyond_the_tolerance_fails_though_its_least_would_be_tolerated():
    before = spread("recall", [1.0] * 100)
    now = spread("recall", [1.0] * 94 + [0.4] * 6)
    finding = check(now, Thresholds({"recall": 0.0}), snapshot(before)).findings[1]
    assert (finding.value, finding.outcome) == (pytest.approx(-0.036), "failed")
    assert 0 > finding.interval[1] > -0.02


def test_a_drop_that_a_few_rows_make_warns_as_noise():
    before = spread("recall", [1.0] * 20 + [0.0] * 20)
    now = spread("recall", [1.0] * 15 + [0.0] * 5 + [1.0] * 3 + [0.0] * 17)
    result = check(now, Thresholds({"recall": 0.0}), snapshot(before))
    assert outcomes(result) == ["passed", "warned"]
    assert "0.50 -> 0.45 (-0.050) over the same 40 rows, within noise" in result.verdict


def test_pairing_finds_a_drop_that_two_separate_intervals_would_hide():
    values = [place / 40 for place in range(40)]
    before, now = spread("recall", [0.1 + 0.9 * each for each in values]), spread("recall", [0.05 + 0.9 * each for each in values])
    assert now.mean("recall").interval[1] > before.mean("recall").value > before.mean("recall").interval[0]
    assert outcomes(check(now, Thresholds({"recall": 0.0}), snapshot(before))) == ["passed", "failed"]


def test_a_new_judge_is_not_taken_for_a_change_of_the_system():
    before = snapshot(both(0.9, fingerprint="rules-1"))
    result = check(both(0.2, fingerprint="rules-2"), NO_LINE, before)
    told = {finding.name: (finding.outcome, finding.value) for finding in result.findings[2:]}
    assert told == {"recall vs run 0": ("failed", pytest.approx(-0.7)), "faithfulness vs run 0": ("warned", None)}
    assert "the judge changed (stub rules-1 -> stub rules-2)" in str(result)


@pytest.mark.parametrize("name", JUDGED)
def test_no_judged_metric_is_compared_across_judges(name):
    now, before = uniform({name: 0.1}, judge="claude"), uniform({name: 0.9})
    (finding,) = compare(snapshot(now), snapshot(before), Thresholds({name: 0.0}))
    assert (finding.outcome, finding.value) == ("warned", None)


def test_rows_that_are_new_gone_or_relabelled_are_named_and_left_out():
    same = [row(f"q{each}", {"recall": 0.9}) for each in range(30)]
    before = audit_of(*same, row("old", {"recall": 1.0}), row("moved", {"recall": 1.0}))
    now = audit_of(*same, row("new", {"recall": 0.0}), row("moved", {"recall": 0.0}, question="another question?"))
    result = check(now, Thresholds({"recall": 0.0}), snapshot(before))
    assert (result.findings[1].outcome, result.findings[1].n) == ("passed", 30)
    assert result.notes == (
        "1 row is new since run 0, not compared: new",
        "1 row is gone since run 0, not compared: old",
        "1 row is asked or labelled in another way since run 0, not compared: moved",
    )


def test_another_answer_to_the_same_question_is_still_the_same_row():
    before = audit_of(*(row(f"q{each}", {"recall": 0.9}, answer="before") for each in range(30)))
    now = audit_of(*(row(f"q{each}", {"recall": 0.9}, answer="after") for each in range(30)))
    result = check(now, Thresholds({"recall": 0.0}), snapshot(before))
    assert result.findings[1].n == 30 and not result.notes


def test_too_few_shared_rows_are_not_judged_and_the_way_out_is_told():
    before = audit_of(*(row(f"old{each}", {"recall": 0.9}) for each in range(30)))
    result = check(uniform({"recall": 0.9}, 30), Thresholds({"recall": 0.0}), snapshot(before))
    assert result.exit_code == 2
    assert "0 rows have both scores, 20 are needed; run once without --baseline" in result.verdict


def test_one_shared_row_too_few_is_not_judged_whatever_the_drop():
    before = snapshot(uniform({"recall": 1.0}, 21))
    for shared, outcome in ((19, "not judged"), (20, "failed")):
        now = audit_of(*(row(f"q{each}" if each <= shared else f"new{each}", {"recall": 0.5}) for each in range(1, 31)))
        assert outcomes(check(now, Thresholds({"recall": 0.0}), before)) == ["passed", outcome]


def test_rows_scored_in_one_run_only_are_told():
    before = snapshot(uniform({"recall": 1.0, "faithfulness": 0.9}, 40))
    for scored, outcome in ((28, "failed"), (27, "not judged")):
        now = audit_of(*(row(f"q{each}", {"recall": 1.0, "faithfulness": 0.5 if each <= scored else None}) for each in range(1, 41)))
        finding = check(now, NO_LINE, before).findings[3]
        assert (finding.outcome, finding.coverage) == (outcome, scored / 40)
    assert "0.68 of the rows that were scored then are scored in both, 0.70 are needed; run once without --baseline" in finding.sentence
    now = audit_of(*(row(f"q{each}", {"recall": 1.0, "faithfulness": 0.5 if each <= 28 else None}) for each in range(1, 41)))
    assert "12 more have a score in one run only" in check(now, NO_LINE, before).verdict


def test_rows_that_are_gone_count_against_the_coverage_of_the_comparison():
    before, now = snapshot(both(0.9, 40)), both(0.9, 38)
    assert [each.coverage for each in check(now, NO_LINE, before).findings[2:]] == [0.95, 0.95]
    strict = Thresholds({"recall": 0.0}, coverage={"default": 0.96})
    assert outcomes(check(now, strict, before)) == ["passed", "not judged"]


def test_a_baseline_that_scored_less_is_no_reason_not_to_compare():
    before = audit_of(*(row(f"q{each}", {"faithfulness": 0.9 if each < 25 else None}) for each in range(40)))
    now = audit_of(*(row(f"q{each}", {"faithfulness": 0.9}) for each in range(40)))
    assert check(now, Thresholds({"faithfulness": 0.5}), snapshot(before)).findings[1].coverage == 1.0


def test_a_run_without_a_tenth_of_the_rows_of_its_baseline_is_not_judged_and_they_are_named():
    before = snapshot(both(0.9, 40))
    assert check(both(0.9, 36), NO_LINE, before).exit_code == 0
    result = check(both(0.9, 35), NO_LINE, before)
    assert (outcomes(result), result.exit_code) == (["passed"] * 2 + ["not judged"] + ["passed"] * 2, 2)
    told = "5 of the 40 rows of run 0 are gone or changed (0.12 > 0.10): q36, q37, q38, q39, q40; bring them back, or run once"
    assert told in result.verdict
    assert check(both(0.9, 35), Thresholds({"recall": 0.0}, may_vanish=0.125), before).exit_code == 0


def test_rows_that_lost_their_labels_count_as_gone():
    before = snapshot(audit_of(*(row(f"q{each}", {"recall": float(each < 30)}) for each in range(40))))
    bare = [row(f"q{each}", {}, answerable=False) for each in range(30, 40)]
    bare = [replace(each, record=replace(each.record, relevant_ids=())) for each in bare]
    now = audit_of(*(row(f"q{each}", {"recall": 1.0}) for each in range(30)), *bare)
    assert check(now, RECALL).exit_code == 0, "without a baseline nobody can know"
    result = check(now, RECALL, before)
    assert result.exit_code == 2 and "10 of the 40 rows of run 0 are gone or changed (0.25 > 0.10)" in result.verdict


@pytest.mark.parametrize("name", ["recall", "faithfulness"])
def test_a_few_rows_that_are_gone_do_not_lift_a_mean_over_its_line(name):
    scores = [1.0] * 30 + [0.0] * 10
    before, now = snapshot(spread(name, scores)), spread(name, scores[:36])
    limits = Thresholds({name: 0.92 if name == "faithfulness" else 0.8})
    result = check(now, limits, before)
    assert check(now, limits).findings[0].outcome in ("passed", "warned") and check(spread(name, scores), limits).exit_code == 1
    assert (result.exit_code, result.findings[0].outcome) == (2, "not judged")
    told = f"{name} would be 0.75, not >= {limits.minimum[name]:.2f}, with the baseline's values of 4 rows that are gone or without labels now"
    assert told in result.verdict


def test_a_few_rows_that_are_gone_do_not_press_a_share_under_its_line():
    labels = ["OK"] * 32 + ["HALLUCINATION"] * 8
    limits = Thresholds({}, {"HALLUCINATION": 0.1})
    assert check(of_class(*labels), limits).exit_code == 1 and check(of_class(*labels[:36]), limits).exit_code == 0
    result = check(of_class(*labels[:36]), limits, snapshot(of_class(*labels)))
    assert result.exit_code == 2
    assert "share of HALLUCINATION would be 0.20, not <= 0.10, with the baseline's values of 4 rows that are gone" in result.verdict


@pytest.mark.parametrize("now", ["UNDECIDED", "FAILED"])
def test_a_row_asked_in_another_way_whose_class_is_open_now_keeps_its_class_of_then(now):
    good, limits = [row(f"q{each}", {}) for each in range(36)], Thresholds({}, {"HALLUCINATION": 0.02})
    before = snapshot(audit_of(*good, *(row(f"h{each}", {}, "HALLUCINATION") for each in range(4))))
    changed = [row(f"h{each}", {}, now, question="another question?") for each in range(4)]
    assert check(audit_of(*good, *changed), limits).exit_code == 0
    assert "share of HALLUCINATION would be 0.10, not <= 0.02" in check(audit_of(*good, *changed), limits, before).verdict
    decided = [replace(each, diagnosis=good[0].diagnosis) for each in changed]
    assert check(audit_of(*good, *decided), limits, before).exit_code == 0


def test_rows_that_are_gone_and_were_good_change_no_outcome():
    before = snapshot(both(0.9, 40))
    assert check(both(0.9, 38), Thresholds({"recall": 0.8}, {"HALLUCINATION": 0.1}), before).exit_code == 0


def test_what_another_judge_said_of_rows_that_are_gone_is_not_held_against_a_run():
    scores = [1.0] * 30 + [0.0] * 10
    before = snapshot(spread("faithfulness", scores, fingerprint="rules-1"))
    now = spread("faithfulness", scores[:36], fingerprint="rules-2")
    assert outcomes(check(now, Thresholds({"faithfulness": 0.8}), before))[0] == "passed"


@given(st.lists(unit, min_size=2, max_size=30), st.data(), unit)
def test_dropping_rows_never_turns_a_failed_run_into_one_that_passed(scores, data, line):
    kept = data.draw(st.lists(st.booleans(), min_size=len(scores), max_size=len(scores)))
    limits = Thresholds({"recall": line}, rows=1, may_vanish=1.0, coverage={"default": 0.0})
    whole = spread("recall", scores)
    fewer = audit_of(*(each for each, stays in zip(whole.rows, kept) if stays))
    if check(whole, limits).status == "failed":
        assert check(fewer, limits, snapshot(whole)).status != "passed"


def test_only_metrics_with_a_line_are_compared():
    assert [each.name for each in check(both(0.9), RECALL, snapshot(both(0.9))).findings] == ["recall", "recall vs run 0"]


@given(st.lists(st.tuples(unit, unit), min_size=1, max_size=30), st.data())
def test_raising_scores_never_makes_a_comparison_worse(pairs, data):
    order = ["failed", "warned", "passed"]
    before = snapshot(spread("recall", [earlier for earlier, _ in pairs]))
    now = [after for _, after in pairs]
    raised = [data.draw(st.floats(score, 1)) for score in now]
    limits = Thresholds({"recall": 0.0}, rows=1)
    low, high = (compare(snapshot(spread("recall", each)), before, limits)[0].outcome for each in (now, raised))
    assert order.index(high) >= order.index(low)


def test_markdown_holds_the_same_numbers_and_the_verdict():
    result = check(uniform({"recall": 0.62}, 58), RECALL)
    assert result.markdown().splitlines() == [
        "### RAG gate: failed",
        "",
        "| outcome | threshold | value | line | rows | coverage | 95% interval |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        "| failed | recall | 0.62 | >= 0.80 | 58 | 1.00 | [0.62, 0.62] |",
        "",
        "- FAILED: recall 0.62 < 0.80 over 58 rows",
    ]
