"""A process of its own that writes into a history, for the tests of two at once and of one that is killed.

python history_writer.py FILE.db COUNT COMMIT: add runs, and say each number. COUNT "stall": stop for ever in the middle of a run.
"""

import sys
import time

from gate_cases import uniform

from ragdiag_helpers.gate import history

if __name__ == "__main__":
    path, count, commit = sys.argv[1:]
    kept = history.History(path)
    if count == "stall":
        whole = history._row_values

        def stalled(number, rows):
            for place, values in enumerate(whole(number, rows)):
                if place == 3:
                    print("in the middle", flush=True)
                    time.sleep(600)
                yield values

        history._row_values, count = stalled, 1
    for _ in range(int(count)):
        print(kept.add(uniform({"recall": 0.9}, 8), commit=commit), flush=True)
