"""Submissions as they come: a folder a student, a flat folder, or a zip from Canvas or Moodle. Nothing is unpacked; nothing is changed."""

import lzma
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path, PurePosixPath

CANVAS = re.compile(r"(?P<name>[^/]+?)_(?P<late>LATE_)?(?P<user>\d+)_(?P<submission>\d+)_(?P<file>.+)")
MOODLE = re.compile(r"(?P<name>.+)_(?P<user>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)")  # a folder, or without folders a file
COPY = re.compile(r"(?: ?\((\d+)\)|-(\d+)|_(?:attempt|v)(\d+))?$")
LARGEST_MEMBER = 64 * 2**20
SKIPPED = {"__MACOSX", ".ipynb_checkpoints", ".git"}


class IntakeProblem(ValueError):
    """The submissions cannot be read at all; the message says what was found and what is wanted."""


@dataclass(frozen=True)
class Attempt:
    """One file that a student handed in. ``student`` is as the source names them, before the roster is asked; ``when`` None if nothing says it."""

    student: str
    file: str
    data: bytes | None
    when: datetime | None = None
    written: datetime | None = None  # when the file here was written: tells copies apart, and says nothing of a deadline, since copying changes it
    late: bool = False  # as the LMS marked it
    order: int = 0  # Canvas' number of the file, which grows with time
    display: str = ""
    problem: str = ""  # why there is no data


def attempts(source: Path, lesson: str) -> list[Attempt]:
    """Every attempt in a folder or zip, in a fixed order. Raises IntakeProblem."""
    if not source.exists():
        raise IntakeProblem(f"{source}: there is no such folder or file")
    found = sorted(_of_zip(source, lesson) if source.is_file() else _of_folder(source, lesson), key=lambda each: (each.student, each.file))
    if not found:
        raise IntakeProblem(f"{source}: no notebook found. Wanted: STUDENT/{lesson}.ipynb, STUDENT/{lesson}/{lesson}.ipynb, STUDENT.ipynb, or a zip from Canvas or Moodle")
    return found


def _of_folder(folder: Path, lesson: str) -> Iterator[Attempt]:
    paths = {path: PurePosixPath(path.relative_to(folder).as_posix()) for path in sorted(folder.rglob("*"))}
    above = _above([each for each in paths.values() if each.suffix == ".ipynb" and _is_wanted(each)], lesson)
    for path, relative in paths.items():
        if path.is_symlink() or not _is_wanted(relative):
            continue
        if path.is_file() and path.suffix == ".zip" and len(relative.parts) == 1:
            yield from _of_zip(path, lesson)
        elif path.is_file() and path.suffix == ".ipynb":
            yield _read(path, relative, lesson, above)


def _read(path: Path, relative: PurePosixPath, lesson: str, above: int) -> Attempt:
    outer = [path.parent, *path.parents[1 : len(relative.parts) - 1]]
    stamp = next((each / "timestamp.txt" for each in reversed(outer) if _is_stamp(each / "timestamp.txt")), None)  # the outermost: those further in, students can make
    when = _stamp(stamp) if stamp else None
    attempt = _who(relative, lesson, above)
    attempt = replace(attempt, when=when, written=_told(attempt, datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)))
    try:
        if path.stat().st_size > LARGEST_MEMBER:
            return replace(attempt, problem=f"the file has {path.stat().st_size / 2**20:.0f} MB and was not read")
        return replace(attempt, data=path.read_bytes())
    except OSError as problem:
        return replace(attempt, problem=f"the file cannot be read ({problem.strerror})")


def _told(attempt: Attempt, when: datetime | None) -> datetime | None:
    """When it was handed in. Canvas gives each file of a zip the time at which the zip was made, which says nothing."""
    return None if attempt.order else when


def _is_stamp(path: Path) -> bool:
    """A short file. A link could lead to a device that never ends, a pipe to nobody."""
    return path.is_file() and not path.is_symlink() and path.stat().st_size <= 1000


def _stamp(path: Path) -> datetime | None:
    """nbgrader's timestamp.txt; a time without a zone is UTC, as there."""
    text = path.read_text(encoding="utf-8", errors="replace").strip()
    for form in ("%Y-%m-%d %H:%M:%S.%f %Z", "%Y-%m-%d %H:%M:%S %Z"):
        try:
            return datetime.strptime(text, form).replace(tzinfo=timezone.utc)
        except ValueError:
            continue
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if not 1980 < when.year < 9999 else when if when.tzinfo else when.replace(tzinfo=timezone.utc)


def _of_zip(path: Path, lesson: str) -> Iterator[Attempt]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = {member: PurePosixPath(member.filename.replace("\\", "/")) for member in archive.infolist() if not member.is_dir()}
            wanted = {member: relative for member, relative in names.items() if relative.suffix == ".ipynb" and _is_wanted(relative)}
            above = _above(list(wanted.values()), lesson)
            for member, relative in wanted.items():
                yield _member(archive, member, relative, lesson, above)
    except zipfile.BadZipFile:
        raise IntakeProblem(f"{path}: is no zip, or breaks off; download it again") from None


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, relative: PurePosixPath, lesson: str, above: int) -> Attempt:
    when = _zipped_at(member.date_time)
    attempt = _who(relative, lesson, above)
    attempt = replace(attempt, when=_told(attempt, when))
    if member.file_size > LARGEST_MEMBER:
        return replace(attempt, problem=f"the file has {member.file_size / 2**20:.0f} MB and was not read")
    try:
        return replace(attempt, data=archive.read(member))
    except (RuntimeError, zipfile.BadZipFile, EOFError, OSError, ValueError, zlib.error, lzma.LZMAError) as problem:
        return replace(attempt, problem=f"the file cannot be taken out of the zip ({problem})")


