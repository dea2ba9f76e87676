"""What a live session needs inside the notebook: catching up at a checkpoint, the clock, large letters, live cells that cannot stop
the show, and a tally of the room's predictions."""

from .catching_up import catch_up
from .clock import clock
from .large import large
from .replay import live
from .tally import tally

__all__ = ["catch_up", "clock", "large", "live", "tally"]
