"""Fenwick, the second domain: its pages, questions and labels hold together, and its records come from running its pipeline."""

import json
import os
import subprocess
import sys
from collections import Counter

import pytest
from conftest import ROOT

from ragdiag_helpers.corpus import Document
from ragdiag_helpers.golden import load_golden
from ragdiag_helpers.labels import load_labels
from ragdiag_helpers.records import load_records
from ragdiag_helpers.validate import validate

FENWICK = ROOT / "golden_sets" / "fenwick"
HARD_KINDS = {
    "plain", "paraphrase", "card numbers", "units and currency", "negation", "role swap", "added degree", "several sentences", "plausible extra",
}


def page(path) -> Document:
    title, _, text = path.read_text(encoding="utf-8").partition("\n")
    assert title.startswith("# ")
    return Document(path.stem, title[2:], text.strip())


PAGES = {path.stem: page(path) for path in sorted((FENWICK / "pages").glob("*.md"))}
GOLDEN = load_golden(FENWICK / "golden.jsonl", corpus=list(PAGES.values()))
LABELS = load_labels(FENWICK / "labels.jsonl")
README = " ".join((FENWICK / "README.md").read_text(encoding="utf-8").split())
SECOND = FENWICK / "labels_second_pass.jsonl"


def run_pipeline(out, *options, seed="0"):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
    command = [sys.executable, str(FENWICK / "pipeline.py"), str(out), *options]
    return subprocess.run(command, env=env, cwd=out.parent, capture_output=True, text=True)


@pytest.mark.parametrize("each", PAGES.values(), ids=lambda each: each.id)
def test_a_page_has_a_title_and_is_as_long_as_a_help_page(each):
    assert each.title.strip() and 60 <= len(each.text.split()) <= 250


def test_pages_come_in_the_forms_of_real_help_pages():
    texts = [each.text for each in PAGES.values()]
    for mark in ("\n- ", "\n1. ", "\n|---", "**"):
        assert sum(mark in text for text in texts) >= 2, mark
    assert len({each.title for each in PAGES.values()}) == len(PAGES) >= 34


def test_the_golden_file_is_valid_against_the_pages_and_only_against_them():
    found = validate(FENWICK / "golden.jsonl", corpus=list(PAGES.values()))
    assert (found.kind, found.problems, found.right) == ("golden", (), len(GOLDEN))
    assert validate(FENWICK / "golden.jsonl").right == sum(item.kind == "unanswerable" for item in GOLDEN)  # Meridian has no such pages


def test_there_are_enough_questions_of_each_kind_and_none_twice():
    kinds = Counter(item.kind for item in GOLDEN)
    assert len(GOLDEN) >= 36 and kinds["multi-source"] >= 5 and kinds["near-miss"] >= 5 and kinds["unanswerable"] >= 6
    assert len({item.question for item in GOLDEN}) == len({item.id for item in GOLDEN}) == len(GOLDEN)
    assert f"{kinds['single']} single, {kinds['multi-source']} multi-source, {kinds['near-miss']} near-miss, {kinds['unanswerable']} unanswerable" in README


@pytest.mark.parametrize("item", GOLDEN, ids=lambda item: item.id)
def test_each_quote_stands_once_in_its_page_and_the_notes_say_what_is_hard(item):
    assert all(PAGES[name].text.count(quote) == 1 for name, quote in item.evidence)
    assert item.notes.startswith("Near miss") == (item.kind == "near-miss")
    assert item.notes.startswith("Tempting") == (item.kind == "unanswerable")


def test_labels_are_many_and_balanced_and_of_every_hard_kind():
    counts, kinds = Counter(label.label for label in LABELS), Counter(label.hard_kind for label in LABELS)
    assert len(LABELS) >= 120 and 0.45 <= counts["supported"] / len(LABELS) <= 0.55
    assert set(kinds) == HARD_KINDS and kinds["plain"] >= 40 and kinds["paraphrase"] >= 14
    assert {label.label for label in LABELS if label.hard_kind == "plausible extra"} == set(counts)
    assert all(label.reason and label.labelled_by == "course author" for label in LABELS)


def test_label_contexts_are_made_of_the_pages():
    for label in LABELS:
        assert 1 <= len(label.doc_ids) <= 3
        assert label.context == "\n\n".join(PAGES[name].text for name in label.doc_ids)


def test_every_page_is_labelled_and_no_claim_occurs_twice():
    assert {name for label in LABELS for name in label.doc_ids} == set(PAGES)
    assert len({label.claim for label in LABELS}) == len({label.id for label in LABELS}) == len(LABELS)


