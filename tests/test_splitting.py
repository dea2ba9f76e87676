"""Claims and refusals: labelled answers from several domains, and what must hold of any text.

All labels here are course labels, written for the course. ``tests/splitting_cases.py`` holds those that were written to break the code,
``tests/splitting_blind.py`` those of a reader who had not seen it.
"""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from splitting_blind import (
    ALSO_RIGHT,
    BLIND_ANSWERS,
    BLIND_ANSWERS_ABROAD,
    BLIND_REFUSALS,
    BLIND_REFUSALS_ABROAD,
    BLIND_SPLITS,
    REPAIRED_ANSWERS,
    REPAIRED_REFUSALS,
    REPAIRED_SPLITS,
)
from splitting_cases import HOSTILE_ANSWERS, HOSTILE_REFUSALS, HOSTILE_SPLITS

from ragdiag_helpers.golden import load_golden
from ragdiag_helpers.labels import load_failures, load_labels
from ragdiag_helpers.splitting import _read_once, is_refusal, split_claims

REFUSALS = [
    # the wording of the course and its near relatives
    "I don't have that in the docs.",
    "I don\u2019t have that in the docs.",
    "I DON'T HAVE THAT IN THE DOCS.",
    "I don't have that in the docs [1][2].",
    "The documentation I was given does not state a per-minute cap for that tier.",
    "The documentation does not say.",
    "The documentation doesn't mention it.",
    "The docs do not cover this topic.",
    "Our help pages don't say anything about refunds.",
    # I could not find it
    "Unfortunately, I couldn't find any information about parental leave.",
    "Sorry, I couldn't find that in our help pages.",
    "I was unable to find an answer to your question in the handbook.",
    "I could not locate the opening hours in the provided documents.",
    "I cannot answer that from the given context.",
    "I can't find anything about gluten in these recipes.",
    "I can\u2019t determine the warranty period from the text.",
    "I'm unable to answer this question based on the provided context.",
    "I'm afraid I don't know.",
    "I do not know the answer to that.",
    "I don't know",
    "I'm not sure.",
    "I am not certain, sorry.",
    "I have no information on vaccination schedules.",
    "I don't have enough information to answer.",
    "I do not have access to that information.",
    "As an AI language model, I don't have access to your bank account.",
    # there is nothing
    "There is no information about shipping to Norway in the provided context.",
    "There's no mention of a student discount in the documents.",
    "There isn't any information about that in the manual.",
    "No information about this is available.",
    "No relevant information was found.",
    "Nothing in the documentation covers this.",
    "None of the sources mention the height of the tower.",
    "Not covered in the provided context.",
    "not mentioned in the docs",
    # it is not said
    "The price is not specified in the documentation.",
    "That is not covered by the guide.",
    "The exact dosage isn't stated.",
    "This information is not available in the provided text.",
    "It is not clear from the context whether pets are allowed.",
    "It's unclear from the documents.",
    "The question cannot be answered with the given context.",
    "The provided passages contain no details on the merger date.",
    "The article makes no mention of the author's age.",
    "The context is silent on this point.",
    "This is outside the scope of the documentation.",
    "Based on the provided context, I cannot determine the flight number.",
    "According to the documents provided, there is no information about the CEO.",
    "The retrieved documents do not contain the answer.",
    # with company
    "I'm sorry, but I don't have that information. Please contact support for help.",
    "Hi there! Unfortunately the docs don't mention that. Let me know if you have other questions!",
    "I couldn't find the release date. You may want to check the official website.",
    "The documentation mentions backups, but it doesn't say how long they are kept.",
    "I don't know, but you can ask our support team at help@example.com.",
    "Great question! I don't have that in the docs. Is there anything else I can help with?",
    "The docs only cover installation. They do not say anything about removal.",
    "I don't have that in the docs. Could you tell me which product you mean?",
    # nothing at all
    "",
    "   \n\t ",
    "N/A",
    "n/a.",
    "Unknown.",
    "Not specified.",
    "No answer found.",
    "IDK",
]

