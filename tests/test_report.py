"""The report: what its verdict says is what the rows hold, hostile words stay words, and the same audit gives the same bytes."""

import builtins
import importlib.util
import json
import os
import random
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import ROOT
from markdown_it import MarkdownIt
from report_cases import Marked, audited, labels, record

from ragdiag_helpers import plots_audit, report
from ragdiag_helpers.audit import audit, relabel
from ragdiag_helpers.blocks import Page, Paragraph, Passage, Section, Table
from ragdiag_helpers.diagnosis import LABELS, Evidence, Lines
from ragdiag_helpers.docent import REFUSAL
from ragdiag_helpers.records import Record
from ragdiag_helpers.report_cases import case_cells, lowest
from ragdiag_helpers.report_facts import facts
from ragdiag_helpers.report_markdown import markdown
from ragdiag_helpers.report_text import MEANINGS
from ragdiag_helpers.report_verdict import verdict
from ragdiag_helpers.rows import METRICS

HOSTILE = (
    "| pipe | `tick` ```fence``` <script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![i](http://a.example/x.png) **b** _e_ "
    "__d__ $x$ &lt; &#60; \\ \\* ~~s~~ [r]: http://a.example [x] <https://a.example>\n# head\n- item\n+ item\n* item\n1. one\n2) two\n===\n---\n> q\n    code\n"
    "\ttab\x00\x1b[31mred\u202egnp.exe\u2028sep</td></tr></table></style></body><!-- "
)


@pytest.fixture(autouse=True)
def cheap_pictures(request, monkeypatch):
    """Drawing takes most of a report's time; only a test that asks for real_pictures needs it."""
    if "real_pictures" not in request.fixturenames:
        monkeypatch.setattr(report, "_png", lambda fig: b"png of " + fig.alt.encode())


@pytest.fixture
def real_pictures():
    pass


def said(**counts):
    return verdict(facts(audited(**counts)))


def files(found, tickets=()):
    return {name: data if name.endswith("png") else data.decode() for name, data in report.report_files(facts(found), tickets).items()}


# --- the verdict ---------------------------------------------------------------------------------------------------------------


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


def test_chunking_that_people_found_is_named_and_is_no_miss():
    found = audited(refused=8)
    for row in found.rows:
        found = relabel(found, row.id, "Ada", "the boundary cuts the price")
    assert verdict(facts(found)).half == "chunking"


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
        f"[{low:.2f}, {high:.2f}] over {len(recalls)} rows. The rest: {labels.count('HALLUCINATION') + labels.count('WRONG-QUESTION')} generation "
        f"({labels.count('HALLUCINATION')} HALLUCINATION, {labels.count('WRONG-QUESTION')} WRONG-QUESTION), 1 FAITHFUL-BUT-CONTEXT-WRONG. "
        f"{undecided} of {len(labels)} rows are undecided; this verdict speaks for the other {len(labels) - undecided}."
    )
    assert low <= sum(recalls) / len(recalls) <= high


def test_the_verdict_stands_first_in_every_form():
    made = files(audited(ok=2, miss=8))
    for text in (made["rag-report.md"], made["rag-report.html"]):
        assert text.index("Retrieval is the half that is broken.") < text.index("What to fix first")
    assert made["rag-report.md"].startswith("# RAG report\n\n## Verdict\n\n**Retrieval is the half that is broken.**\n")


# --- the two Markdown files ----------------------------------------------------------------------------------------------------


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
    assert "mean faithfulness is 0.50 [0.50, 0.50] over 5 rows, 0.25 to 0.75 with the 5 that should have it and have none" in str(said(invented=5, open=5))


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
    for words in ("What does stale1 cost?", "Context 1, p:", "> Text of the page.", "> It costs 30 (yes).", "| It costs 30 (yes). | supported | as marked |", "> It costs 25 (no)."):
        assert words in text
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
    text = files(audited(ok=2, miss=1, stale=1), ["# Bring back rate limits\n- 1 of 2 failures\n- owner: search team\nSee `miss1`."])["failure_audit.md"]
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


