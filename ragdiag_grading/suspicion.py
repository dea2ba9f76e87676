"""What in a submission's code a person should look at: means of getting round the checks. A hint for review, never a verdict."""

import ast
import re
import sys
from collections.abc import Iterator

from nbformat import NotebookNode

MODULES = {
    "ctypes": "reaches below Python", "gc": "looks through all objects", "inspect": "reads other code", "builtins": "can change Python itself",
    "socket": "uses the network", "subprocess": "starts other programs", "requests": "uses the network", "urllib": "uses the network",
    "httpx": "uses the network", "sqlite3": "opens databases", "nbformat": "reads notebooks", "importlib": "changes how modules are loaded",
    "multiprocessing": "starts other processes", "signal": "changes time limits", "unittest": "can replace the checks",
}
CALLS = {
    "get_ipython": "changes how cells are run", "settrace": "watches other code", "setprofile": "watches other code", "_getframe": "reads the caller",
    "_exit": "ends the kernel", "kill": "ends processes", "killpg": "ends processes", "fork": "starts processes", "system": "starts other programs",
    "popen": "starts other programs", "exec": "runs text as code", "eval": "runs text as code", "__import__": "loads modules by text",
}
OWN = ("expect", "agree", "progress", "compare_prediction")  # what the checks are made of
MAGIC = re.compile(r"^\s*[%!]", re.MULTILINE)


def suspicions(cells: list[NotebookNode], given: set[str]) -> list[str]:
    """Reasons to look, each naming the cell; ``given`` are the sources that learners were handed, which are not looked at."""
    found = []
    for cell in cells:
        if cell.cell_type == "code" and not cell.metadata.get("nbgrader", {}).get("grade") and cell.source.strip() not in given:
            found += [f"cell {cell.id}: {why}" for why in dict.fromkeys(_of_code(cell.source))]
    return found


def _of_code(source: str) -> Iterator[str]:
    if MAGIC.search(source):
        yield "uses IPython or shell commands"
    try:
        tree = ast.parse(MAGIC.sub("#", source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        yield from _of_node(node)
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        yield from _calls_the_helper(function)


def _of_node(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        yield from (f"imports {name}: {MODULES[top]}" for name in names if (top := name.split(".")[0]) in MODULES)
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name in CALLS:
            yield f"calls {name}: {CALLS[name]}"
    if isinstance(node, ast.FunctionDef) and (node.name in OWN or node.name == "__eq__"):
        yield f"defines {node.name}, by which checks compare"
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        name = node.id if isinstance(node, ast.Name) else node.attr
        if name in OWN or name.startswith("__") and name != "__name__" or isinstance(node, ast.Attribute) and name.startswith("_"):
            yield f"sets {name}"
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"solutions[/\\]|gradebook|HIDDEN TESTS|API_KEY", node.value):
        yield f"names {node.value[:60]!r}"


def _calls_the_helper(function: ast.FunctionDef) -> Iterator[str]:
    """An exercise that calls the helper of its own name has not built it by hand. text.split() in an exercise ``split`` is no such call."""
    own = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    own |= {each.id for each in ast.walk(function) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)} | sys.stdlib_module_names
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and node.attr == function.name and isinstance(node.value, ast.Name) and node.value.id not in own:
            yield f"{function.name} calls the helper of the same name, which it should build"
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ragdiag_helpers") and function.name in [each.name for each in node.names]:
            yield f"{function.name} imports the helper of the same name, which it should build"