ANSWERS = [
    # a negation is not a refusal
    "You cannot recover a lost key.",
    "The Free plan doesn't have replicas.",
    "No, backups never overwrite the running database.",
    "There is no limit on replicas.",
    "There is no charge for returns.",
    "No.",
    "No, refunds are not available after 30 days.",
    "Refunds are not available.",
    "The warranty does not cover water damage.",
    "Children under 6 do not need a ticket.",
    "You can't bring liquids over 100 ml.",
    "We don't have a free tier.",
    "We do not offer weekend delivery.",
    "The library is not open on Sundays.",
    "Deleted items are not shown on the overview page.",
    "The settings page does not show deleted users.",
    "Your data is not shared with third parties.",
    "The database does not have an index on that column.",
    "None of the plans include phone support.",
    "Nothing is deleted during the grace period.",
    "It never expires.",
    "The drug is not suitable for people with asthma.",
    "You do not have to register.",
    "You don't know the key after creation, because it is shown once.",
    "The contract cannot be cancelled in the first year.",
    "No data is lost.",
    "No additional information is required to open an account.",
    "The password could not be simpler: it is 1234.",
    # errors are documented with the words of a refusal
    "404 means that no such resource exists.",
    "The call returns 'not found'.",
    "The server answers \"I don't know this host\" and closes the connection.",
    "Error 17 means that the file could not be found.",
    "401 means that the API key is missing or invalid.",
    "If the region is not specified, the default is used.",
    "An unknown field is ignored.",
    "`null` means that the value is unknown.",
    "The function raises KeyError if the name is not found in the records.",
    # half a refusal
    "I don't have the price, but delivery takes 3 days.",
    "The docs don't mention Norway, but shipping to Sweden costs 9 euros.",
    "Although the documentation does not state the price, the Pro plan includes 50 GB.",
    "While I couldn't find the exact date, the merger closed in 2019.",
    "I couldn't find the author's age. The book was published in 1998.",
    "Backups are kept for 30 days. The docs do not say where they are stored.",
    "The tower is 324 m tall; its weight is not mentioned in the text.",
    "I'm not sure which model you own, but the X200 needs 2 AA batteries.",
    "The manual doesn't say. However, the label shows 230 V.",
    # plain answers
    "30 days.",
    "Yes.",
    "MERIDIAN_API_KEY",
    "The capital of Australia is Canberra.",
    "It depends on the plan: Free keeps 7 days and Pro keeps 30 days.",
    "Contact support to recover your account.",
    "See Settings > API Keys.",
    "According to the docs, the lamp uses 5 W.",
    "The documentation says that keys are shown once.",
    "The guide covers 12 regions and costs 20 dollars.",
    "Unknown senders are blocked after 3 attempts.",
    "I found 3 flights: 9:05, 11:30 and 17:45.",
    "Sorry, the store closes at 6 p.m. today.",
    "Unfortunately, the train is cancelled.",
    "Documents older than 10 years are not included in the archive.",
    "Please note that the fee is 15 euros.",
    "Code should never execute queries from untrusted sources.",
]