# --- hostile words ---------------------------------------------------------------------------------------------------------------


def hostile_audit():
    bad = Record("<b>|`x`\n", HOSTILE, f"{HOSTILE} (no).", ("p|1", "<i>"), (HOSTILE, HOSTILE), HOSTILE, ("zz|<u>",), (HOSTILE,))
    half = Record("half \ud800", "\ud83d", "a \ud800 (no)", ("p",), ("\x00",), None, ("p",))
    return audit([bad, half, Record("long", "x" * 10**5, "y" * 10**5 + " (no)", ("p",), ("z" * 10**5,), None, ("p",))], Marked())


def test_no_markup_of_a_user_comes_alive_in_markdown():
    page = markdown(Page(HOSTILE, (Section(HOSTILE, (Paragraph(HOSTILE), Passage(HOSTILE, HOSTILE), Table(HOSTILE, (HOSTILE, "b"), ((HOSTILE, HOSTILE),)))),)))
    html = MarkdownIt("gfm-like", {"linkify": False, "html": True}).render(page)
    tags = set(re.findall(r"</?([a-z0-9]+)", html))
    assert tags <= {"h1", "h2", "p", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "br"}, tags
    assert html.count("<td") == 2 and html.count("<th>") + html.count("<th ") == 2


def test_markdown_shows_a_hostile_text_word_for_word():
    html = MarkdownIt("gfm-like", {"linkify": False, "html": True}).render(markdown(Page("t", (Section("s", (Passage("Question", HOSTILE),)),))))
    shown = Texts.of(html.split("<blockquote>")[1])
    for words in ("<script>alert(1)</script>", "[x](javascript:alert(1))", "**b** _e_ __d__ $x$ &lt; &#60; \\ \\* ~~s~~", "# head", "- item", "1. one", "2) two", "===", "---", "> q"):
        assert words in shown
    assert "\x1b" not in html and "\u202e" not in html and "\\x1b[31mred\\u202egnp.exe" in shown


def test_no_markup_of_a_user_comes_alive_in_the_page():
    page = Elements.of(files(hostile_audit())["rag-report.html"])
    assert not {"script", "b", "i", "u", "iframe", "object", "form"} & {tag for tag, _ in page}
    assert [each["src"][:22] for tag, each in page if tag == "img"] == ["data:image/png;base64,"] * 3
    assert not [name for _, each in page for name in each if name.startswith("on")]
    assert {each.get("href", "#")[0] for tag, each in page if tag == "a"} == {"#"}
    assert [each["content"] for tag, each in page if each.get("http-equiv")] == ["default-src 'none'; style-src 'unsafe-inline'; img-src data:"]


def test_very_long_texts_are_cut_with_a_note_and_whole_in_the_json():
    made = files(hostile_audit())
    assert "(cut: 100,000 characters in all)" in made["rag-report.md"]
    assert max(map(len, made["rag-report.md"].splitlines())) < 4000
    assert len(json.loads(made["rag-report.json"])["rows"][2]["question"]) == 10**5


def test_the_json_holds_hostile_texts_unchanged():
    rows = json.loads(files(hostile_audit())["rag-report.json"])["rows"]
    assert rows[0]["question"] == HOSTILE and rows[1]["id"] == "half \ud800"


# --- the page ----------------------------------------------------------------------------------------------------------------------


