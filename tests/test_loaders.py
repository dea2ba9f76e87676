"""What Notepad, Excel, PowerShell and careless scripts do to a JSONL file is read rightly, or refused with the fix."""

import json
import os
import stat
import subprocess
import sys
import time
import tomllib
from importlib import import_module

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers import jsonl
from ragdiag_helpers.cli import main
from ragdiag_helpers.corpus import Document, load_corpus
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import DataError, load_golden
from ragdiag_helpers.jsonl import Problem, read_rows, scan_rows
from ragdiag_helpers.records import Record, from_ragas, load_records, save_records, to_ragas
from ragdiag_helpers.validate import validate

GOLDEN = {
    "id": "q1", "question": "Price of Pro?", "reference": "25 dollars", "relevant_ids": ["plans"],
    "evidence": [{"doc_id": "plans", "quote": "The Pro plan costs 25 dollars per month"}], "claims": ["Pro costs 25 dollars."],
    "kind": "single", "notes": "",
}
RECORD = {"id": "r1", "question": "Price?", "answer": "25", "retrieved_ids": ["plans"], "contexts": ["Pro costs 25."]}
NONE_HOLDS_IT = {"relevant_ids": [], "evidence": [], "claims": [], "kind": "unanswerable"}


def golden(leave_out=(), **changes) -> dict:
    return {name: value for name, value in {**GOLDEN, **changes}.items() if name not in leave_out}


def record(leave_out=(), **changes) -> dict:
    return {name: value for name, value in {**RECORD, **changes}.items() if name not in leave_out}


def lines(*rows: dict) -> bytes:
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


def swapped(old: str, new: str, row: dict = GOLDEN) -> bytes:
    """A right line, then the same with one piece of its text replaced."""
    text = json.dumps({**row, "id": "second"})
    assert text.count(old) == 1
    return lines(row) + text.replace(old, new).encode() + b"\n"


