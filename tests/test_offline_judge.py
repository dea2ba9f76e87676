"""The offline judge keeps what it promises: never supported on a changed fact, refuted only with a reason, else undecided."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from adversarial_claims import CLAIMS as ADVERSARIAL
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbations import perturbed

from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.judges import OfflineJudge, offline
from ragdiag_helpers.judges.offline.blocks import blocks, split_sentences
from ragdiag_helpers.judges.offline.clauses import parse
from ragdiag_helpers.judges.offline.pages import read_page
from ragdiag_helpers.labels import load_labels
from ragdiag_helpers.verdicts import REFUTED, SUPPORTED, UNDECIDED, VERDICTS

JUDGE = OfflineJudge()
JUDGE_FINGERPRINT = JUDGE.fingerprint
PLAIN = ("plain", "plan numbers", "units and currency", "negation")
GYM = """# Northgate Gym

Basic costs 24 pounds a month and Plus costs 39 pounds a month; both run for 12 months.
Plus members may bring one guest per week. Only Plus members may use the sauna.
The sauna is open for women on Tuesdays and for men on Thursdays.
Lockers are emptied every night. The gym does not replace lost things.
Towels are lent at the desk for 2 pounds, not for free. A trainer checks new members before their first session.
A pass can be paused for up to four weeks, and the pause is added at the end.

| | Basic | Plus |
|---|---|---|
| classes per week | 2 | 10 |
| towels | no | yes |
| parking | 1 hour | 3 hours |

## Opening hours

- **Weekdays**: from 6:00 to 22:00
- **Sundays**: closed
"""
TOOL = """Stash copies changed files to a remote store once an hour and encrypts them on the laptop.
Run `stash init --local` to choose a store. Old versions are kept for 90 days by default. Set `KEEP_DAYS` to change this.
Uploads are limited to 2 MB per second on battery and to 10 MB per second on mains power.
Files larger than 4 GB are split into parts of 512 MB. Version 1 cannot read stores written by version 2.
The service rarely restarts. A file is locked while it is read. If the disk is full, the upload fails.
Clients exist for Java, Rust and Python. Backups run daily at 03:00 UTC."""
PAGES = [GYM, TOOL] + [page.text for edition in ("meridian", "meridian-long") for page in load_corpus(edition)]


def verdict(claim, context):
    return JUDGE.verify([claim], context)[0]


def prose(page):
    """The whole sentences of a page: no tables, headings, code or cross-references."""
    found = [sentence for block in blocks(page) for sentence in split_sentences(block)]
    return [each for each in found if re.match(r"[A-Z].*\.$", each) and not re.search(r"[=(|<]", each) and len(each.split()) > 3]


def measured(labels):
    """(claims, decided, kappa on decided, false supported, false refuted) of the judge on labels."""
    pairs = [(verdict(each.claim, each.context).label, each.label == SUPPORTED) for each in labels]
    decided = [(label == SUPPORTED, truth) for label, truth in pairs if label != UNDECIDED]
    agreed = sum(said == truth for said, truth in decided) / len(decided)
    yes, true = (sum(pair[side] for pair in decided) / len(decided) for side in (0, 1))
    chance = yes * true + (1 - yes) * (1 - true)
    wrong = [pair for pair in decided if pair[0] != pair[1]]
    return len(pairs), len(decided), (agreed - chance) / (1 - chance), sum(said for said, _ in wrong), sum(truth for _, truth in wrong)


# What is promised on the labels of the course


def test_no_claim_that_people_call_unsupported_is_called_supported():
    assert measured(load_labels())[3] == 0


def test_kappa_on_the_decided_claims_is_at_least_point_eight():
    claims, decided, kappa, _, _ = measured(load_labels())
    assert kappa >= 0.8 and decided >= 0.4 * claims


def test_most_plainly_worded_claims_are_decided():
    claims, decided, _, _, false_refuted = measured([each for each in load_labels() if each.hard_kind in PLAIN])
    assert decided >= 0.7 * claims and false_refuted == 0


# The adversary: one small change to a true sentence


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.split("\n")[0][:30])
def test_a_sentence_with_one_changed_fact_is_never_supported_by_its_page(page):
    changes = [(kind, claim) for sentence in prose(page) for kind, claim in perturbed(sentence, page) if claim not in page]
    labels = [each.label for each in JUDGE.verify([claim for _, claim in changes], page)]
    assert changes and [change for change, label in zip(changes, labels) if label == SUPPORTED] == []


def test_the_adversary_knows_every_kind_of_change():
    kinds = {kind for page in PAGES for sentence in prose(page) for kind, _ in perturbed(sentence, page)}
    assert len(kinds) == 10, kinds


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.split("\n")[0][:30])
def test_every_sentence_of_a_page_is_supported_by_that_page_word_for_word(page):
    sentences = prose(page)
    assert [each.label for each in JUDGE.verify(sentences, page)] == [SUPPORTED] * len(sentences)


NAMES = st.sampled_from(["Basic", "Plus", "Gold", "Family", "Studio", "Silver"])
TEMPLATES = (
    "Logs are kept for {m} days on {a} and for {n} days on {b}.",
    "The {a} plan costs {m} euros per month; the {b} plan costs {n} euros per month.",
    "{a} allows {m} requests per minute, and the {b} plan raises this to {n}.",
    "You may lend {m} books with a {a} card and {n} with a {b} card.",
    "| plan | storage |\n|---|---|\n| {a} | {m} GB |\n| {b} | {n} GB |",
    "The limits are:\n\n- {a}: {m} minutes\n- {b}: {n} minutes",
)
CLAIMS = (
    "On {a}, logs are kept for {m} days.",
    "{a} costs {m} euros a month.",
    "{a} allows {m} requests per minute.",
    "With a {a} card you may lend {m} books.",
    "{a} has {m} GB of storage.",
    "The limit of {a} is {m} minutes.",
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(range(len(TEMPLATES))),
    st.lists(NAMES, min_size=2, max_size=2, unique=True),
    st.lists(st.integers(2, 900), min_size=2, max_size=2, unique=True),
)
def test_a_number_of_another_plan_is_never_supported(at, names, numbers):
    page = TEMPLATES[at].format(a=names[0], b=names[1], m=numbers[0], n=numbers[1])
    swapped = CLAIMS[at].format(a=names[0], m=numbers[1])
    assert verdict(swapped, page).label != SUPPORTED
    assert verdict(CLAIMS[at].format(a=names[0], m=numbers[0]), page).label != REFUTED


# A page of a third kind: no product, but a house that people visit, with a table of hours, lists and labels.
POOL = """The pool is run by the town.

