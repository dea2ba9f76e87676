"""What lesson 3 defines and says, taken from the executed notebook: for its test and for oracle_conventions.py."""

import ast

from conftest import notebook

NAMES = ("naive_claims", "ragas", "deepeval", "trulens", "ragchecker", "faithfulness", "split", "score")
_found: dict = {}
for _cell in notebook("solutions", "03_faithfulness").cells:
    if _cell.cell_type == "code" and not _cell.metadata.get("nbgrader", {}).get("grade"):
        for _part in ast.parse(_cell.source).body:
            _named = isinstance(_part, ast.FunctionDef) and _part.name in NAMES
            if _named or isinstance(_part, ast.Assign) and ast.unparse(_part.targets[0]) == "transcript":
                exec(ast.unparse(_part), _found)

TAUGHT = {name: _found[name] for name in NAMES}
CONVENTIONS = {name: TAUGHT[name] for name in ("ragas", "deepeval", "trulens", "ragchecker")}
TRANSCRIPT = _found["transcript"]
VERDICTS = [verdict for _, _, verdict, _ in TRANSCRIPT]
PAGES_ALONE = [pages for *_, pages in TRANSCRIPT]
GRADES = [3, 3, 0, 1]
