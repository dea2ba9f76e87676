"""A ticket says nothing that its audit does not say: false ones are told what is wrong, true ones pass however they are worded."""

import random
import re
from dataclasses import replace

import pytest
from literal_judge import LiteralJudge

from ragdiag_helpers.audit import (
    METRICS,
    Audit,
    Findings,
    Intervention,
    Row,
    audit,
    check_ticket,
    failure_docent,
    failure_record,
    prove,
    score_row,
    tickets,
)
from ragdiag_helpers.audit.tickets import _counted
from ragdiag_helpers.diagnosis import LABELS, Evidence, Lines, named
from ragdiag_helpers.judges import ReplayJudge
from ragdiag_helpers.labels import load_failures
from ragdiag_helpers.records import Record
from ragdiag_helpers.replies import load_replies
from ragdiag_helpers.report.markdown_file import escaped
from ragdiag_helpers.unseen import unique_id


def row(id, label, question="What does Pro cost?", answer="Pro costs 9 dollars", **scores):
    record = Record(id, question, answer, ("auth", "plans#2"), ("Error 429 says: slow down.", "Pro is a plan."), "25 dollars", ("plans",))
    filled = {name: scores.get(name) for name in METRICS}
    absent = {name: "the answer abstains" for name in METRICS if filled[name] is None}
    return Row(record, Findings(), filled, absent, (), Evidence(True, False), named(label, "as the test says"))


MISSES = [
    row("f1", "RETRIEVAL-MISS", answer="I don't have that in the docs.", recall=0.0),
    row("f2", "RETRIEVAL-MISS", recall=0.0, faithfulness=1.0, correctness=0.0),
    row("f3", "RETRIEVAL-MISS", recall=0.0, faithfulness=0.0, correctness=0.0),
    row("f4", "RETRIEVAL-MISS", recall=0.0, faithfulness=0.5, correctness=0.0),
    row("f5", "RETRIEVAL-MISS", recall=0.0, faithfulness=0.5, correctness=0.0),
    row("f6", "RETRIEVAL-MISS", recall=0.0, faithfulness=0.25, correctness=0.5),
]
OTHERS = [
    *(row(f"g{n}", "HALLUCINATION", recall=1.0, faithfulness=0.2, correctness=0.0) for n in range(4)),
    *(row(f"w{n}", "WRONG-QUESTION", recall=1.0, faithfulness=1.0, correctness=0.0) for n in range(3)),
    *(row(f"ok{n}", "OK", recall=1.0, faithfulness=1.0, correctness=1.0) for n in range(6)), row("u1", "UNDECIDED", recall=1.0),
]
FOUND = Audit((*MISSES, *OTHERS), "literal", "literal-1", Lines())


def change(before, kind, changed, label, **scores):
    after = row(before.id, label, answer=f"Another answer to {before.id}", **scores)
    return Intervention(before.id, kind, changed, before, after, before.diagnosis.label, True, "literal")


CHANGES = [
    change(MISSES[0], "larger k", "k 2 -> 4", "OK", recall=1.0, faithfulness=1.0, correctness=1.0),
    change(MISSES[1], "larger k", "k 2 -> 4", "OK", recall=1.0, faithfulness=1.0, correctness=1.0),
    change(MISSES[2], "larger k", "k 2 -> 4", "RETRIEVAL-MISS", recall=0.0, faithfulness=0.0, correctness=0.0),
    change(MISSES[3], "oracle context", "given plans instead of auth", "OK", recall=1.0, faithfulness=1.0, correctness=1.0),
]
HEAD = "RETRIEVAL-MISS, search team: 6 of 13 failures, recall 0.00 on `f1` and `f2`."
BARE = "RETRIEVAL-MISS, search team, see `f1`: 6 of 13 failures."


def test_the_ticket_that_the_others_are_made_from_passes():
    assert check_ticket(HEAD, FOUND, CHANGES) == []