@pytest.fixture
def file(tmp_path):
    def write(content: bytes, name="mine.jsonl"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


def refused(load, path, line, field, *words):
    """Loading must raise with this place, and each of the words in the message."""
    with pytest.raises(DataError) as error:
        load(path)
    assert (error.value.file, error.value.line, error.value.field) == (path, line, field)
    place = f"{path.name}, line {line}: " if line else f"{path.name}: "
    assert str(error.value).startswith(place)
    assert str(error.value).endswith(f"{error.value.found}; {error.value.fix}")
    assert [each for each in words if each not in str(error.value)] == [], str(error.value)


TWO = lines(golden(), golden(id="q2"))
READ = {
    "a BOM, as Notepad writes it": b"\xef\xbb\xbf" + TWO,
    "a BOM in the middle, as glued files have it": lines(golden()) + b"\xef\xbb\xbf" + lines(golden(id="q2")),
    "CRLF": TWO.replace(b"\n", b"\r\n"),
    "CR alone": TWO.replace(b"\n", b"\r"),
    "CR CR LF, as a text file written twice has it": TWO.replace(b"\n", b"\r\r\n"),
    "blank lines and lines of spaces": b"\n \t\n" + TWO.replace(b"\n", b"\n\n\r\n") + b"\n\n",
    "no line end after the last line": TWO.rstrip(),
    "spaces around the objects": TWO.replace(b"{\"id\"", b"  {\"id\"").replace(b"}\n", b"}  \n"),
    "text written with escapes": json.dumps(golden(notes="é\u2028😀")).encode() + b"\n" + lines(golden(id="q2")),
    "only the optional field missing": lines(golden(["notes"]), golden(["notes"], id="q2")),
}


@pytest.mark.parametrize("content", READ.values(), ids=READ)
def test_a_file_is_read_rightly_with(content, file):
    assert [(item.id, item.question) for item in load_golden(file(content))] == [("q1", "Price of Pro?"), ("q2", "Price of Pro?")]


@pytest.mark.parametrize("text", ["a\u2028b", "a\u2029b", "a\x85b", "a\x0b\x0cb", "a\x1c\x1d\x1eb", "a\nb\r\nc", "\ufeffa", "“a”", "\x00"])
def test_separators_and_quotes_inside_text_stay_as_they_are(text, file):
    items = load_golden(file(lines(golden(notes=text), golden(id="q2"))))
    assert [item.notes for item in items] == [text, ""]


def test_a_line_of_10_mb_is_read_rightly(file):
    long = "wörd " * 2_000_000
    loaded = load_records(file(lines(record(contexts=[long]), record(id="r2"))))
    assert (loaded[0].contexts, loaded[1].id) == ((long,), "r2")


def test_a_broken_line_of_10_mb_is_named_in_a_short_message(file):
    with pytest.raises(DataError, match="line 1: this is not JSON at column 10000095: the line ends before") as error:
        load_records(file(lines(record(contexts=["x" * 10_000_000])).strip()[:-2]))
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("name", ["mine.txt", "mine.json", "mine", "mine.JSONL", "m i n e.v2.ndjson"])
def test_a_file_is_read_whatever_its_suffix(name, file, monkeypatch):
    path = file(TWO, name)
    assert len(load_golden(path)) == len(load_golden(str(path))) == 2
    monkeypatch.chdir(path.parent)
    assert len(load_golden(name)) == 2


def test_a_bundled_name_means_the_bundled_set_even_where_a_file_has_that_name(file, monkeypatch):
    monkeypatch.chdir(file(TWO, "docent_golden").parent)
    assert load_golden("docent_golden")[0].question == "How much does the Pro plan cost per month?"


PRETTY = json.dumps(golden(), indent=2).encode()
BROKEN = {
    "a trailing comma in an object": (swapped('""}', '"",}'), 2, "a comma before the closing bracket; delete the comma"),
    "a trailing comma in a list": (swapped('["plans"]', '["plans", ]'), 2, "a comma before the closing bracket; delete the comma"),
    "a comma after each object": (TWO.replace(b"}\n", b"},\n"), 1, "a comma after the object; delete it"),
    "curly quotes around a name": (swapped('"kind":', "“kind”:"), 2, "a curly quote; use straight double quotes"),
    "curly quotes around a text": (swapped('"single"', "“single”"), 2, "a curly quote; use straight double quotes"),
    "a curly quote at the end of a text": (swapped('"single"', '"single”'), 2, "a curly quote; use straight double quotes"),
    "a curly quote at the end of a name": (swapped('"kind":', '"kind”:'), 2, "a curly quote; use straight double quotes"),
    "a curly quote at the end of the last text": (swapped('""}', '"x”}'), 2, "a curly quote; use straight double quotes"),
    "single quotes, as str(row) writes them": (lines(golden()) + str(golden()).encode(), 2, "a single quote; use double quotes, or write the line with json.dumps(row)"),
    "None of Python": (swapped('"25 dollars"', "None"), 2, "None is not JSON; write null"),
    "True of Python": (swapped('"25 dollars"', "True"), 2, "True is not JSON; write true"),
    "False of Python in a list": (swapped('["plans"]', "[False]"), 2, "False is not JSON; write false"),
    "a name without quotes": (swapped('"kind":', "kind:"), 2, "a name without quotes; put the name in double quotes"),
    "a comment": (b"// my questions\n" + TWO, 1, "a comment; delete it"),
    "a Windows path": (swapped('"single"', r'"C:\docs"'), 2, r"a single backslash inside text; double it: \\"),
    "a bare tab in a text": (swapped('"single"', '"a\tb"'), 2, r"a bare tab inside text; write it as \t"),
    "a bare quote in a text": (swapped('"Price of Pro?"', '"Price of "Pro"?"'), 2, r'a double quote inside text; write it as \"'),
    "a comma left out": (swapped('"25 dollars",', '"25 dollars"'), 2, "a comma is missing here; put a comma between"),
    "a colon left out": (swapped('"kind":', '"kind"'), 2, 'a colon is missing here; write "name": value'),
    "a line that was cut in a text": (TWO[:-30], 2, "never ends; close it; was the line cut"),
    "a line that was cut behind a list": (TWO[: TWO.rindex(b', "kind"')], 2, "the line ends before the object is closed; close it"),
    "two objects on one line": (TWO.replace(b"}\n{", b"} {"), 1, "two objects on one line; put each object on a line of its own"),
    "words behind the object": (TWO.replace(b"}\n{", b"} done\n{"), 1, "more stands behind the object; each line must be one JSON object"),
    "a heading row, as CSV has it": (b"id,question\n" + TWO, 1, "the line is 'id,question'; each line must be one JSON object"),
    "a text alone": (b'"q1"\n' + TWO, 1, "only '\"q1\"' stands here; each line must be one JSON object"),
    "null alone": (TWO + b"null", 3, "only 'null' stands here; each line must be one JSON object"),
    "an array on one line": (json.dumps([golden(), golden(id="q2")]).encode(), 1, "a JSON array of 2 where one JSON object belongs; write one object a line, no [ ]"),
    "an array over several lines": (b"[\n" + TWO.replace(b"}\n{", b"},\n{") + b"]\n", 1, "a JSON array of 2 over several lines", "(lines 1 to 4); write one object a line, no [ ]"),
    "a pretty-printed array": (json.dumps([golden()], indent=2).encode(), 1, "a JSON array of 1 over several lines", "no comma between"),
    "a pretty-printed object": (lines(golden(id="q2")) + b"\n" + PRETTY, 3, "one JSON object is spread over several lines (lines 3 to 21); write one object a line: json.dumps(row) without indent"),
    "a line end inside text": (swapped("Price of Pro?", "Price\nof Pro?"), 2, r"a text goes on over the end of the line (lines 2 to 3); write each line end inside text as \n"),
    "brackets without end": (b"[" * 100_000, 1, "nested too deeply to be read; each line must be one JSON object"),
    "bytes of Windows-1252": (swapped('"single"', '"caf\xe9"').decode("utf-8").encode("cp1252"), 2, "byte 0xE9 at column", "is not UTF-8 (in Windows-1252 it is 'é'); save it again as UTF-8", "PowerShell"),
    "a curly quote of Windows-1252": (lines(golden()) + b'{"id": "it\x92s"}', 2, "byte 0x92 at column 11", "it is '’'); save it again as UTF-8"),
    "a UTF-8 character cut in two": (TWO + '{"id": "é'.encode()[:-1], 3, "byte 0xC3 at column 9 is not UTF-8"),
    "nothing in it": (b"", 1, "the file is empty; write one JSON object a line"),
    "only a BOM in it": (b"\xef\xbb\xbf", 1, "the file is empty"),
    "only blank lines in it": (b"\n\r\n  \n", 1, "the file holds only blank lines; write one JSON object a line"),
    "a number of 5000 digits": (swapped('"25 dollars"', "9" * 5000), 2, "a number cannot be read", "write it as text"),
}


@pytest.mark.parametrize(("content", "line", "words"), [(each[0], each[1], each[2:]) for each in BROKEN.values()], ids=BROKEN)
def test_a_file_is_refused_that_has(content, line, words, file):
    path = file(content)
    for load in (load_golden, load_records, lambda path: list(read_rows(path))):
        if load is not load_records or line == 1:  # a golden line comes first in the others
            refused(load, path, line, None, *words)


TWICE_AND_NAN = {
    "a name twice in one object": (swapped('"kind":', '"id": "q9", "kind":'), "id", "'id' stands twice in one object; keep one of the two"),
    "a name twice inside evidence": (swapped('"quote":', '"doc_id": "auth", "quote":'), "doc_id", "'doc_id' stands twice"),
    "NaN": (swapped('"25 dollars"', "NaN"), "reference", "'reference' holds 'NaN', which is no number in JSON; write null"),
    "Infinity": (swapped('"25 dollars"', "Infinity"), "reference", "holds 'Infinity', which is no number"),
    "minus Infinity in a list": (swapped('["plans"]', '["plans", [-Infinity]]'), "relevant_ids", "holds '-Infinity', which is no number"),
    "a number beyond all floats": (swapped('"25 dollars"', "1e999"), "reference", "holds '1e999', which is no number"),
}


@pytest.mark.parametrize(("content", "field", "words"), TWICE_AND_NAN.values(), ids=TWICE_AND_NAN)
def test_what_python_would_swallow_is_refused(content, field, words, file):
    path = file(content)
    refused(load_golden, path, 2, field, words)
    refused(lambda path: list(read_rows(path)), path, 2, field, words)


WHOLE = {
    "UTF-16 with BOM, as PowerShell 5 writes it": (TWO.decode().encode("utf-16"), "UTF-16", "-Encoding utf8"),
    "UTF-16 big end first": ("\ufeff".encode("utf-16-be") + TWO.decode().encode("utf-16-be"), "UTF-16", "save it again as UTF-8"),
    "UTF-16 without BOM": (TWO.decode().encode("utf-16-le"), "UTF-16", "Notepad"),
    "an Excel workbook": (b"PK\x03\x04" + bytes(40), "a zip file or an Excel workbook", "export or unpack it"),
    "gzip": (b"\x1f\x8b\x08" + bytes(40), "compressed (gzip)", "unpack it first"),
}


@pytest.mark.parametrize(("content", "found", "fix"), WHOLE.values(), ids=WHOLE)
def test_a_whole_file_is_refused_that_is(content, found, fix, file, capsys):
    path = file(content)
    refused(load_golden, path, 0, None, f"the file is not UTF-8 text but {found}", fix)
    assert main(["validate", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"mine.jsonl: the file is not UTF-8 text but {found}")


def test_a_missing_file_names_the_near_one(file):
    path = file(TWO, "questions.jsonl")
    refused(load_golden, path.with_name("question.jsonl"), 0, None, "there is no such file; did you mean 'questions.jsonl'?")
    refused(load_records, path.with_name("questions"), 0, None, "there is no such file; did you mean 'questions.jsonl'?")
    refused(load_records, path.with_name("other.txt"), 0, None, "there is no such file; check the path")


def test_a_missing_folder_and_a_folder_are_named(file):
    path = file(TWO)
    refused(load_records, path.parent / "nowhere" / "a.jsonl", 0, None, "no such file; there is no folder", "nowhere' either")
    refused(load_records, path / "a.jsonl", 0, None, "there is no such file")
    refused(load_golden, path.parent, 0, None, "this is a folder, not a file; name a file in it, for example mine.jsonl")


def test_a_file_without_permission_is_named(file, monkeypatch):
    def locked(path):
        raise PermissionError(13, "Permission denied")

    path = file(TWO)
    monkeypatch.setattr("pathlib.Path.read_bytes", locked)
    refused(load_golden, path, 0, None, "it cannot be opened (Permission denied); look at its permissions")


def test_50000_broken_lines_are_each_reported_without_long_waiting(file):
    path = file(b'{"id": "a", "claims": [\n' * 50_000)
    started = time.perf_counter()
    problems = validate(path, "golden").problems
    assert [each.line for each in problems] == list(range(1, 50_001))
    assert time.perf_counter() - started < 20


FIELDS = [
    ("golden", golden(["claims"]), "claims", "the field 'claims' is missing; add it; every row needs id, question"),
    ("golden", golden(["relevant_ids"], relevent_ids=["plans"]), "relevent_ids", "'relevent_ids' is not a field; did you mean 'relevant_ids'?"),
    ("golden", golden(["question"], qestion="x"), "qestion", "'qestion' is not a field; did you mean 'question'?"),
    ("golden", golden(["question"], Question="x"), "Question", "'Question' is not a field; did you mean 'question'?"),
    ("golden", golden(["reference"], ground_truth="x"), "ground_truth", "'ground_truth' is not a field; did you mean 'reference'?"),
    ("golden", golden(["reference"], expected_answer="x"), "expected_answer", "did you mean 'reference'?"),
    ("golden", golden(ground_truth="x"), "ground_truth", "'ground_truth' is not a field; 'reference' is there already: delete one of the two"),
    ("golden", golden(["question"], query="x"), "query", "did you mean 'question'?"),
    ("golden", golden(["question"], user_input="x"), "user_input", "did you mean 'question'?"),
    ("golden", golden(owner="x"), "owner", "'owner' is not a field; delete it; the fields are id, question, reference"),
    ("golden", golden(id=1), "id", "'id' is a number where text belongs; write text in double quotes: \"1\""),
    ("golden", golden(id=" "), "id", "'id' is empty; write it"),
    ("golden", golden(question=""), "question", "'question' is empty; write it"),
    ("golden", golden(question=None), "question", "'question' is null where text belongs; write the text"),
    ("golden", golden(notes=["x"]), "notes", "'notes' is a list [ ] where text belongs"),
    ("golden", golden(reference=True), "reference", "'reference' is true or false where text belongs; write text in double quotes"),
    ("golden", golden(relevant_ids="plans"), "relevant_ids", "'relevant_ids' is one text where a list of page ids belongs; it must be a list: put it in [ ], ['plans']"),
    ("golden", golden(relevant_ids=None), "relevant_ids", "'relevant_ids' is null where a list of page ids belongs; it must be a list of page ids; write []"),
    ("golden", golden(relevant_ids=["plans", 7]), "relevant_ids", "holds a wrong page id: number 2 is a number where text belongs"),
    ("golden", golden(claims=[" "]), "claims", "holds a wrong claim: number 1 is empty"),
    ("golden", golden(claims=["a", None]), "claims", "holds a wrong claim: number 2 is null where text belongs"),
    ("golden", golden(evidence=["25 dollars"]), "evidence", 'number 1 is text where an object belongs; write {"doc_id": "...", "quote": "..."}'),
    ("golden", golden(evidence={"doc_id": "plans", "quote": "x"}), "evidence", "'evidence' is an object { } where a list of quotations belongs"),
    ("golden", golden(evidence=[{"doc_id": "plans"}]), "evidence", "number 1 has no 'quote'; write {"),
    ("golden", golden(evidence=[{"doc": "plans", "quote": "x"}]), "evidence", "number 1 has 'doc', which is no field of it; write {"),
    ("golden", golden(evidence=[{"doc_id": "plans", "quote": ""}]), "evidence", "number 1 has a 'quote' that is empty"),
    ("golden", golden(kind="multi source"), "kind", "'kind' is 'multi source'; did you mean 'multi-source'? It is one of: single, multi-source"),
    ("golden", golden(kind="hard"), "kind", "'kind' is 'hard'; write one of: single, multi-source, near-miss, unanswerable"),
    ("golden", golden(kind=None), "kind", "'kind' is null where text belongs; write one of: single"),
    ("golden", golden(claims=[]), "claims", "'claims' is an empty list, yet the kind is 'single'; name at least one, or make the kind 'unanswerable'"),
    ("golden", golden(evidence=[]), "evidence", "'evidence' is an empty list, yet the kind is 'single'"),
    ("golden", golden(relevant_ids=[], evidence=[]), "relevant_ids", "'relevant_ids' is an empty list, yet the kind is 'single'"),
    ("golden", golden(reference=" "), "reference", "'reference' is empty, yet the question has an answer; write the right answer"),
    ("golden", golden(**NONE_HOLDS_IT | {"claims": ["x"]}), "claims", "'claims' holds 1, yet the item is unanswerable; write [], or give the item another kind"),
    ("golden", golden(**NONE_HOLDS_IT | {"relevant_ids": ["auth"]}), "relevant_ids", "'relevant_ids' holds 1, yet the item is unanswerable"),
    ("golden", golden(**NONE_HOLDS_IT | {"evidence": GOLDEN["evidence"]}), "evidence", "'evidence' holds 1, yet the item is unanswerable"),
    ("golden", golden(relevant_ids=["plans", "backup"]), "relevant_ids", "there is no page 'backup'; did you mean 'backups'? (pages of your own: corpus=None"),
    ("golden", golden(relevant_ids=["plans", "xyz"]), "relevant_ids", "there is no page 'xyz'; the pages are auth, ratelimits, plans"),
    ("golden", golden(relevant_ids=["auth"]), "evidence", "quotes 'plans', which is not among the relevant_ids; add 'plans' to relevant_ids, or quote one of auth"),
    ("golden", golden(evidence=[{"doc_id": "plans", "quote": "90 days on Scale"}]), "evidence", "the quote '90 days on Scale' is not in the page 'plans'; it stands in 'backups'; change doc_id"),
    ("golden", golden(evidence=[{"doc_id": "plans", "quote": "the pro plan costs 25 dollars per month"}]), "evidence", "copy the words exactly as the page has them; the nearest sentence is 'The Pro plan costs 25 dollars per month"),
    ("golden", golden(evidence=[{"doc_id": "plans", "quote": "qqq"}]), "evidence", "the quote 'qqq' is not in the page 'plans'; copy the words exactly"),
    ("records", record(["answer"]), "answer", "the field 'answer' is missing; add it"),
    ("records", record(["retrieved_ids"]), "retrieved_ids", "the field 'retrieved_ids' is missing"),
    ("records", record(contexts="Pro costs 25."), "contexts", "'contexts' is one text where a list of texts belongs; it must be a list: put it in [ ]"),
    ("records", record(["contexts"], context=["x"]), "context", "'context' is not a field; did you mean 'contexts'?"),
    ("records", record(["contexts"], retrieved_contexts=["x"]), "retrieved_contexts", "did you mean 'contexts'?"),
    ("records", record(["answer"], response="x"), "response", "'response' is not a field; did you mean 'answer'?"),
    ("records", record(relevent_ids=["x"]), "relevent_ids", "did you mean 'relevant_ids'?"),
    ("records", record(ground_truth="x"), "ground_truth", "did you mean 'reference'?"),
    ("records", record(answer=None), "answer", "'answer' is null where text belongs"),
    ("records", record(claims="x"), "claims", "'claims' is one text where a list of claims belongs"),
    ("records", record(contexts=[["x"]]), "contexts", "number 1 is a list [ ] where text belongs"),
    ("records", record(retrieved_ids=[3]), "retrieved_ids", "number 1 is a number where text belongs; write text in double quotes: \"3\""),
    ("records", record(retrieved_ids=["a", "b"]), "contexts", "there are 2 retrieved ids and 1 contexts; give each retrieved id its text, in the same order"),
    ("records", record(retrieved_ids=[]), "contexts", "there are 0 retrieved ids and 1 contexts"),
]


@pytest.mark.parametrize(("kind", "row", "field", "words"), FIELDS, ids=[f"{each[0]}: {each[3][:60]}" for each in FIELDS])
def test_a_row_is_refused_with_its_field_and_fix(kind, row, field, words, file):
    first = golden(id="first") if kind == "golden" else record(id="first")
    path = file(b"\n" + lines(first, row))
    refused(load_golden if kind == "golden" else load_records, path, 3, field, words)
    assert [(each.line, each.field) for each in validate(path, kind).problems][0] == (3, field)


@pytest.mark.parametrize(("load", "row"), [(load_golden, golden()), (load_records, record())])
def test_an_id_twice_names_the_first_line(load, row, file):
    path = file(b"\n" + lines(row) + b"\n\n" + lines(row))
    refused(load, path, 5, "id", "stands on line 2 already; ids must differ; give this one another id")


def test_one_mistake_is_one_problem(file):
    row = golden(["relevant_ids"], relevent_ids=["plans"])
    assert len(validate(file(lines(row)), "golden").problems) == 1


@pytest.mark.parametrize("escape", [r"\ud83d", r"\udc00 and more"])
def test_half_a_character_is_refused_on_the_way_in(escape, file):
    refused(load_records, file(swapped('"25"', f'"{escape}"', RECORD)), 2, "answer", "half of a character (a lone surrogate)", "repair or delete")
    assert load_records(file(swapped('"25"', r'"\ud83d\ude00"', RECORD)))[1].answer == "😀"


def test_the_pages_of_a_golden_set_may_be_anybodys(file):
    path = file(lines(golden(relevant_ids=["faq"], evidence=[{"doc_id": "faq", "quote": "25 dollars"}])))
    refused(load_golden, path, 1, "relevant_ids", "there is no page 'faq'", "corpus=None")
    assert load_golden(path, corpus=None)[0].evidence == (("faq", "25 dollars"),)
    assert load_golden(path, corpus=[Document("faq", "FAQ", "It is 25 dollars.")])[0].relevant_ids == ("faq",)
    refused(lambda path: load_golden(path, corpus=[Document("faq", "", "Free.")]), path, 1, "evidence", "not in the page 'faq'")
    with pytest.raises(ValueError, match="no edition 'meridan'"):
        load_golden(path, corpus="meridan")


def test_without_pages_evidence_must_still_be_among_the_relevant_ids(file):
    path = file(lines(golden(relevant_ids=["faq"])))
    refused(lambda path: load_golden(path, corpus=None), path, 1, "evidence", "quotes 'plans', which is not among")


def test_an_unanswerable_item_needs_no_reference(file):
    (item,) = load_golden(file(lines(golden(reference="", **NONE_HOLDS_IT))))
    assert (item.reference, item.relevant_ids, item.evidence, item.claims) == ("", (), (), ())


# Records in files

anything = st.text(max_size=12) | st.sampled_from(["\u2028", "a\u2029b", "\x85", "\r\n", '"', "“", "\\", "\x00", "\ufeff", "😀", "NaN"])
filled = anything.filter(str.strip)
some_ids = st.lists(filled, max_size=3).map(tuple)
ranked = st.lists(st.tuples(filled, anything), max_size=3)
unique = {"unique_by": lambda record: record.id, "min_size": 1, "max_size": 4}
one_record = st.builds(
    lambda id, question, answer, found, *rest: Record(
        id, question, answer, tuple(each for each, _ in found), tuple(text for _, text in found), *rest
    ),
    filled, filled, anything, ranked, st.none() | anything, st.none() | some_ids, st.none() | some_ids, st.none() | anything,
    st.none() | anything,
)


@given(st.lists(one_record, **unique))
def test_records_come_back_from_a_file_as_they_were(tmp_path_factory, records):
    path = tmp_path_factory.mktemp("round") / "records.jsonl"
    save_records(records, path)
    assert load_records(path) == records


@given(st.lists(one_record, **unique))
def test_records_come_back_from_ragas_rows_as_they_were(records):
    rows = to_ragas(records)
    assert from_ragas(rows) == records
    assert from_ragas(json.loads(json.dumps(rows))) == records


def test_docents_records_come_back_with_none_empty_and_tuples_kept_apart(tmp_path):
    records = [*Docent(load_corpus()).run(load_golden()), Record("x", "q", "", (), (), None, (), None), Record("y", "q", "", (), (), "", None, ())]
    save_records(iter(records), tmp_path / "run")
    assert load_records(tmp_path / "run") == records
    assert isinstance(load_records(tmp_path / "run")[0].contexts, tuple)


def test_a_saved_file_is_plain_utf8_lines_that_people_can_read(tmp_path):
    save_records([Record("r1", "Größe?\n\u2028", "“25” €", ("a",), ("b",)), Record("r2", "x", "", (), ())], tmp_path / "a.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (
        '{"id": "r1", "question": "Größe?\\n\u2028", "answer": "“25” €", "retrieved_ids": ["a"], "contexts": ["b"]}\n'
        '{"id": "r2", "question": "x", "answer": "", "retrieved_ids": [], "contexts": []}\n'
    ).encode()


UNSAVED = {
    "half of a character": ([Record("r1", "q", "\ud83d", (), ())], 1, "answer", "half of a character"),
    "an id twice": ([Record("r1", "q", "", (), ())] * 2, 2, "id", "stands on line 1 already"),
    "ids and contexts of different length": ([Record("r1", "q", "", ("a", "b"), ("c",))], 1, "contexts", "2 retrieved ids and 1 contexts"),
    "one text for contexts": ([Record("r1", "q", "", ("a",), "text")], 1, "contexts", "is one text where a list"),
    "a set for a ranking": ([Record("r1", "q", "", {"a"}, ("b",))], 1, "retrieved_ids", "is a set where a list of ids belongs"),
    "a number for text": ([Record("r1", "q", 25, (), ())], 1, "answer", "is a number where text belongs"),
    "NaN for text": ([Record("r1", "q", "", (), (), float("nan"))], 1, "reference", "'reference' is NaN; write null"),
    "no record at all": ([], 0, None, "there is no record to save"),
}


@pytest.mark.parametrize(("records", "line", "field", "words"), UNSAVED.values(), ids=UNSAVED)
def test_saving_refuses_and_leaves_the_old_file_for(records, line, field, words, file):
    path = file(lines(record()))
    refused(lambda path: save_records(records, path), path, line, field, words)
    assert [each.name for each in path.parent.iterdir()] == ["mine.jsonl"]
    assert load_records(path) == [Record("r1", "Price?", "25", ("plans",), ("Pro costs 25.",))]


def test_saving_something_else_than_records_says_what_it_wants(tmp_path):
    with pytest.raises(DataError, match=r"^row 1: an object \{ \} where a Record belongs; save Record\(...\) objects; from_ragas"):
        save_records([record()], tmp_path / "a.jsonl")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("where", ["json.dumps", "os.fsync", "os.replace"])
@pytest.mark.parametrize("how", [KeyboardInterrupt, OSError])
def test_an_interrupted_save_loses_nothing(where, how, file, monkeypatch):
    path = file(lines(record()))
    module, name = where.split(".")
    right, calls = getattr(getattr(jsonl, module), name), []

    def interrupt(*arguments, **options):
        calls.append(arguments)
        if where != "json.dumps" or len(calls) == 2:
            raise how("stop")
        return right(*arguments, **options)

    monkeypatch.setattr(getattr(jsonl, module), name, interrupt)
    with pytest.raises(how):
        save_records([Record(f"n{each}", "q", "", (), ()) for each in range(3)], path)
    monkeypatch.undo()
    assert [each.name for each in path.parent.iterdir()] == ["mine.jsonl"]
    assert path.read_bytes() == lines(record())


def test_saving_over_a_file_keeps_its_permissions_and_links(file):
    path = file(lines(record()))
    path.chmod(0o600)
    link = path.with_name("link.jsonl")
    try:
        link.symlink_to(path)
    except OSError:
        pytest.skip("this system lets nobody make links")
    save_records([Record("new", "q", "", (), ())], link)
    assert link.is_symlink() and load_records(path)[0].id == "new"
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o600


def test_saving_where_no_file_can_be_says_why(tmp_path):
    records = [Record("r1", "q", "", (), ())]
    refused(lambda path: save_records(records, path), tmp_path / "nowhere" / "a.jsonl", 0, None, "there is no folder", "make it first")
    refused(lambda path: save_records(records, path), tmp_path, 0, None, "this is a folder, not a file")


# Records and Ragas

ROW = {"user_input": "Price?", "retrieved_contexts": ["Pro costs 25."], "response": "25", "reference": "25 dollars"}


def test_records_go_out_under_ragas_names():
    full = Record("r1", "Price?", "25", ("plans",), ("Pro costs 25.",), "25 dollars", ("plans",), ("It is 25.",), "single", "meridian")
    extra = {"id": "r1", "retrieved_ids": ["plans"], "relevant_ids": ["plans"], "claims": ["It is 25."], "kind": "single", "corpus": "meridian"}
    assert to_ragas([full]) == [{**ROW, **extra}]


def test_ragas_rows_without_ids_get_them_by_place():
    twice = {**ROW, "retrieved_contexts": ["a", "b", "a"]}
    first, second, third = from_ragas([ROW, twice, {**ROW, "id": "mine"}])
    assert [each.id for each in (first, second, third)] == ["r1", "r2", "mine"]
    assert second.retrieved_ids == ("r2-c1", "r2-c2", "r2-c1")
    assert third.retrieved_ids == ("mine-c1",)
    assert first == Record("r1", "Price?", "25", ("r1-c1",), ("Pro costs 25.",), "25 dollars")


def test_ragas_own_names_for_ids_and_its_empty_fields_are_understood():
    row = {**ROW, "retrieved_context_ids": ["plans"], "reference_context_ids": ["plans", "auth"], "rubrics": None, "multi_responses": None}
    assert from_ragas([row]) == [Record("r1", "Price?", "25", ("plans",), ("Pro costs 25.",), "25 dollars", ("plans", "auth"))]


RAGAS_ROWS = {
    "contexts as one text": ({**ROW, "retrieved_contexts": "Pro"}, "retrieved_contexts", "is one text where a list of texts belongs; it must be a list"),
    "no response": ({"user_input": "x", "retrieved_contexts": []}, "response", "the field 'response' is missing"),
    "the names before Ragas 0.2": ({"question": "x", "contexts": [], "answer": ""}, "question", "'question' is not a field; did you mean 'user_input'?"),
    "ground_truth": ({**ROW, "ground_truth": "x"}, "ground_truth", "'reference' is there already"),
    "contexts and ids of different length": ({**ROW, "retrieved_ids": ["a", "b"]}, "contexts", "2 retrieved ids and 1 contexts"),
    "labels but no retrieved ids to hold them against": ({**ROW, "relevant_ids": ["a"]}, "retrieved_ids", "the field 'retrieved_ids' is missing"),
    "ids that are numbers": ({**ROW, "retrieved_context_ids": [4]}, "retrieved_ids", 'write text in double quotes: "4"'),
    "a filled field without a place": ({**ROW, "rubrics": {"a": "b"}}, "rubrics", "'rubrics' is not a field; delete it"),
    "NaN, as pandas writes it": ({**ROW, "reference": float("nan")}, "reference", "'reference' is NaN; write null; in pandas: frame.astype(object)"),
    "an id twice": ({**ROW, "id": "r1"}, "id", "the id 'r1' stands on row 1 already"),
    "a conversation": ({**ROW, "user_input": [{"content": "x"}]}, "user_input", "'user_input' is a list [ ] where text belongs"),
}


@pytest.mark.parametrize(("row", "field", "words"), RAGAS_ROWS.values(), ids=RAGAS_ROWS)
def test_ragas_rows_are_refused_with_row_field_and_fix(row, field, words):
    with pytest.raises(DataError) as error:
        from_ragas([ROW, row])
    assert (error.value.file, error.value.line, error.value.field) == (None, 2, field)
    assert str(error.value).startswith("row 2: ") and words in str(error.value)


@pytest.mark.parametrize("row", [ROW | {}, ["x"], "text", None])
def test_one_row_or_something_else_in_place_of_rows_is_refused(row):
    with pytest.raises(DataError, match=r"^row 1: .* where a row belongs; each row must be a dict: dataset.to_list\(\)"):
        from_ragas(row if isinstance(row, dict) else [row])


def test_ragas_own_schema_takes_our_rows_and_gives_them_back():
    schema = pytest.importorskip("ragas.dataset_schema")
    records = Docent(load_corpus()).run(load_golden())
    rows = to_ragas(records)
    samples = [schema.SingleTurnSample(**row) for row in rows]
    for sample, record in zip(samples, records, strict=True):
        assert (sample.user_input, sample.response, sample.reference) == (record.question, record.answer, record.reference)
        assert tuple(sample.retrieved_contexts) == record.contexts
    back = from_ragas(sample.model_dump() for sample in samples)
    assert [(each.question, each.answer, each.contexts, each.reference) for each in back] == [
        (each.question, each.answer, each.contexts, each.reference) for each in records
    ]
    assert len(schema.EvaluationDataset.from_list(rows).samples) == len(records)


# The command


def said(capsys, *arguments) -> tuple[int, list[str]]:
    code = main([str(each) for each in arguments])
    return code, capsys.readouterr().out.splitlines()


def test_validate_says_that_there_is_no_problem(file, capsys):
    assert said(capsys, "validate", ROOT / "golden_sets/docent_golden.jsonl") == (0, [f"{len(load_golden())} items, no problem"])
    assert said(capsys, "validate", file(lines(record()))) == (0, ["1 item, no problem"])


def test_validate_names_every_problem_line_by_line(file, capsys):
    path = file(
        lines(golden(["claims"], kind="hard"), golden(id="q2")) + b"{'id': 'q3'}\n\n" + PRETTY + b"\n"
        + lines(golden(id="q4", relevant_ids=["plans", "backup"])) + b'{"id": "\xe9"}\n' + lines(golden(id="q2"))
    )
    code, out = said(capsys, "validate", path)
    assert code == 1
    starts = [
        "line 1: the field 'claims' is missing;", "line 1: 'kind' is 'hard';", "line 3: this is not JSON at column 2: a single quote;",
        "line 5: one JSON object is spread over several lines (lines 5 to 23);", "line 24: there is no page 'backup'; did you mean 'backups'?",
        "line 24: no evidence is quoted from 'backup';", "line 24: 'single', yet there are several relevant pages;",
        "line 25: byte 0xE9 at column 9 is not UTF-8", "line 26: the id 'q2' stands on line 2 already;", "9 problems on 6 lines, 1 right; read as golden",
    ]
    assert [(line, start) for line, start in zip(out, starts, strict=True) if not line.startswith(start)] == []


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (golden(["claims"]), "golden"),
        (golden(["evidence"], evidense=[]), "golden"),
        (record(contexts="x"), "records"),
        (record(["answer"], response="x"), "records"),
        ({**RECORD, "reference": "x", "relevant_ids": ["a"], "claims": 3, "kind": "single"}, "records"),
    ],
)
def test_validate_sees_the_kind_by_the_fields_unless_it_is_told(row, kind, file, capsys):
    path = file(lines(row))
    assert said(capsys, "validate", path)[1][-1].endswith(f"read as {kind}")
    other = {"golden": "records", "records": "golden"}[kind]
    assert said(capsys, "validate", path, "--kind", other)[1][-1].endswith(f"read as {other}")


