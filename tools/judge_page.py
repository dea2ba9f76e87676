"""Derive docs/judges.md from the label sets: how far each judge is to be trusted, and where it errs. Called by the build."""

from pathlib import Path
from statistics import mean

from data_page import table

from ragdiag_helpers.calibration import Calibration, calibrate
from ragdiag_helpers.diagnosis import Lines
from ragdiag_helpers.golden import load_golden
from ragdiag_helpers.judges import get_judge
from ragdiag_helpers.judges.asking import TASKS
from ragdiag_helpers.judges.clients import DEFAULT_MODEL
from ragdiag_helpers.labels import load_labels
from ragdiag_helpers.similarity import cosine

SETS = {
    "judge_labels": "Meridian, the pages of the course; the offline judge's rules were written with these in view",
    "judge_labels_heldout": "newsletter service, bike share, heat pump, payroll API, allotment society; no rule was written with these in view",
    "judge_labels_trades": "backup tool, washing machine, mountain hut, museum, message queue",
    "fenwick/labels": "help pages of a city library",
}
PAGE = """\
# Judges, and how far to trust them

The figures on this page are derived by `make build` from the label sets in [golden_sets](../golden_sets/README.md).

A judge says of a claim whether a context supports it: **supported**, **refuted** (the context says otherwise, or does not say it) or **undecided**. A call
that fails is *unscored*. Neither is ever counted as a 0 or a 1: a score says over how many rows it speaks.

| judge | what it is | needs |
|---|---|---|
| `offline` (default) | rules over numbers, names, negation, roles and words; same bytes on every run | nothing |
| `replay` | stored replies, scripted for the course or recorded from a model | the replies |
| `claude` | a model, asked through the Anthropic SDK; also a local model behind the same interface | a key, or a server of yours |

`claude` is never chosen because a key happens to be set. It is asked only if you say so.

## How well the offline judge does

`ragdiag calibrate LABELS` prints the same for any label file. Kappa, TPR and TNR are over the claims that it decides; *decided* says how many those are.

{sets}

{kinds}

What this means for a report: what the offline judge decides is mostly right; on pages like yours it decides about as much as in the held-out row. What it leaves undecided is
mostly paraphrase, what needs two places, and plausible extras. A score with an undecided claim is left out and counted. So read a judged mean together with its coverage, and label
30 of your own claims (`ragdiag calibrate YOURS.jsonl`) before you trust it on your documentation.

Two things stand beside the judge. A claim of the *ideal* answer that it leaves undecided is refuted if an amount, code or name that it adds to its question is nowhere in the text. And
whether an answer is to the point is read from the judge's yes or no, from a right answer, from a wrong one that says something else in the right one's place; else from a cosine,
which counts only from {line:.2f} on: {below:.0%} of the claims that answer another question on the same page lie below this line, and {above:.0%} of the right claims above it
(Meridian's golden questions).

### Every error

{errors}

## Who labelled

Course labels: written for the course and labelled twice under [one guideline](../golden_sets/GUIDELINES.md), the second time in a separate session that saw
neither labels nor reasons. They are not human labels of real traffic. {history}

## Asking Claude

```sh
export ANTHROPIC_API_KEY=...            # read by the SDK; it reaches no output, log, cache or recording
ragdiag report records.jsonl --judge claude
```

Before anything is asked you are told the calls, tokens and estimated cost, and asked whether to go on (`--yes` in scripts). Each reply is kept on disk under the
content of its request, so a run that was interrupted goes on where it stopped, and the same run again costs nothing. `--batch` asks in Message Batches: half the price, within a
day. `--save-replies FILE.jsonl` writes what came back; `--judge replay --replies FILE.jsonl` plays it for a colleague without a key.

| setting | meaning |
|---|---|
| `--model NAME` or `RAGDIAG_MODEL` | another model than the default `{model}` |
| `ANTHROPIC_BASE_URL` | another server that speaks the Messages API |
| `RAGDIAG_CACHE` | another folder for the replies |

A model on your own machine needs no second client. For Ollama:

```sh
export ANTHROPIC_BASE_URL=http://localhost:11434 ANTHROPIC_API_KEY=local RAGDIAG_MODEL=qwen3:8b
ragdiag calibrate --judge claude        # measure it first: the smaller the model, the more it needs it
```

The prompts are {prompts} short files in `ragdiag_helpers/judges/prompts/`. Change one and its old replies are no longer found: that is on purpose.

## Playing replies back

`--judge replay` plays the course's scripted replies (nobody recorded them: they are written for the course). A request that is not stored leaves its row
unscored; in Python, `ReplayJudge` raises and says what changed.
"""


