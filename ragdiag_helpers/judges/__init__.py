"""Judges: who says whether a context supports a claim. Offline by rules, from stored replies, or by Claude."""

from ..verdicts import Judge, Relevance, Unscored, Verdict
from .offline import OfflineJudge

__all__ = ["Judge", "OfflineJudge", "Relevance", "Unscored", "Verdict"]
