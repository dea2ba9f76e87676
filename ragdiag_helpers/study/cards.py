"""Quiz and flashcards of each lesson, from ``ragdiag_helpers/cards/``, and all cards as a file that Anki reads."""

import tomllib
from html import escape
from pathlib import Path

from .page import Html, box, fold

CARDS = Path(__file__).parents[1] / "cards"


def quiz(lesson: str) -> Html:
    """Show the self-check quiz of a lesson ("01_precision_recall"): every choice opens to what it is worth."""
    questions = load_cards(lesson)["quiz"]
    parts = []
    for number, each in enumerate(questions, start=1):
        choices = "".join(fold(escape(choice["text"]), _verdict(choice)) for choice in each["choices"])
        parts.append(f"<p style='margin:1em 0 .3em'><b>{number}. {escape(each['question'])}</b></p>{choices}")
    told = "\n".join(f"{number}. {each['question']}" for number, each in enumerate(questions, start=1))
    return Html(box("Check yourself: open the choice you believe in", "".join(parts)), told)


def flashcards(lesson: str) -> Html:
    """Show the flashcards of a lesson: say the answer aloud, then open the card."""
    cards = load_cards(lesson)["cards"]
    folds = "".join(fold(escape(card["front"]), escape(card["back"])) for card in cards)
    told = "\n".join(f"{card['front']} - {card['back']}" for card in cards)
    return Html(box("Flashcards: say the answer, then open the card", folds), told)


def load_cards(lesson: str) -> dict:
    """Quiz and cards of a lesson. Raises ValueError for a lesson that has none."""
    path = CARDS / f"{lesson}.toml"
    if not path.exists():
        names = ", ".join(sorted(each.stem for each in CARDS.glob("*.toml")))
        raise ValueError(f"there is no quiz for lesson {lesson!r}; there is one for: {names}")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _verdict(choice: dict) -> str:
    return f"<b>{'✓ Yes.' if choice.get('right') else '✗ Not this one.'}</b> {escape(choice['why'])}"


def anki() -> str:
    """All flashcards as text that Anki imports as it is: a line a card (front, back, tag of its lesson), tabs between, no HTML.

    >>> anki().splitlines()[:2]
    ['#separator:tab', '#html:false']
    """
    lines = ["#separator:tab", "#html:false", "#deck:RAG diagnosis", "#tags column:3"]
    for path in sorted(CARDS.glob("*.toml")):
        lines += ["\t".join([_one_line(card["front"]), _one_line(card["back"]), path.stem]) for card in load_cards(path.stem)["cards"]]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())