def _zipped_at(told: tuple) -> datetime | None:
    """The time in a zip, which is local. None for the year before which no zip is, and for what is no date."""
    try:
        return datetime(*told).astimezone() if told >= (1981, 1, 1, 0, 0, 0) else None
    except ValueError:
        return None


def _is_wanted(relative: PurePosixPath) -> bool:
    return not SKIPPED & set(relative.parts) and not relative.name.startswith((".", "~"))


def _above(found: list[PurePosixPath], lesson: str) -> int:
    """How many folders stand above those that an LMS named: one where all lie in the same folder and all are named so, else none."""
    lower = [PurePosixPath(*each.parts[1:]) for each in found if len(each.parts) > 1]
    together = len(lower) == len(found) and len({each.parts[0] for each in found}) == 1
    return int(together and all(MOODLE.fullmatch(each.parts[0]) or len(each.parts) == 1 and _canvas(each.name, lesson) for each in lower))


def _who(relative: PurePosixPath, lesson: str, above: int = 0) -> Attempt:
    """The student that a path names, by the habits of Moodle, Canvas, nbgrader and people. Within a student's folder no name counts: students choose it."""
    parts = relative.parts[above:]
    if match := MOODLE.fullmatch(relative.parts[0]) or MOODLE.fullmatch(parts[0]):
        return Attempt(match["user"], str(relative), None, display=match["name"])
    if len(parts) == 1 and (match := _canvas(relative.name, lesson)):
        return Attempt(match["user"], str(relative), None, late=bool(match["late"]), display=match["name"], order=int(match["submission"]))
    folders = [part for part in relative.parts[:-1] if part != lesson]
    if folders:
        return Attempt(folders[0], str(relative), None)
    stem = COPY.sub("", relative.stem)
    for glue in ("_", "-", " ", "."):
        stem = stem.removesuffix(f"{glue}{lesson}").removeprefix(f"{lesson}{glue}")
    return Attempt(stem, str(relative), None)


def _canvas(name: str, lesson: str) -> re.Match | None:
    """The parts of a name by Canvas. ``s_1_02_golden_sets.ipynb`` is none: it is lesson 02 by s_1, not a file golden_sets."""
    match = CANVAS.fullmatch(name)
    return None if match and COPY.sub("", f"{match['submission']}_{PurePosixPath(match['file']).stem}") == lesson else match


def newest(tried: Iterable[Attempt], lesson: str, fits) -> tuple[Attempt, list[str], list[str]]:
    """Which attempt counts, what to tell about it, and what to doubt. ``fits(data)``: how many cells of the lesson a file holds.

    Files that hold no cell of the lesson do not count where another does. The newest counts: by time, by Canvas' number, by the number of the copy.
    """
    tried = list({(PurePosixPath(each.file).name if each.order else each.file, each.data): each for each in tried}.values())  # two zips may hold the same file
    fitting = [each for each in tried if each.data is not None and fits(each.data)] or tried
    exact = [each for each in fitting if _is_named(each.file, lesson)] or fitting
    order = sorted(exact, key=lambda each: (*_age(each), each.file))
    chosen, told, doubts = order[-1], [], []
    if not _is_named(chosen.file, lesson):
        told.append(f"the file is called {PurePosixPath(chosen.file).name}; taken for {lesson}.ipynb")
    if len(tried) > 1:
        told.append(f"{len(tried)} files were handed in; {PurePosixPath(chosen.file).name} was graded")
    if len(order) > 1 and _age(order[-2]) == _age(chosen) and order[-2].data != chosen.data:
        doubts.append(f"{PurePosixPath(order[-2].file).name} and {PurePosixPath(chosen.file).name} are equally new and differ")
    later = [each for each in order[:-1] if _number(each.file) > _number(chosen.file) and each.data != chosen.data]
    if later and chosen.when is None:  # copying a folder writes its files in any order
        doubts.append(f"{PurePosixPath(later[-1].file).name} has the higher number, {PurePosixPath(chosen.file).name} the later date of a file, and they differ")
    return chosen, told, doubts


def _is_named(file: str, lesson: str) -> bool:
    """Whether a file is called as it should be. Side by side in one folder, the names carry the students: there is no other right name."""
    path = PurePosixPath(file)
    by_lms = _canvas(path.name, lesson) or MOODLE.fullmatch(path.name)
    name = by_lms["file"] if by_lms else path.name
    return COPY.sub("", PurePosixPath(name).stem) == lesson or not by_lms and len(path.parts) == 1


def _age(attempt: Attempt) -> tuple[datetime, int, int]:
    """What grows from one attempt to the next: the time, Canvas' number, the number of the copy."""
    return attempt.when or attempt.written or datetime.min.replace(tzinfo=timezone.utc), attempt.order, _number(attempt.file)


def _number(file: str) -> int:
    found = COPY.search(PurePosixPath(file).stem)
    return int(next((each for each in (found.groups() if found else ()) if each), 0))