SPLITS = [
    # lists and their lead-ins
    ("Docent supports:\n- Python\n- Go", ["Docent supports Python", "Docent supports Go"]),
    ("You can use:\n\n* Python\n* Go\n", ["You can use Python", "You can use Go"]),
    ("The kit contains:\n1. a lamp\n2. two cables\n3. a "
        "plug", ["The kit contains a lamp", "The kit contains two cables", "The kit contains a plug"]),
    ("Required documents:\n- a passport\n- two photos", ["Required documents: a passport", "Required documents: two photos"]),
    ("The following languages are supported.\n- Python\n- Go",
     ["The following languages are supported: Python", "The following languages are supported: Go"]),
    ("Here is what I found:\n- The fee is 15 euros.\n- The office opens at 9:30.", ["The fee is 15 euros.", "The office opens at 9:30."]),
    ("- The fee is 15 euros.\n- The office opens at 9:30.", ["The fee is 15 euros.", "The office opens at 9:30."]),
    ("The plans:\n- Free:\n  - 0 dollars\n  - 1 GB\n- Pro: 25 "
        "dollars", ["The plans: Free: 0 dollars", "The plans: Free: 1 GB", "The plans: Pro: 25 dollars"]),
    ("It ships with • a lid • a straw • a brush", ["It ships with a lid", "It ships with a straw", "It ships with a brush"]),
    ("- **Free**: 7 days\n- **Pro**: 30 days", ["Free: 7 days", "Pro: 30 days"]),
    ("The warranty lasts 2 years.\n\nIt covers:\n- the motor\n- the "
        "battery.", ["The warranty lasts 2 years.", "It covers the motor", "It covers the battery."]),
    ("1. Open the settings.\n2. Click Rotate.", ["Open the settings.", "Click Rotate."]),
    ("Take one tablet\nTake two at night", ["Take one tablet", "Take two at night"]),
    # headings, tables, code
    ("## Pro plan\n- 25 dollars\n- 50 GB", ["Pro plan: 25 dollars", "Pro plan: 50 GB"]),
    ("# Backups\n\nBackups are kept for 30 days.", ["Backups are kept for 30 days."]),
    ("| Plan | Price |\n|---|---|\n| Free | 0 |\n| Pro | 25 |", ["Plan: Free, Price: 0", "Plan: Pro, Price: 25"]),
    ("Run:\n```bash\npip install x.y. Then. stop\nls\n```", ["Run:\n```bash\npip install x.y. Then. stop\nls\n```"]),
    ("```\nprint('a. B')\n```\nIt prints one line.", ["```\nprint('a. B')\n```", "It prints one line."]),
    ("Use `a. B` to join. It is fast.", ["Use `a. B` to join.", "It is fast."]),
    ("**Answer:** The lid is red.", ["The lid is red."]),
    # full stops that end nothing
    ("It needs 3.5 GB of memory. Version v2.14.0 needs less.", ["It needs 3.5 GB of memory.", "Version v2.14.0 needs less."]),
    ("Use a mirror, e.g. the one in Oslo, i.e. the nearest. It is "
        "free.", ["Use a mirror, e.g. the one in Oslo, i.e. the nearest.", "It is free."]),
    ("It stores text, images, etc. and never compresses them.", ["It stores text, images, etc. and never compresses them."]),
    ("It stores text, images, etc. Videos are refused.", ["It stores text, images, etc.", "Videos are refused."]),
    ("Approx. 5 users vs. 10 users. See No. 7 in the list.", ["Approx. 5 users vs. 10 users.", "See No. 7 in the list."]),
    ("Dr. Meyer sees patients at 3 p.m. on Mondays.", ["Dr. Meyer sees patients at 3 p.m. on Mondays."]),
    ("It ships to the U.S. and Canada. It takes 9 days.", ["It ships to the U.S. and Canada.", "It takes 9 days."]),
    ("It ships to the U.S. The fee is 9 euros.", ["It ships to the U.S.", "The fee is 9 euros."]),
    ("Backups run at 03:00 UTC. They take 5 minutes.", ["Backups run at 03:00 UTC.", "They take 5 minutes."]),
    ("The total is $1,000.50. It is due on 1 May.", ["The total is $1,000.50.", "It is due on 1 May."]),
    ("Edit config.yaml. Then restart the service.", ["Edit config.yaml.", "Then restart the service."]),
    ("See https://example.com/a.b?x=1.5. It lists 4 mirrors.", ["See https://example.com/a.b?x=1.5.", "It lists 4 mirrors."]),
    ("J. R. Smith wrote it in 1987. It won a prize.", ["J. R. Smith wrote it in 1987.", "It won a prize."]),
    ("Wait a moment... then press Start. The light turns green.", ["Wait a moment... then press Start.", "The light turns green."]),
    ("It takes a while… The light turns green.", ["It takes a while…", "The light turns green."]),
    ('The sign says "Stop. Go back." in red. It is old.', ['The sign says "Stop. Go back." in red.', "It is old."]),
    ('He said "It is free." She paid 5 euros.', ['He said "It is free."', "She paid 5 euros."]),
    ("The fee is 5 euros (10 on Sundays. Really). It is due at "
        "once.", ["The fee is 5 euros (10 on Sundays. Really).", "It is due at once."]),
    ("the fee is 5 euros. it is due at once", ["the fee is 5 euros.", "it is due at once"]),
    ("30 days.", ["30 days."]),
    ("90", ["90"]),
    ("保存期限は30日です。自動で削除されます。", ["保存期限は30日です。", "自動で削除されます。"]),
    ("अवधि 30 दिन है। शुल्क 5 है।", ["अवधि 30 दिन है।", "शुल्क 5 है।"]),
    # courtesies, questions, citations
    ("Great question! The lid is red. I hope this helps!", ["The lid is red."]),
    ("Hello! Thanks for asking. Sure, the lid is red. Let me know if you need more.", ["The lid is red."]),
    ("Sure!", []),
    ("Hi! How can I help you today?", []),
    ("The lid is red. Which model do you own?", ["The lid is red."]),
    ("The lid is red [1]. It weighs 5 g [2, 3].", ["The lid is red.", "It weighs 5 g."]),
    ("The lid is red (source: plans). It weighs 5 g.", ["The lid is red.", "It weighs 5 g."]),
    ("According to the docs, the lid is red.", ["The lid is red."]),
    ("The lid is red.\n\nSources:\n- [1] lids.md\n- [2] colours.md", ["The lid is red."]),
    ("argv[1] holds the name.", ["argv[1] holds the name."]),
    # yes and no
    ("Yes.", ["Yes."]),
    ("No.", ["No."]),
    ("Yes. The lid is red.", ["The lid is red."]),
    ("No, the lid is red.", ["The lid is red."]),
    ("Yes, blue.", ["Yes, blue."]),
    # refusals and their other halves
    ("I don't have that in the docs.", []),
    ("I don't have the price, but the lid is red.", ["The lid is red."]),
    ("The lid is red. The docs do not say how heavy it is.", ["The lid is red."]),
    ("Although the docs don't mention the price, the lid is red.", ["The lid is red."]),
    # semicolons and "and"
    ("The lid is red; the cup is blue.", ["The lid is red.", "The cup is blue."]),
    ("Check the lid; if needed, replace it.", ["Check the lid; if needed, replace it."]),
    ("The lid closes tightly; pass it through the slot.", ["The lid closes tightly; pass it through the slot."]),
    ("Bring a pen; paper; and glue.", ["Bring a pen; paper; and glue."]),
    ("The Pro plan costs 25 dollars per month and includes 50 GB of storage.",
     ["The Pro plan costs 25 dollars per month.", "The Pro plan includes 50 GB of storage."]),
    ("Backups are automatic and run every day at 03:00 UTC.", ["Backups are automatic.", "Backups run every day at 03:00 UTC."]),
    ("The small cup holds 2 dl, and the large cup holds 4 dl.", ["The small cup holds 2 dl.", "The large cup holds 4 dl."]),
    ("It costs between 3 and 5 euros.", ["It costs between 3 and 5 euros."]),
    ("She plays rock and roll.", ["She plays rock and roll."]),
    ("Johnson and Johnson makes plasters.", ["Johnson and Johnson makes plasters."]),
    ("The door opens and closes at night.", ["The door opens and closes at night."]),
    ("It never sends mail and stores nothing.", ["It never sends mail and stores nothing."]),
    ("If it rains, the roof closes and the lamp goes on.", ["If it rains, the roof closes and the lamp goes on."]),
    ("The report lists limits and costs.", ["The report lists limits and costs."]),
    ("It sends mail and deletes files only on Sundays.", ["It sends mail and deletes files only on Sundays."]),
]


