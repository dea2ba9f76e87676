"""ragdiag gate: pass, fail or refuse to judge a file of records, for CI."""

import argparse
import json
import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace

from ..audit import Audit
from ..gate import GateResult, History, Snapshot, check, load_thresholds
from ..gate.history import baseline_name
from ..gate.result import NAME, plain
from ..gate.runs import current_commit, judge_words
from ..gate.thresholds import DEFAULT
from ..report.blocks import one_line
from ..report.markdown_file import escaped
from .judging import add_judge_arguments, add_labels_argument, add_records_argument, chosen_audit, filled
from .streams import unfailing

NOT_JUDGED = 2


def add_arguments(command: argparse.ArgumentParser) -> None:
    add_records_argument(command)
    command.add_argument("--thresholds", type=filled, metavar="FILE.toml", help="the lines to keep (default: the built-in ones)")
    command.add_argument("--show-thresholds", action="store_true", help="print the built-in lines, to copy and change, and stop")
    command.add_argument("--history", type=filled, metavar="FILE.db", help="record this run there, also one that failed")
    baseline = "compare with run N of the history, with the newest (last), or the newest that passed (passed)"
    command.add_argument("--baseline", type=filled, metavar="N", help=baseline)
    command.add_argument("--commit", type=filled, help="the commit to record (default: what git has checked out here)")
    setting = "record a setting of your RAG, as k=4; may be repeated"
    command.add_argument("--setting", action="append", default=[], metavar="KEY=VALUE", help=setting)
    add_labels_argument(command)
    add_judge_arguments(command)
    command.epilog = "Exit code: 0 passed, warnings included; 1 failed, the line is named; 2 could not be judged. See docs/gate.md."


def run(chosen: argparse.Namespace) -> int:
    if chosen.show_thresholds:
        print(DEFAULT.read_text(encoding="utf-8"), end="", flush=True)
        return 0
    with unfailing():
        return _verdict(chosen)


def _verdict(chosen: argparse.Namespace) -> int:
    """The exit code. All is judged and recorded before a word of it is printed."""
    try:
        code, lines, page = _judged(chosen)
    except (ValueError, OSError) as problem:
        told = str(problem)
    except Exception as problem:  # whatever it is: code 1 must mean that a line was missed, so a crash may not end with it
        print("\n".join(f"| {plain(line)}" for line in traceback.format_exc().splitlines()), file=sys.stderr)
        told = f"{type(problem).__name__}: {problem}"
    else:
        print("\n".join(lines))
        _summarise(page)
        return code
    print(f"NOT JUDGED: {plain(told)}", file=sys.stderr)
    _summarise(f"### RAG gate: not judged\n\n- {escaped(plain(told))}\n")
    return NOT_JUDGED


def _judged(chosen: argparse.Namespace) -> tuple[int, list[str], str]:
    """Read all that is cheap to read, ask the judge, hold the answers against the lines, and record the run.

    Returns the exit code, what to print, and the same for a summary page.
    """
    _text("--commit", chosen.commit or "")
    limits = load_thresholds(chosen.thresholds or DEFAULT)
    settings, (before, notes) = _settings(chosen.setting), _baseline(chosen.history, chosen.baseline)
    found = chosen_audit(chosen)
    result = check(found, limits, before)
    result = replace(result, notes=(*notes, *result.notes))
    code, recorded = _recorded(chosen, found, settings, result)
    judge = judge_words(found.judge, found.judge_fingerprint)
    head = f"lines: {one_line(limits.source, NAME)}; judge: {judge}; {len(found.rows)} rows"
    return code, [plain(head), "", str(result), *recorded], result.markdown()


def _text(option: str, value: str) -> None:
    """Raise ValueError for bytes of the command line that are no text in UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{option} {value!r} holds bytes that are no UTF-8 text; write it in UTF-8") from None


def _baseline(file: str | None, which: str | None) -> tuple[Snapshot | None, tuple[str, ...]]:
    if file is not None:
        History(file).ready()
    if which is None:
        return None, ()
    if file is None:
        raise ValueError("--baseline names a run of a history, and there is none; add --history FILE.db")
    try:
        name = baseline_name(which)
    except ValueError as problem:
        raise ValueError(f"--baseline: {problem}") from None
    before = History(file).baseline(name)
    missing = f"no earlier run{' passed its gate' * (name == 'passed')}: this run is compared with none"
    return before, () if before else (missing,)


def _settings(pairs: Sequence[str]) -> dict[str, object]:
    """The settings of ["k=4", "retriever=tfidf"]: values are JSON where they can be read as such, else text."""
    settings: dict[str, object] = {}
    for pair in pairs:
        key, sign, text = pair.partition("=")
        if not key.strip() or not sign:
            raise ValueError(f"--setting {pair!r} sets nothing; write it as KEY=VALUE, for example --setting k=4")
        _text("--setting", pair)
        if key.strip() in settings:
            raise ValueError(f"--setting {key.strip()!r} is there twice; give one of them another name")
        settings[key.strip()] = _value(text.strip())
    return settings


def _value(text: str) -> object:
    try:
        value = json.loads(text, parse_constant=str)
        json.dumps(value, allow_nan=False)  # 1e999 reads as infinity, which no history can keep
    except (ValueError, RecursionError):
        return text
    return value


def _recorded(chosen: argparse.Namespace, found: Audit, settings: dict[str, object], result: GateResult) -> tuple[int, list[str]]:
    """Record the run if a history is named, and return the exit code, and what to say: a run that passed and is not recorded is code 2."""
    if not chosen.history:
        return result.exit_code, []
    try:
        number = History(chosen.history).add(found, commit=chosen.commit or current_commit(), settings=settings, result=result)
    except Exception as problem:  # whatever it is: a line that was missed stays missed
        print(f"the run is not recorded: {plain(problem)}", file=sys.stderr)
        return result.exit_code or NOT_JUDGED, []
    return result.exit_code, [f"recorded as run {number} in {plain(chosen.history, NAME)}"]


def _summarise(text: str) -> None:
    """Append to the summary page of a GitHub Actions run, where there is one; a page that cannot be written changes nothing."""
    page = os.environ.get("GITHUB_STEP_SUMMARY")
    if not page:
        return
    try:
        with open(page, "a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text + "\n")
    except Exception as problem:
        print(f"the summary page cannot be written: {plain(problem)}", file=sys.stderr)
