"""A class to grade: healthy, half done, broken and hostile submissions to lesson 0, each with the status and the score that it deserves."""

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from conftest import notebook

LESSON = "00_open_book_exam"
SHARE = "def share(part, whole):\n    {}"
RIGHT_SHARE = SHARE.format("return part / whole if whole else None")
GRID = "def look_first_at(page_arrived, keeps_to_pages):\n    {}"
RIGHT_GRID = GRID.format("return 'retrieval' if not page_arrived else 'neither' if keeps_to_pages else 'generation'")
SECRET = "sk-ant-canary-0123456789abcdef"


@dataclass(frozen=True)
class Case:
    """One submission: how to make its bytes, and what must come of it. ``score`` None: blank. ``why``: words of the reason."""

    make: Callable[[], bytes]
    status: str
    score: float | None
    why: str = ""
    so_far: float | None = None
    file: str = f"{LESSON}.ipynb"
    stamp: str = ""


def released() -> dict:
    return json.loads(json.dumps(notebook("notebooks", LESSON)))


def code(source: str) -> dict:
    return {"cell_type": "code", "id": "mine", "metadata": {}, "execution_count": None, "outputs": [], "source": source}


def answered(share: str = RIGHT_SHARE, grid: str = RIGHT_GRID, before: str = "", change: Callable[[dict], None] = lambda book: None) -> Callable[[], bytes]:
    """The released notebook with two answers, a cell of one's own before the first exercise, and a change to the whole."""

    def make() -> bytes:
        book = released()
        for cell in book["cells"]:
            if cell["id"] in ("share", "look_first_at"):
                cell["source"] = share if cell["id"] == "share" else grid
        if before:
            at = next(place for place, cell in enumerate(book["cells"]) if cell["id"] == "share")
            book["cells"].insert(at, code(before))
        change(book)
        return json.dumps(book).encode()

    return make


def cell_of(book: dict, name: str) -> dict:
    return next(cell for cell in book["cells"] if cell["id"] == name)


def without(*names: str) -> Callable[[dict], None]:
    def change(book: dict) -> None:
        book["cells"] = [cell for cell in book["cells"] if cell["id"] not in names]

    return change


def edited(name: str, **fields) -> Callable[[dict], None]:
    return lambda book: cell_of(book, name).update(fields)


def copied(name: str, **fields) -> Callable[[dict], None]:
    """A second copy of a cell right behind it, as JupyterLab's copy and paste leaves it."""

    def change(book: dict) -> None:
        place = book["cells"].index(cell_of(book, name))
        book["cells"].insert(place + 1, {**copy.deepcopy(book["cells"][place]), **fields})

    return change


def stripped(keep_ids: bool) -> Callable[[dict], None]:
    """All metadata lost, as some editors do."""

    def change(book: dict) -> None:
        for number, cell in enumerate(book["cells"]):
            cell["metadata"] = {}
            if not keep_ids:
                cell["id"] = f"new{number}"

    return change


def doctored(book: dict) -> None:
    """Points raised, checks unlocked and tagged so that they do not run."""
    for cell in book["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            cell["metadata"]["nbgrader"] |= {"points": 100, "locked": False}
            cell["metadata"]["tags"] = ["skip-execution", "raises-exception"]


def in_share(line: str) -> Callable[[], bytes]:
    """An answer that does something else first, and then answers rightly."""
    return answered(share=SHARE.format(line + "\n    return part / whole if whole else None"))


def version_3() -> bytes:
    book = json.loads(answered()())
    cells = [{**cell, "input": cell["source"], "language": "python", "prompt_number": 1} if cell["cell_type"] == "code" else cell for cell in book["cells"]]
    return json.dumps({"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": cells, "metadata": {}}]}).encode()


