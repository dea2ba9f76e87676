"""What a lesson shows besides plots: steppers, rankings, quiz and flashcards, as plain HTML that needs no script.

Everything that folds is a <details> element: it opens by click or by Enter, prints, and reads well to a screen reader.
"""

import tomllib
from collections.abc import Collection, Sequence
from html import escape
from pathlib import Path

CARDS = Path(__file__).parent / "cards"


class Html:
    """A piece of HTML that a notebook shows; ``text`` stands in where HTML cannot be shown."""

    def __init__(self, html: str, text: str):
        self.html, self.text = html, text

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def stepper(title: str, steps: Sequence[tuple[str, str]]) -> Html:
    """Show steps (heading, HTML body) one below the other; each opens on its own."""
    folds = "".join(_fold(f"Step {number}. {escape(head)}", body) for number, (head, body) in enumerate(steps, start=1))
    told = "\n".join(f"{number}. {head}" for number, (head, _) in enumerate(steps, start=1))
    return Html(_box(title, folds), f"{title}\n{told}")


def chips(ids: Sequence[str], marked: Collection[str] = ()) -> str:
    """HTML of ids in order with their ranks; the marked ones carry a tick and a heavy border."""
    return " ".join(_chip(f"{rank}. {each}", each in marked) for rank, each in enumerate(ids, start=1))


def ratio_stepper(relevant: Collection[str], retrieved: Sequence[str]) -> Html:
    """Step through precision and recall of one ranking without repeats: numerator ticked, denominator framed."""
    if not relevant or not retrieved:
        raise ValueError("the stepper needs at least one relevant and one retrieved id to divide by")
    wanted, hits = sorted(relevant), [each for each in retrieved if each in set(relevant)]
    top, both, all_wanted = len(hits), len(retrieved), len(wanted)
    steps = [
        ("What was needed?", f"The relevant pages: {' '.join(_chip(each, False) for each in wanted)}"),
        ("What came back?", f"The ranking: {chips(retrieved)}"),
        ("Which of them were needed?", f"Ticked: {chips(retrieved, hits)}<br>The numerator is <b>{top}</b>."),
        (
            "Precision divides by what came back",
            f"{_frame(chips(retrieved, hits))}<br><b>{top}</b> ticked of {both} framed: {top}/{both} = {top / both:.3f}",
        ),
        (
            "Recall divides by what was needed",
            f"{_frame(' '.join(_chip(each, each in hits) for each in wanted))}<br>"
            f"<b>{top}</b> ticked of {all_wanted} framed: {top}/{all_wanted} = {top / all_wanted:.3f}",
        ),
    ]
    return stepper("Precision and recall, step by step", steps)


def quiz(lesson: str) -> Html:
    """Show the self-check quiz of a lesson ("01_precision_recall"): every choice opens to what it is worth."""
    questions = _load(lesson)["quiz"]
    parts = []
    for number, each in enumerate(questions, start=1):
        choices = "".join(_fold(escape(choice["text"]), _verdict(choice)) for choice in each["choices"])
        parts.append(f"<p style='margin:1em 0 .3em'><b>{number}. {escape(each['question'])}</b></p>{choices}")
    told = "\n".join(f"{number}. {each['question']}" for number, each in enumerate(questions, start=1))
    return Html(_box("Check yourself: open the choice you believe in", "".join(parts)), told)


def flashcards(lesson: str) -> Html:
    """Show the flashcards of a lesson: say the answer aloud, then open the card."""
    cards = _load(lesson)["cards"]
    folds = "".join(_fold(escape(card["front"]), escape(card["back"])) for card in cards)
    told = "\n".join(f"{card['front']} - {card['back']}" for card in cards)
    return Html(_box("Flashcards: say the answer, then open the card", folds), told)


def _load(lesson: str) -> dict:
    path = CARDS / f"{lesson}.toml"
    if not path.exists():
        names = ", ".join(sorted(each.stem for each in CARDS.glob("*.toml")))
        raise ValueError(f"there is no quiz for lesson {lesson!r}; there is one for: {names}")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _verdict(choice: dict) -> str:
    return f"<b>{'✓ Yes.' if choice.get('right') else '✗ Not this one.'}</b> {escape(choice['why'])}"


def _box(title: str, body: str) -> str:
    return f"<section style='max-width:46em;line-height:1.5'><p style='margin:.3em 0'><b>{escape(title)}</b></p>{body}</section>"


def _fold(head: str, body: str) -> str:
    return (
        "<details style='margin:.3em 0;padding:.3em .6em;border:1px solid #8888;border-radius:4px'>"
        f"<summary style='cursor:pointer'>{head}</summary><div style='padding:.4em 1em'>{body}</div></details>"
    )


def _chip(label: str, ticked: bool) -> str:
    border = "3px solid #009E73" if ticked else "1px solid #888"
    tick = "✓ " if ticked else ""
    return f"<span style='border:{border};border-radius:4px;padding:0 .4em;white-space:nowrap'>{tick}{escape(label)}</span>"


def _frame(inner: str) -> str:
    return f"<span style='display:inline-block;border:2px dashed #D55E00;border-radius:6px;padding:.3em'>{inner}</span>"
