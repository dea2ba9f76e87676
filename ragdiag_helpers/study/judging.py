"""What lesson 4 shows: sheets of claims to label blind, and kappa of a 2x2 table step by step."""

from collections.abc import Mapping, Sequence
from html import escape

from ..calibration import Confusion
from ..labels import Label
from .labelling import read_label
from .page import Html, box, stepper

MARKED = "border:3px solid #009E73;font-weight:bold"
FRAMED = "border:2px dashed #D55E00"
PLAIN = "border:1px solid #888"


def claim_sheet(title: str, labels: Sequence[Label]) -> Html:
    """Show the one context of some labels and their claims by id, without a word of what anybody said about them.

    Raises ValueError for no label, and for labels of several contexts.
    """
    if len({each.context for each in labels}) != 1:
        raise ValueError("a sheet shows one context; pass labels that share it, and at least one")
    page = escape(labels[0].context).replace("\n", "<br>")
    claims = "".join(f"<li style='margin:.2em 0'><code>{escape(each.id)}</code> {escape(each.claim)}</li>" for each in labels)
    quote = f"<blockquote style='margin:.3em 0;padding:.2em 1em;border-left:4px solid #0072B2'>{page}</blockquote>"
    told = "\n".join([title, labels[0].context, *(f"- {each.id} {each.claim}" for each in labels)])
    return Html(box(title, f"{quote}<p style='margin:.6em 0 0'>Does this page support the claim?</p><ul>{claims}</ul>"), told)


def read_blind(mine: Mapping[str, str | bool | None], labels: Sequence[Label]) -> dict[str, bool]:
    """What a learner wrote, {id: "yes", "no" or None}, as {id: supported or not}; what is still None is left out.

    Raises ValueError for another word, and for an id that is none of the labels'.
    """
    if unknown := [each for each in mine if each not in {label.id for label in labels}]:
        raise ValueError(f"{unknown[0]!r} is none of the claims; the ids are {', '.join(label.id for label in labels)}")
    return {each: read_label(each, said, "the page supports it") for each, said in mine.items() if said is not None}


def kappa_stepper(counts: Confusion) -> Html:
    """Step through Cohen's kappa of a 2x2 table; in each step the cells that are counted are marked and what they are divided by is framed.

    Raises ValueError where kappa is undefined: no item, or one label only.
    """
    tp, fp, fn, tn = counts
    if not (tp + fn and fp + tn):
        raise ValueError("kappa needs claims of both labels; this table has none or one kind only")
    n, judge_yes, label_yes = tp + fp + fn + tn, tp + fp, tp + fn
    judge_no, label_no = n - judge_yes, n - label_yes
    both_yes, both_no = judge_yes * label_yes, judge_no * label_no
    observed, expected = (tp + tn) / n, (both_yes + both_no) / n**2
    steps = [
        ("Count every pair", f"{_table(counts)}{n} claims, each in one cell. Rows: what the label says. Columns: what the judge says."),
        (
            "Observed agreement: the two cells where both say the same",
            f"{_table(counts, {'tp', 'tn'}, {'n'})}({tp} + {tn}) marked of {n} framed: {tp + tn}/{n} = <b>{observed:.3f}</b>",
        ),
        (
            "Both say yes by chance: the share of yes of each side, multiplied",
            f"{_table(counts, {'judge_yes', 'label_yes'}, {'n'})}"
            f"{judge_yes}/{n} × {label_yes}/{n} = {both_yes}/{n**2} = {both_yes / n**2:.3f}",
        ),
        (
            "Both say no by chance: the same with no",
            f"{_table(counts, {'judge_no', 'label_no'}, {'n'})}"
            f"{judge_no}/{n} × {label_no}/{n} = {both_no}/{n**2} = {both_no / n**2:.3f}",
        ),
        (
            "Expected agreement: the sum of the two",
            f"{both_yes}/{n**2} + {both_no}/{n**2} = {both_yes + both_no}/{n**2} = <b>{expected:.3f}</b>",
        ),
        (
            "Kappa: how much of the room above chance was used",
            f"Above chance: {observed:.3f} - {expected:.3f} = {observed - expected:.3f}<br>"
            f"Room above chance: 1 - {expected:.3f} = {1 - expected:.3f}<br>"
            f"kappa = {observed - expected:.3f} / {1 - expected:.3f} = <b>{(observed - expected) / (1 - expected):.3f}</b>",
        ),
    ]
    return stepper("Cohen's kappa, step by step", steps)


def _table(counts: Confusion, marked: frozenset | set = frozenset(), framed: frozenset | set = frozenset()) -> str:
    """The 2x2 table with its sums; marked cells have a tick and a heavy border, framed ones a dashed border."""
    tp, fp, fn, tn = counts
    rows = [
        ("label: yes", [("tp", tp), ("fn", fn), ("label_yes", tp + fn)]),
        ("label: no", [("fp", fp), ("tn", tn), ("label_no", fp + tn)]),
        ("all", [("judge_yes", tp + fp), ("judge_no", fn + tn), ("n", sum(counts))]),
    ]
    head = "".join(f"<th scope='col' style='{PLAIN};padding:.2em .8em'>{each}</th>" for each in ("", "judge: yes", "judge: no", "all"))
    body = "".join(f"<tr>{_head(name)}{''.join(_cell(each, value, marked, framed) for each, value in cells)}</tr>" for name, cells in rows)
    return f"<table style='border-collapse:collapse;margin:.4em 0'><tr>{head}</tr>{body}</table>"


def _head(name: str) -> str:
    return f"<th scope='row' style='{PLAIN};padding:.2em .8em;text-align:left'>{name}</th>"


def _cell(name: str, value: int, marked: frozenset | set, framed: frozenset | set) -> str:
    border = MARKED if name in marked else FRAMED if name in framed else PLAIN
    return f"<td style='{border};padding:.2em .8em;text-align:right'>{'✓ ' if name in marked else ''}{value}</td>"
