"""What Formgrader may show: there, HTML of a student would run in the instructor's browser, beside a Jupyter server that obeys it.

nbgrader shows answers in Markdown, the outputs of cells, names and ids as they are, HTML and links with scripts included, and stops at a picture that is
not attached. So a text that a student wrote is shown as it was typed, of outputs only plain text, errors and pictures stay, and names lose their brackets.
The live notebook behind the title of the page is the same one.
"""

import re
import textwrap

import nbformat
from nbformat import NotebookNode

from .key import Key

PICTURES = ("image/png", "image/jpeg")
BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
WIDE = 110  # characters of a line of typed text


def harmless(notebook: str, key: Key) -> str:
    """The notebook (its JSON) with the same cells and code; texts that are not the course's own as they were typed, outputs without what a browser runs."""
    book = nbformat.reads(notebook, as_version=4)
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs = [shown for output in cell.outputs if (shown := _output(output))]
        elif cell.source.strip() not in key.given:
            cell.source = typed(cell.source)
    return nbformat.writes(book)


def typed(text: str) -> str:
    """Markdown that shows a text as it was typed: in a fence that is longer than any within it.

    >>> print(typed("a *b*"))
    ```
    a *b*
    ```
    """
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, WIDE, drop_whitespace=False) or [""]]
    fence = "`" * (1 + max([2, *(len(each) for each in re.findall("`+", text))]))
    return "\n".join([fence, *lines, fence])


def name(text: str) -> str:
    """A name without the brackets of HTML."""
    return text.translate({ord("<"): "\u2039", ord(">"): "\u203a"})


def _output(output: NotebookNode) -> NotebookNode | None:
    """An output with what is plain text or a picture only; None where nothing is left."""
    if "data" not in output:
        return output
    output.metadata = nbformat.from_dict({})
    output.data = nbformat.from_dict({kind: value for kind, value in output.data.items() if _is_plain(kind, value)})
    return output if output.data else None


def _is_plain(kind: str, value: object) -> bool:
    return isinstance(value, str) and (kind == "text/plain" or kind in PICTURES and bool(BASE64.fullmatch(value)))