| Place | Monday | Tuesday to Thursday | Saturday |
|---|---|---|---|
| Indoor pool | closed | 6:30–21:00 | 8:00–18:00 |
| Lido | 10:00–19:00 | 10:00–20:00 | closed |

What a visit costs:

- Adults: £7.00
- Children under 4: free

The ten-visit ticket is valid for one year. Dogs may enter every hall except the sauna. For refunds ring 0800 300 111.

**Boat hire.** Canoes cost £9 an hour, pedal boats £12 an hour. We treat a boat as late after ten minutes.

Lessons are held on Fridays. A course has eight lessons. The reservation is made two days before. Jumping from the side is forbidden.
While it warms up, the lamp is red; when the water is ready, the lamp turns green. Opened goods are not taken back."""


# Adversarial claims over pages of nine other kinds, and the labelled claims with one fact changed


def test_no_adversarial_claim_that_is_false_is_supported_and_none_that_is_true_is_refuted():
    wrong = {True: REFUTED, False: SUPPORTED}
    assert [claim for page, claim, true in ADVERSARIAL if verdict(claim, page).label == wrong[true]] == []


def test_two_of_three_adversarial_claims_are_decided():
    assert len(ADVERSARIAL) >= 200
    assert sum(verdict(claim, page).label != UNDECIDED for page, claim, _ in ADVERSARIAL) >= 2 / 3 * len(ADVERSARIAL)


@pytest.mark.parametrize("name", ["judge_labels", "fenwick/labels", "judge_labels_trades"])
def test_a_supported_label_with_another_number_unit_or_polarity_is_never_supported(name):
    kinds = {"another number", "numbers swapped", "another unit", "negation put in", "negation taken out", "opposite word"}
    labels = [each for each in load_labels(name) if each.label == SUPPORTED]
    changed = [(each, claim) for each in labels for kind, claim in perturbed(each.claim, "") if kind in kinds]
    assert len(changed) > 30 and [claim for each, claim in changed if verdict(claim, each.context).label == SUPPORTED] == []


@pytest.mark.parametrize(
    "page, claim, label",
    [
        ("A job takes 2 h 45 min.", "A job takes 165 minutes.", SUPPORTED),
        ("A job takes 2 h 45 min.", "A job takes 2 hours.", REFUTED),
        ("A wash costs half a pound.", "A wash costs 50p.", SUPPORTED),
        ("Delivery takes 2 to 7 days.", "Delivery takes up to 7 days.", SUPPORTED),
        ("Delivery takes 2 to 7 days.", "Delivery takes 9 days.", REFUTED),
        ("Delivery takes 2 to 7 days.", "Delivery takes 5 days.", UNDECIDED),
        ("A bed is for 2 guests at most.", "A bed is for up to 2 guests.", SUPPORTED),
        ("Bills are in dollars.", "Bills are in euros.", REFUTED),
        ("It ends at the end of March.", "It ends at the end of May.", UNDECIDED),
        ("The hall is quiet. There are 64 seats, none of them soft.", "There are 46 seats in the hall.", REFUTED),
        ("Keys expire after 20 days. Logs are kept for 30 days.", "Locks open after 90 days.", UNDECIDED),
        ("Keys expire after 20 days. Logs are kept for 30 days.", "Keys last for 90 days.", REFUTED),
        ("A night costs 20 euros and breakfast 9 euros.", "A night with breakfast costs 29 euros.", UNDECIDED),
    ],
)
def test_amounts_are_told_in_other_units_by_one_end_and_by_reckoning(page, claim, label):
    assert verdict(claim, page).label == label


@pytest.mark.parametrize(
    "page, claim, label",
    [
        ("We do not accept cheques.", "You can pay by cheque.", REFUTED),
        ("We accept cards.", "You can pay with a card.", SUPPORTED),
        ("You do not need a ticket to enter.", "You cannot enter without a ticket.", REFUTED),
        ("A ticket is needed to enter the hall.", "You cannot enter the hall without a ticket.", SUPPORTED),
        ("Tickets are not refunded.", "The house does not refund tickets.", SUPPORTED),
        ("Letters are not sent by post.", "Letters are not sent.", UNDECIDED),
        ("Dogs may not enter the hut, except guide dogs.", "Guide dogs may enter the hut.", SUPPORTED),
        ("Only the owner may prune it. Writers can save.", "Writers may prune it.", REFUTED),
        ("Only members may swim. Plus members get towels.", "Plus members may swim.", UNDECIDED),
        ("The export is offered only on Gold. Silver has 5 seats.", "The export is not offered on Silver.", SUPPORTED),
        ("Children under 6 travel free.", "Children under 6 have to pay.", REFUTED),
        ("The token does not have the scope.", "The token lacks the scope.", SUPPORTED),
        ("It may be given more than once.", "It may be given several times.", SUPPORTED),
        ("You can move a ticket once.", "You can move a ticket as often as you like.", REFUTED),
        ("Tea and cake are never served with rum.", "Tea is never served with cake.", UNDECIDED),
        ("Report it to the police within 48 hours and to us within one week.", "Report it to us within 48 hours.", REFUTED),
        ("The loan is free. A loan can be renewed once.", "The loan is free and can be renewed once.", SUPPORTED),
        ("The loan is free. A loan can be renewed once.", "The loan is free and cannot be renewed.", REFUTED),
    ],
)
def test_negations_exceptions_and_ways_to_pay_are_understood_in_other_words(page, claim, label):
    assert verdict(claim, page).label == label


@pytest.mark.parametrize(
    "page, claim, label",
    [
        ("Dogs may not enter the hut, except guide dogs.", "Guide dogs may not enter the hut.", REFUTED),
        ("The hall is open every day except Mondays.", "The hall is closed on Mondays.", SUPPORTED),
        ("The hall is open every day except Mondays.", "The hall is open on Tuesdays.", UNDECIDED),
        ("All rooms can be booked except Room 6.", "Every room can be booked.", UNDECIDED),
        ("The option can be added to every programme except Quick.", "The option can be added to Quick.", REFUTED),
        ("Parents may not stay, except in the first lesson.", "Parents may stay in the first lesson.", SUPPORTED),
        ("The job stops without a name.", "The job stops if you give it no name.", SUPPORTED),
        ("The job stops with a name.", "The job stops if you give it no name.", REFUTED),
        ("A lesson can be made up if you show a note.", "A lesson can be made up without a note.", REFUTED),
        ("It covers neither theft nor loss.", "Theft is not covered.", SUPPORTED),
        ("Keys do not expire.", "Keys expire after 90 days.", REFUTED),
        ("Only account owners can create keys; developers can see them.", "Developers can create keys.", REFUTED),
    ],
)
def test_exceptions_denials_and_conditions_are_understood_from_both_sides(page, claim, label):
    assert verdict(claim, page).label == label


@pytest.mark.parametrize(
    "page, claim, label",
    [
        ("Children under 12 pay 5 euros. Children under 6 pay nothing.", "A child of 8 pays 5 euros.", SUPPORTED),
        ("Children under 12 pay 5 euros. Children under 6 pay nothing.", "A child of 4 pays 5 euros.", REFUTED),
        ("Children under 12 pay 5 euros.", "A child of 12 pays 5 euros.", UNDECIDED),
        ("Students up to 27 pay 9 euros. Under 18: free.", "A student of 17 pays 9 euros.", UNDECIDED),
        ("Groups of ten or more pay 9 euros.", "A group of twelve pays 7 euros.", REFUTED),
    ],
)
def test_an_age_lies_within_the_narrowest_range_that_is_said_of_its_noun(page, claim, label):
    assert verdict(claim, page).label == label


@pytest.mark.parametrize(
    "page, claim, label",
    [
        ("We repair bikes on Mondays.", "The shop repairs bikes on Mondays.", SUPPORTED),
        ("Our courses are open to guests.", "The school is open to guests.", UNDECIDED),
        ("We charge you 5 euros.", "The shop is charged 5 euros.", UNDECIDED),
        ("Guests send us a bill.", "The shop sends a bill to guests.", UNDECIDED),
        ("Soup and bread are served at noon.", "Soup is served at noon.", SUPPORTED),
        ("Breakfast and dinner are 30 euros in total.", "Dinner is 30 euros.", UNDECIDED),
        ("Cars must be booked; walkers need no booking.", "Cars can come without a booking.", REFUTED),
        ("The club meets on Mondays. Just turn up; there are no appointments.", "You need an appointment for the club.", REFUTED),
        ("# Sending messages\n\nThe body is not valid.", "Bodies of messages are stored.", UNDECIDED),
    ],
)
def test_who_we_are_and_which_two_share_a_verb_is_not_guessed(page, claim, label):
    assert verdict(claim, page).label == label


def test_an_only_that_a_half_of_a_claim_was_given_is_no_reason_to_refute_it():
    page = "The pool opens at 9:00. On Sundays it opens at 10:00. Half board costs 36 euros, for children it costs 22 euros."
    for claim in ("The pool opens at 9:00 and on Sundays it opens at 10:00.", "Half board costs 36 euros, and for children it costs 22 euros."):
        assert verdict(claim, page).label == SUPPORTED
    assert verdict("Half board costs 36 euros, and for children it costs 25 euros.", page).label == REFUTED


@pytest.mark.parametrize(
    "page, claim",
    [
        ("The desk is staffed on weekdays.", "The desk is not staffed on Sundays."),
        ("The sandbox accepts all calls, and it is free. Executable files are rejected.", "Executable files sent by phone are not accepted."),
        ("Cleaning is paid once a year on Basic. An implant is not covered.", "On Basic implants are not paid."),
        ("Days of a part-time plan are carried over, but not further.", "A part-time member has to pay extra for days."),
        ("Members may cancel. A member who cancels never has to wait.", "Members may cancel immediately."),
        ("Writers may save files. Guests never save any.", "Only writers may save files."),
        ("You can borrow up to five tools at a time for a week.", "You may have five tools at once."),
        ("Between 20 December and 5 January we are closed.", "The library is closed on 27 December."),
        ("Videos longer than 30 minutes are not uploaded.", "A video of 45 minutes is not uploaded."),
        ("The app runs on Maru 10 or later; there is no app for Tall.", "The app needs Maru 10 or newer."),
    ],
)
def test_no_refutation_rests_on_a_word_that_only_one_clause_lacks(page, claim):
    assert verdict(claim, page).label != REFUTED


# What is supported, refuted and left open


@pytest.mark.parametrize(
    "claim",
    [
        "The Basic pass costs £24 per month.",
        "Plus has 10 classes per week.",
        "Lockers are emptied daily.",
        "Lost things are not replaced by the gym.",
        "New members are checked by a trainer.",
        "The sauna is open for men on Thursdays.",
        "A pass can be paused for at most 28 days.",
        "Parking on Plus is 3 hours.",
        "On Sundays it is closed.",
    ],
)
def test_the_same_fact_in_near_words_is_supported_or_left_open_but_never_refuted(claim):
    assert verdict(claim, GYM).label != REFUTED


@pytest.mark.parametrize(
    "claim, page",
    [
        ("Plus costs 39 pounds per month.", GYM),
        ("Plus has 10 classes per week.", GYM),
        ("Lockers are emptied every night.", GYM),
        ("A pass can be paused for at most 28 days.", GYM),
        ("New members are checked by a trainer before their first session.", GYM),
        ("On battery uploads are limited to 2 MB per second.", TOOL),
        ("Old versions are retained for 90 days by default.", TOOL),
        ("There is a client for Rust.", TOOL),
        ("Backups run every day at 3 a.m. UTC.", TOOL),
        ("**Lockers** are emptied `every night`.", GYM),
        ("On Wednesdays the indoor pool closes at 21:00.", POOL),
        ("The lido is closed on Saturdays.", POOL),
        ("A visit is free for children under 4.", POOL),
        ("An adult pays £7.00 for a visit.", POOL),
        ("The town treats a boat as late after ten minutes.", POOL),
        ("Jumping from the side is not allowed.", POOL),
    ],
)
def test_the_same_fact_in_near_words_is_supported(claim, page):
    assert verdict(claim, page).label == SUPPORTED


@pytest.mark.parametrize(
    "claim, page, words",
    [
        ("Basic costs 39 pounds a month.", GYM, "'39 pounds' is not said of 'Basic'"),
        ("Plus costs 39 euros a month.", GYM, "'39 pounds', not '39 euros'"),
        ("Plus costs 39 pounds a year.", GYM, "'a month', not 'a year'"),
        ("The gym replaces lost things.", GYM, "denies it"),
        ("Lockers are not emptied every night.", GYM, "without the negation"),
        ("Lockers are emptied instantly every night.", GYM, "does not say 'instantly'"),
        ("Basic members may use the sauna.", GYM, "says this of Plus"),
        ("Basic has 10 classes per week.", GYM, "'2', not '10'"),
        ("The sauna is open for women on Thursdays.", GYM, "goes with"),
        ("There is a client for Ruby.", TOOL, "Java, Rust, Python, not of Ruby"),
        ("Backups run daily at 03:00 CET.", TOOL, "time zone is UTC"),
        ("Set `KEEP_WEEKS` to change this.", TOOL, "KEEP_DAYS, not of KEEP_WEEKS"),
        ("Version 2 cannot read stores written by version 1.", TOOL, "changed places"),
        ("Uploads are limited to 10 MB per second on battery.", TOOL, "is not said of"),
        ("Files smaller than 4 GB are split into parts of 512 MB.", TOOL, "larger than 4 GB"),
        ("On Wednesdays the indoor pool closes at 20:00.", POOL, "'21:00', not '20:00'"),
        ("The lido opens at 19:00 on Mondays.", POOL, "is the end"),
        ("A canoe costs £12 an hour.", POOL, "is not said of"),
        ("A swimming course has ten lessons.", POOL, "'eight', not 'ten'"),
        ("Dogs may enter the sauna.", POOL, "denies it"),
        ("The lamp is green while it warms up.", POOL, "'red', not 'green'"),
    ],
)
def test_another_fact_is_refuted_with_the_words_that_decide(claim, page, words):
    found = verdict(claim, page)
    assert found.label == REFUTED and words in found.reason, found


@pytest.mark.parametrize(
    "claim, page",
    [
        ("Members get a discount on drinks.", GYM),
        ("The service restarts.", TOOL),
        ("The disk is full.", TOOL),
        ("Every file is split into parts.", TOOL),
        ("Plus costs less than Basic in the end.", GYM),
        ("It does.", GYM),
        ("Are lockers emptied every night?", GYM),
        ("Rotterdam has a harbour.", TOOL),
        ("The file is read while it is locked.", TOOL),
        ("Opened goods can be returned.", POOL),
        ("You can pay for a visit by refunds.", POOL),
        ("A late visit costs £12 an hour.", POOL),
    ],
)
def test_what_the_rules_cannot_tell_is_left_undecided(claim, page):
    assert verdict(claim, page).label == UNDECIDED


TWO_OF_A_KIND = [
    ("The tank of the M6 holds 180 litres, that of the M9 250 litres.", "The tank of the {} holds {} litres.", "M6 180 M9 250"),
    ("The tank of the M6 holds 180 litres, and that of the M9 holds 250 litres.", "The tank of the {} holds {} litres.", "M6 180 M9 250"),
    ("The tank of the M6 holds 180 litres, while that of the M9 holds 250 litres.", "The tank of the {} holds {} litres.", "M6 180 M9 250"),
    ("The ticket of the pool costs 5 euros, that of the sauna 9 euros.", "The ticket of the {} costs {} euros.", "pool 5 sauna 9"),
    ("The weight of the box is 5 kg, that of the crate 7 kg.", "The weight of the {} is {} kg.", "box 5 crate 7"),
    ("The keys of admins expire after 5 days, those of guests after 9 days.", "The keys of {} expire after {} days.", "admins 5 guests 9"),
]


@pytest.mark.parametrize("page, claim, values", TWO_OF_A_KIND)
def test_that_of_another_thing_keeps_an_amount_of_its_own(page, claim, values):
    first, amount, second, other = values.split()
    assert verdict(claim.format(first, amount), page).label == SUPPORTED
    assert verdict(claim.format(first, other), page).label == REFUTED
    assert verdict(claim.format(second, amount), page).label == REFUTED
    assert verdict(claim.format(second, other), page).label != REFUTED


@pytest.mark.parametrize("notice", ["with four weeks' notice", "with a notice of four weeks", "four weeks in advance", "four weeks ahead"])
def test_a_time_of_notice_is_not_a_time_within_which(notice):
    page = f"You can cancel the plan {notice}."
    assert verdict("You can cancel the plan within four weeks.", page).label != SUPPORTED
    assert verdict("You can cancel the plan in four weeks.", page).label != SUPPORTED


def test_what_holds_under_a_condition_is_not_supported_without_it():
    page = "The pump is covered for ten years if it was checked each year. Sheets are kept for 5 days, or for 9 days if they are pink."
    assert verdict("The pump is covered for ten years.", page).label == UNDECIDED
    assert verdict("Sheets are kept for 5 days.", page).label == SUPPORTED


def test_what_one_plan_has_is_not_refuted_of_a_plan_that_adds_to_it():
    page = "Basic costs 9 euros a month and contains the yearly check. Total costs 29 euros a month and adds spare parts."
    assert verdict("Total contains the yearly check.", page).label == UNDECIDED


CABINS = """**What does it cost?** A night in a small cabin costs 70 euros and a night in a large cabin 110 euros.

