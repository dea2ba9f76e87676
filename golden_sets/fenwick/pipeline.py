"""The help bot of Fenwick Libraries, as a small outside team might build one: BM25 over paragraphs, answers by quoting.

    python golden_sets/fenwick/pipeline.py OUT.jsonl [--k 3]

writes one record for each question of golden.jsonl. Of ragdiag_helpers it uses the writer of records, and nothing else.
"""

import argparse
import json
import re
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
CHUNK_WORDS = 40  # paragraphs are joined until they have as many words
MIN_SCORE = 4.0  # a best chunk below this, and the bot says sorry
MIN_SHARE = 0.22  # a best sentence below this share of the question's weight, likewise
SORRY = "Sorry, I couldn't find that in our help pages."
STOP = set("a an and are as at be by can do does for from have how i if in is it my of on or the there to what when where which who you your".split())


def words(text):
    """Lower-case words without the commonest ones, a plural s cut off."""
    found = re.findall(r"[a-z0-9£]+", text.lower())
    return [word.rstrip("s") if len(word) > 3 else word for word in found if word not in STOP]


def load_chunks():
    """Chunks of all pages as dicts: paragraphs joined until there are CHUNK_WORDS words; no paragraph is ever cut."""
    chunks = []
    for path in sorted((HERE / "pages").glob("*.md")):
        title, _, text = path.read_text(encoding="utf-8").partition("\n")
        text, number, start = text.strip(), 0, 0
        for end in [*(each.start() for each in re.finditer(r"\n\n", text)), len(text)]:
            if len(text[start:end].split()) >= CHUNK_WORDS or end == len(text):
                chunk = {"id": f"{path.stem}#{number}", "page": path.stem, "start": start, "end": end, "text": text[start:end]}
                chunks.append({**chunk, "title": title, "page_text": text})
                number, start = number + 1, end + 2
    return chunks


def bm25(chunks, k1=1.5, b=0.75):
    """Okapi BM25 over title and text: the weight of each word (column) in each chunk (row), and of each word alone."""
    bags = [words(chunk["title"] + " " + chunk["text"]) for chunk in chunks]
    columns = {word: column for column, word in enumerate(sorted(set().union(*bags)))}
    counts = np.array([np.bincount([columns[word] for word in bag], minlength=len(columns)) for bag in bags])
    lengths, seen = counts.sum(axis=1, keepdims=True), (counts > 0).sum(axis=0)
    idf = np.log(1 + (len(bags) - seen + 0.5) / (seen + 0.5))
    weights = idf * counts * (k1 + 1) / (counts + k1 * (1 - b + b * lengths / lengths.mean()))
    return columns, weights, {word: float(idf[column]) for word, column in columns.items()}


def sentences(text):
    """Sentences, list items and table rows, without the Markdown and the head of a table."""
    lines = [line for line in re.sub(r"\|.*\n\|-.*\n", "", text).splitlines() if line]
    parts = [part for line in lines for part in re.split(r"(?<=[.!?])\s+", line)]
    return [re.sub(r"\*\*|^(?:-|\d+\.)\s+", "", part).strip("| ").replace(" | ", ", ") for part in parts]


def answer(question, contexts, idf):
    """Up to two sentences that share most weight with the question, earlier chunks first; SORRY where nothing comes near."""
    asked, scored = sorted(set(words(question))), []
    total = sum(idf.get(word, max(idf.values())) for word in asked) or 1.0
    for rank, text in enumerate(contexts):
        for each in sentences(text):
            shared = sum(idf[word] for word in asked if word in words(each))
            scored.append((round(0.9**rank * shared / total, 6), each))
    best = sorted(scored, key=lambda pair: -pair[0])[:2]
    said = [each for share, each in best if share >= max(MIN_SHARE, 0.7 * best[0][0])]
    return " ".join(["Thanks for asking!", *(each if each[-1] in ".!?" else each.rstrip(":") + "." for each in said)]) if said else SORRY


def relevant_chunks(evidence, chunks):
    """Ids of the chunks that hold the quotes, found by their place in the page; both halves where a boundary cuts a quote."""
    found = []
    for quote in evidence:
        for chunk in (chunk for chunk in chunks if chunk["page"] == quote["doc_id"]):
            start = chunk["page_text"].index(quote["quote"])
            if chunk["start"] < start + len(quote["quote"]) and start < chunk["end"] and chunk["id"] not in found:
                found.append(chunk["id"])
    return found


def run(k=3):
    """One dict for each golden question: what was retrieved, what the bot said, and what would have been right."""
    chunks = load_chunks()
    columns, weights, idf = bm25(chunks)
    for line in (HERE / "golden.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        scores = weights[:, [columns[word] for word in dict.fromkeys(words(item["question"])) if word in columns]].sum(axis=1).round(6)
        top = [chunks[row] for row in np.argsort(-scores, kind="stable")[:k] if scores[row] > 0]
        contexts = [chunk["text"] for chunk in top]
        row = {key: item[key] for key in ("id", "question", "reference", "claims", "kind")}
        row |= {"answer": answer(item["question"], contexts, idf) if scores.max() >= MIN_SCORE else SORRY}
        row |= {"retrieved_ids": [chunk["id"] for chunk in top], "contexts": contexts}
        yield {**row, "relevant_ids": relevant_chunks(item["evidence"], chunks)}


if __name__ == "__main__":
    from ragdiag_helpers.records import Record, save_records

    parser = argparse.ArgumentParser(description="Answer every golden question and write the records.")
    parser.add_argument("out", help="the JSON Lines file to write")
    parser.add_argument("--k", type=int, default=3, help="how many chunks to retrieve (default: 3)")
    options = parser.parse_args()
    if options.k < 1:
        parser.error("--k must be 1 or more")
    save_records([Record(**{key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}) for row in run(options.k)], options.out)
