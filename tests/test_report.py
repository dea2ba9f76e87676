"""What the report says: its verdict and its tables hold what the rows hold."""

import json
import re
from dataclasses import replace

import pytest
from report_cases import Marked, audited, cheap_pictures, files, labels, record  # noqa: F401 (the fixture)

from ragdiag_helpers.audit import audit, relabel
from ragdiag_helpers.diagnosis import LABELS, Lines
from ragdiag_helpers.docent import REFUSAL
from ragdiag_helpers.records import Record
from ragdiag_helpers.report.cases import case_cells, lowest
from ragdiag_helpers.report.facts import facts
from ragdiag_helpers.report.sections import CALLS, MEANINGS
from ragdiag_helpers.report.verdict import verdict

pytestmark = pytest.mark.usefixtures("cheap_pictures")


def said(**counts):
    return verdict(facts(audited(**counts)))




def test_retrieval_is_named_where_most_failures_are_misses():
    found = said(ok=5, miss=8, citably=3, refused=2)
    assert (found.half, found.settled, found.headline) == ("retrieval", True, "Retrieval is the half that is broken")


def test_generation_is_named_where_most_failures_are_the_answers_own():
    found = said(ok=5, invented=7, refused=3, miss=1)
    assert (found.half, found.settled, found.headline) == ("generation", True, "Generation is the half that is broken")


def test_neither_half_is_called_the_broken_one_where_both_fail_often():
    found = said(ok=5, miss=30, invented=16)
    assert (found.half, found.settled, found.headline) == ("retrieval", True, "Both halves fail, retrieval more often: start there")


def test_data_and_luck_are_neither_half():
    assert said(ok=2, stale=9).headline == "Neither half comes first: the pages themselves are wrong (data)"
    assert said(ok=2, luck=9).half == "luck"


def chunked(found, most=100):
    for row in [row for row in found.rows if row.diagnosis.label == "WRONG-QUESTION"][:most]:
        found = relabel(found, row.id, "Ada", "the boundary cuts the price")
    return found


def test_chunking_that_people_found_is_of_retrieval_and_is_named_apart():
    found = verdict(facts(chunked(audited(refused=8))))
    assert (found.half, found.settled) == ("retrieval", True)
    assert found.headline == "Retrieval is the half that is broken, and most often by how pages are cut (chunking)"
    assert found.evidence == "8 of 8 rows failed. 8 of 8 failures are CHUNKING."


def test_misses_and_chunking_together_outnumber_generation():
    found = verdict(facts(chunked(audited(ok=5, miss=9, refused=5, invented=4), 5)))
    assert (found.half, found.headline) == ("retrieval", "Retrieval is the half that is broken")
    assert "14 of 18 failures are retrieval (9 RETRIEVAL-MISS, 5 CHUNKING): mean recall is" in found.evidence
    assert "The rest: 4 HALLUCINATION." in found.evidence


def test_one_of_a_kind_is_told_as_one():
    assert "(2 FALSE-REFUSAL)" not in str(said(ok=2, refused=2)) and "both refused with the evidence in hand" in str(said(ok=2, refused=2))
    assert "1 of 1 failure is WRONG-QUESTION: it refused with" in str(said(ok=2, refused=1))
    assert ": all 3 refused with" in str(said(ok=2, refused=3)) and "WRONG-QUESTION: 2 of the 3 refused with" in str(said(refused=2, beside=1))
    assert "up to 1 generation failure:" in str(said(miss=9, open=1)) and "up to 2 generation failures:" in str(said(miss=9, open=2))
    one, two = (files(audited(ok=count, open=1))["rag-report.md"] for count in (1, 2))
    assert "The only decided row did not fail, so there is nothing to fix" in one and "None of the 2 decided rows failed, so" in two
    assert "The only row did not fail" in files(audited(ok=1))["rag-report.md"]


def test_an_undecided_report_says_how_many_calls_claude_would_take():
    text = files(audited(ok=2, open=3))["rag-report.md"].split("## Verdict")[1].split("## ")[0]
    assert "--judge claude takes roughly 30 calls at most (5 rows, up to 6 each), and the command tells the cost before" in text
    assert "--judge claude" not in files(audited(ok=2, miss=3))["rag-report.md"]
    by_claude = replace(audited(open=3), judge="claude-haiku-4-5")
    assert "--judge claude" not in files(by_claude)["rag-report.md"]


