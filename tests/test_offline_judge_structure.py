"""The offline judge on tables, lists of codes, halves of sentences, "only" and "unless": near-copies of twelve pages, and flips of them.

The pages and labels of judge_structure.json are course labels, written for the course by the author of the rules, who read them while tuning.
"""

import json
import re
from pathlib import Path

import pytest
from perturbations import perturbed

from ragdiag_helpers.judges import OfflineJudge
from ragdiag_helpers.judges.offline.blocks import blocks, split_sentences
from ragdiag_helpers.judges.offline.labels import told_by_label
from ragdiag_helpers.judges.offline.simple import halves, simple
from ragdiag_helpers.verdicts import REFUTED, SUPPORTED, UNDECIDED

DATA = json.loads(Path(__file__).with_name("judge_structure.json").read_text(encoding="utf-8"))
PAGES, CLAIMS = DATA["pages"], DATA["claims"]
JUDGE = OfflineJudge()
# Changes that leave a sentence as true as it was, or make it no English.
HARMLESS = {"On Friday only the nurse is in.", "The nurse takes blood and changes dressings but does not write sickes."}
HARMLESS |= {"The practice is closed between Christmas and New Year, and on the first Fridays in May."}
HARMLESS |= {"The practice is closed between Christmas and New Year, and on the first May in Friday."}
HARMLESS |= {"The oven switches itself off after 12 hours, or after 3 hours if the lock is only on."}


def verdict(claim, page):
    return JUDGE.verify([claim], page)[0].label


@pytest.mark.parametrize("name", PAGES)
def test_no_claim_about_a_page_is_judged_falsely(name):
    claims = [each for each in CLAIMS if each["page"] == name]
    false = {"supported": REFUTED, "not supported": SUPPORTED}
    wrong = [each["claim"] for each in claims if verdict(each["claim"], PAGES[name]) == false[each["label"]]]
    assert len(claims) > 20 and wrong == []


def test_six_in_ten_of_the_claims_about_the_pages_are_decided():
    decided = [each for each in CLAIMS if verdict(each["claim"], PAGES[each["page"]]) != UNDECIDED]
    assert len(decided) >= 0.6 * len(CLAIMS)


@pytest.mark.parametrize("name", PAGES)
def test_a_sentence_of_a_page_with_one_changed_fact_is_not_supported_by_it(name):
    page = PAGES[name]
    sentences = [sentence for block in blocks(page) for sentence in split_sentences(block)]
    sentences = [each for each in sentences if re.match(r"[A-Z].*\.$", each) and not re.search(r"[=(|<]", each)]
    changed = [claim for sentence in sentences for _, claim in perturbed(sentence, page) if claim not in page and "May" not in claim]
    assert len(changed) > 50
    assert [claim for claim in changed if claim not in HARMLESS and verdict(claim, page) == SUPPORTED] == []


@pytest.mark.parametrize(
    "text, parts",
    [
        ("An adult card gives you two hours, a junior card one hour.", ("An adult card gives you two hours", "a junior card gives you one hour")),
        ("Basic allows 5 users, Plus 20.", ("Basic allows 5 users", "Plus allows 20 users")),
        ("Half board costs 36 euros, for children it costs 22 euros.", ("Half board costs 36 euros", "only for children it costs 22 euros")),
        ("Links are stored as links and not followed.", ("Links are stored as links", "Links are not followed")),
        ("The one who books must be 18 and stay to the end.", ("The one who books must be 18", "The one who books must stay to the end")),
        ("The manager reads it and decides; helpers do not.", ("The manager reads it", "The manager decides", "helpers do not decides")),
        ("The filter and the tray can be washed.", ("The filter and the tray can be washed",)),
        ("You can cancel and get money back if you ask.", ("You can get money back if you ask",)),
        ("On Mondays we dim the lights and switch off music.", ("On Mondays we dim the lights", "On Mondays we switch off music")),
        ("If you call, we come; parts are billed.", ("If you call, we come", "parts are billed")),
        ("You can see and print reports.", ("You can print reports",)),
    ],
)
def test_a_compound_sentence_is_cut_only_where_each_part_keeps_its_subject_and_its_condition(text, parts):
    assert simple(text) == parts


def test_a_claim_that_would_lose_a_condition_is_not_cut():
    assert halves("You can cancel and get money back if you ask.") == ()
    assert halves("A bath costs 4 euros and lasts 3 minutes.") == ("A bath costs 4 euros", "A bath lasts 3 minutes")


def test_a_claim_of_two_halves_needs_both():
    page = "A hot bath costs 4 euros. It takes 9 litres of soap. The bath is closed at night."
    assert verdict("A hot bath costs 4 euros and is closed at night.", page) == SUPPORTED
    assert verdict("A hot bath costs 5 euros and is closed at night.", page) == REFUTED
    assert verdict("A hot bath costs 4 euros and is open at night.", page) == REFUTED


@pytest.mark.parametrize(
    "claim, told",
    [
        ("E4 means that the door is open.", "E4: the door is open."),
        ("If the display shows F2, the filter is full.", "F2: the filter is full."),
        ("Exit code 3 means the disk is full.", "3: the disk is full."),
        ("A plan means a price.", "A plan means a price."),
    ],
)
def test_what_a_code_means_is_told_as_in_a_list_of_codes(claim, told):
    assert told_by_label(claim) == told


def test_only_denies_the_others_and_nobody_else():
    page = "Keys are sold on Gold and Basic. Only on Gold can you bring your own key. Basic has chat."
    assert verdict("Basic customers cannot bring their own key.", page) == SUPPORTED
    assert verdict("Gold customers cannot bring their own key.", page) == REFUTED
    assert verdict("Basic customers can bring their own key.", page) == REFUTED


def test_two_tables_in_a_row_keep_their_own_heads_and_the_unit_stands_above():
    page = "Prices in euros:\n\n| Ticket | Day |\n|---|---|\n| Adult | 14 |\n\n| Day | Last boat |\n|---|---|\n| Sunday | 20:15 |\n"
    assert verdict("An adult day ticket costs 14 euros.", page) == SUPPORTED
    assert verdict("An adult day ticket costs 14 dollars.", page) == REFUTED
    assert verdict("The last boat on Sunday is at 20:15.", page) == SUPPORTED
