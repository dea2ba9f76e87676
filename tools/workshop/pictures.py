"""The pictures for the slides: drawn again from the lessons' cells, in the shape and with the letters of a projector."""

import base64
import contextlib
import io

import matplotlib

from ragdiag_helpers.workshop.large import enlarge

from .cells import Cell
from .needs import coded, completed
from .path import Plan


def pictures(plan: Plan) -> dict[tuple[str, int], str]:
    """For each step of the path that draws, by the key of its cell, the PNG in base64."""
    steps = [step for step in coded(plan.sections) if step.cell.pictures]
    return {step.cell.key: base64.b64encode(draw([*completed(plan, list(step.code_cells), {}), *step.code_cells])).decode() for step in steps}


def draw(cells: list[Cell]) -> bytes:
    """Run cells; return the figure that the last one makes (it calls it fig, as every lesson does), enlarged."""
    made = {"__name__": "__main__"}
    with matplotlib.rc_context({"backend": "agg"}), contextlib.redirect_stdout(io.StringIO()):
        for cell in cells:
            exec(compile(cell.code, cell.id, "exec"), made)
        enlarge(made["fig"])
        png = io.BytesIO()
        made["fig"].savefig(png, format="png", dpi=160, bbox_inches="tight", facecolor="white", metadata={"Software": None})
    from matplotlib import pyplot

    pyplot.close("all")
    return png.getvalue()