@pytest.mark.parametrize("text", REFUSALS)
def test_an_answer_that_abstains_is_a_refusal(text):
    assert is_refusal(text)
    assert split_claims(text) == ()


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_that_states_something_is_no_refusal(text):
    assert not is_refusal(text)
    assert split_claims(text)


@pytest.mark.parametrize(("text", "claims"), SPLITS)
def test_an_answer_is_split_into_claims_that_stand_alone(text, claims):
    assert list(split_claims(text)) == claims


@pytest.mark.parametrize("text", HOSTILE_REFUSALS)
def test_a_refusal_in_disguise_is_a_refusal(text):
    assert is_refusal(text)
    assert split_claims(text) == ()


@pytest.mark.parametrize("text", HOSTILE_ANSWERS)
def test_an_answer_in_the_words_of_a_refusal_is_an_answer(text):
    assert not is_refusal(text)
    assert split_claims(text)


@pytest.mark.parametrize(("text", "claims"), HOSTILE_SPLITS)
def test_an_awkward_answer_is_split_into_claims_that_stand_alone(text, claims):
    assert list(split_claims(text)) == claims


@pytest.mark.parametrize("text", BLIND_REFUSALS + BLIND_REFUSALS_ABROAD)
def test_what_a_reader_who_had_not_seen_the_code_calls_a_refusal_is_one(text):
    assert is_refusal(text)
    assert split_claims(text) == ()


