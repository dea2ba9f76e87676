"""What a cell of the path shows, as HTML: its printed text, and its pictures with the sentence that tells them."""

import re
from html import escape

from .cells import Cell

UNPREDICTED = re.compile(r"^(It is .*?)\. You wrote no prediction\. .*$", re.MULTILINE)
PICTURE = 'style="max-width:100%;max-height:26em;background:#fff"'


def told(cell: Cell) -> str:
    """The printed text; where a prediction is compared, the result alone."""
    return UNPREDICTED.sub(r"\1.", cell.text)


def shown(cell: Cell) -> str:
    """Text and pictures as HTML. The sentence that tells a picture is its alternative text, and stands below it."""
    pictures = "".join(f'<img alt="{escape(alt(cell))}" {PICTURE} src="data:image/png;base64,{png.replace(chr(10), "")}">' for png in cell.pictures)
    return f"{pictures}<pre>{escape(told(cell))}</pre>" if cell.text else pictures


def alt(cell: Cell) -> str:
    """The sentence that tells the picture of a cell: the last line that the cell prints."""
    return (cell.text.splitlines() or [""])[-1]
