"""A reply is read strictly: what cannot be trusted is Unscored with its reason, and nothing that can is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers.golden import load_replies
from ragdiag_helpers.judges import quoting
from ragdiag_helpers.judges.parsing import parse_relevance, parse_split, parse_verify, reply_object
from ragdiag_helpers.judges.quoting import holders, not_in_answer
from ragdiag_helpers.verdicts import Relevance, Unscored, Verdict

CONTEXTS = ["Backups are kept for 7 days on Free, but “30 days” on Pro.", "A **restore** makes a new\ndatabase — always; it costs 2.5 GB."]
CLAIMS = ["Pro keeps backups for 30 days.", "A restore makes a new database."]
GOOD = [
    {"claim": 1, "reason": "said", "evidence": '"30 days" on Pro', "contexts": [1], "label": "supported"},
    {"claim": 2, "reason": "said", "evidence": "a restore makes a NEW database", "contexts": [2], "label": "supported"},
]
ANSWER = "Backups are retained for 30 days on Pro. They run at 03:00 UTC, and two keys share 1,000 calls."


def verify(verdicts, numbered=True, claims=CLAIMS):
    return parse_verify({"verdicts": verdicts}, claims, CONTEXTS, numbered)


def changed(place, **fields):
    return [each | fields if number == place else each for number, each in enumerate(GOOD, start=1)]


# One object, and nothing else


@pytest.mark.parametrize("text", [
    '{"claims": []}', ' \n{"claims": []}\n', '```json\n{"claims": []}\n```', '```\n{"claims": []}\n```', '\ufeff{"claims": []}',
    '```JSON\r\n{"claims": []}\r\n```\n',
])
def test_one_object_is_read_bare_or_in_one_fence(text):
    assert reply_object(text) == {"claims": []}


@pytest.mark.parametrize("text, why", [
    ("", "the reply is empty"),
    ("Sure! All claims are supported.", "not one JSON object"),
    ('Here it is: {"claims": []}', "not one JSON object"),
    ('{"claims": []} But I am not sure.', "more stands behind the object"),
    ('{"claims": []}\n{"claims": ["x"]}', "two objects"),
    ('```json\n{"claims": []}\n```\n```json\n{"claims": ["x"]}\n```', "not one JSON object"),
    ('```json\n{"claims": []}\n```\nOn second thoughts, none.', "not one JSON object"),
    ('{"claims": ["Backups are', "never ends"),
    ('{"claims": ["a"]', "ends before the object is closed"),
    ('{"claims": [], "claims": ["x"]}', "stands twice"),
    ('[{"claims": []}]', "array"),
    ("5/5", "not one JSON object"),
    ("null", "not one JSON object"),
    ("<!doctype html><h1>Bad gateway</h1>", "web page"),
    ("[" * 99_999, "nested too deeply"),
    (None, "the reply is null"),
    (5, "the reply is a number"),
])
def test_anything_else_is_unscored_with_a_plain_reason(text, why):
    found = reply_object(text)
    assert isinstance(found, Unscored) and why in found.reason


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["supported", "yes", "30 days", "verdicts"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["verdicts", "claims", "answers", "label", "claim", "evidence", "contexts", "questions"]), inner),
    max_leaves=12,
)


@given(ANYTHING)
def test_no_reply_whatever_raises_or_is_half_read(reply):
    for text in (reply, json.dumps(reply)):
        assert isinstance(parse_split(text, ANSWER), (tuple, Unscored))
        verdicts = parse_verify(text, CLAIMS, CONTEXTS)
        assert isinstance(verdicts, Unscored) or [type(each) for each in verdicts] == [Verdict, Verdict]
        assert isinstance(parse_relevance(text), (Relevance, Unscored))


# Verdicts


def test_good_verdicts_are_read_with_reason_evidence_and_contexts():
    first, second = verify(GOOD)
    assert first == Verdict("supported", "said", '"30 days" on Pro', (1,))
    assert second.contexts == (2,)


@pytest.mark.parametrize("verdicts, why", [
    (GOOD[:1], "1 verdict for 2 claims"),
    ([], "0 verdicts for 2 claims"),
    (GOOD + [GOOD[1] | {"claim": 3}], "on claim 3, but the claims are numbered 1 to 2"),
    (GOOD + [GOOD[1]], "claim 2 has 2 verdicts"),
    ([GOOD[0], GOOD[0]], "claim 1 has 2 verdicts"),
    (GOOD[::-1], "another order than the claims: 2, 1"),
    (changed(2, claim=0), "on claim 0"),
    (changed(2, claim=True), "on claim True"),
    (changed(2, claim=2.0), "on claim 2.0"),
    (changed(2, claim="2/2"), "on claim '2/2'"),
    ([{name: value for name, value in each.items() if name != "claim"} for each in GOOD], "on claim None"),
    (["supported", "supported"], "verdict 1 is text where an object belongs"),
])
def test_a_verdict_too_few_too_many_or_out_of_place_is_noticed(verdicts, why):
    found = verify(verdicts)
    assert isinstance(found, Unscored) and why in found.reason


@pytest.mark.parametrize("label, read", [
    ("supported", "supported"), ("**Supported**", "supported"), ("Not supported.", "refuted"), ("unsupported", "refuted"),
    ("not_supported", "refuted"), ("REFUTED", "refuted"), ("undecided", "undecided"),
])
def test_a_known_label_is_read_whatever_its_dress(label, read):
    assert verify(changed(1, label=label))[0].label == read


@pytest.mark.parametrize("label", [
    "supported, mostly", "not refuted", "yes", "partially supported", "support", "", None, True, 1, ["supported"],
])
def test_an_unknown_label_is_unscored_and_never_the_nearest_one(label):
    found = verify(changed(1, label=label))
    assert isinstance(found, Unscored) and "none of supported, refuted, undecided" in found.reason


@pytest.mark.parametrize("quote", [
    "30 days", "“30 days”", "30  DAYS", "'30 days' on pro.", "7 days on Free ... 30 days", "30 days […] Pro", "new database - always",
    "2.5 GB", "a `restore` makes a new\u00a0database", "it costs",
])
def test_a_quote_stands_in_a_context_whatever_its_blanks_case_quotes_and_ellipses(quote):
    assert not isinstance(verify(changed(1, evidence=quote, contexts=[])), Unscored)


@pytest.mark.parametrize("quote", [
    "90 days", "0 days", "30 day", "5 GB", "7 days on Pro", "30 days ... 90 days", "Pro keeps backups for 30 days.",
])
def test_words_that_no_context_holds_are_unscored_even_a_number_cut_in_two(quote):
    found = verify(changed(1, evidence=quote))
    assert isinstance(found, Unscored) and found.reason == f"verdict 1 quotes words that no context holds: {quote!r}"


@pytest.mark.parametrize("contexts", [[0], [3], [True], ["1"], [1.0], "1", {"1": 1}])
def test_a_context_that_is_not_there_is_unscored(contexts):
    found = verify(changed(1, contexts=contexts))
    assert isinstance(found, Unscored) and "names context" in found.reason


def test_contexts_come_from_the_quote_where_they_are_not_named_and_only_support_counts():
    assert verify(changed(1, contexts=[]))[0].contexts == (1,)
    assert verify(changed(1, contexts=None, evidence="new database"))[0].contexts == (2,)
    assert verify(changed(1, contexts=[2, 1, 1]))[0].contexts == (1, 2)
    assert verify(changed(1, label="refuted", contexts=[1]))[0].contexts == ()
    unnamed = verify(changed(1, contexts=[], evidence=""))
    assert isinstance(unnamed, Unscored) and "names no context" in unnamed.reason
    alone = parse_verify({"verdicts": [GOOD[0] | {"contexts": [], "evidence": ""}]}, CLAIMS[:1], CONTEXTS[:1], True)
    assert alone[0].contexts == (1,)


@pytest.mark.parametrize("evidence, contexts, why", [
    ("", [1], "verdict 1 is supported, but quotes no words"), ("...", [1, 2], "verdict 1 is supported, but quotes no words"),
    ("are", [1], "verdict 1 is supported by words that say nothing: 'are'"), ("for", [], "by words that say nothing: 'for'"),
    ("a restore makes", [1], "verdict 1 quotes words that stand in no context it names (1): 'a restore makes'"),
    ("30 days ... a restore", [1], "stand in no context it names (1)"),
    ("Backups are ... days", [1], "by words with an ellipsis where a number of the claim belongs: 'Backups are ... days'"),
    ("7 days […] on Pro", [1], "by words with an ellipsis where a number of the claim belongs"),
])
def test_a_claim_is_not_supported_by_words_that_are_too_few_or_from_elsewhere(evidence, contexts, why):
    found = verify(changed(1, evidence=evidence, contexts=contexts))
    assert isinstance(found, Unscored) and why in found.reason
    for label in ("refuted", "undecided"):  # there, words are a help and no proof
        assert not isinstance(verify(changed(1, evidence=evidence, contexts=contexts, label=label)), Unscored)


@pytest.mark.parametrize("evidence, contexts", [
    ("30 days ... a restore", [1, 2]), ("30 days ... Pro", [1]), ("30", [1]), ("Backups", [1]), ("30 days", [1, 2]),
])
def test_a_claim_is_supported_by_words_from_the_contexts_it_names(evidence, contexts):
    assert verify(changed(1, evidence=evidence, contexts=contexts))[0].contexts == tuple(contexts)


def test_with_one_context_a_claim_may_be_supported_without_words_but_not_by_empty_ones():
    def alone(evidence):
        return parse_verify({"verdicts": [GOOD[0] | {"evidence": evidence}]}, CLAIMS[:1], CONTEXTS[:1], True)

    assert alone("")[0].label == alone("...")[0].label == "supported"
    assert "say nothing" in alone("are").reason and "ellipsis" in alone("Backups ... Pro").reason


def test_a_reason_that_is_no_text_or_half_of_a_character_is_unscored():
    assert "the reason of verdict 2 is a number" in verify(changed(2, reason=5)).reason
    assert "half of a character" in verify(changed(2, reason="\ud83d")).reason
    assert verify(changed(2, reason=None))[1].reason == ""


def test_scripted_verdicts_need_no_numbers_but_numbers_that_are_there_must_be_right():
    bare = [{"label": "supported", "reason": "said"}, {"label": "not supported", "reason": "no"}]
    assert [each.label for each in verify(bare, numbered=False)] == ["supported", "refuted"]
    assert isinstance(verify(bare, numbered=True), Unscored)
    assert isinstance(verify(GOOD[::-1], numbered=False), Unscored)
    assert isinstance(verify([GOOD[0], bare[1]], numbered=False), Unscored)


# Claims


@pytest.mark.parametrize("claim", [
    "Backups are retained for 30 days on Pro.", "Backups run at 3:00 UTC.", "Retention of backups on Pro is 30 days.",
    "2 keys share 1000 calls.",
])
def test_a_claim_in_the_words_and_numbers_of_the_answer_is_taken(claim):
    assert parse_split({"claims": [claim]}, ANSWER) == (claim,)


@pytest.mark.parametrize("claim, why", [
    ("Backups are retained for 90 days on Pro.", "the number 90 is not in the answer"),
    ("Backups are retained for 30 days on Scale.", "the name 'Scale' is not in the answer"),
    ("Encrypted copies go to another continent.", "not in the answer"),
    ("Three keys share 1,000 calls.", "the number 3 is not in the answer"),
    ("It is so.", "its words are not in the answer"),
])
def test_a_claim_that_the_answer_never_made_is_unscored(claim, why):
    found = parse_split({"claims": ["Backups run at 03:00 UTC.", claim]}, ANSWER)
    assert isinstance(found, Unscored) and why in found.reason and "claim 2 is not in the answer" in found.reason


@pytest.mark.parametrize("claims, why", [
    (["Backups run.", " backups  run"], "claim 2 repeats claim 1"),
    (["Backups run.", " "], "claim 2 is empty"),
    ([["Backups run."]], "claim 1 is a list"),
    ([None], "claim 1 is null"),
    (["\ud83d Backups run."], "half of a character"),
    ("Backups run.", "holds no list of claims ('claims' is text)"),
    (None, "holds no list of claims ('claims' is null)"),
])
def test_claims_that_are_empty_or_doubled_or_no_text_are_unscored(claims, why):
    found = parse_split({"claims": claims}, ANSWER)
    assert isinstance(found, Unscored) and why in found.reason


def test_no_claims_are_no_failure_and_a_missing_list_is_one():
    assert parse_split({"claims": []}, "I don't have that in the docs.") == ()
    assert isinstance(parse_split({}, ANSWER), Unscored)


def test_other_scripts_and_languages_are_read_too():
    assert not_in_answer("備份保留30天。", "備份在專業版保留30天,在免費版保留7天。") is None
    assert not_in_answer("備份保留90天。", "備份在專業版保留30天。") == "the number 90 is not in the answer"
    assert not_in_answer("Die Datenbank wird gelöscht.", "Alle Datenbanken werden nach 24 Stunden gelöscht.") is None
    assert holders("保留30天", ["備份在專業版保留30天。"]) == (1,)


def test_every_scripted_split_of_the_course_is_taken():
    rows = [each for each in load_replies("replies/answer_claims") if each.request["task"] == "split"]
    assert len(rows) == 18
    assert [each.key for each in rows if isinstance(parse_split(each.reply, each.request["answer"]), Unscored)] == []


# Relevance


@pytest.mark.parametrize("answers, read", [
    (True, True), (False, False), (None, None), ("yes", True), ("**No**", False), ("Undecided.", None),
])
def test_yes_no_and_undecided_are_read(answers, read):
    assert parse_relevance({"answers": answers}).answers is read


@pytest.mark.parametrize("answers", ["You should check", "yes and no", "y", "nope", "5/5", 1, 0, "", [True], "true"])
def test_what_only_begins_like_yes_or_no_is_unscored(answers):
    found = parse_relevance({"answers": answers})
    assert isinstance(found, Unscored) and "none of yes, no, undecided" in found.reason


def test_the_questions_of_an_answer_are_kept_once_and_must_be_texts():
    assert parse_relevance({"answers": True, "questions": ["Price?", " Price?"]}).questions == ("Price?",)
    assert "question 2 is empty" in parse_relevance({"answers": True, "questions": ["Price?", ""]}).reason
    assert "no list of questions" in parse_relevance({"answers": True, "questions": "Price?"}).reason
    assert "'answers' is missing" in parse_relevance({"questions": []}).reason


def test_a_long_answer_is_read_once_for_all_its_claims(monkeypatch):
    read = []
    numbers = quoting._numbers
    monkeypatch.setattr(quoting, "_numbers", lambda text, *more: read.append(len(text)) or numbers(text, *more))
    claims = [f"Plan {each} costs {each + 1000} dollars and {each + 5000} cents." for each in range(200)]
    answer = " ".join(claims)
    assert parse_split({"claims": claims}, answer) == tuple(claims)
    assert read.count(len(answer)) == 1