@pytest.mark.parametrize(
    "text",
    [
        "Mean recall is 0.00.", "Mean faithfulness is 0.45 over 5 of 6 cases.", "Faithfulness: mean 45%.", "Recall 0%, correctness 0.10.",
        "The class has 0.45 faithfulness and 0.10 correctness.", "Case `f6` has correctness 0.5 and faithfulness 0.25.", "f6 has correctness 0.50.",
        "(`f2`) faithfulness 1.00; (`f3`) faithfulness 0.00.", "These are six of thirteen failures.", "That is 6/13 failures, or 46% of the failures.",
        "6 of our 13 failures (46%).", "It is 6 of 20 rows, thirty percent of the rows.", "All in all 13 of 20 rows failed.", "The audit has 20 rows.",
        "Larger k repairs 2 of 3 cases (`f1`, `f2`).", "An oracle context repairs 1 of 1 case.", "2 of 3 cases are repaired by a larger k.",
        "With a larger k, recall rises by 1.00 on `f2`.", "Larger k lifts recall from 0.00 to 1.00 on `f1`.", "Larger k (k 2 -> 4) repairs 2 of 3 cases.",
        "Done when mean faithfulness is at least 0.80.", "The line of faithfulness is 0.80.", "Faithfulness of `f3` is below 0.80.",
        "The answer of `f2` is \"Pro costs 9 dollars\".", "Its context says 'Error 429 says: slow down.' and no more.", "The page shows `429`.",
        "Docent said „Pro costs 9 dollars“.", "Seen on 2026-03-01, see #12.", "1. Bring `plans`\n2. Ask again", "The prompt team waits for it.",
        "The page says 429, and 25 dollars is right, not 9 dollars.", "The server said 429.", "Correctness is 0.00 on `f2`: 9 dollars is wrong.",
        "6 of 13 failures are RETRIEVAL-MISS, which is 46%.", "That is 46%.", "Larger k repairs 2 of 3 cases, or 67%.", "Larger k repairs 67% of the cases.",
        "Larger k repairs 2 of 3 cases; correctness rises from 0.00 to 0.50.", "Larger k repairs 2 of 3 cases (`f1`, `f2`); an oracle context repairs 1 of 1 case.",
        "With a larger k, recall rises by 1.00 on `f2`; 6 of 13 failures are of this class.", "6 of 13 failures; larger k repairs 2 of 3 cases.",
        "`g1` is HALLUCINATION and stays where it is.", "This is not HALLUCINATION.", "The search team's backlog has it.", "| `f1` | recall 0.00 |",
        "**Mean recall** is **0.00**.", "`recall` 0.00 on `f3`.", "On `f2` faithfulness is 1.00, on `f3` 0.00.",
    ],
)
def test_a_true_sentence_passes(text):
    assert check_ticket(f"{HEAD}\n\n{text}", FOUND, CHANGES) == []


