"""After a change to the corpus: run Docent again for ten_failures.jsonl and copy the pages into the label contexts.

    python tools/refresh.py

Labels, diagnoses and replies are people's words and stay as they are: read again what this prints. A reply whose request
no longer fits is never used (tests/test_golden_sets.py names it); write or record it anew.
"""

import json
from functools import cache
from pathlib import Path

from ragdiag_helpers.corpus import GOLDEN_SETS, chunk_words, load_corpus
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.jsonl import read_rows, write_rows
from ragdiag_helpers.records import Record

corpus = cache(load_corpus)


def refresh(folder: Path = GOLDEN_SETS) -> list[str]:
    """Write both files anew and return the ids of the rows that changed."""
    changed = []
    for name, update in {"ten_failures": run_again, "judge_labels": copy_pages, "judge_labels_second_pass": copy_pages}.items():
        path = folder / f"{name}.jsonl"
        old = [row for _, row in read_rows(path)]
        new = [update(dict(row)) for row in old]
        write_rows(new, path)
        changed += [row["id"] for row, before in zip(new, old) if json.dumps(row) != json.dumps(before)]
    return changed


def ask_again(row: dict) -> Record:
    """What Docent retrieves and says today, set up as the row says."""
    documents = corpus(row["edition"])
    if row["chunk_size"]:
        documents = [chunk for page in documents for chunk in chunk_words(page, row["chunk_size"], row["chunk_overlap"])]
    return Docent(documents, row["retriever"], k=row["k"]).ask(row["question"])


def run_again(row: dict) -> dict:
    record = ask_again(row)
    row.update(retrieved_ids=list(record.retrieved_ids), contexts=list(record.contexts))
    if row["answer_origin"].startswith("Docent's"):
        row["answer"] = record.answer
    return row


def copy_pages(row: dict) -> dict:
    pages = {page.id: page.text for page in corpus("meridian")}
    row["context"] = "\n\n".join(pages[page] for page in row["doc_ids"])
    return row


if __name__ == "__main__":
    print("changed, to be read again:", ", ".join(refresh()) or "nothing")
