"""The four conventions of lesson 3 against the published tools' own scoring functions; neither run by pytest nor by CI.

The tools are not installed: the few functions that turn verdicts into a score are cut out of their wheels, and called with the verdicts of
the lesson.

    pip download --no-deps -d build/wheels ragas==0.4.3 deepeval==4.3.1 trulens-feedback==2.16.0 ragchecker==0.1.9
    python tests/oracle_conventions.py build/wheels
"""

import ast
import math
import re
import sys
import zipfile
from enum import Enum
from pathlib import Path
from types import SimpleNamespace as Some

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from lesson_03 import CONVENTIONS, GRADES, PAGES_ALONE, VERDICTS

UNPARSABLE = -1.0


def functions(wheels: Path, wheel: str, path: str, names: list[str], around: dict) -> dict:
    """The named functions and classes of one file in a wheel, in the names ``around`` that they use."""
    (archive,) = wheels.glob(f"{wheel}-*.whl")
    tree = ast.parse(zipfile.ZipFile(archive).read(path).decode())
    found = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.ClassDef) and each.name in names]
    assert sorted(each.name for each in found) == sorted(names), f"{path} of {archive.name} has no longer what was read"
    exec("from __future__ import annotations\n" + ast.unparse(ast.Module(found, [])), around)
    return around


def ragas(wheels: Path, verdicts: list[str]) -> float:
    theirs = functions(wheels, "ragas", "ragas/metrics/collections/faithfulness/metric.py", ["_compute_score"], {})
    return theirs["_compute_score"](None, Some(statements=[Some(verdict=int(each == "supported")) for each in verdicts]))


def deepeval(wheels: Path, verdicts: list[str]) -> float:
    around = functions(wheels, "deepeval", "deepeval/metrics/base_metric.py", ["Verdict"], {"Enum": Enum})
    word = around["Verdict"]
    around |= {"re": re, "YES_NO": (word.YES, word.NO), "LEGACY_VERDICT_ALIASES": {"idk": word.BORDERLINE}}
    theirs = functions(wheels, "deepeval", "deepeval/metrics/utils/qag.py", ["normalize_qag_verdict", "score_qag_verdicts"], around)
    said = [Some(verdict={"supported": word.YES, "contradicted": word.NO}.get(each, word.BORDERLINE)) for each in verdicts]
    return theirs["score_qag_verdicts"](Some(strict_mode=False, threshold=0.5), said, passing=(word.YES, word.BORDERLINE))


def trulens(wheels: Path, grades: list[int]) -> float:
    around = {"np": np, "UNPARSABLE_SCORE": UNPARSABLE, "is_unparsable_score": lambda score: score == UNPARSABLE}
    theirs = functions(wheels, "trulens_feedback", "trulens/feedback/llm_provider.py", ["_mean_graded_score"], around)
    return theirs["_mean_graded_score"]([grade / 3 for grade in grades])  # no sentence left: its caller returns 0.0 before this


def ragchecker(wheels: Path, pages_alone: list[list[str]]) -> float:
    around = {"np": np, "metrics": Some(faithfulness="faithfulness")}
    theirs = functions(wheels, "ragchecker", "ragchecker/computation.py", ["to_bool", "evaluate_faithfulness"], around)
    rows = [["Entailment" if page in alone else "Neutral" for page in ("ratelimits", "plans")] for alone in pages_alone]
    result = Some(retrieved2response=rows, metrics={})
    theirs["evaluate_faithfulness"](result)
    return float(result.metrics["faithfulness"])


def main(wheels: Path) -> int:
    cases = [("ragas", ragas, VERDICTS), ("deepeval", deepeval, VERDICTS), ("trulens", trulens, GRADES)]
    cases += [("ragchecker", ragchecker, PAGES_ALONE)]
    cases += [("ragas", ragas, []), ("deepeval", deepeval, []), ("trulens", trulens, [3]), ("ragchecker", ragchecker, [])]
    wrong = 0
    for name, theirs, said in cases:
        published, lesson = theirs(wheels, said), CONVENTIONS[name](said)
        same = math.isclose(published, lesson) or math.isnan(published) and math.isnan(lesson)
        wrong += not same
        print(f"{'same  ' if same else 'DIFFER'} {name:11} {len(said)} verdicts: theirs {published:.4f}, the lesson's {lesson:.4f}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])) if len(sys.argv) == 2 else __doc__)