@pytest.mark.parametrize(
    "text, words",
    [
        ("Mean recall is 1.00.", "the mean recall of RETRIEVAL-MISS is 0.00"), ("Mean faithfulness 0.80.", "is 0.45"), ("Recall 100%.", "is 0.00"),
        ("Mean faithfulness 0.80 (the line).", "is 0.45"), ("Correctness 0.46.", "is 0.10"), ("6 of 20 failures.", "6 of 13 failures"),
        ("13 of 20 rows are RETRIEVAL-MISS.", "6 of 20 rows"), ("13 of 20 rows.", "is no count"), ("2 of 6 failures.", "is no count"),
        ("6 of 6 failures.", "is no count"), ("6 of 13 rows.", "is no count"), ("Retraining the embedder repairs 6 of 6 cases.", "names no intervention"),
        ("Recall rises by +1.00.", "names no intervention"), ("Larger k repairs 3 of 3 cases.", "larger k repairs 2 of 3 cases"),
        ("Larger k repairs 2 of 3 cases (`f1`, `f3`).", "does not repair `f3`"), ("Other retriever repairs 1 of 1 case.", "was not tried"),
        ("Oracle context repairs 2 of 3 cases.", "repairs 1 of 1"), ("Larger k lifts recall from 0.00 to 1.00 on `f3`.", "cannot be computed again from larger k"),
        ("With a larger k recall rises by 0.50 on `f2`.", "it is 1.00"), ("Case `f1` has correctness 1.0.", "has no correctness"),
        ("Faithfulness on `f1` is 0.45.", "has no faithfulness"), ("`f2` has faithfulness 0.00.", "case `f2` has faithfulness 1.00"),
        ("Faithfulness is 1.00 on `f2` and `f3`.", "case `f3` has faithfulness 0.00"), ("Nine of ten failures.", "9 of 10 is no count"),
        ("Ninety percent of the failures.", "cannot be tied"), ("90% of rows.", "cannot be tied"), ("Latency is 2 s and k is 4.", "2 cannot be tied"),
        ("Now k is 4.", "k 4 was not tried"), ("Larger k (k 2 -> 8) helps.", "k 8 was not tried"), ("Try top-8.", "8 was not tried"),
        ("Faithfulness must be at least 0.90.", "is not the line"), ("Faithfulness of `f2` is below 0.80.", "which is not <"), ("Line 0.80.", "cannot be tied"),
        ("Precision must be at least 0.80.", "has no line"), ("Precision 0.50.", "no case of RETRIEVAL-MISS has a precision"),
        ("Mean faithfulness 0.45 over 6 of 6 cases.", "5 of 6 cases"), ("It costs 73% of our users.", "cannot be tied"), ("It takes 2s.", "cannot be tied"),
        ("There are 9 failures.", "9 cannot be tied"), ("Twenty rows are RETRIEVAL-MISS.", "cannot be tied"), ("The server said 503.", "503 cannot be tied"), ("It costs 46% of our users.", "cannot be tied"), ("That is 31%.", "cannot be tied"),
        ("6 of 13 failures are of this class, which costs 46% of our users.", "cannot be tied"), ("6 of 13 failures are of this class, which is 30%.", "cannot be tied"),
        ("See `f99`.", "no case `f99`"), ("See `g1`.", "`g1` is HALLUCINATION"), ("It shows `503`.", "stands in no question"),
        ('Docent says "whatever you like".', "stands in no question"), ("Docent says „Pro costs 10 dollars“.", "stands in no question"),
        ("Docent says «Pro costs 10 dollars».", "stands in no question"), ("Docent says 'Pro costs 10 dollars'.", "stands in no question"),
        ("Docent says ‘Pro costs 10 dollars’.", "stands in no question"), ('It says "ro costs 9".', "stands in no question"),
        ("6 of 13 failures (30%).", "cannot be tied"), ("We gain 0.5.", "cannot be tied"), ("Recall 0.00 and correctness 0.00.", "is 0.10"),
        ("0.00 recall, 0.00 faithfulness.", "is 0.45"), ("Correctness 0.", "is 0.10"), ("Larger k repairs 33% of the cases.", "cannot be tied"),
        ("Larger k repairs 2 of 3 cases; correctness rises from 0.00 to 0.90.", "it is 0.50"), ("Larger k repairs 2 of 3 cases. Correctness rises by 0.67.", "names no intervention"),
        ("The page says 90 days.", "90 cannot be tied"), ("24 dollars is right.", "24 cannot be tied"), ("Larger k repairs 9 cases.", "9 cannot be tied"),
        ("9 failures.", "9 cannot be tied"), ("Recall is 9 on `f2`.", "9 cannot be computed again"), ("Larger k repairs 9.", "9 cannot be tied"), ("k is 25.", "k 25 was not tried"),
        ("Larger k repairs 2 of 3 cases, or 60%.", "cannot be tied"), ("Correctness is 0.00: 19 dollars is right.", "19 cannot be computed again"),
        ("Recall falls to 0.00.", "names no intervention"), ("2026 was bad.", "cannot be tied"), ("It was 0,37.", "cannot be tied"), ("It was .5.", "cannot be tied"),
    ],
)
def test_a_false_sentence_is_told_what_is_wrong_with_it(text, words):
    problems = check_ticket(f"{HEAD}\n\n{text}", FOUND, CHANGES)
    assert any(words in problem for problem in problems), problems


@pytest.mark.parametrize(
    "old, new, words",
    [
        (None, "Improve the RAG", "names no class"), (None, "", "names no class"),
        ("RETRIEVAL-MISS", "CHUNKING", "about one class of this audit"), ("RETRIEVAL-MISS", "not RETRIEVAL-MISS", "names no class"),
        ("RETRIEVAL-MISS", "RETRIEVAL-MISS and HALLUCINATION", "names RETRIEVAL-MISS and HALLUCINATION"),
        ("search team", "prompt team", "belongs to the search team, not to the prompt team"), ("search team", "not the search team", "belongs to the search team"),
        ("search team", "search team and prompt/model team", "not to the prompt/model team"), (", search team", "", "name the owner"),
        ("`f1` and `f2`", "some rows", "cites no case"), ("6 of 13 failures", "many failures", "gives no count"), ("recall 0.00", "bad", "gives no score"),
    ],
)
def test_a_ticket_without_its_class_owner_case_count_or_score_is_told_so(old, new, words):
    problems = check_ticket(new if old is None else HEAD.replace(old, new), FOUND)
    assert any(words in problem for problem in problems), problems


