"""A live cell that cannot stop the show: it asks a model if it is told to, and plays the stored replies in any case."""

import threading
from collections.abc import Callable
from typing import Any

from ..judges import get_judge
from ..judges.live import live as ask_live
from ..replies import UnknownRequest
from ..verdicts import Judge

PATIENCE = 20.0  # seconds that a room waits for a model


def live(ask: bool, use: Callable[[Judge], Any], patience: float = PATIENCE) -> None:
    """Do what the live cells of the lessons do, and never fail or hang: print the cost, what came of it, and the stored replies.

    A missing key, a dead network, a model that is gone, or no reply within ``patience`` seconds: each is told in one line.

    >>> live(False, lambda judge: judge.split("Backups are retained for 30 days on the Scale plan."))  # doctest: +ELLIPSIS
    Cost: 1 call...
    Not asked. Set ASK_CLAUDE = True above to ask.
    Replayed (written for the course): ('Backups are retained for 30 days on the Scale plan.',)
    """
    if ask:
        print(asked(use, patience))
    else:
        ask_live(False, use)
    judge = get_judge("replay")
    try:
        stored = use(judge)
    except UnknownRequest:
        print("For what this cell asks now no reply is stored. Undo the change (Ctrl + Z) to see the stored one.")
    else:
        print(f"Replayed ({', '.join(sorted({origin for origin, _ in judge.origins}))}): {stored}")


def asked(use: Callable[[Judge], Any], patience: float) -> str:
    """Ask the model, and say in one line what it said or why it did not."""
    told = [f"Nothing came back within {patience:g} seconds."]

    def work() -> None:
        try:
            told[0] = f"The model says: {ask_live(True, use)}"
        except Exception as error:
            told[0] = f"Nothing came back: {(str(error).splitlines() or [type(error).__name__])[0]}"

    thread = threading.Thread(target=work, daemon=True)  # so that a call that hangs holds up neither the room nor the end of the kernel
    thread.start()
    thread.join(patience)
    return told[0]
