"""The forms of the report: hostile words stay words, the page can be read by all, and the same audit gives the same bytes."""

import builtins
import errno
import importlib.util
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser

import mistune
import pytest
from conftest import ROOT
from markdown_it import MarkdownIt
from report_cases import HOSTILE, Marked, audited, cheap_pictures, files, hostile_audit  # noqa: F401 (the fixture)

from ragdiag_helpers import report
from ragdiag_helpers.audit import METRICS, audit
from ragdiag_helpers.records import Record
from ragdiag_helpers.report import json_file, pictures
from ragdiag_helpers.report.blocks import Items, Page, Paragraph, Passage, Section, Table
from ragdiag_helpers.report.markdown_file import escaped, markdown

RENDERER = MarkdownIt("gfm-like", {"linkify": False, "html": True})  # an independent reader of what we wrote


def test_no_markup_of_a_user_comes_alive_in_markdown():
    blocks = (Paragraph(HOSTILE), Passage(HOSTILE, HOSTILE), Table(HOSTILE, (HOSTILE, "b"), ((HOSTILE, HOSTILE),)))
    html = RENDERER.render(markdown(Page(HOSTILE, (Section(HOSTILE, blocks),))))
    assert set(re.findall("<code>.*?</code>", html)) == {"<code>#60</code>"}  # GitHub would make it an issue
    tags = set(re.findall(r"</?([a-z0-9]+)", html)) - {"code"}
    assert tags <= {"h1", "h2", "p", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "br"}, tags
    assert html.count("<td") == 2 and html.count("<th>") + html.count("<th ") == 2


ADDRESSES = (
    "https://evil.example", "HTTP://evil.example/a_b?c=d", "ftp://evil.example", "www.evil.example", "WWW.evil.example", "(http://a.example)",
    "x@evil.example", "mailto:x@evil.example", "https://u@evil.example/x#1", "@ada", "@a@b", "@org/team", "#1", "a/b#1", "#1@ada", "x.@ada.", "a www.b.example,www.c.example",
)  # fmt: skip
ALIVE = re.compile(r"(?i)\w+://|www\.|@\w|(?<!\w)#\d|/[\w.-]+#\d")  # what GitHub makes a link of


@pytest.mark.parametrize("text", ADDRESSES)
def test_no_address_mention_or_issue_of_a_user_comes_alive_in_markdown(text):
    blocks = (Paragraph(text), Passage(text, f"{text}\n{text} so"), Table(text, (text, "b"), ((text, f"a {text}"),)), Items((text,)))
    written = markdown(Page(text, (Section(text, blocks),)))
    unlinked = re.sub(r"(?<!\\)`[^`]*`", "", written)
    assert not re.search(r"(?i)\w+://|www\.", unlinked)  # read from the source, where an escape counts
    html = RENDERER.render(written)
    assert not ALIVE.search(re.sub(r"(?i)://|www\.", "", Texts.of(re.sub("<code>.*?</code>", "", html)))), html  # read after the escapes
    assert "<a " not in mistune.create_markdown(plugins=["url", "table"])(written) and Texts.of(html).count(text) >= 8


def test_a_lone_mark_and_an_id_with_a_number_stay_as_they_are():
    for text in ("a @ b", "C# 7", "plans#2", "50/50", "a: //b", "12:30", "wwwx"):
        assert escaped(text) == text


def test_markdown_shows_a_hostile_text_word_for_word():
    html = RENDERER.render(markdown(Page("t", (Section("s", (Passage("Question", HOSTILE),)),))))
    shown = Texts.of(html.split("<blockquote>")[1])
    for words in ("<script>alert(1)</script>", "[x](javascript:alert(1))", "**b** _e_ __d__ $x$ &lt; &#60; \\ \\* ~~s~~"):
        assert words in shown
    for words in ("# head", "- item", "+ item", "* item", "1. one", "2) two", "===", "---", "> q"):
        assert f"\n{words}\n" in shown
    assert "\x1b" not in html and "\u202e" not in html and "\\x1b[31mred\\u202egnp.exe" in shown


def test_no_markup_of_a_user_comes_alive_in_the_page():
    page = Elements.of(files(hostile_audit())["rag-report.html"])
    assert not {"script", "b", "i", "u", "iframe", "object", "form"} & {tag for tag, _ in page}
    assert [each["src"][:22] for tag, each in page if tag == "img"] == ["data:image/png;base64,"] * 3
    assert not [name for _, each in page for name in each if name.startswith("on")]
    assert {each.get("href", "#")[0] for tag, each in page if tag == "a"} == {"#"}
    policies = [each["content"] for tag, each in page if each.get("http-equiv")]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'; img-src data:"]


def test_very_long_texts_are_cut_with_a_note_and_whole_in_the_json():
    made = files(hostile_audit())
    assert "(cut: 100,000 characters in all)" in made["rag-report.md"]
    assert max(map(len, made["rag-report.md"].splitlines())) < 4000
    assert len(json.loads(made["rag-report.json"])["rows"][2]["question"]) == 10**5


