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
    "IPython": "changes how cells are run", "ipykernel": "changes how cells are run", "traitlets": "changes how cells are run", "zmq": "speaks for the kernel",
    "jupyter_client": "speaks for the kernel", "nbclient": "speaks for the kernel", "tornado": "speaks for the kernel", "atexit": "runs code at the end",
    "linecache": "reads other code", "traceback": "reads other code", "types": "makes code", "pickle": "runs bytes as code", "marshal": "makes code", "runpy": "runs other code",
    "codeop": "runs text as code", "code": "runs text as code", "timeit": "runs text as code", "doctest": "runs text as code", "pdb": "watches other code",
    "bdb": "watches other code", "trace": "watches other code", "pkgutil": "changes how modules are loaded", "resource": "changes limits", "mmap": "reaches below Python",
    "cffi": "reaches below Python", "_ctypes": "reaches below Python", "http": "uses the network", "ftplib": "uses the network", "smtplib": "uses the network",
}
SHOWS = "IPython.display"  # the part of IPython that learners use
READS = {  # by the name of an attribute, also in a text or a pattern
    **dict.fromkeys(("f_back", "f_locals", "f_globals", "f_builtins", "tb_frame", "gi_frame", "cr_frame", "ag_frame", "_current_frames"), "reads the caller"),
    **dict.fromkeys(("__globals__", "__builtins__", "__code__", "__closure__", "__subclasses__", "__getattribute__"), "reaches into Python"),
    **dict.fromkeys(("meta_path", "path_hooks"), "changes how modules are loaded"),
    **dict.fromkeys(("displayhook", "excepthook", "unraisablehook", "ast_transformers"), "changes how cells are run"),
}
HISTORY = re.compile(r"In|Out|_ih|_oh|_dh|_i{1,3}|_i\d+")  # where IPython keeps the code of cells, that of a check too while it runs
CALLS = {
    "get_ipython": "changes how cells are run", "settrace": "watches other code", "setprofile": "watches other code", "_getframe": "reads the caller",
    "_exit": "ends the kernel", "kill": "ends processes", "killpg": "ends processes", "fork": "starts processes", "system": "starts other programs",
    "popen": "starts other programs", "exec": "runs text as code", "eval": "runs text as code", "__import__": "loads modules by text",
    "setattr": "changes objects by name", "delattr": "changes objects by name", "attrgetter": "reads objects by name", "methodcaller": "reads objects by name",
}
OWN = ("expect", "agree", "progress", "compare_prediction")  # what the checks are made of
LINE = re.compile(r"^\s*[%!]", re.MULTILINE)
MAGIC = re.compile(r"^\s*(?:!|%(?!(?:pip|conda|matplotlib)\b))", re.MULTILINE)  # those three are common, and can start nothing here


def suspicions(cells: list[NotebookNode], given: set[str]) -> list[str]:
    """Reasons to look, each naming the cell; ``given`` are the sources that learners were handed, which are not looked at."""
    found, modules = [], set().union(*(_modules(cell.source) for cell in cells if cell.cell_type == "code"))
    for cell in cells:
        if cell.cell_type == "code" and not cell.metadata.get("nbgrader", {}).get("grade") and cell.source.strip() not in given:
            found += [f"cell {cell.id}: {why}" for why in dict.fromkeys(_of_code(cell.source, modules))]
    return found


def _of_code(source: str, modules: set[str]) -> Iterator[str]:
    if MAGIC.search(source):
        yield "uses IPython or shell commands"
    tree = _parsed(source)
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for node in ast.walk(tree):
        yield from _of_node(node)
        yield from _of_reading(node, own)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del) and (root := _root(node)) in modules:
            yield f"changes {root}.{node.attr}, which checks may use"
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        yield from _calls_the_helper(function)


def _parsed(source: str) -> ast.AST:
    try:
        return ast.parse(LINE.sub("#", source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _modules(source: str) -> set[str]:
    """Names that a cell imports, and other names that it gives to them."""
    nodes = list(ast.walk(_parsed(source)))
    found = {(each.asname or each.name).split(".")[0] for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for each in node.names}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute) and _root(node.value) in found:
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def _root(node: ast.AST) -> str:
    """The first name of a dotted one; sys.modules[...] counts as sys."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _of_reading(node: ast.AST, own: set[str]) -> Iterator[str]:
    names = [node.attr] if isinstance(node, ast.Attribute) else node.kwd_attrs if isinstance(node, ast.MatchClass) else []
    names = [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else [node.id] if isinstance(node, ast.Name) else names
    yield from (f"names {name}: {READS[name]}" for name in names if name in READS)
    if isinstance(node, ast.Name) and HISTORY.fullmatch(node.id) and node.id not in own:
        yield f"reads {node.id}, where the code of the checks stands while they run"
    if isinstance(node, ast.Attribute) and node.attr == "modules" and _root(node) == "sys" or isinstance(node, ast.ImportFrom) and node.module == "sys":
        yield "reaches into loaded modules by sys"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr" and len(node.args) > 1 and not isinstance(node.args[1], ast.Constant):
        yield "calls getattr with a name that is worked out: reads objects by name"


def _of_node(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        yield from (f"imports {name}: {MODULES[top]}" for name in names if (top := name.split(".")[0]) in MODULES and name != SHOWS)
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
