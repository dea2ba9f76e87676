"""What a lesson shows besides plots: steppers, rankings, quiz and flashcards, as plain HTML that needs no script.

Everything that folds is a <details> element: it opens by click or by Enter, prints, and reads well to a screen reader.
"""

from .audit_case import audit_stepper, case_card
from .cards import CARDS, anki, flashcards, quiz
from .context import context_stepper
from .faithfulness import faithfulness_stepper
from .gating import gate_stepper
from .judging import claim_sheet, kappa_stepper, read_blind
from .labelling import guideline, label_sheet, read_pairs
from .page import Html, chips, stepper
from .ranking import rank_stepper, ratio_stepper
from .rule import rule_stepper

__all__ = [
    "CARDS", "Html", "anki", "audit_stepper", "case_card", "chips", "claim_sheet", "context_stepper", "faithfulness_stepper", "flashcards",
    "gate_stepper", "guideline", "kappa_stepper", "label_sheet", "quiz", "rank_stepper", "ratio_stepper", "read_blind", "read_pairs",
    "rule_stepper", "stepper",
]