def test_the_json_holds_hostile_texts_unchanged():
    rows = json.loads(files(hostile_audit())["rag-report.json"])["rows"]
    assert rows[0]["question"] == HOSTILE and rows[1]["id"] == "half \ud800"


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
        "Bars of rows by class and owner",
        "Four fields of recall by faithfulness with the number of cases in each",
        "Means with 95% intervals",
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
    links = [each["href"][1:] for tag, each in page if tag == "a"]
    names = [each["aria-labelledby"] for _, each in page if "aria-labelledby" in each]
    assert set(links + names) <= set(ids) and links[0] == "main"


def test_what_scrolls_can_be_reached_by_keyboard(page):
    boxes = [each for tag, each in page if each.get("class") == "scroll" or tag in ("figure", "pre")]
    assert boxes and all(each["tabindex"] == "0" for each in boxes)
    assert page[0] == ("html", {"lang": "en"})


def test_the_colours_of_both_themes_have_contrast():
    css = (ROOT / "ragdiag_helpers" / "report" / "report.css").read_text(encoding="utf-8")
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
    failed = audit([Record("r", "q", "A (yes) (fails).", ("p",), ("t",), None, ("p",))], Marked())
    row = json.loads(files(failed)["rag-report.json"])["rows"][0]
    assert row["findings"]["relevance"] == {"unscored": "the call failed"} and "answer_relevance" in row["unscored"]


def test_every_field_of_the_json_is_told_in_its_module():
    told = json.loads(files(audited(ok=1, miss=1))["rag-report.json"])
    for name in (*told, *told["verdict"], *told["counts"], *told["judge"], *told["fixes"][0], *told["looks"], *told["rows"][0]):
        assert re.search(rf"\b{name}\b", json_file.__doc__), name


def test_nothing_is_nan_and_no_file_names_a_place_or_a_time(tmp_path):
    paths = report.write_report(audited(ok=2, miss=1, open=1), tmp_path)
    for path in paths[:4]:
        text = path.read_text(encoding="utf-8")
        assert str(tmp_path) not in text and not re.search(r"\bNaN\b|\bnan\b|20\d\d-\d\d-\d\d", text)


def test_the_same_audit_gives_the_same_bytes_in_another_process(tmp_path):
    script = (
        "import sys; from report_cases import audited; from ragdiag_helpers.report import write_report;"
        "write_report(audited(ok=3, miss=2, invented=2, open=1), sys.argv[1])"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
        subprocess.run([sys.executable, "-c", script, str(tmp_path / seed)], check=True, env=environment)
    first = {path.name: path.read_bytes() for path in (tmp_path / "1").iterdir()}
    assert first == {path.name: path.read_bytes() for path in (tmp_path / "2").iterdir()} and set(first) == set(report.FILES)


def test_a_second_report_replaces_its_own_files_and_no_other(tmp_path):
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


def test_a_disk_that_fills_up_leaves_the_old_report_whole_and_no_draft(tmp_path, monkeypatch):
    report.write_report(audited(ok=1, miss=1), tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    real, calls = os.fsync, []

    def full(number):
        calls.append(number)
        if len(calls) > 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(number)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
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

    monkeypatch.setattr(pictures, "find_spec", lambda name: None if name == "matplotlib" else real(name))
    monkeypatch.setattr(builtins, "__import__", no_import)
    for name in [each for each in sys.modules if each.split(".")[0] == "matplotlib" or each.startswith("ragdiag_helpers.plots")]:
        monkeypatch.delitem(sys.modules, name)
    paths = report.write_report(audited(ok=1, miss=1), tmp_path)
    assert [path.name for path in paths] == list(report.FILES[:4]) and not list(tmp_path.glob("*.png"))
    text = (tmp_path / "rag-report.md").read_text(encoding="utf-8")
    assert "![" not in text and "```\npip install 'ragdiag-helpers[course]'\n```" in text
    assert "<img" not in (tmp_path / "rag-report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("mark", [*"\u00ad\u034f\u115f\u1160\u3164\u200b\u2066\ufeff", "\U000e0001", "\U000e0041", "\U000e007f"], ids=ascii)
def test_what_cannot_be_seen_is_written_out_in_every_form(mark):
    made = files(audit([Record(f"q{mark}1", f"a{mark}b", f"c{mark}d (no)", ("p",), (f"e{mark}f",), None, ("p",))], Marked()))
    written = mark.encode("unicode_escape").decode()
    for name in ("rag-report.md", "failure_audit.md", "rag-report.html"):
        assert mark not in made[name], name
        assert f"q{written}1" in made[name].replace("\\\\", "\\"), name


def test_blanks_at_the_ends_of_an_id_are_written_out():
    made = files(audit([Record(name, "q", "A (no)", ("p",), ("t",), None, ("p",)) for name in ("q1", " q1", "q1\u3000", "q1\n")], Marked()))
    for written in ("q1", "\\x20q1", "q1\\u3000", "q1\\x0a"):
        assert f"<th scope=\"row\" dir=\"auto\">{written}</th>" in made["rag-report.html"]