@pytest.mark.parametrize(
    "text",
    [
        HEAD.replace("RETRIEVAL-MISS", "retrieval-miss"), HEAD.replace("RETRIEVAL-MISS", "Retrieval miss"), HEAD.replace("search team", "search team's work"),
        HEAD.replace("search team", "Search  Team"), HEAD.replace("`f1` and `f2`", "f1 and f2"), escaped(HEAD), HEAD.replace("`f1`", "\\`f1\\`"),
        f"# {HEAD}", "# RETRIEVAL-MISS\nOwner: search team\n- 6 of 13 failures\n- `f3`: recall 0.00", HEAD.replace("search team", "search team, not the prompt team"),
        HEAD.replace(":", ";"), HEAD.replace(" failures", "\nfailures"), "Six of 13 failures are retrieval-miss, for the search team: recall 0% (f1, f2).",
    ],
)  # fmt: skip
def test_a_whole_ticket_passes_however_it_is_worded(text):
    assert check_ticket(text, FOUND, CHANGES) == []


@pytest.mark.parametrize("id", ["a`b", "two words", "`", "7", "6 of 13", "recall", "RETRIEVAL-MISS", "a\\_b", 'say "x"', " pad ", "x\ny", "it's", "plans#1", "é1",
        "q\n- owner: nobody", "q\r1", "q\x851", "q\u2028- fix: 1", "a\x1b[2J1", "1\xad2", "\u3164", "\x0c", "x1" * 3000, "`" * 300, "é 7 " * 300, "@ada 1", "a/b#1", "x@y1.de", "https://a.example/1"])
def test_an_id_of_any_letters_can_be_cited_in_backticks(id):
    found = replace(FOUND, rows=(replace(MISSES[0], record=replace(MISSES[0].record, id=id)), *FOUND.rows[1:]))
    for text in tickets(found):
        assert check_ticket(text, found) == []
        assert check_ticket(escaped(text.splitlines()[0]) + "\n" + "\n".join(f"- {escaped(line[2:])}" for line in text.splitlines()[1:]), found) == [], text


HOSTILE_IDS = ["q\n- owner: nobody", "q\r\n### OK: 1 of 1 failure", "a\x1b[2J", "b\u202e", "c\u2028- fix: none", "1\xad2", " pad", "x" * 5000 + "1", "x" * 5000 + "2"]


def test_ids_add_no_line_no_control_character_and_no_long_text_to_a_ticket():
    rows = [replace(each, record=replace(each.record, id=id, retrieved_ids=(id, id + "7"), relevant_ids=(id,))) for id, each in zip(HOSTILE_IDS, MISSES * 2)]
    found = replace(FOUND, rows=(*rows, *OTHERS))
    changes = [replace(change(rows[-1], "larger k", "k 2 -> 4", "OK", recall=1.0), judge="judge\n- owner: nobody 7" + "z" * 500)]
    text = next(each for each in tickets(found, changes) if "RETRIEVAL-MISS" in each)
    plain_text = next(each for each in tickets(FOUND, CHANGES[:1]) if "RETRIEVAL-MISS" in each)
    assert [line.split(":")[0] for line in text.split("\n")] == [line.split(":")[0] for line in plain_text.replace("6 of 13", "9 of 16").split("\n")]
    assert text.isprintable() is False and text.replace("\n", "").isprintable() and max(map(len, text.split("\n"))) < 1200
    assert r"`a\x1b[2J`, `b\u202e`" in text and r"`\x20pad`" in text and len(set(re.findall("`(x+…[0-9a-f]{6})`", text))) == 2
    assert check_ticket(text, found, changes) == []
    report = "\n".join(escaped(line) if line.startswith("#") else f"- {escaped(line[2:])}" for line in text.split("\n"))
    assert check_ticket(report, found, changes) == []


