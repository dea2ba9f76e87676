"""Large letters for a projector: text, code, output and figures of a notebook that can be read from the last row."""

import sys

from ..study.page import Html

SIZE = 22  # pixels; a room of ten rows reads it on 1280 x 720
STYLE = f"""<style>
.jp-Notebook {{
  --jp-code-font-size: {SIZE}px; --jp-content-font-size1: {SIZE}px; --jp-code-line-height: 1.35; --jp-ui-font-size1: 16px;
}}
.jp-Notebook .jp-OutputArea-output pre, .jp-Notebook .cm-editor {{ font-size: {SIZE}px; }}
.jp-Notebook .jp-RenderedHTMLCommon {{ font-size: {SIZE}px; }}
.jp-Notebook .jp-OutputArea-output pre {{ white-space: pre-wrap; }}
.jp-Notebook .jp-InputPrompt, .jp-Notebook .jp-OutputPrompt {{ font-size: 14px; flex-basis: 64px; min-width: 64px; }}
.jp-Notebook .jp-RenderedImage img {{ width: min(100%, 1000px); height: auto; }}
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
    """Draw the figures of the notebook with more dots, where matplotlib is in use, so that they stay sharp when they are enlarged."""
    if "matplotlib_inline" in sys.modules and "IPython" in sys.modules:
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_matplotlib_formats("retina")
