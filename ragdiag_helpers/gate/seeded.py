"""The seeded history of lesson 7: Docent under thirty settings, as if they were thirty commits. The runs are real, the commits made up.

``golden_sets/history/commits.toml`` holds commits and messages, written for the course; ``runs.json`` what came of running each, written by
``golden_sets/history/make.py``. ``answer`` runs one again.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..corpus import GOLDEN_SETS, Chunk, Document, chunk_words, load_corpus
from ..docent import RETRIEVERS, Docent, ExtractiveGenerator
from ..golden import load_golden
from ..jsonl import DataError
from ..records import Record
from ..verdicts import Judge
from .runs import Run
from .stored import read_run

HISTORY = GOLDEN_SETS / "history" / "runs.json"
START = {
    "edition": "meridian", "order": "as written", "renamed": {}, "chunk": 0, "overlap": 0, "indexed": 0, "retriever": "tfidf", "k": 2,
    "threshold": 0.4, "questions": 60, "judge": "overlap 0.5",
}  # fmt: skip
MEASURE = ("questions", "judge")  # the settings of the measurement; all others are the system's
COLUMNS = ("judge", "judge_fingerprint", "data_fingerprint")


class SeededRun(NamedTuple):
    """A run, the message of its commit, a fingerprint of the system (its settings and pages) and one of what it retrieved and answered.

    ``setup``: all settings, those of the measurement too, as ``answer`` and ``judge_of`` take them.
    """

    run: Run
    message: str
    system: str
    answers: str
    setup: dict


def load_seeded() -> list[SeededRun]:
    """Return the thirty runs, oldest first. Raises DataError with the line for a file that cannot have been written by make.py."""
    lines = HISTORY.read_text(encoding="utf-8").splitlines()  # "[", then a run on each line, then "]"
    return [_seeded(number, line) for number, line in enumerate(lines[1:-1], start=2)]


def _seeded(number: int, line: str) -> SeededRun:
    try:
        row = json.loads(line.removesuffix(","))
        texts = (json.dumps(row[name]) for name in ("settings", "lines", "means", "tally"))
        settings, lines, means, tally = texts
        whole = (row["run"], "", row["commit"], settings, *(row[name] for name in COLUMNS), lines, "", None, row["rows"], means, tally)
        setup = {**row["settings"], "questions": row["questions"], "judge": row["asked"]}
        return SeededRun(read_run(whole), row["message"], row["system"], row["answers"], setup)
    except (KeyError, TypeError, ValueError) as problem:
        raise DataError(HISTORY, number, None, "write it anew: python golden_sets/history/make.py", f"this is no run ({problem})") from None


def answer(settings: Mapping[str, object]) -> list[Record]:
    """Run Docent under the settings of a commit (START says which there are) over the first ``questions`` of the golden set."""
    setup = {**START, **settings}
    retriever = _indexed(RETRIEVERS[setup["retriever"]], setup["indexed"])
    docent = Docent(documents(setup), retriever, ExtractiveGenerator(setup["threshold"]), setup["k"])
    return docent.run(load_golden()[: setup["questions"]])


def documents(setup: Mapping[str, object]) -> list[Document | Chunk]:
    """The pages of an edition under their titles, in their order, whole or cut into chunks of so many words (0: whole)."""
    pages = [replace(page, title=setup["renamed"].get(page.id, page.title)) for page in load_corpus(setup["edition"])]
    if setup["order"] == "by title":
        pages.sort(key=lambda page: page.title)
    size = setup["chunk"]
    return [chunk for page in pages for chunk in chunk_words(page, size, setup["overlap"])] if size else pages


def _indexed(retriever, words: int):
    """The retriever, looking at the first so many words of each document only (0: at all); it gives the whole documents back."""
    if not words:
        return retriever

    def cut(question, documents, k):
        heads = [replace(each, text=" ".join(each.text.split()[:words])) for each in documents]
        whole = {each.id: each for each in documents}
        return [whole[each.id] for each in retriever(question, heads, k)]

    return cut


def judge_of(settings: Mapping[str, object]) -> Judge:
    """The judge that a commit's measurement asked: "offline", or "overlap" and its share. Raises ValueError for another."""
    from ..judges import get_judge
    from ..judges.overlap import OverlapJudge

    name, _, share = {**START, **settings}["judge"].partition(" ")
    return OverlapJudge(float(share)) if name == "overlap" else get_judge(name)


def system_fingerprint(settings: Mapping[str, object]) -> str:
    """A short hash of all that decides the answers: the settings but those of MEASURE, and the words of the pages."""
    setup = {**START, **settings}
    kept = {name: setup[name] for name in setup if name not in MEASURE}
    return _hash([kept, [(each.id, each.title, each.text) for each in documents(setup)]])


def answers_fingerprint(records: Iterable[Record]) -> str:
    """A short hash of what was retrieved and answered."""
    return _hash([(record.id, record.retrieved_ids, record.answer) for record in records])


def _hash(value: Sequence) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]