@pytest.mark.parametrize("text", BLIND_ANSWERS + BLIND_ANSWERS_ABROAD)
def test_what_a_reader_who_had_not_seen_the_code_calls_an_answer_is_one(text):
    assert not is_refusal(text)
    assert split_claims(text)


@pytest.mark.parametrize("case", BLIND_SPLITS, ids=lambda case: case[0][:30])
def test_an_answer_is_split_in_a_way_that_the_reader_accepts(case):
    text, *accepted = case
    found = split_claims(text)
    also = [claims for start, claims in ALSO_RIGHT.items() if text.startswith(start)]
    assert list(map(loose, found)) in [list(map(loose, claims)) for claims in accepted] or found in also


@pytest.mark.parametrize("case", BLIND_SPLITS, ids=lambda case: case[0][:30])
def test_no_number_that_the_reader_counts_as_claimed_is_lost(case):
    text, claims, *_ = case
    assert set(re.findall(r"\d+", " ".join(claims))) <= set(re.findall(r"\d+", " ".join(split_claims(text))))


@pytest.mark.parametrize(("text", "refused"), [(text, True) for text in REPAIRED_REFUSALS] + [(text, False) for text in REPAIRED_ANSWERS])
def test_a_neighbour_of_a_repaired_refusal_or_answer_keeps_its_side(text, refused):
    assert is_refusal(text) == refused
    assert bool(split_claims(text)) != refused


@pytest.mark.parametrize(("text", "claims"), REPAIRED_SPLITS)
def test_what_was_repaired_for_the_reader_breaks_nothing_beside_it(text, claims):
    assert list(split_claims(text)) == claims


def loose(claim):
    """A claim without case, emphasis, bullets and closing points."""
    words = re.sub(r"\s+", " ", claim.lower().replace("**", "").replace("`", "")).strip()
    start = words if words[:2] in ("-2", "-5") else re.sub(r"^[\W_]+(?=[\w(\[{\"«$€£¡¿-])", "", words)
    return re.sub(r"[\s.,:;!*]+$", "", start)


def test_the_tables_hold_at_least_sixty_cases_of_each_kind():
    assert min(len(REFUSALS), len(ANSWERS), len(SPLITS), len(HOSTILE_REFUSALS + HOSTILE_ANSWERS), len(HOSTILE_SPLITS)) >= 60
    assert len(set(REFUSALS + ANSWERS + HOSTILE_REFUSALS + HOSTILE_ANSWERS)) == len(REFUSALS + ANSWERS + HOSTILE_REFUSALS + HOSTILE_ANSWERS)


def test_no_claim_and_no_context_of_the_golden_sets_is_a_refusal():
    claims = [claim for item in load_golden() for claim in item.claims] + [label.claim for label in load_labels()]
    assert [each for each in [*claims, *(label.context for label in load_labels())] if is_refusal(each)] == []


