"""What a lesson shows besides plots: steppers, rankings, quiz and flashcards, as plain HTML that needs no script.

Everything that folds is a <details> element: it opens by click or by Enter, prints, and reads well to a screen reader.
"""

from .cards import CARDS, anki, flashcards, quiz
from .gating import gate_stepper
from .page import Html, chips, stepper
from .ranking import ratio_stepper

__all__ = ["CARDS", "Html", "anki", "chips", "flashcards", "gate_stepper", "quiz", "ratio_stepper", "stepper"]