class Elements(HTMLParser):
    """The tags of a page with their attributes, in order."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    @classmethod
    def of(cls, html):
        parser = cls()
        parser.feed(html)
        return parser.found


class Texts(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = ""

    def handle_data(self, data):
        self.found += data

    @classmethod
    def of(cls, html):
        parser = cls()
        parser.feed(html)
        return parser.found


@pytest.fixture(scope="module")
def page():
    return Elements.of(files(audited(ok=3, miss=4, citably=1, invented=2, stale=1, luck=1, open=2))["rag-report.html"])


def test_headings_go_down_one_level_at_a_time_from_one_h1(page):
    levels = [int(tag[1]) for tag, _ in page if re.fullmatch(r"h\d", tag)]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))


def test_each_picture_has_its_alt_sentence_and_each_table_its_caption(page):
    assert [each["alt"].split(".")[0] for tag, each in page if tag == "img"] == [
        "Bars of rows by class and owner", "Four fields of recall by faithfulness with the number of cases in each", "Means with 95% intervals",
    ]
    tags = [tag for tag, _ in page]
    assert tags.count("table") == tags.count("caption") > 5
    assert all(after == "caption" for tag, after in zip(tags, tags[1:]) if tag == "table")


def test_each_table_head_says_what_it_heads(page):
    heads = [each.get("scope") for tag, each in page if tag == "th"]
    assert set(heads) == {"col", "row"}


def test_no_id_occurs_twice_and_each_reference_finds_its_own(page):
    ids = [each["id"] for _, each in page if "id" in each]
    assert len(ids) == len(set(ids))
    links = [each["href"][1:] for tag, each in page if tag == "a"] + [each["aria-labelledby"] for _, each in page if "aria-labelledby" in each]
    assert set(links) <= set(ids) and links[0] == "main"


def test_what_scrolls_can_be_reached_by_keyboard(page):
    boxes = [each for tag, each in page if each.get("class") == "scroll" or tag in ("figure", "pre")]
    assert boxes and all(each["tabindex"] == "0" for each in boxes)
    assert page[0] == ("html", {"lang": "en"})


def test_the_colours_of_both_themes_have_contrast():
    css = (ROOT / "ragdiag_helpers" / "report.css").read_text(encoding="utf-8")
    themes = [dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block)) for block in re.findall(r":root \{[^}]*\}", css)][:2]
    assert themes[0] != themes[1]
    for theme in themes:
        for ink in ("ink", "mark"):
            for ground in ("paper", "soft"):
                assert _contrast(theme[ink], theme[ground]) >= 4.5, (ink, ground, theme)


def _contrast(one, other):
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# --- the JSON ------------------------------------------------------------------------------------------------------------------------


def test_the_json_holds_what_the_audit_holds():
    found = audited(ok=2, miss=3, invented=1, open=1)
    told = json.loads(files(found)["rag-report.json"])
    assert told["schema"] == "ragdiag-report/1"
    assert told["tally"] == found.tally and told["owners"] == found.owners and told["quadrants"] == found.quadrants
    assert told["counts"] == {"rows": 7, "decided": 6, "undecided": 1, "failures": 4}
    assert told["judge"] == {"name": "marked", "fingerprint": "marks-1", "calibration": None}
    assert told["lines"] == found.lines._asdict()
    assert list(told["means"]) == list(METRICS)
    for name, mean in told["means"].items():
        assert mean["n"] == found.mean(name).n and mean["coverage"] == found.mean(name).coverage
    for row, mine in zip(told["rows"], found.rows, strict=True):
        assert row["id"] == mine.id and row["diagnosis"]["label"] == mine.diagnosis.label and row["absent"] == mine.absent
        assert {name for name, score in row["scores"].items() if score is None} == set(row["absent"])
    assert told["rows"][5]["findings"]["verdicts"][0]["label"] == "refuted"


def test_a_failed_call_stands_in_the_json_with_its_reason():
    row = json.loads(files(audit([Record("r", "q", "A (yes) (fails).", ("p",), ("t",), None, ("p",))], Marked()))["rag-report.json"])["rows"][0]
    assert row["findings"]["relevance"] == {"unscored": "the call failed"} and "answer_relevance" in row["unscored"]


def test_every_field_of_the_json_is_told_in_its_module():
    from ragdiag_helpers import report_json

    told = json.loads(files(audited(ok=1, miss=1))["rag-report.json"])
    for name in (*told, *told["verdict"], *told["counts"], *told["judge"], *told["fixes"][0], *told["looks"], *told["rows"][0]):
        assert re.search(rf"\b{name}\b", report_json.__doc__), name


def test_nothing_is_nan_and_no_file_names_a_place_or_a_time(tmp_path):
    paths = report.write_report(audited(ok=2, miss=1, open=1), tmp_path)
    for path in paths[:4]:
        text = path.read_text(encoding="utf-8")
        assert str(tmp_path) not in text and not re.search(r"\bNaN\b|\bnan\b|20\d\d-\d\d-\d\d", text)


# --- files ---------------------------------------------------------------------------------------------------------------------------


def test_the_same_audit_gives_the_same_bytes_in_another_process(tmp_path):
    script = "import sys; from report_cases import audited; from ragdiag_helpers.report import write_report; write_report(audited(ok=3, miss=2, invented=2, open=1), sys.argv[1])"
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
        subprocess.run([sys.executable, "-c", script, str(tmp_path / seed)], check=True, env=environment)
    first = {path.name: path.read_bytes() for path in (tmp_path / "1").iterdir()}
    assert first == {path.name: path.read_bytes() for path in (tmp_path / "2").iterdir()} and set(first) == set(report.FILES)


def test_a_second_report_replaces_its_own_files_and_no_other(tmp_path, real_pictures):
    (tmp_path / "notes.md").write_text("mine")
    report.write_report(audited(ok=1, miss=1), tmp_path / "a" / "b")
    report.write_report(audited(ok=1, miss=1), tmp_path)
    paths = report.write_report(audited(ok=5), tmp_path)
    assert "Nothing failed" in (tmp_path / "rag-report.md").read_text(encoding="utf-8")
    assert (tmp_path / "notes.md").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*report.FILES, "notes.md", "a"])
    assert [path.name for path in paths] == list(report.FILES)
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths[4:])


def test_a_report_that_cannot_be_made_leaves_the_old_one_whole(tmp_path, monkeypatch):
    report.write_report(audited(ok=1, miss=1), tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr(report, "html_page", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        report.write_report(audited(ok=9), tmp_path)
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_an_audit_without_rows_is_refused_with_the_reason(tmp_path):
    with pytest.raises(ValueError, match="holds no row"):
        report.write_report(audit([], Marked()), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("counts", [{"ok": 1}, {"open": 4}, {"ok": 4}, {"miss": 1}, {"right_refusal": 3}, {"luck": 1}], ids=str)
def test_small_and_one_sided_audits_have_a_report(counts):
    made = files(audited(**counts))
    assert set(made) == set(report.FILES)
    assert made["rag-report.md"].count("## Verdict") == 1 and "None" not in re.sub(r"None of|None there", "", made["rag-report.md"])


def test_without_matplotlib_the_report_says_how_to_get_the_plots(tmp_path, monkeypatch):
    report.write_report(audited(ok=1, miss=1), tmp_path)
    real, load = importlib.util.find_spec, builtins.__import__

    def no_import(name, *rest, **more):
        if name.split(".")[0] == "matplotlib":
            raise ModuleNotFoundError(name)
        return load(name, *rest, **more)

    monkeypatch.setattr(report, "find_spec", lambda name: None if name == "matplotlib" else real(name))
    monkeypatch.setattr(builtins, "__import__", no_import)
    for name in [each for each in sys.modules if each.split(".")[0] == "matplotlib" or each.startswith("ragdiag_helpers.plots")]:
        monkeypatch.delitem(sys.modules, name)
    paths = report.write_report(audited(ok=1, miss=1), tmp_path)
    assert [path.name for path in paths] == list(report.FILES[:4]) and not list(tmp_path.glob("*.png"))
    text = (tmp_path / "rag-report.md").read_text(encoding="utf-8")
    assert "![" not in text and "```\npip install 'ragdiag-helpers[course]'\n```" in text
    assert "<img" not in (tmp_path / "rag-report.html").read_text(encoding="utf-8")


# --- figures -------------------------------------------------------------------------------------------------------------------------


def evidence(recall, faithfulness, refused=False):
    return Evidence(True, refused, recall, faithfulness)


def test_the_quadrants_group_cases_at_one_place_and_count_them():
    cases = {"a": evidence(1, 1), "b": evidence(1, 1), "c": evidence(0.5, 0.9), "d": evidence(0, None), **{f"e{n}": evidence(1, 0) for n in range(9)}}
    fig, ax = plots_audit.quadrant_plot(cases)
    told = {text.get_text() for text in ax.texts}
    assert {"a, b", "c", "9 cases", "healthy: 2", "hallucination: 9", "confidently, citably wrong: 1", "retrieval first: 0"} == told
    assert len(ax.collections[0].get_offsets()) == 3
    assert fig.alt.endswith("healthy: 2; hallucination: 9; confidently, citably wrong: 1; retrieval first: 0; left out: 1.")


@pytest.mark.parametrize("lines", [Lines(), Lines(recall=0.5), Lines(recall=0.0, faithfulness=0.0), Lines(faithfulness=1.0)], ids=str)
def test_each_mark_stands_in_the_field_that_counts_it(lines):
    draw = random.Random(1)
    edges = [(recall, faithful) for recall in (0, 0.4999, 0.5, 0.9999, 1) for faithful in (0, 0.7999, 0.8, 0.9999, 1)]
    cases = [evidence(*scores) for scores in [*edges, *((draw.random(), draw.random()) for _ in range(200))]]
    _, ax = plots_audit.quadrant_plot(dict(zip(map(str, range(len(cases))), cases)), lines)
    for (x, y), case in zip(ax.collections[0].get_offsets(), cases, strict=True):
        assert (x > 0.5, y > 0.5) == (case.faithfulness >= lines.faithfulness, case.recall >= lines.recall)
        assert 0 < x < 1 and 0 < y < 1


def test_ten_thousand_cases_are_counted_not_named():
    draw = random.Random(2)
    cases = {f"case-{n}": evidence(round(draw.random(), 2), round(draw.random(), 2)) for n in range(10_000)}
    _, ax = plots_audit.quadrant_plot(cases)
    assert len(ax.texts) == 4 and sum(int(text.get_text().split(": ")[1].replace(",", "")) for text in ax.texts) == 10_000


def test_the_tally_names_the_owner_under_each_class():
    fig, ax = plots_audit.tally_plot(audited(ok=2, miss=3).tally)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["OK", "RETRIEVAL-MISS\nsearch team"]
    assert [bar.get_width() for bar in ax.patches] == [2, 3] and [bool(bar.get_hatch()) for bar in ax.patches] == [False, True]
    assert fig.alt == "Bars of rows by class and owner. OK: 2, RETRIEVAL-MISS, search team: 3."


def test_the_means_stand_on_a_fixed_axis_with_what_they_rest_on():
    found = audited(ok=2, invented=1, open=1)
    fig, ax = plots_audit.means_plot({name: found.mean(name) for name in ("recall", "faithfulness", "correctness")})
    assert ax.get_xlim() == (0, 1)
    assert [text.get_text() for text in ax.texts] == ["4 of 4", "3 of 4", "0 of 0", "no score"]
    assert [line.get_marker() for line in ax.lines][2::3] == ["o", "s"]
    assert tuple(ax.lines[3].get_xdata()) == found.mean("faithfulness").limits == (0.625, 0.875)  # 1, 1, 0.5 and one open
    assert f"faithfulness {found.mean('faithfulness').value:.2f} [" in fig.alt and "correctness undefined" in fig.alt


def test_a_notebook_gets_the_same_figures_from_plots():
    from ragdiag_helpers import plots

    plots.plt.switch_backend("agg")
    fig, _ = plots.tally_plot({"OK": 1})
    assert plots.plt.fignum_exists(fig.number)
    plots.plt.close("all")
    report.report_files(facts(audited(ok=1)))  # draws beside pyplot, so that a notebook does not show it
    assert plots.plt.get_fignums() == []
