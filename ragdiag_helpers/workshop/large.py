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
    """Draw the figures of the notebook with twice the dots, so that they stay sharp when they are enlarged. Outside a notebook it does nothing."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None and hasattr(shell, "kernel"):
        from matplotlib_inline.backend_inline import set_matplotlib_formats

        set_matplotlib_formats("retina")
