"""Run Docent under the settings of each commit in commits.toml and write what came of it.

    python golden_sets/history/make.py [OUT.json]

writes runs.json beside this file, or OUT.json. Run it again whenever a judge, a page or a question changed; tests/test_seeded_history.py
says when that is due.
"""

import hashlib
import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from ragdiag_helpers.audit import audit
from ragdiag_helpers.gate.runs import snapshot
from ragdiag_helpers.gate.seeded import COLUMNS, HISTORY, MEASURE, START, answer, answers_fingerprint, judge_of, system_fingerprint

COMMITS = HISTORY.with_name("commits.toml")


def commits() -> list[tuple[str, str, dict]]:
    """(commit, message, settings) of each, oldest first; the commit is a hash of its place and message. Raises ValueError for a setting that there is not."""
    setup, found = dict(START), []
    for place, entry in enumerate(tomllib.loads(COMMITS.read_text(encoding="utf-8"))["commit"], start=1):
        message, changed = entry["message"], {name: value for name, value in entry.items() if name != "message"}
        if strangers := changed.keys() - START.keys():
            raise ValueError(f"commit {place} sets {', '.join(sorted(strangers))}; the settings are {', '.join(START)}")
        setup = {**setup, **changed}
        found.append((hashlib.sha256(f"{place} {message}".encode()).hexdigest()[:7], message, setup))
    return found


def rows() -> Iterator[dict]:
    """One dict a commit: its fingerprints, and the means that an audit of its answers gives. The settings of the measurement stand in the fingerprints."""
    for place, (commit, message, setup) in enumerate(commits(), start=1):
        records = answer(setup)
        run = snapshot(audit(records, judge_of(setup))).run
        system = {name: value for name, value in setup.items() if name not in MEASURE}
        yield {
            "run": place, "commit": commit, "message": message, "settings": system, "questions": setup["questions"], "asked": setup["judge"],
            **{name: getattr(run, name) for name in COLUMNS}, "system": system_fingerprint(setup), "answers": answers_fingerprint(records),
            "lines": dict(run.lines), "rows": run.rows, "tally": dict(run.tally), "means": {name: _rounded(mean) for name, mean in run.means.items()},
        }  # fmt: skip


def _rounded(mean: tuple) -> list:
    value, n, undefined, unscored, interval = mean
    return [value and round(value, 6), n, undefined, unscored, interval and [round(edge, 6) for edge in interval]]


if __name__ == "__main__":
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else HISTORY
    out.write_text("[\n" + ",\n".join(map(json.dumps, rows())) + "\n]\n", encoding="utf-8", newline="\n")
    print(f"{len(commits())} runs written")