def test_validate_says_when_the_kind_cannot_be_told(file, capsys):
    path = file(lines({"foo": 1}))
    assert main(["validate", str(path)]) == 2
    assert "no field shows whether these are golden items, records or something else; add --kind" in capsys.readouterr().err
    assert said(capsys, "validate", path, "--kind", "golden")[0] == 1


def test_validate_gives_2_for_what_cannot_be_read_and_1_for_an_empty_file(file, capsys):
    path = file(b"")
    assert main(["validate", str(path.with_name("mines.jsonl"))]) == 2
    assert capsys.readouterr().err == "mines.jsonl: there is no such file; did you mean 'mine.jsonl'?\n"
    assert main(["validate", str(path.parent)]) == 2
    capsys.readouterr()
    code, out = said(capsys, "validate", path)
    assert (code, out[0].startswith("line 1: the file is empty;")) == (1, True)


def test_validate_checks_pages_against_the_edition_that_is_named(file, capsys):
    path = file(lines(golden(relevant_ids=["faq"], evidence=[{"doc_id": "faq", "quote": "25 dollars"}])))
    assert said(capsys, "validate", path)[0] == 1
    assert said(capsys, "validate", path, "--corpus", "none") == (0, ["1 item, no problem"])
    assert main(["validate", str(path), "--corpus", "meridan"]) == 2
    assert "no edition 'meridan'" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["validate"], ["validate", "a", "--kind", "x"], ["valid"]])