def test_the_calls_that_are_foretold_are_those_that_a_row_takes_at_most():
    calls = []

    class Counted(Marked):
        def split(self, answer):
            calls.append("split")
            return super().split(answer)

        def verify(self, claims, context):
            calls.append("verify")
            return super().verify(claims, context)

        def relevance(self, question, answer):
            calls.append("relevance")
            return super().relevance(question, answer)

    audit([record("r1", "stale")], Counted())
    assert 0 < len(calls) <= CALLS


def test_an_undecided_row_with_a_refuted_claim_is_shown_in_full_behind_the_failures():
    unlabelled = Record("part", "Price?", "It costs 30 (no). Per year (maybe). Per seat (maybe). Per head (maybe).", ("p",), ("t",), None, None)
    plain = replace(unlabelled, id="plain", answer="It costs 30 (maybe).")
    found = audit([unlabelled, plain], Marked())
    assert {row.diagnosis.label for row in found.rows} <= {"UNDECIDED", "FAILED"}
    assert [row.id for row in lowest(facts(found))] == ["part"]
    text = files(found)["rag-report.md"].split("## The lowest rows in full")[1]
    assert "### part" in text and "| It costs 30 (no). | refuted |" in text and "Fix ()" not in text
    both = audit([unlabelled, *(row.record for row in audited(miss=2).rows)], Marked())
    assert lowest(facts(both))[0].id == "miss1" and "part" in [row.id for row in lowest(facts(both))]


def test_a_note_that_asks_ends_with_one_mark():
    text = files(audit([Record("cut", "q", REFUSAL, ("p",), ("t",), "B (no).", ("p",))], Marked()))["rag-report.md"]
    assert "or is the page wrong?\n" in text and not re.search(r"[?!.]\.(?!\.)", text)


def test_a_tie_is_said_to_be_one():
    found = said(ok=3, miss=4, invented=4)
    assert (found.half, found.settled) == ("tie", False)
    assert found.headline == "Which half is broken cannot be said: retrieval and generation failures are equally many"


def test_a_lead_that_may_be_chance_is_not_settled():
    assert "3 retrieval to 2 generation may be chance" in str(said(ok=9, miss=3, invented=2))
    assert not said(ok=9, miss=3, invented=2).settled
    assert str(said(ok=9, miss=1)).startswith("Too few rows failed to call a half broken. 1 of 10 rows failed.")


def test_undecided_rows_that_could_turn_the_verdict_unsettle_it():
    found = said(miss=9, open=20)
    assert not found.settled
    assert found.headline == "Retrieval fails most among the decided rows, but the undecided ones could turn that"
    assert "20 of 29 rows are undecided; this verdict speaks for the other 9." in str(found)
    assert "up to 20 generation" in str(found) and "enough to turn the order round" in str(found)


def test_undecided_rows_that_cannot_turn_the_verdict_leave_it_settled():
    found = said(miss=9, open=2)
    assert found.settled and "too few to put anything before retrieval" in str(found)


def test_nothing_failed_only_where_nothing_is_undecided():
    assert (said(ok=3).half, said(ok=3).settled, said(ok=3).headline) == ("nothing failed", True, "Nothing failed")
    open_too = said(ok=3, open=1)
    assert not open_too.settled and open_too.headline == "Nothing failed among the rows that could be decided"
    assert "1 of 4 rows is undecided" in str(open_too)


def test_nothing_can_be_said_where_no_row_is_decided():
    found = said(open=3)
    assert (found.half, found.settled) == ("cannot be said", False)
    assert "All 3 rows are undecided" in str(found)


def test_every_number_of_the_verdict_is_counted_again_from_the_rows():
    found = audited(ok=11, right_refusal=4, miss=11, citably=5, invented=3, refused=2, stale=1, open=6)
    labels = [row.diagnosis.label for row in found.rows]
    failed = [label for label in labels if label not in ("OK", "UNDECIDED")]
    recalls = [row.scores["recall"] for row in found.rows if row.record.relevant_ids]
    low, high = found.mean("recall").interval
    undecided = labels.count("UNDECIDED")
    told = str(verdict(facts(found)))
    assert told.startswith(
        f"Retrieval is the half that is broken. {len(failed)} of {len(labels) - undecided} decided rows failed. "
        f"{labels.count('RETRIEVAL-MISS')} of {len(failed)} failures are RETRIEVAL-MISS: mean recall is {sum(recalls) / len(recalls):.2f} "
        f"[{low:.2f}, {high:.2f}] over {len(recalls)} rows. The rest: "
        f"{labels.count('HALLUCINATION') + labels.count('WRONG-QUESTION')} generation ({labels.count('HALLUCINATION')} HALLUCINATION, {labels.count('WRONG-QUESTION')} WRONG-QUESTION), 1 FAITHFUL-BUT-CONTEXT-WRONG. "
        f"{undecided} of {len(labels)} rows are undecided; this verdict speaks for the other {len(labels) - undecided}."
    )
    assert low <= sum(recalls) / len(recalls) <= high


