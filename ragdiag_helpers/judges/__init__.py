"""Judges: who says whether a context supports a claim. Offline by rules, from stored replies, or by Claude."""

from importlib import import_module
from typing import Any

from ..verdicts import Judge, Relevance, Unscored, Verdict

__all__ = ["ClaudeJudge", "Judge", "OfflineJudge", "PlanningJudge", "Relevance", "ReplayJudge", "Unscored", "Verdict", "get_judge"]
_HOMES = {"OfflineJudge": "offline", "ReplayJudge": "replay", "ClaudeJudge": "claude", "PlanningJudge": "planning"}
BUNDLED = ("replies/answer_claims", "replies/judge_verdicts")


def get_judge(name: str = "offline", **options: Any) -> Judge:
    """The judge of that name: "offline", "replay" or "claude"; ``options`` go to its class.

    Which judge it is depends on the name alone: Claude is never chosen because a key happens to be set. "replay" plays the bundled
    replies. Raises ValueError for another name, and for "claude" without a key.
    """
    if name == "offline":
        return _class("OfflineJudge")(**options)
    if name == "replay":
        from ..replies import Replies, load_replies

        return _class("ReplayJudge")(Replies(reply for each in BUNDLED for reply in load_replies(each)), **options)
    if name == "claude":
        judge = _class("ClaudeJudge")(**options)
        judge.check_key()
        return judge
    raise ValueError(f"there is no judge {name!r}; use one of: offline, replay, claude")


def _class(name: str) -> Any:
    return getattr(import_module(f".{_HOMES[name]}", __package__), name)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return _class(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
