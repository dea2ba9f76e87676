"""What the presenter types at a step: the code of the lesson; of an exercise the function without its docstring."""

import ast

from .path import Step


def typed(step: Step) -> str:
    """The code to type, or nothing where the cell stands there already."""
    if step.kind == "type":
        return step.cell.code
    return without_docstrings(step.cell.code) if step.kind == "exercise" else ""


def without_docstrings(code: str) -> str:
    """Drop the docstring of each function; all other lines stay as they are."""
    lines, dropped = code.splitlines(), set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            dropped |= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return "\n".join(line for number, line in enumerate(lines, start=1) if number not in dropped)