def test_wrong_arguments_end_with_2_and_the_usage(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: ragdiag" in capsys.readouterr().err


def test_a_terminal_that_cannot_show_a_character_still_gets_the_line(file):
    path = file(lines(golden(kind="größer")))
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "ragdiag_helpers.cli", "validate", path]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(r"line 1: 'kind' is 'gr\xf6\xdfer'; write one of")


def test_the_installed_command_is_this_one():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, name = scripts["ragdiag"].split(":")
    assert getattr(import_module(module), name) is main


def test_reading_needs_no_more_than_the_standard_library_and_numpy():
    code = "import sys, ragdiag_helpers.cli; print(sorted({'ragas', 'pandas', 'anthropic', 'matplotlib'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True).stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("text", "count", "words"),
    [
        ('{\n  "id": "a",\n  "question": "x, }",\n}\n', 1, "spread over several lines, with a comma before a closing bracket"),
        ('[\n{"id": "a"},\n{"id": "b"},\n]\n', 1, "a JSON array of 2 over several lines"),
        ('Here are your items:\n', 1, "delete the line if it is no row"),
        ("<<<<<<< HEAD\n", 1, "resolve the conflict first"),
        ('"{\\"id\\": 1}"\n', 1, "json.dumps was applied twice"),
        ('1. {"id": "a"}\n', 1, "delete the number"),
        ('{"id": "a"}\u2028{"id": "b"}\n', 1, "end each row with"),
    ],
)
def test_what_models_and_editors_write_is_one_problem_with_its_fix(text, count, words, file):
    problems = [row for _, row in scan_rows(file(text.encode())) if isinstance(row, Problem)]
    assert len(problems) == count
    assert words in str(problems[0])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"relevant_ids": "['plans']"}, "a list written as text"),
        ({"evidence": {"doc_id": "plans", "quote": "x"}}, "put it in [ ]"),
        ({"kind": "answerable"}, "write one of: single"),
        ({"kind": "Near Miss"}, "did you mean 'near-miss'"),
        ({"relevant_ids": ["plans", "auth"], "kind": "multi-source"}, "no evidence is quoted from 'auth'"),
        ({"relevant_ids": ["plans", "plans"]}, "holds 'plans' twice"),
        ({"id": "q1 "}, "a blank edge"),
        ({"id": "q\u200b1"}, "an invisible character"),
        ({"evidence": [{"doc_id": "plans", "quote": "dollars per month"}]}, "more than once"),
        ({"evidence": [{"doc_id": "plans", "quote": "5 dollars per month"}]}, "inside a longer word"),
        ({"kind": "multi-source"}, "yet there is one quote"),
    ],
)
def test_a_golden_row_that_a_careful_reader_would_refuse_is_refused(changes, words, file):
    with pytest.raises(DataError) as refused:
        load_golden(file(lines(golden(**changes))))
    assert words in str(refused.value)


def test_null_notes_are_no_notes(file):
    assert load_golden(file(lines(golden(notes=None))))[0].notes == ""


def test_the_command_shows_a_flood_of_problems_in_part(file, capsys):
    code, out = said(capsys, "validate", file(b"x\n" * 1000))
    assert (code, len(out)) == (1, 202)
    assert out[-2] == "... and 800 more: mend these first"
