"""Which names a cell needs and which it makes, read from its code: so that a section knows what must have run before it."""

import ast
import builtins
import dis
from collections.abc import Iterator
from types import CodeType
from typing import NamedTuple

LOADS = ("LOAD_NAME", "LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS", "DELETE_NAME")
STORES = ("STORE_NAME", "STORE_GLOBAL")


class Names(NamedTuple):
    """``needs``: read before the cell makes them; ``makes``: assigned, imported, defined or changed in place at the top of the cell."""

    needs: frozenset[str]
    makes: frozenset[str]


def names_of(source: str) -> Names:
    """The names of a code cell; builtins are no needs.

    >>> [sorted(each) for each in names_of("total = sum(scores) + bonus(1)")]
    [['bonus', 'scores'], ['total']]
    """
    code = compile(source, "cell", "exec")
    needs, makes = set(), set()
    for instruction in dis.get_instructions(code):
        if instruction.opname in LOADS and instruction.argval not in makes:
            needs.add(instruction.argval)
        elif instruction.opname in STORES:
            makes.add(instruction.argval)
    inner = {name for each in _inner(code) for name in each}
    needs |= inner - makes
    return Names(frozenset(needs - set(dir(builtins)) - {"__name__"}), frozenset(makes | _changed(ast.parse(source))))


def _inner(code: CodeType) -> Iterator[list[str]]:
    """The global names that functions of the cell read, when they run."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            steps = [step for step in dis.get_instructions(part) if step.opname in LOADS]
            yield [step.argval for step in steps if step.opname != "LOAD_NAME" or _class_load(part, step)]
            yield from _inner(part)


def _class_load(code: CodeType, step: dis.Instruction) -> bool:
    return step.argval not in {each.argval for each in dis.get_instructions(code) if each.opname in STORES}


def _changed(tree: ast.Module) -> set[str]:
    """Names whose object is changed in place: table["x"] = ..., row.field = ..., and a bare call of a method such as rows.append(...)."""
    found = set()
    for node in ast.walk(tree):
        stored = isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store)
        called = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute)
        target = node.value.func.value if called else node.value if stored else None
        if isinstance(target, ast.Name):
            found.add(target.id)
    return found