def test_every_unanswerable_reference_is_a_refusal_and_no_other():
    assert [item.id for item in load_golden() if is_refusal(item.reference) != (item.kind == "unanswerable")] == []


def test_the_failing_answers_of_the_course_make_claims_unless_they_refuse():
    answers = [failure.answer for failure in load_failures(use=None)]
    assert {answer for answer in answers if not split_claims(answer)} == {"I don't have that in the docs."}


def test_a_wrong_short_answer_is_a_claim_that_can_fail():
    assert split_claims("30 days.") == ("30 days.",)


def test_curly_and_straight_apostrophes_make_no_difference():
    for text in REFUSALS + ANSWERS + HOSTILE_REFUSALS + HOSTILE_ANSWERS + BLIND_REFUSALS + BLIND_ANSWERS:
        assert is_refusal(text) == is_refusal(text.replace("'", "\u2019")), text


def test_capitals_do_not_turn_a_refusal_into_an_answer():
    assert [text for text in REFUSALS if not is_refusal(text.upper())] == []


def test_something_that_is_not_a_string_is_refused_by_name():
    for function in (split_claims, is_refusal):
        with pytest.raises(ValueError, match="an answer is a string, not a list"):
            function(["30 days."])


PARTS = st.sampled_from([
    "The lid is red.", "30 days.", "It costs $1,000.50.", "- a lamp", "1. Open it.", "2. Close it.", "## Lids", "| a | b |",
    "|---|---|", "```", "`x. Y`", '"Stop. Go."', "e.g. 5", "U.S. 7", "v2.14.0", "I don't know.", "but", "and includes 50 GB",
    "; it is 9 m long", "[1]", "(source: x)", "Yes.", "No,", "Sure!", "Why?", "...", "…", "\u3002", "\n", "\n\n", "    ",
    "You can use:", "**bold**", "> quote", "Sources:", "https://a.b/c.d?e=1.5", "’", "ß", "\U0001f600", "İ", "\x0c", "\u2028",
])
TEXTS = st.one_of(st.text(max_size=200), st.lists(PARTS, max_size=12).map(" ".join), st.lists(PARTS, max_size=12).map("".join))
NOUN_PHRASES = st.sampled_from(["The lamp", "Our shop", "A red lid", "The Free plan", "Version 2.5", "It"])
SENTENCES = st.builds(
    lambda noun, verb, number, unit: f"{noun} {verb} {number} {unit}",
    NOUN_PHRASES, st.sampled_from(["costs", "holds", "needs", "includes", "weighs", "is"]), st.integers(1, 10**6),
    st.sampled_from(["euros", "GB", "days", "kg", "requests per minute", "m"]),
)


def words(text):
    return set(re.findall(r"\w+", text.lower()))


@given(TEXTS)
def test_any_text_gives_claims_of_its_own_words_and_never_an_error(text):
    claims = split_claims(text)
    assert all(claim.strip() == claim and words(claim) for claim in claims)
    assert set().union(*map(words, claims)) <= words(text)
    assert is_refusal(text) in (True, False)
    assert not (is_refusal(text) and claims)


@given(st.lists(SENTENCES, min_size=1, max_size=8), st.sampled_from([". ", ".\n", ".\n\n", ".\n- ", "! ", "; ", ", and ", " and "]))
def test_no_number_of_a_statement_is_lost(sentences, glue):
    text = glue.join(sentences) + "."
    found = re.findall(r"\d+", " ".join(split_claims(text)))
    assert set(re.findall(r"\d+", text)) <= set(found)


@given(st.lists(SENTENCES, min_size=1, max_size=8), st.sampled_from([". ", ".\n", ".\n- "]))
def test_sentences_come_back_one_by_one_in_order(sentences, glue):
    assert [claim.rstrip(".") for claim in split_claims(glue.join(sentences) + ".")] == sentences


@given(SENTENCES)
def test_a_single_claim_stays_as_it_is(sentence):
    assert split_claims(f"{sentence}.") == (f"{sentence}.",)