def test_a_long_id_that_is_cut_still_names_its_own_case():
    rows = (replace(MISSES[1], record=replace(MISSES[1].record, id="x" * 500 + "1")), replace(OTHERS[-2], record=replace(OTHERS[-2].record, id="x" * 500 + "2")))
    found = replace(FOUND, rows=rows)
    assert check_ticket(tickets(found)[0], found) == []
    assert "is OK, not RETRIEVAL-MISS" in " ".join(check_ticket(tickets(found)[0] + f"\n- see `{unique_id(rows[1].id)}`", found))


def test_a_class_without_any_score_needs_none():
    found = replace(FOUND, rows=(row("f1", "RETRIEVAL-MISS"), row("f2", "OK", recall=1.0)))
    assert check_ticket("RETRIEVAL-MISS, search team: 1 of 1 failure, `f1`.", found) == []
    assert check_ticket(tickets(found)[0], found) == []
    assert "`f1` has no recall" in check_ticket("RETRIEVAL-MISS, search team: 1 of 1 failure, `f1`, recall 1.00.", found)[0]


def test_a_class_that_is_measured_by_claims_alone_gets_the_mean_that_it_has():
    found = replace(FOUND, rows=(row("f1", "RETRIEVAL-MISS", contextual_recall=0.5),))
    assert "- contextual recall: mean 0.50 over 1 of 1 case" in tickets(found)[0] and check_ticket(tickets(found)[0], found) == []


def test_a_ticket_says_one_case_and_two_cases():
    one = tickets(replace(FOUND, rows=MISSES[:1]))[0]
    assert one.splitlines()[0] == "### RETRIEVAL-MISS: 1 of 1 failure" and "over 1 of 1 case\n" in one
    assert one.endswith("the same row (1 of 1 row) is audited again and is not RETRIEVAL-MISS")
    assert (_counted(1, "row"), _counted(0, "row"), _counted(2, "row")) == ("1 row", "0 rows", "2 rows")


def test_a_ticket_shows_its_worst_case_and_who_judged_its_proofs():
    text = next(each for each in tickets(FOUND, CHANGES) if "RETRIEVAL-MISS" in each)
    assert '- worst case: `f3`, "What does Pro cost?", it needs `plans`, what came is `auth`, `plans#2`' in text
    assert "- proof: larger k repairs 2 of 3 cases (`f1`, `f2`), judged by `literal`" in text


@pytest.fixture(scope="module")
def replayed():
    return audit([failure_record(each) for each in load_failures(use=None)], ReplayJudge(load_replies("replies/answer_claims")))


def test_every_ticket_on_the_stored_failures_passes_its_own_check(replayed):
    failures = {each.id: each for each in load_failures(use=None)}
    changes = [each for found in replayed.failures for each in prove(found, failure_docent(failures[found.id]))]
    written = tickets(replayed, changes)
    assert len(written) == len({each.diagnosis.label for each in replayed.failures}) and any("proof:" in text for text in written)
    for text in written:
        assert check_ticket(text, replayed, changes) == [], text


def test_a_ticket_of_another_audit_does_not_pass(replayed):
    for text in tickets(FOUND):
        assert check_ticket(text, replayed)


QUESTIONS = ["Why #1 of @ada at https://a.example/9?", 'Is "x" = 5 of 6?', "Why 429?\nAnd `503`?", "'So' it's 3.5%", "ask " * 90, "«Quoi» „was“ “what”", "`", '"', "1. RETRIEVAL-MISS; search team", "x" * 400]
IDS = ["q{}", "{}", "case {}", "a`{}", "k{}", "plans-{}", "{} of 20", "f_{}", '"{}"', "row#{}"]


@pytest.mark.parametrize("seed", range(60))
def test_the_tickets_of_any_audit_pass_their_own_check(seed):
    chance = random.Random(seed)
    rows = [_any_row(chance, number) for number in range(chance.choice([1, 2, 7, 40]))]
    found = Audit(tuple(rows), "judge 2", "x", Lines(*(chance.random() for _ in range(4))))
    changes = [_any_change(chance, each) for each in rows for _ in range(chance.randrange(3)) if each.diagnosis.failed]
    for text in tickets(found, changes):
        assert check_ticket(text, found, changes) == [], text


