"""Processor seconds of the report of 1,000 to 8,000 records with a cheap judge, and what each doubling costs: python tests/bench_report.py."""

import random
import time

from report_cases import KINDS, Marked, record

from ragdiag_helpers.audit import audit
from ragdiag_helpers.report import report_files
from ragdiag_helpers.report.facts import facts
from ragdiag_helpers.report.pictures import draw

SIZES = (1000, 2000, 4000, 8000)


def seconds(work) -> tuple[float, object]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def main() -> None:
    draw, before = random.Random(0), {}
    draw(facts(audit([record("warm-up", "ok")], Marked())))  # matplotlib looks for its fonts once
    for size in SIZES:
        records = [record(f"r{number}", draw.choice(list(KINDS))) for number in range(size)]
        scored, found = seconds(lambda: audit(records, Marked()))
        counted, told = seconds(lambda: facts(found))
        written, made = seconds(lambda: report_files(told, (), draw(told)))
        times = {"audit": scored, "facts": counted, "files": written}
        shown = ", ".join(f"{name} {took:.2f} s" + (f" (x{took / before[name]:.1f})" if before else "") for name, took in times.items())
        print(f"{size:,} records: {shown}; {sum(map(len, made.values())) / 1e6:.1f} MB")
        before = times


if __name__ == "__main__":
    main()