@pytest.mark.parametrize(
    "text, claims",
    [
        ("Source: Pro costs 99 dollars and includes a yacht.", ("Pro costs 99 dollars.", "Pro includes a yacht.")),
        ("Sources:\n- Pro costs 99 dollars and includes a yacht.", ("Pro costs 99 dollars.", "Pro includes a yacht.")),
        ("The lid is red [source: Pro costs 99 dollars].", ("The lid is red [source: Pro costs 99 dollars].",)),
        ("I don't know. You could try Pro at 99 dollars.", ("You could try Pro at 99 dollars.",)),
        ("I don't know. The guide covers Pro at 99 dollars.", ("The guide covers Pro at 99 dollars.",)),
    ]
    + [(text, (text,)) for text in (
        "I cannot find a plan cheaper than Pro at 99 dollars.",
        "I don't know any cheaper plan than Pro, which costs 99 dollars.",
        "I don't know any cheaper plan than Pro, which includes a yacht.",
        "I couldn't find the price of Pro (99 dollars).",
        "The docs do not mention a plan cheaper than Pro at 99 dollars.",
        "Sorry, I cannot find a discount above 20%.",
    )],
)
def test_an_amount_is_never_lost_as_a_citation_or_a_refusal(text, claims):
    assert split_claims(text) == claims
    assert not is_refusal(text)


@pytest.mark.parametrize(
    "text, refused",
    [
        ("Source: page 3 of the handbook", False), ("Source: handbook.pdf, p. 12", False), ("See: https://a.example/2024/3", False),
        ("Sources: Pricing guide 2024, section 3", False), ("Sources:\n[1] plan-2024.pdf, p. 12", False),
        ("I don't know whether Pro costs 99 dollars.", True), ("I don't know what error 404 means.", True),
        ("I could not find information about the 30 day refund.", True), ("I don't know. Call 555-1234.", True),
        ("I don't know the price, which is not in the docs.", True), ("I cannot find section 4.2.", True),
        ("None of the 5 documents mention the price.", True), ("I'm not 100% sure.", True), ("The docs don't mention the X200.", True),
        ("The docs do not mention a 30-day refund.", True), ("I searched 3 documents but found nothing.", True),
        ("The 4 passages do not say what it costs.", True),
    ],
)
def test_a_number_in_a_citation_or_in_what_was_asked_makes_no_claim(text, refused):
    assert split_claims(text) == ()
    assert is_refusal(text) == refused


@pytest.mark.parametrize("claim", sorted({claim for _, claims in [*SPLITS, *HOSTILE_SPLITS, *REPAIRED_SPLITS] for claim in claims}))
def test_a_claim_that_is_split_again_stays_as_it_is(claim):
    assert split_claims(claim) == (claim,)


@pytest.mark.parametrize(
    "piece",
    [
        "a", "a ", "a. ", "The lid is red. ", "and ", "x; ", "- a\n", "1. a\n", "| a ", "[1]", "(", '"', "`", "*", "```\n",
        "I don't know. ", "not in the docs ", "sorry, ", "e.g. ", ".", "Yes. ", "a, and the b is c", "the the the the docs ",
        "if you ", "\n", " ", "# ", "- - ", "|--", "*a* ", "(see ", "a: ", "> ", "> a:\n", "if a\n", "<li>", "<b ",
        "<p></p>", "« a. »", "z. B. ", "The a is only.Cash is ", "5! ",
        "here is x: ", "the search for a ", "leider ", "Das steht dokumente ", "没有找到", "- [x] a\n", "a\n",
    ],
)
def test_ten_times_the_text_takes_about_ten_times_the_work(piece):
    small, large = (_steps(piece * (size // len(piece))) for size in (3_000, 30_000))
    assert large < 30 * small


def _steps(text):
    """Processor time, the better of two, neither from the splitter's memory: the only measure that sees inside a regular expression."""
    times = []
    for _ in range(2):
        _read_once.cache_clear()
        start = time.process_time()
        split_claims(text)
        times.append(time.process_time() - start)
    return max(min(times), 2e-3)