The minimum stay is two nights, in July and August five nights.

| Ticket | Price |
|---|---|
| Child aged 5 to 15 | 6 pounds |
| Under 5 | free |"""


@pytest.mark.parametrize(
    "claim, label",
    [
        ("The minimum stay in August is two nights.", REFUTED),
        ("The minimum stay is two nights.", SUPPORTED),
        ("A large cabin costs 70 euros a night.", REFUTED),
    ],
)
def test_what_another_season_another_size_or_another_row_has_is_not_taken_for_it(claim, label):
    assert verdict(claim, CABINS).label == label


def test_a_true_price_is_not_refuted_by_the_night_behind_and_nor_by_another_row():
    assert verdict("A small cabin costs 70 euros a night.", CABINS).label != REFUTED
    assert verdict("Children under 5 get in free.", CABINS).label != REFUTED


HANDBOOK = """# Washing and working: handbook

- `-l N`: compression level, from 1 to 9. Defaults to 6.
- `--exclude PATTERN`: skip files that match; can be given up to 20 times.

| Programme | Temperature | Maximum load | Duration |
|---|---|---|---|
| Cotton | 60 °C | 7 kg | 160 min |
| Wool | 30 °C | 2 kg | 45 min |
| Wool plus | 30 °C | 2 kg | 60 min |