def test_neither_ids_nor_neighbours_give_a_label_away():
    assert [label.id for label in LABELS] == [f"fw{number}" for number in range(1, len(LABELS) + 1)]
    assert not any(set(one.doc_ids) & set(two.doc_ids) for one, two in zip(LABELS, LABELS[1:]))
    changes = sum(one.label != two.label for one, two in zip(LABELS, LABELS[1:]))
    assert 0.35 <= changes / (len(LABELS) - 1) <= 0.65
    assert 0.4 <= sum(label.label == "supported" for label in LABELS[::2]) / len(LABELS[::2]) <= 0.6


def test_the_readme_counts_the_labels_rightly():
    table = Counter((label.hard_kind, label.label) for label in LABELS)
    for kind in HARD_KINDS:
        assert f"| `{kind}` | {table[kind, 'supported']} | {table[kind, 'not supported']} |" in README
    counts = Counter(label.label for label in LABELS)
    assert f"{counts['supported']} are supported, {counts['not supported']} not supported" in README
    assert f"In {sum(len(label.doc_ids) > 1 for label in LABELS)} rows there are two or three pages" in README
    for name, rows in (("golden", GOLDEN), ("labels", LABELS), ("records", load_records(FENWICK / "records.jsonl"))):
        assert any(line.startswith(f"| `{name}.jsonl`") and line.endswith(f"| {len(rows)} |") for line in table_lines())


def table_lines() -> list[str]:
    return [line for line in (FENWICK / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("|")]


def test_the_readme_says_of_a_second_labeller_what_is_so():
    if not SECOND.exists():
        assert "no second labeller yet" in README
        return
    second = {label.id: label.label for label in load_labels(SECOND)}
    assert second.keys() == {label.id for label in LABELS}
    assert f"agree on {sum(second[label.id] == label.label for label in LABELS)} of {len(LABELS)} claims" in README


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_records_are_what_the_pipeline_writes_byte_for_byte(tmp_path, seed):
    out = tmp_path / "records.jsonl"
    done = run_pipeline(out, seed=seed)
    assert done.returncode == 0, done.stderr
    assert out.read_bytes() == (FENWICK / "records.jsonl").read_bytes()


def test_another_k_retrieves_as_many_chunks_and_a_k_of_none_is_refused(tmp_path):
    assert run_pipeline(tmp_path / "five.jsonl", "--k", "5").returncode == 0
    records = load_records(tmp_path / "five.jsonl")
    assert max(len(record.retrieved_ids) for record in records) == 5
    first_three = [record.retrieved_ids[:3] for record in records]
    assert first_three == [record.retrieved_ids for record in load_records(FENWICK / "records.jsonl")]
    refused = run_pipeline(tmp_path / "none.jsonl", "--k", "0")
    assert refused.returncode == 2 and "--k must be 1 or more" in refused.stderr and not (tmp_path / "none.jsonl").exists()


def test_the_records_answer_the_golden_questions_in_chunks_of_the_right_pages():
    for record, item in zip(load_records(FENWICK / "records.jsonl"), GOLDEN, strict=True):
        assert (record.id, record.question, record.reference, record.claims, record.kind) == (item.id, item.question, item.reference, item.claims, item.kind)
        assert {name.split("#")[0] for name in record.relevant_ids} == set(item.relevant_ids)
        for name, text in zip(record.retrieved_ids, record.contexts, strict=True):
            assert text in PAGES[name.split("#")[0]].text
            held = [quote for owner, quote in item.evidence if owner == name.split("#")[0] and quote in text]
            assert not held or name in record.relevant_ids


def test_the_bot_is_neither_always_right_nor_always_wrong():
    records = load_records(FENWICK / "records.jsonl")
    found = [set(record.relevant_ids) <= set(record.retrieved_ids) for record in records if record.relevant_ids]
    sorry = [record for record in records if record.answer.startswith("Sorry")]
    assert 0.4 <= sum(found) / len(found) <= 0.9
    assert {record.kind == "unanswerable" for record in sorry} == {True, False} and len(sorry) < len(records) / 2


def test_the_pipeline_uses_nothing_of_the_package_but_the_writer_of_records():
    lines = (FENWICK / "pipeline.py").read_text(encoding="utf-8").splitlines()
    imports = [line.strip() for line in lines if line.strip().startswith(("from ", "import ")) and "ragdiag" in line]
    assert imports == ["from ragdiag_helpers.records import Record, save_records"]


def test_every_line_is_compact_json_in_utf_8_without_carriage_returns():
    for path in FENWICK.glob("*.jsonl"):
        data = path.read_bytes()
        assert data.endswith(b"}\n") and b"\r" not in data
        assert all(isinstance(json.loads(line), dict) for line in data.decode("utf-8").splitlines())