HEALTHY = {
    "ada": Case(answered(), "GRADED", 6),
    "Åsa Öberg": Case(answered(), "GRADED", 6),
    "007": Case(answered(), "GRADED", 6),
    "=HYPERLINK(1)": Case(answered(), "GRADED", 6),
    "own cells": Case(answered(before="import math\nnotes = [math.pi] * 3\nprint(notes)"), "GRADED", 6),
    "a plot": Case(answered(before="import matplotlib.pyplot as plt\n_ = plt.plot([1, 2])"), "GRADED", 6),
    "installs": Case(answered(before="%pip install pandas\n%matplotlib inline"), "GRADED", 6),
    "another kernel": Case(answered(change=lambda book: book["metadata"].update(kernelspec={"name": "my-env", "display_name": "x"})), "GRADED", 6),
    "the key": Case(lambda: json.dumps(notebook("solutions", LESSON)).encode(), "GRADED", 6),
    "BOM and CRLF": Case(lambda: b"\xef\xbb\xbf" + answered()().replace(b"\\n", b"\\r\\n"), "GRADED", 6),
    "helper function": Case(answered(before="def ratio(a, b):\n    return a / b", share=SHARE.format("return ratio(part, whole) if whole else None")), "GRADED", 6),
    "late": Case(answered(), "LATE", 6, "19 hours late", stamp="2026-11-21 12:00:00 UTC"),
    "in time": Case(answered(), "GRADED", 6, stamp="2026-11-20 16:59:00 UTC"),
}
HALF = {
    "one exercise": Case(answered(grid=GRID.format("raise NotImplementedError")), "GRADED", 3),
    "untouched": Case(answered(share=SHARE.format("raise NotImplementedError"), grid=GRID.format("raise NotImplementedError")), "GRADED", 0),
    "emptied": Case(answered(share="", grid=""), "GRADED", 0),
    "visible only": Case(answered(share=SHARE.format("return {4: 0.8, 0: 0}.get(part) if whole else None")), "GRADED", 5),
    "zero for nothing": Case(answered(share=SHARE.format("return part / whole if whole else 0.0")), "GRADED", 5),
    "syntax error": Case(answered(share="def share(part, whole)\n    return 1"), "GRADED", 3),
    "raises": Case(answered(grid=GRID.format("raise KeyError('x')")), "GRADED", 3),
    "recursion": Case(answered(grid=GRID.format("return look_first_at(page_arrived, keeps_to_pages)")), "GRADED", 3),
    "endless in one": Case(answered(share=SHARE.format("while True: pass")), "GRADED", 3),
    "sleeps": Case(answered(share=SHARE.format("import time\n    time.sleep(999)")), "GRADED", 3),
    "asks for input": Case(answered(share=SHARE.format("return float(input())")), "GRADED", 3),
    "always equal": Case(answered(share="class Any:\n    __eq__ = lambda *_: True\n    __hash__ = None\ndef share(part, whole):\n    return Any()"), "NEEDS-REVIEW", None, "", 3),
}
BROKEN = {
    "renamed": Case(answered(), "REPAIRED", 6, "taken for", file="my homework (final).ipynb"),
    "no check": Case(answered(change=without("share_hidden")), "REPAIRED", 6, "share_hidden"),
    "no checks at all": Case(answered(change=without("share_hidden", "share_is_a_fraction", "grid_hidden")), "REPAIRED", 6, "deleted"),
    "no answer cell": Case(answered(change=without("share")), "REPAIRED", 3, "the answer cell was deleted"),
    "check edited": Case(answered(share=SHARE.format("return 1"), change=edited("share_is_a_fraction", source="print('ok')")), "REPAIRED", 3, "edited"),
    "check emptied": Case(answered(change=edited("share_hidden", source="")), "REPAIRED", 6, "edited"),
    "check retyped": Case(answered(change=edited("share_hidden", cell_type="markdown")), "REPAIRED", 6, "markdown"),
    "answer retyped": Case(answered(change=edited("look_first_at", cell_type="raw")), "REPAIRED", 6, "raw"),
    "check copied": Case(answered(change=copied("share_hidden")), "REPAIRED", 6, "2 copies"),
    "check copied, deduplicated": Case(answered(change=copied("share_hidden", metadata={"nbgrader": {}})), "REPAIRED", 6, "2 copies"),
    "answer copied": Case(answered(change=copied("share")), "REPAIRED", 6, "2 copies"),
    "two answers": Case(answered(change=copied("share", source=SHARE.format("return 1"))), "NEEDS-REVIEW", None, "different answers", 3),
    "metadata lost": Case(answered(change=stripped(keep_ids=True)), "GRADED", 6),
    "metadata and ids lost": Case(answered(change=stripped(keep_ids=False)), "UNGRADABLE", None, "no cell of"),
    "another lesson": Case(lambda: json.dumps(notebook("notebooks", "01_precision_recall")).encode(), "UNGRADABLE", None, "no cell of"),
    "corrupt": Case(lambda: answered()()[:-500], "UNGRADABLE", None, "breaks off"),
    "empty file": Case(lambda: b"", "UNGRADABLE", None, "empty"),
    "a picture": Case(lambda: b"\x89PNG\r\n\x1a\n" + bytes(200), "UNGRADABLE", None, "no notebook"),
    "a list": Case(lambda: b"[1, 2]", "UNGRADABLE", None, "no cells"),
    "no cells": Case(lambda: b'{"nbformat": 4}', "UNGRADABLE", None, "no cells"),
    "deep": Case(lambda: b"[" * 100_000, "UNGRADABLE", None, "damaged"),
    "nonsense cells": Case(answered(change=lambda book: book["cells"].extend([None, 7, {"cell_type": "code"}, {"source": 3}])), "GRADED", 6),
    "version 3": Case(version_3, "GRADED", 6),
    "big": Case(lambda: answered()() + b" " * (21 * 2**20), "UNGRADABLE", None, "MB"),
    "points doctored": Case(answered(share=SHARE.format("return 1"), change=doctored), "GRADED", 3),
}
DEATHS = {
    "exits": Case(answered(grid=GRID.format("import os\n    os._exit(0)")), "NEEDS-REVIEW", None, "the kernel ended", 3),
    "killed": Case(answered(grid=GRID.format("import os\n    os.kill(os.getpid(), 9)")), "NEEDS-REVIEW", None, "the kernel ended", 3),
    "segfault": Case(answered(grid=GRID.format("import ctypes\n    ctypes.string_at(0)")), "NEEDS-REVIEW", None, "the kernel ended", 3),
    "quits": Case(answered(grid=GRID.format("exit()")), "NEEDS-REVIEW", None, "", 3),
    "deaf loop": Case(answered(before="while True:\n    try:\n        while True: pass\n    except BaseException: pass"), "GRADED", 6),
    "memory": Case(in_share("bytearray(3 * 2**30)"), "GRADED", 3),
    "flood": Case(answered(before="while True: print('x' * 1000)"), "GRADED", 6),
    "50 MB at once": Case(answered(before="print('x' * 50_000_000)"), "GRADED", 6),
    "thread bomb": Case(answered(before="import threading, time\nthreading.stack_size(65536)\nfor _ in range(2000): threading.Thread(target=time.sleep, args=(99,)).start()"), "GRADED", 6),
    "many files": Case(
        answered(grid=GRID.format("n = 0\n    while True:\n        open(f'f{n}', 'wb').write(bytes(2**20))\n        n += 1")), "NEEDS-REVIEW", None, "the kernel ended", 3,
    ),
    "fills the disk": Case(answered(before="open('x', 'wb').write(bytes(100 * 2**20))"), "GRADED", 6),
}
HOSTILE = {
    "patches expect": Case(
        answered(share=SHARE.format("return 1"), before="import ragdiag_helpers.checks as c\nc.expect = lambda *a, **k: None"), "NEEDS-REVIEW", None, "must fail passed", 6
    ),
    "patches the comparison": Case(
        answered(share=SHARE.format("return 1"), before="import ragdiag_helpers.outcomes as c\nc.matches.__code__ = (lambda got, wanted: True).__code__"),
        "NEEDS-REVIEW", None, "must fail passed", 6,
    ),
    "false module": Case(
        answered(share=SHARE.format("return 1"), before=(
            "import sys, types\nfake = types.ModuleType('ragdiag_helpers.checks')\n"
            "fake.expect = fake.agree = fake.progress = fake.compare_prediction = lambda *a, **k: None\nsys.modules['ragdiag_helpers.checks'] = fake"
        )), "NEEDS-REVIEW", None, "must fail passed", 6,
    ),
    "drops lines": Case(
        answered(share=SHARE.format("return 1"), before=(
            "def drop(lines):\n    return [line for line in lines if not line.startswith(('expect', 'assert', '    expect'))] or ['']\n"
            "get_ipython().input_transformers_cleanup.append(lambda lines: ['pass\\n'] if any('expect' in line for line in lines) else lines)"
        )), "NEEDS-REVIEW", None, "must fail passed", 6,
    ),
    "swallows errors": Case(
        answered(share=SHARE.format("return 1"), before="get_ipython().set_custom_exc((BaseException,), lambda *a, **k: None)"), "NEEDS-REVIEW", None, "", None
    ),
    "calls the key": Case(in_share("open('/etc/hostname').read() and open('../solutions/x')"), "NEEDS-REVIEW", None, "solutions", None),
    "reads solutions": Case(answered(before=f"try:\n    print(open('{Path(__file__).resolve().parents[1]}/solutions/{LESSON}/{LESSON}.ipynb').read())\nexcept OSError as e: print('denied', e.errno)"), "NEEDS-REVIEW", None, "solutions", 6),
    "reads the key": Case(answered(before="import os\nprint([v for v in os.environ.values() if v.startswith('sk-')], os.environ.get('ANTHROPIC_API_KEY'))"), "NEEDS-REVIEW", None, "API_KEY", 6),
    "reads all memory": Case(answered(before="import os\nfor p in os.listdir('/proc'):\n    print(open(f'/proc/{p}/environ').read())"), "GRADED", 6),
    "goes online": Case(answered(before="import urllib.request\nurllib.request.urlopen('http://127.0.0.1:1')"), "NEEDS-REVIEW", None, "network", 6),
    "starts programs": Case(answered(before="import os\nos.system('touch /tmp/ragdiag-was-here')\n!touch /tmp/ragdiag-was-here"), "NEEDS-REVIEW", None, "shell", 6),
    "fork bomb": Case(answered(before="import os\nwhile True: os.fork()"), "NEEDS-REVIEW", None, "processes", 6),
    "kills all": Case(answered(before="import os\nos.kill(os.getppid(), 9)\nos.kill(-1, 9)"), "NEEDS-REVIEW", None, "ends processes", 6),
    "patches behind a loop": Case(
        answered(share=SHARE.format("return 1"), before="import ragdiag_helpers.checks as c\nc.expect = lambda *a, **k: None\nwhile True: pass"),
        "NEEDS-REVIEW", None, "must fail passed", 6,
    ),
    "writes outside": Case(answered(before="open('/tmp/ragdiag-was-here', 'w').write('x')"), "GRADED", 6),
    "updates the gradebook": Case(answered(before="import sqlite3, glob\nfor f in glob.glob('/**/gradebook.db', recursive=True): sqlite3.connect(f).execute('update grade set manual_score=9')"), "NEEDS-REVIEW", None, "databases", 6),
    "script in markdown": Case(answered(before="print('<script>alert(1)</script>')"), "GRADED", 6),
}
PEEK = """
def peek():
    try:
        1 / 0
    except ZeroDivisionError as error:
        step = error.__traceback__.tb_frame
    while step.f_code.co_name != "expect":
        step = step.f_back
    return step.f_locals["wanted"]
"""
REACHES_OUT = """
import ctypes, os, resource
def tried(act):
    try:
        act()
        print("got through")
    except OSError:
        pass
call = ctypes.CDLL(None, use_errno=True).syscall
for number in (29, 64, 68, 240, 248, 319) if os.uname().machine == "x86_64" else ():  # shared memory, semaphores, queues, keys
    if call(number, 0x5a17, 4096, 0o1600, 0, -4) >= 0:
        print("got through")
tried(lambda: resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE))
tried(lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 1))
tried(lambda: os.setxattr(os.__file__, "user.x", b"x"))
tried(lambda: os.pidfd_open(os.getppid()))
was = os.stat(os.__file__)
os.chmod(os.__file__, 0o777)
os.utime(os.__file__, (1, 1))
if os.stat(os.__file__).st_mode != was.st_mode or os.stat(os.__file__).st_mtime != was.st_mtime:
    print("got through")
"""
FORGED = {
    "shows points": Case(answered(share="import sys\ndef share(part, whole):\n    sys.displayhook(1)\n    return 7"), "NEEDS-REVIEW", None, "displayhook", 3),
    "isclose": Case(answered(share=SHARE.format("return 1"), before="import math\nmath.isclose = lambda *a, **k: True"), "NEEDS-REVIEW", None, "was changed", None),
    "own code of the check": Case(answered(share=SHARE.format("return float(In[-1].split('wanted=')[1].split(',')[0])")), "NEEDS-REVIEW", None, "reads In", None),
    "peeks": Case(answered(share=PEEK + SHARE.format("return peek()")), "NEEDS-REVIEW", None, "reads the caller", 6),
    "object with code": Case(answered(share=SHARE.format("return 1"), before=(
        "import ragdiag_helpers.checks as c\nold = c.matches\n"
        "F = type('F', (), {'__code__': old.__code__, '__module__': old.__module__, '__call__': lambda s, g, w: old(g, w) or g == 1})\nc.matches = F()"
    )), "NEEDS-REVIEW", None, "was changed", None),
    "reaches out": Case(answered(before=REACHES_OUT), "NEEDS-REVIEW", None, "ctypes", 6),
    "huge number": Case(lambda: answered()()[:-1] + b', "x": ' + b"1" * 5000 + b"}", "UNGRADABLE", None, "damaged"),
    "half a character": Case(answered(change=lambda book: book["cells"].append({"cell_type": "markdown", "id": "x", "metadata": {}, "source": "\ud800"})), "GRADED", 6),
    "b" * 250: Case(answered(), "GRADED", 6),
}
CLASS = HEALTHY | HALF | BROKEN | DEATHS | HOSTILE | FORGED
ONLY_ON_THE_ROSTER = ("gone", "ill")


def hand_in(folder: Path, names=CLASS) -> None:
    """Write the class as folders of students."""
    for name in names:
        case = CLASS[name]
        path = folder / name / case.file
        path.parent.mkdir(parents=True)
        path.write_bytes(case.make())
        (path.parent / "timestamp.txt").write_text(case.stamp or "2026-11-19 10:00:00 UTC")