def test_the_verdict_stands_first_in_every_form():
    made = files(audited(ok=2, miss=8))
    for text in (made["rag-report.md"], made["rag-report.html"]):
        assert text.index("Retrieval is the half that is broken.") < text.index("What to fix first")
    assert made["rag-report.md"].startswith("# RAG report\n\n## Verdict\n\n**Retrieval is the half that is broken.**\n")


def test_what_to_fix_is_ranked_by_count_with_owner_share_and_ids():
    text = files(audited(ok=1, invented=2, miss=3, refused=5))["rag-report.md"]
    lines = [line for line in text.split("What to fix first")[1].split("##")[0].splitlines() if line.startswith("| ")][2:]
    assert [line.split(" | ")[:4] for line in lines] == [
        ["| WRONG-QUESTION (5 FALSE-REFUSAL)", "5", "50%", "prompt team"],
        ["| RETRIEVAL-MISS", "3", "30%", "search team"],
        ["| HALLUCINATION", "2", "20%", "prompt/model team"],
    ]
    assert "refused1, refused2, refused3, refused4, refused5" in lines[0]


def test_every_class_has_a_meaning():
    assert list(MEANINGS) == list(LABELS)


def test_counted_and_judged_means_stand_apart_with_n_coverage_and_interval():
    found = audited(ok=3, invented=1, open=1, miss=1)
    text = files(found)["rag-report.md"]
    counted, judged = text.split("Counted from labels, no judge")[1].split("Judged by marked")
    mean = found.mean("faithfulness")
    row = next(line for line in judged.splitlines() if line.startswith("| faithfulness"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    low, high = mean.interval
    assert cells[1:7] == [f"{mean.value:.2f}", f"{low:.2f} to {high:.2f}", "4 of 5 (80%)", "0.70 to 0.90", "1", "0.80"]  # 1, 1, 1, 0.5
    assert "| recall |" in counted and "| faithfulness |" not in counted


def test_a_mean_over_few_rows_is_not_left_to_shine():
    text = files(audited(ok=4, open=6))["rag-report.md"]
    assert "| faithfulness | 1.00 | 1.00 to 1.00 | 4 of 10 (40%) | 0.40 to 1.00 | 0 | 0.80 |" in text
    assert "This mean rests on fewer than 80% of the rows: faithfulness." in text
    assert "fewer than 80%" not in files(audited(ok=4, open=1))["rag-report.md"]
    told = "mean faithfulness is 0.50 [0.50, 0.50] over 5 rows, 0.25 to 0.75 with the 5 that should have it and have none"
    assert told in str(said(invented=5, open=5))


def test_a_judge_that_nobody_measured_is_said_to_be_unmeasured():
    assert files(audited(ok=1, miss=1))["rag-report.md"].count("Nobody measured the judge marked") == 2


def test_the_judges_agreement_stands_beside_its_numbers_and_in_the_json():
    found = audit([record("r1", "ok")], Marked(), labels=labels(right=8, good=10, wrong=2, open=5))
    made = files(found)
    judged = made["rag-report.md"].split("Judged by marked")[1].split("## ")[0]
    low, high = found.calibration.agreement_interval
    assert f"| agreement | 0.90 | {low:.2f} to {high:.2f} |" in judged and "it decided 20 of 25 (80%)" in judged
    assert f"| kappa | {found.calibration.kappa:.2f} |" in judged and "| TNR | 0.80 |" in judged
    assert made["rag-report.md"].count(f"The judge marked against 25 labels: {found.calibration.verdict}.") == 2
    told = json.loads(made["rag-report.json"])["judge"]["calibration"]
    assert (told["n"], told["decided"], told["agreement"], told["verdict"]) == (25, 20, 0.9, found.calibration.verdict)
    assert told["confusion"] == found.calibration.confusion._asdict() and len(told["misses"]) == 2


def test_the_2x2_counts_each_row_once():
    found = audited(ok=3, citably=2, invented=1, refused=4, open=2)
    text = files(found)["rag-report.md"]
    assert "| recall good | healthy: 3 | hallucination: 1 |" in text
    assert "| recall low | confidently, citably wrong: 2 | retrieval first: 0 |" in text
    assert "6 rows have no place in it: 4 refused (a refusal claims nothing), 2 lack one of the two scores." in text


def test_missing_scores_are_grouped_by_reason_with_their_ids():
    text = files(audited(ok=1, open=2))["rag-report.md"].split("## What has no score")[1]
    assert "| faithfulness is missing: it could be HALLUCINATION or OK | 2 | open1, open2 |" in text
    assert "| … of … claims undecided: between … and … | faithfulness | 2 | open1, open2 |" in text


def test_luck_and_doubtful_labels_are_called_out():
    other_page = Record("elsewhere", "Price?", "It costs 25 (yes).", ("x",), ("text",), "It costs 25 (yes).", ("p",))
    found = audit([other_page, *(row.record for row in audited(luck=1).rows)], Marked())
    assert found.tally == {"OK": 1, "RIGHT-BY-ACCIDENT": 1}
    text = files(found)["rag-report.md"].split("## Look at these yourself")[1].split("##")[0]
    assert re.search(r"Right by accident .*: luck1\.", text) and re.search(r"Look at the label .*: elsewhere\.", text)


def test_the_lowest_rows_show_each_kind_of_failure_before_a_second_of_one():
    found = facts(audited(miss=9, citably=1, invented=2, stale=1))
    assert [row.id for row in lowest(found)] == ["miss1", "invented1", "citably1", "stale1", "miss2"]


def test_a_row_in_full_holds_question_context_answer_claims_and_reason():
    text = files(audited(stale=1))["rag-report.md"].split("### stale1")[1]
    for words in ("What does stale1 cost?", "Context 1, p:", "> Text of the page.", "> It costs 30 (yes).", "> It costs 25 (no)."):
        assert words in text
    assert "| It costs 30 (yes). | supported | as marked |" in text
    assert "the evidence came, the answer keeps to it, and it is wrong all the same (recall 1.00" in text


def test_a_dash_stands_for_none_and_a_bound_for_what_the_rule_used():
    lines = Lines(faithfulness=0.5)
    two = Record("r", "q", "A (yes). B (maybe).", ("p",), ("t",), None, ("p",))
    found = audit([two, Record("s", "q", REFUSAL, (), (), None, ("p",))], Marked(), lines)
    assert case_cells(found.rows[0], lines)[:5] == ("r", "1.00", "≥0.50", "yes", "–")
    assert case_cells(found.rows[1], lines)[:5] == ("s", "0.00", "–", "–", "–")
    assert "between 0.50 and 1.00" in json.loads(files(found)["rag-report.json"])["rows"][0]["absent"]["faithfulness"]


def test_recall_without_page_labels_is_marked_as_recall_by_claims():
    row = audit([Record("r", "q", "A (yes).", ("p",), ("t",), "B (yes). C (no).")], Marked()).rows[0]
    assert case_cells(row, Lines())[1] == "0.50 by claims"


def test_the_failure_audit_has_the_courses_format_and_the_tickets():
    ticket = "# Bring back rate limits\n- 1 of 2 failures\n- owner: search team\nSee `miss1`."
    text = files(audited(ok=2, miss=1, stale=1), [ticket])["failure_audit.md"]
    assert "| case | recall | faithfulness | relevance | diagnosis | fix owner |" in text
    assert "| miss1 | 0.00 | – | – | RETRIEVAL-MISS | search team |" in text and "ok1" not in text
    assert "| search team | 1 | 50% |" in text
    assert text.endswith("### Bring back rate limits\n\n- 1 of 2 failures\n- owner: search team\n\nSee \\`miss1\\`.\n")
    assert files(audited(ok=1))["failure_audit.md"].endswith("No ticket was written yet.\n")


def test_rows_to_read_cold_are_listed_until_a_person_decided():
    cut = Record("cut", "q", REFUSAL, ("p",), ("t",), "B (no).", ("p",))
    found = audit([cut], Marked())
    assert "- cut\n" in files(found)["failure_audit.md"].split("## Read these cold")[1]
    mended = files(relabel(found, "cut", "Ada", "the boundary cuts it"))
    assert "- cut\n" not in mended["failure_audit.md"].split("## Read these cold")[1]
    assert "Set to CHUNKING by a person: cut by Ada." in mended["rag-report.md"]


def test_beyond_two_hundred_rows_the_failures_come_first_and_a_note_follows():
    text = files(audited(ok=250, miss=2))["rag-report.md"].split("## Case by case")[1]
    rows = [line for line in text.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == 200 and rows[0].startswith("| miss1 |") and rows[1].startswith("| miss2 |")
    assert "The other 52 rows stand in rag-report.json." in text
