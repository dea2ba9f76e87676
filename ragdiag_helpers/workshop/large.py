"""Large letters for a projector: text, code, output and figures of a notebook that can be read from the last row."""

import sys
from typing import Any

from ..study.page import Html

HEIGHT, SHAPE, GROWTH = 3.5, 2.2, 1.25  # a figure: inches, width / height, letters
SIZE = 22  # pixels; a room of ten rows reads it on 1280 x 720
STYLE = f"""<style>
.jp-Notebook {{
  --jp-code-font-size: {SIZE}px; --jp-content-font-size1: {SIZE}px; --jp-code-line-height: 1.35; --jp-ui-font-size1: 16px;
}}
.jp-Notebook .jp-OutputArea-output pre, .jp-Notebook .cm-editor {{ font-size: {SIZE}px; }}
.jp-Notebook .jp-RenderedHTMLCommon {{ font-size: {SIZE}px; }}
.jp-Notebook .jp-OutputArea-output pre {{ white-space: pre-wrap; word-break: normal; overflow-wrap: anywhere; }}
.jp-Notebook .jp-InputPrompt, .jp-Notebook .jp-OutputPrompt {{ font-size: 14px; flex-basis: 64px; min-width: 64px; }}
.jp-Notebook .cm-content {{ white-space: break-spaces; overflow-wrap: anywhere; flex-shrink: 1; }}
.jp-Notebook .jp-RenderedImage img {{ width: auto; height: min(66vh, 640px); max-width: 100%; object-fit: contain; object-position: left; }}
.jp-Notebook details img {{ max-height: 60vh; }}
.jp-Notebook summary {{ font-size: {SIZE}px; }}
</style>"""


def large() -> Html:
    """Make the letters and figures of this notebook large, until it is closed. Show the result with the last line of a cell.

    >>> large()
    Large letters: on. (They hold for this notebook, until its output is cleared.)
    """
    make_large()
    told = "Large letters: on. (They hold for this notebook, until its output is cleared.)"
    return Html(f"{STYLE}<p>{told}</p>", told)


def make_large() -> None:
    """From now on show the figures of the notebook in the shape of a projector, with large letters. Outside a notebook it does nothing."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or not hasattr(shell, "kernel"):
        return
    from matplotlib_inline.backend_inline import set_matplotlib_formats

    set_matplotlib_formats("retina")
    waiting = shell.events.callbacks["post_execute"]
    if not any(getattr(each, "__name__", "") == enlarge_all.__name__ for each in waiting):
        waiting.insert(0, enlarge_all)  # before the figures are shown


def enlarge_all() -> None:
    """Enlarge every figure that is about to be shown."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    for number in pyplot.get_fignums() if pyplot else ():
        enlarge(pyplot.figure(number))


def enlarge(figure: Any) -> None:
    """Give a matplotlib figure the shape of a projector, once. Where it has axes their letters grow; words that stand in a drawing or a table keep
    their size, since they would run into each other."""
    if getattr(figure, "enlarged", False):
        return
    from matplotlib.text import Text

    width, height = map(float, figure.get_size_inches())
    low = min(height, HEIGHT)
    figure.set_size_inches(max(width, low * SHAPE), low)
    if any(axes.axison for axes in figure.axes):
        for text in figure.findobj(Text):
            text.set_fontsize(text.get_fontsize() * GROWTH)
    figure.enlarged = True