def _any_row(chance, number):
    label = chance.choice(list(LABELS))
    scores = {name: chance.choice([None, 0.0, 1.0, chance.random()]) for name in METRICS}
    made = row(chance.choice(IDS).format(number), label, chance.choice(QUESTIONS), **scores)
    ids = chance.choice([(), ("plans",), ("1", "2 of 3"), tuple(f"p{n}" for n in range(20)), ("q1", "2")])
    return replace(made, record=replace(made.record, relevant_ids=chance.choice([None, ids]), retrieved_ids=ids[:2], contexts=("text",) * len(ids[:2])))


def _any_change(chance, before):
    kind = chance.choice(["larger k", "oracle context", "other retriever", "corrected page", "grounded prompt"])
    made = change(before, kind, "k 2 -> 4", chance.choice(["OK", "UNDECIDED", before.diagnosis.label]), recall=1.0)
    return replace(made, judge=chance.choice(["judge 2", "offline", "claude-haiku-4-5"]))


@pytest.mark.parametrize("seed", range(20))
def test_a_ticket_with_one_figure_changed_does_not_pass(seed):
    chance = random.Random(seed)
    text = next(each for each in tickets(FOUND, CHANGES) if "RETRIEVAL-MISS" in each)
    lines = text.splitlines()
    places = [at for at, line in enumerate(lines) if " of " in line]
    at = chance.choice(places)
    first = lines[at].index(" of ")
    lines[at] = f"{lines[at][: first - 1]}{(int(lines[at][first - 1]) + chance.randint(1, 8)) % 10}{lines[at][first:]}"
    assert check_ticket("\n".join(lines), FOUND, CHANGES)


def test_a_class_without_an_owner_can_have_a_ticket(monkeypatch):
    monkeypatch.setitem(LABELS, "RETRIEVAL-MISS", LABELS["RETRIEVAL-MISS"]._replace(owner="", cause=""))
    assert "owner: nobody yet" in tickets(FOUND)[0] and check_ticket(tickets(FOUND)[0], FOUND) == []
    assert check_ticket(BARE.replace(", search team", "") + " Recall 0.00.", FOUND) == []


def test_a_row_that_a_judge_scored_can_be_quoted():
    record = Record("r1", "Price?", "Pro is free", ("plans",), ("Pro costs 25 dollars",), "25", ("plans",), ("Pro costs 25 dollars",))
    found = Audit((score_row(record, LiteralJudge()),), "literal", "x", Lines())
    assert found.failures and check_ticket(tickets(found)[0], found) == []


@pytest.mark.parametrize(
    "label, owner, case, true, invented",
    [
        ("HALLUCINATION", "prompt/model team", "f6", "It drops the condition, where the page says 90 days.", "It drops the condition, where the page says 91 days."),
        ("FAITHFUL-BUT-CONTEXT-WRONG", "docs/data owner", "f10", "25 dollars is right, and the page says 19 dollars.", "26 dollars is right."),
        ("RETRIEVAL-MISS", "search team", "f1", "The cap is 60 requests per minute.", "The cap is 70 requests per minute."),
        ("HALLUCINATION", "prompt/model team", "f6", "That is 20%.", "That is 25%."),
    ],
)
def test_a_number_of_the_cited_case_passes_without_marks_and_an_invented_one_does_not(replayed, label, owner, case, true, invented):
    lesson = replace(replayed, rows=tuple(row for row in replayed.rows if row.id in [each.id for each in load_failures()]))
    count = f"{lesson.tally[label]} of {len(lesson.failures)} failures"
    head = f"{label}, {owner}: {count}, correctness {lesson.row(case).scores['correctness']:.2f} on `{case}`."
    assert check_ticket(f"{head} {true}", lesson) == []
    (problem,) = check_ticket(f"{head} {invented}", lesson)
    assert "cannot be tied to this audit" in problem


def test_a_number_of_a_case_that_the_ticket_does_not_cite_is_none_of_its_own(replayed):
    head = f"HALLUCINATION, prompt/model team: {replayed.tally['HALLUCINATION']} of {len(replayed.failures)} failures, faithfulness 0.75 on `f7`."
    assert "90 cannot be tied" in check_ticket(f"{head} The page says 90 days.", replayed)[0]