HEADS = ["labels", "claims", "decided", "agreement (95%)", "kappa (95%)", "TPR", "TNR", "false supported", "false refuted"]
HISTORY = """\
The offline judge's rules were written with the Meridian labels and with pages of their author's in view. On 2026-11-30 it was measured on Fenwick and on the five
trades for the first time: 23 of the 166 Fenwick claims decided, 4 of them falsely refuted; 20 of the 120 claims on the trades, 1 falsely refuted; none falsely supported. Since then both
were opened to the writers of the rules, so their rows above are those of sets that were tuned on. The held-out set was written afterwards by a session that saw no rule, and stayed closed
to the writers. It was measured before their last two rounds (57 of 150 decided, 1 falsely refuted), between them (64, 2 falsely refuted) and after them (the row above); one who merged their work saw its
errors and told the writers of one kind, a refutation for a word that the judge itself had put in; they saw neither page nor claim. So look at the held-out row for what to expect on pages of your own. No false support stands in the tables above, but
the judge is not free of it: on 397 claims that its writers and a newcomer wrote afresh, many of them to trip it, it falsely supported 9 of 218 decided
ones at first sight, and on the last pages of a later series 5 of 73. Nearly all of these are mended; others like them will exist."""


def derive_judge_page(docs: Path) -> None:
    """Write docs/judges.md into a folder."""
    judge = get_judge("offline")
    found = {name: calibrate(judge, load_labels(name)) for name in SETS}
    page = PAGE.format(
        sets=table(HEADS, [_cells(name, each) for name, each in found.items()]),
        kinds=_kinds(found), errors=_errors(found), model=DEFAULT_MODEL, prompts=len(TASKS) + 1, history=HISTORY, **_relevance_line(),
    )
    (docs / "judges.md").write_text(page, encoding="utf-8", newline="\n")


def _relevance_line() -> dict[str, float]:
    """The default line of relevance, and how it parts right claims from those that answer another question about the same page."""
    items, line = [item for item in load_golden() if item.claims and item.relevant_ids], Lines().relevance
    right = [mean(cosine(item.question, claim) for claim in item.claims) for item in items]
    pairs = [(one, other) for one in items for other in items if one.relevant_ids == other.relevant_ids and one.claims != other.claims]
    others = [mean(cosine(one.question, claim) for claim in other.claims) for one, other in pairs]
    return {"line": line, "below": mean(score < line for score in others), "above": mean(score >= line for score in right)}


def _cells(name: str, found: Calibration) -> list[str]:
    wrong = len(found.false_supported)
    return [
        f"`{name}`: {SETS[name]}", str(found.n), f"{found.decided} ({found.coverage:.0%})",
        _with(found.agreement, found.agreement_interval), _with(found.kappa, found.kappa_interval), f"{found.tpr:.2f}", f"{found.tnr:.2f}",
        str(wrong), str(len(found.misses) - wrong),
    ]


def _with(value: float, interval: tuple[float, float]) -> str:
    return f"{value:.2f} [{interval[0]:.2f}, {interval[1]:.2f}]"


def _kinds(found: dict[str, Calibration]) -> str:
    names = sorted({kind.name for each in found.values() for kind in each.kinds})
    cells = {(name, kind.name): f"{kind.decided} of {kind.n}, {kind.agreed} right" for name, each in found.items() for kind in each.kinds}
    return table(["kind of claim", *(f"`{name}`" for name in found)], [[kind, *(cells.get((name, kind), "") for name in found)] for kind in names])


def _errors(found: dict[str, Calibration]) -> str:
    rows = [[f"`{name}` {miss.id}", miss.claim, miss.verdict, miss.label, miss.reason] for name, each in found.items() for miss in each.misses]
    return table(["claim", "", "judge", "label", "the judge's reason"], [[cell.replace("|", "\\|") for cell in row] for row in rows])