Work from home is possible after the trial period, which lasts six months. The fee must be paid when you book: it is due at once.
Clean the filter once a month; never run the machine without it. The hall is open from Tuesday to Sunday. The hall is closed on Mondays.
Keys never expire. A night in a small cabin costs 70 euros and a night in a large cabin 110 euros.
A list limit of 5 holds on Basic and each page has 3 ads."""


@pytest.mark.parametrize(
    "claim",
    [
        "The trial period is six months.",
        "The filter should be cleaned every month.",
        "A small cabin costs 70 euros per night.",
        "The maximum load for cotton is 7 kg.",
        "You can wash up to 7 kg of cotton.",
    ],
)
def test_relative_clauses_other_clauses_and_columns_of_limits_support(claim):
    assert verdict(claim, HANDBOOK).label == SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "The default compression level is 9.",
        "You can pass --exclude up to 50 times.",
        "Cotton takes 45 minutes.",
        "Wool is washed at 40 °C.",
        "The hall is open on Mondays.",
        "Keys expire after one year.",
        "A large cabin costs 70 euros per night.",
        "The trial period lasts three months.",
    ],
)
def test_another_default_limit_cell_day_or_night_is_refuted(claim):
    assert verdict(claim, HANDBOOK).label == REFUTED


@pytest.mark.parametrize("claim", ["Wool takes 60 minutes.", "Each page has at most 3 ads.", "Wool plus takes 45 minutes."])
def test_a_row_of_a_longer_name_and_a_limit_of_another_thing_support_nothing(claim):
    assert verdict(claim, HANDBOOK).label != SUPPORTED


CLINIC = """The desk is open Monday to Friday from 8:00 to 18:30. The hall is open Tuesday to Thursday.
Prescriptions are ready two working days after you order them. Results are given by phone after 11:00. The form is checked by staff.
The red lamp means that the tank is empty, the orange lamp means that descaling is due. The boiler switches itself off after 40 minutes.
The file is stored in the home folder and can be moved with --db. You do not need to register. A payment cannot exceed 500 euros."""


@pytest.mark.parametrize(
    "claim",
    [
        "The desk opens at 8:00 on weekdays.",
        "The desk is open on Wednesdays.",
        "Prescriptions are ready after two working days.",
        "The red lamp indicates that the tank is empty.",
        "The boiler turns off automatically after 40 minutes.",
        "You can move the file with --db.",
        "You do not have to register.",
        "Payments are up to 500 euros.",
    ],
)
def test_weekdays_second_passives_and_fixed_phrases_support(claim):
    assert verdict(claim, CLINIC).label == SUPPORTED


@pytest.mark.parametrize(
    "claim",
    [
        "The hall is open from Sunday to Thursday.",
        "The hall is open on weekdays.",
        "Prescriptions are ready after three working days.",
        "You order prescriptions after two working days.",
        "The orange lamp indicates that the tank is empty.",
        "The boiler turns on automatically after 40 minutes.",
        "The home folder can be moved with --db.",
        "The form checks staff.",
        "You must not register.",
    ],
)
def test_fewer_days_other_owners_and_what_need_not_be_support_nothing(claim):
    assert verdict(claim, CLINIC).label != SUPPORTED


def test_days_inside_a_range_are_not_refuted_and_another_hour_by_phone_is():
    assert verdict("The desk is open on weekdays.", CLINIC).label != REFUTED
    assert verdict("Results are given by phone before 11:00.", CLINIC).label == REFUTED
    assert verdict("Results are given by email after 11:00.", CLINIC).label == REFUTED


CODES = "It exits with code 0 on success, 1 when a file cannot be read and 2 when the disk is full. 429 is returned when the limit is exceeded."


def test_what_a_code_means_is_read_from_when_it_is_given():
    assert verdict("Exit code 2 means that the disk is full.", CODES).label == SUPPORTED
    assert verdict("429 means that the limit is exceeded.", CODES).label == SUPPORTED
    assert verdict("Exit code 1 means that the disk is full.", CODES).label == REFUTED
    assert verdict("Code 0 means that the limit is exceeded.", CODES).label != SUPPORTED


BIKES = """A single ride costs 1.50 euros for the first 30 minutes and 1 euro for every further 30 minutes.
Two-factor login is optional for Solo and Family and mandatory for Office. A bike can be reserved for 15 minutes without charge."""


def test_what_is_optional_for_one_is_not_required_of_it_because_it_is_of_another():
    assert verdict("Two-factor login is required on the Family plan.", BIKES).label != SUPPORTED
    assert verdict("Two-factor login is mandatory for Office.", BIKES).label == SUPPORTED


def test_an_amount_that_stands_twice_and_what_is_without_charge_are_not_refuted():
    assert verdict("The first 30 minutes of a single ride cost 1.50 euros.", BIKES).label != REFUTED
    assert verdict("You can reserve a bike for 15 minutes free of charge.", BIKES).label == SUPPORTED


def test_all_three_verdicts_are_reached_on_the_labels_of_the_course():
    assert {verdict(each.claim, each.context).label for each in load_labels()} == set(VERDICTS)


def test_evidence_is_a_quotation_of_the_context_wherever_there_is_any():
    pages = [*PAGES, "<h1>Gym</h1><ul><li>Plus <b>costs</b> &pound;39.</li></ul>\r\nLockers are\r\nemptied every night."]
    found = [each for page in pages for each in JUDGE.verify([*prose(page), "Plus costs £39.", "The gym replaces lost things."], page)]
    quoted = [each.evidence for each in found if each.evidence]
    assert len(quoted) > 100 and all(any(evidence in page for page in pages) for evidence in quoted)
    assert all(each.evidence for each in found if each.label != UNDECIDED)


def test_the_contexts_that_support_a_claim_are_numbered_from_one():
    assert verdict("Plus costs 39 pounds a month.", [TOOL, GYM, "", GYM]).contexts == (2, 4)
    assert verdict("Basic costs 39 pounds a month.", [TOOL, GYM]).contexts == ()


@pytest.mark.parametrize("context", ["", [], [""], "  \n", ["...", "\n"], "🙂"])
def test_no_context_refutes_every_claim(context):
    assert [(each.label, "no context" in each.reason) for each in JUDGE.verify(["Cats sleep.", ""], context)] == [(REFUTED, True)] * 2


def test_no_claim_gives_an_empty_list_and_a_bare_string_is_refused():
    assert JUDGE.verify([], GYM) == JUDGE.verify([], "") == []
    with pytest.raises(ValueError, match=r"pass a list of claims"):
        JUDGE.verify("Cats sleep.", GYM)


# Anything may come in


AWKWARD = [
    "",
    " ",
    "\x00\x07\x1b[31m",
    "a" * 100_000,
    "is kept " * 12_500,
    "The 5 days on Plus and " * 4_000,
    "9" * 5_000,
    "1,2.3:4 " * 500,
    "。日本語のテキスト。" * 50,
    "🙂🙃 " * 50,
    "<p><b>unclosed &amp; &bogus; <a href='x",
    "| a | b\n|---\n| x |||\n",
    "`" * 99,
    "**" * 99,
    "not never no " * 200,
    "only",
    "every",
    "up to",
    "$",
    "at most $ ,",
    "- \n- \n1. ",
    "# ",
    "#" * 50,
    "?" * 50,
    "don't can't won't n't",
    "\ufeff\u2028\u2029",
    "a_b " * 99,
    "unless",
    "one that",
    "\ud800",
    "½ ² ① ٣",
    "12:99 25:00 31 May may",
    "x\n" * 5_000,
]


@pytest.mark.parametrize("text", AWKWARD, ids=range(len(AWKWARD)))
def test_awkward_text_is_judged_without_a_crash_on_either_side(text):
    labels = [each.label for each in JUDGE.verify([text, "Plus costs 39 pounds.", *text.split("\n")[:3]], text) + JUDGE.verify([text], GYM)]
    assert set(labels) <= set(VERDICTS)
    JUDGE.relevance(text, text), JUDGE.relevance("How long is it?", text), JUDGE.relevance(text, "It is 5 days.")


@settings(max_examples=200, deadline=None)
@given(
    st.text(max_size=200),
    st.text(max_size=200),
    st.lists(st.sampled_from("not only every the Plus plan costs 5 days % of and , . : | - up to is by a".split()), max_size=30),
)
def test_any_text_gets_a_verdict_and_no_text_refutes_itself(claim, context, words):
    mixed = " ".join(words)
    for page in (context, mixed, [context, mixed]):
        assert {each.label for each in JUDGE.verify([claim, mixed], page)} <= set(VERDICTS)
    if re.search(r"\w", mixed) and "?" not in mixed:
        assert verdict(f"{mixed} end", f"{mixed} end").label != REFUTED


def test_work_grows_with_the_text_and_not_with_its_square():
    """Counted in matches tried, not in seconds: a claim looks at a fixed number of statements, however long the page."""
    page = read_page((TOOL * 400,))
    assert len(page.statements) > 3_000
    assert len(offline._candidates(parse("Old versions are kept for 90 days."), page)) == offline._CANDIDATES
    assert max(len(each.quote) for each in read_page(("word " * 20_000,)).statements) <= 1200


# The same everywhere


def test_verdicts_do_not_depend_on_the_hash_seed_or_on_what_was_judged_before():
    code = (
        "import json; from dataclasses import astuple; from ragdiag_helpers.labels import load_labels\n"
        "from ragdiag_helpers.judges import OfflineJudge\n"
        "judge, labels = OfflineJudge(), load_labels()\n"
        "print(json.dumps([judge.fingerprint] + [astuple(judge.verify([each.claim], each.context)[0]) for each in labels]))"
    )
    root = str(Path(__file__).parents[1])
    runs = []
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root}
        runs.append(
            subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, encoding="utf-8"
            ).stdout
        )
    backwards = [verdict(each.claim, each.context).label for each in reversed(load_labels())][::-1]
    assert len(set(runs)) == 1 and [each[0] for each in json.loads(runs[0])[1:]] == backwards


def test_the_judge_keeps_to_the_protocol():
    assert (JUDGE.name, JUDGE.max_in_flight) == ("offline", 1)
    assert re.fullmatch(r"offline-[0-9a-f]{16}", JUDGE.fingerprint) and JUDGE.fingerprint == OfflineJudge().fingerprint


def test_another_rule_gives_another_fingerprint(monkeypatch):
    plain = Path.read_text
    for folder in (Path(offline.__file__).parent, Path(offline.__file__).parents[2] / "splitting"):
        changed = folder / sorted(each.name for each in folder.glob("*.py"))[-1]
        monkeypatch.setattr(Path, "read_text", lambda path, **how: plain(path, **how) + "# new" * (path == changed))
        offline._fingerprint.cache_clear()
        assert OfflineJudge().fingerprint != JUDGE_FINGERPRINT, folder
        monkeypatch.undo()
    offline._fingerprint.cache_clear()
    assert OfflineJudge().fingerprint == JUDGE_FINGERPRINT


def test_the_rules_know_no_name_of_the_corpus():
    folder = Path(offline.__file__).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    names = {name for page in load_corpus("meridian-long") for name in re.findall(r"(?<=[a-z,] )[A-Z]\w+", page.text)} | {
        "Docent",
        "Meridian",
        "Free",
        "Pro",
        "Scale",
    }
    names -= {"Any", "Settings", "UTC", "PNG", "JSON", "HTTP", "HTML"}
    assert len(names) > 20 and sorted(name for name in names if re.search(rf"\b{name}\b", source)) == []


# Relevance


@pytest.mark.parametrize(
    "question, answer",
    [
        ("How long are logs kept?", "30 days."),
        ("How long are logs kept on Plus?", "Logs are kept for 30 days on Plus."),
        ("How much does Plus cost?", "Plus costs 39 pounds a month."),
        ("How many guests may I bring?", "You may bring two guests."),
        ("When do backups run?", "Backups run every day at 03:00."),
        ("How often do backups run?", "Daily."),
        ("Which regions does it run in?", "It runs in us-east and eu-west."),
        ("Does a restore overwrite data?", "No."),
        ("How do I create a key?", "Create a key in the dashboard."),
        ("Can guests download photos?", "Guests can download photos if the owner agrees."),
    ],
)
def test_an_answer_with_the_value_that_was_asked_for_answers(question, answer):
    assert JUDGE.relevance(question, answer).answers is True


@pytest.mark.parametrize(
    "question, answer",
    [
        ("How long are logs kept?", "Logs are encrypted."),
        ("How long are deleted files kept?", "Deleted accounts are kept for 30 days."),
        ("How much does Plus cost?", "Basic costs 24 pounds."),
        ("How many plans are there?", "The Plus plan allows 60 requests per minute."),
        ("How much is the plan above Plus?", "The Plus plan costs 39 pounds."),
        ("Why does it fail?", "The disk is full."),
        ("", "x"),
        ("How long are logs kept?", "Logs are kept for 30 pages."),
        ("Does a restore overwrite data?", "Yes, us-east."),
    ],
)
def test_where_the_rules_are_not_sure_relevance_stays_open(question, answer):
    assert JUDGE.relevance(question, answer).answers is None


@pytest.mark.parametrize("answer", ["", " \n", "!", "I don't have that in the docs.", "The documentation does not say."])
def test_an_empty_answer_and_a_refusal_answer_nothing(answer):
    found = JUDGE.relevance("How long are logs kept?", answer)
    assert found.answers is False and found.questions == () and found.reason


def test_the_claims_of_an_answer_stand_for_the_questions_that_it_answers():
    answer = "Logs are kept for 30 days. Lockers are emptied every night."
    assert JUDGE.relevance("How long are logs kept?", answer).questions == JUDGE.split(answer) != ()
