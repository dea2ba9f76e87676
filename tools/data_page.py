"""Derive docs/golden_set.md and its pictures from golden_sets/: the questions at a glance. Called by the build."""

from collections import Counter
from pathlib import Path
from statistics import median

from ragdiag_helpers import plots
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.docent import RETRIEVERS, Docent
from ragdiag_helpers.golden import GoldenItem, load_golden
from ragdiag_helpers.retrieval import evaluate

PAGE = """\
# The golden set at a glance

This page is derived from `golden_sets/docent_golden.jsonl` by `make build`. How to label is in
[GUIDELINES.md](../golden_sets/GUIDELINES.md), what the fields mean in [README.md](../golden_sets/README.md).

## What is asked

{total} questions, of {shortest} to {longest} words, {middle} in the middle. The shortest: *{terse}*. The longest: *{wordy}*

![{lengths_alt}](golden_set_lengths.png)

![{kinds_alt}](golden_set_kinds.png)

{kinds_table}

## Which pages they need

A question that needs two pages counts for both; the unanswerable ones need none.

![{pages_alt}](golden_set_pages.png)

## What each retriever gets right

Mean recall at k of the answerable questions, by kind. Unanswerable questions have no recall.

![{recall_alt}](golden_set_recall.png)

{recall_table}

A near miss is hardest at k = 2: the page that looks closer takes the place. More pages help every kind; lesson 1 shows what they cost.
"""


LENGTHS = {"1 to 5 words": 5, "6 to 10": 10, "11 to 15": 15, "16 or more": 10**6}


def derive_data_page(docs: Path) -> None:
    """Write the page and its four pictures into a folder."""
    docs.mkdir(exist_ok=True)
    plots.plt.switch_backend("agg")
    items = load_golden()
    lengths = sorted(items, key=lambda item: len(item.question.split()))
    kinds = Counter(item.kind for item in items)
    pages = {page.id: sum(page.id in item.relevant_ids for item in items) for page in load_corpus()}
    recalls = recall_by_way(items)
    counts = Counter(next(name for name, longest in LENGTHS.items() if len(item.question.split()) <= longest) for item in items)
    alts = {
        "lengths": save(plots.bars({name: counts[name] for name in LENGTHS}, "questions of this length"), docs / "golden_set_lengths.png"),
        "kinds": save(plots.bars(kinds, "questions of this kind"), docs / "golden_set_kinds.png"),
        "pages": save(plots.bars(pages, "questions that need this page"), docs / "golden_set_pages.png"),
        "recall": save(plots.recall_by_kind(recalls), docs / "golden_set_recall.png"),
    }
    text = PAGE.format(
        total=len(items),
        shortest=len(lengths[0].question.split()),
        longest=len(lengths[-1].question.split()),
        middle=int(median(len(item.question.split()) for item in items)),
        terse=lengths[0].question,
        wordy=lengths[-1].question,
        kinds_table=table(["kind", "questions"], [[kind, str(count)] for kind, count in kinds.items()]),
        recall_table=table(["retriever", *next(iter(recalls.values()))], [[way, *(f"{each:.2f}" for each in row.values())] for way, row in recalls.items()]),
        **{f"{name}_alt": alt for name, alt in alts.items()},
    )
    (docs / "golden_set.md").write_text(text, encoding="utf-8", newline="\n")


def recall_by_way(items: list[GoldenItem]) -> dict[str, dict[str, float]]:
    """Mean recall of each retriever at k = 2 and 4, for each kind of answerable question and for all of them."""
    recalls = {}
    for name in RETRIEVERS:
        for k in (2, 4):
            records = Docent(load_corpus(), retriever=name, k=k).run(items)
            of_kind = {kind: [each for each in records if each.kind == kind] for kind in dict.fromkeys(item.kind for item in items)}
            scores = {kind: evaluate(mine, k).recall.value for kind, mine in of_kind.items()}
            answerable = {kind: score for kind, score in scores.items() if score is not None}
            recalls[f"{name}, k = {k}"] = {**answerable, "all": evaluate(records, k).recall.value}
    return recalls


def save(drawn: tuple, path: Path) -> str:
    fig, _ = drawn
    fig.savefig(path, bbox_inches="tight", metadata={"Software": None})
    plots.plt.close(fig)
    return fig.alt


def table(head: list[str], lines: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *lines])
