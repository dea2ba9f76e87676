"""What a live session needs inside the notebook: catching up at a checkpoint, the clock, large letters, live cells that cannot stop the show."""

from .catching_up import catch_up
from .clock import clock
from .large import large
from .replay import live

__all__ = ["catch_up", "clock", "large", "live"]
