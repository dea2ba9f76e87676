"""Count what four judged metrics cost with our judge, with a loop of one call a claim, with ragas and with deepeval: `make bench`.

Twelve samples with two contexts each, a stub on this machine that answers every call after 300 ms, at most eight calls in flight, all in one
run. ragas and deepeval live in an environment of their own, whose Python the variable RAGDIAG_BENCH_PYTHON names:

    python3.11 -m venv build/bench && build/bench/bin/pip install -r tests/bench_requirements.txt
    RAGDIAG_BENCH_PYTHON=build/bench/bin/python make bench
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from judge_cost import IN_FLIGHT, LIMITS, METRICS, PAUSE, SAMPLES, cost_of, sensible, within
from stub_server import Stub

HERE = Path(__file__).resolve().parent
ROUNDS = 3
OTHERS = os.path.abspath(shutil.which(os.environ.get("RAGDIAG_BENCH_PYTHON") or sys.executable) or "")  # tools run in other folders
TOOLS = {  # name: the interpreter that runs it, and what the table says
    "ours": (sys.executable, "ragdiag_helpers"),
    "ours-short": (sys.executable, "ragdiag_helpers, short refs"),
    "naive": (sys.executable, "our prompts, a call a claim"),
    "ragas": (OTHERS, "ragas {}"),
    "ragas-remote": (OTHERS, "ragas {}, embeddings 300 ms"),
    "deepeval": (OTHERS, "deepeval {}"),
    "deepeval-brief": (OTHERS, "deepeval {}, no reasons"),
}
LEGEND = f"""\
ragdiag_helpers: every reference is put to the judge to be split, the most it can cost; short refs: as it takes these, whole.
texts: prompt tokens, characters of prompts and texts / 4; +schemas: the same with the JSON schemas of the replies.
bound: calls x {PAUSE} s / {IN_FLIGHT}; /bound: seconds / bound. Embeddings are not calls, and take no time but where the row says so.
Every tool gave its {len(METRICS) * SAMPLES} scores, had at most {IN_FLIGHT} calls in flight, and called nobody outside this machine."""


def environment(home: str) -> dict:
    """The environment of one tool: no keys and settings of this machine, no proxy, no telemetry, a home that is thrown away."""
    foreign = ("ANTHROPIC_", "RAGDIAG_", "RAGAS_", "DEEPEVAL_", "CONFIDENT_", "OPENAI_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign) and not name.lower().endswith("_proxy")}
    path = os.pathsep.join([str(HERE.parent), *filter(None, [kept.get("PYTHONPATH")])])
    quiet = {"RAGAS_DO_NOT_TRACK": "true", "DEEPEVAL_TELEMETRY_OPT_OUT": "1", "PYTHONPATH": path}
    return kept | quiet | {"HOME": home, "USERPROFILE": home}


def run(tool: str) -> dict:
    """Run one tool once in a process of its own, and add what the stub counted. Exits with its last words if it fails."""
    with Stub(sensible, PAUSE) as stub, tempfile.TemporaryDirectory() as home:
        command = [TOOLS[tool][0], str(HERE / "judge_tools.py"), tool, stub.url]
        ended = subprocess.run(command, cwd=home, env=environment(home), capture_output=True, text=True, errors="replace")
        if ended.returncode:
            sys.exit(f"{tool} failed:\n{ended.stderr[-3000:]}")
        result = json.loads((Path(home) / "result.json").read_text(encoding="utf-8"))
    return result | dict(zip(("calls", "texts", "tokens"), cost_of(stub.bodies))) | {"most": stub.most_at_once}


def check(tool: str, runs: list[dict]) -> None:
    """What must hold in each round: all scores, the bound on calls in flight, nothing that left the machine; for ours, what we promise."""
    for each in runs:
        assert each["scores"] == len(METRICS) * SAMPLES, f"{tool} gave {each['scores']} scores of {len(METRICS) * SAMPLES}"
        assert each["most"] <= IN_FLIGHT, f"{tool} had {each['most']} calls in flight"
        assert not each["elsewhere"], f"{tool} wanted to reach {each['elsewhere']}; it was refused"
        cost = each["calls"], each["texts"], each["tokens"]
        if tool in LIMITS:
            assert within(cost, LIMITS[tool]), f"{tool}: calls, text tokens and all tokens are {cost}, not within {LIMITS[tool]}"


def line(tool: str, runs: list[dict], ours: list[dict]) -> str:
    """One line of the table: medians, and ratios to ours."""
    names = ("calls", "texts", "tokens", "seconds")
    mine, base = ({name: statistics.median(each[name] for each in some) for name in names} for some in (runs, ours))
    bound = mine["calls"] * PAUSE / IN_FLIGHT
    ratios = [f"{mine[name] / base[name]:7.2f}" for name in names]
    spread = f"{min(each['seconds'] for each in runs):.2f}-{max(each['seconds'] for each in runs):.2f}"
    name = TOOLS[tool][1].format(runs[0]["version"])
    counts = f"{mine['calls']:5.0f} {runs[0]['embeddings']:6} {mine['texts']:8,.0f} {mine['tokens']:8,.0f}"
    return f"{name:32} {counts} {mine['seconds']:7.2f} {spread:>11} {' '.join(ratios)} {bound:6.2f} {mine['seconds'] / bound:6.2f}"


def main() -> None:
    if not os.path.isfile(OTHERS):
        sys.exit(f"RAGDIAG_BENCH_PYTHON is {os.environ['RAGDIAG_BENCH_PYTHON']!r}, which is no Python here; name one, or unset it")
    print(f"{len(METRICS)} metrics, {SAMPLES} samples x 2 contexts, {1000 * PAUSE:.0f} ms a call, {IN_FLIGHT} in flight, median of {ROUNDS}")
    runs = {tool: [] for tool in TOOLS}
    for _ in range(ROUNDS):
        for tool in [each for each in TOOLS if not any("missing" in run for run in runs[each])]:
            runs[tool].append(run(tool))
    there = [tool for tool in TOOLS if "missing" not in runs[tool][0]]
    print(f"{'':83}{'times ours: ':>32}")
    print(f"{'tool':32} calls embed.    texts +schemas seconds       range   calls   texts  +schem seconds  bound /bound")
    for tool in there:
        check(tool, runs[tool])
        print(line(tool, runs[tool], runs["ours"]))
    print(LEGEND)
    for tool in [each for each in TOOLS if each not in there]:
        print(f"not run: {TOOLS[tool][1].replace(' {}', '')} ({runs[tool][0]['missing']})")
    if len(there) < len(TOOLS):
        print("To run them too:\n" + __doc__.rpartition(":\n\n")[2].rstrip())


if __name__ == "__main__":
    main()
