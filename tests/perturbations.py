"""True sentences made false by one small change each: the attacks that no judge may take for supported."""

import re
from collections.abc import Iterator

UNITS = (
    ("hours", "days"),
    ("days", "weeks"),
    ("minutes", "hours"),
    ("seconds", "minutes"),
    ("GB", "TB"),
    ("MB", "GB"),
    ("dollars", "euros"),
    ("euros", "dollars"),
    ("months", "weeks"),
    ("per month", "per year"),
    ("per year", "per month"),
    ("per minute", "per second"),
    ("UTC", "CET"),
    ("litres", "gallons"),
    ("ml", "cl"),
    ("°C", "°F"),
    ("percent", "points"),
)
NEGATED = (
    ("is", "is not"),
    ("are", "are not"),
    ("can", "cannot"),
    ("must", "must not"),
    ("may", "may not"),
    ("will", "will not"),
    ("has", "does not have"),
)
AFFIRMED = (
    (" not", ""),
    (" never", ""),
    ("cannot", "can"),
    (" no ", " a "),
    ("Never ", ""),
    (" without ", " with "),
    (" but not ", " and "),
)
TURNED = (
    ("before", "after"),
    ("after", "before"),
    ("with", "without"),
    ("up to", "at least"),
    ("at most", "exactly"),
    ("at least", "at most"),
    ("more than", "less than"),
    ("optional", "mandatory"),
    ("private", "public"),
    ("above", "below"),
    ("inside", "outside"),
    ("if", "unless"),
)
DEGREES = ("instantly", "automatically", "immediately", "permanently", "for free", "at no cost", "at once", "always", "only")
_NUMBER = re.compile(r"(?<![\w.,:/-])\d+(?:[.,:]\d+)*(?![\w/-])")
_ROLES = re.compile(r"^((?:The|A|An) (?:[a-z-]+ )?[a-z-]+) ([a-z]+s) ((?:the|a|an) (?:[a-z-]+ )?[a-z-]+)\b(.*)$")


def perturbed(sentence: str, page: str) -> Iterator[tuple[str, str]]:
    """(kind of change, changed sentence) for every single change that makes ``sentence`` say something else than ``page``."""
    for rule in (_other_numbers, _other_units, _negations, _opposites, _degrees, _roles):
        yield from rule(sentence)
    yield from _names(sentence, page)


def _replaced(sentence: str, old: str, new: str) -> Iterator[str]:
    for match in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)" if old[0] != " " else re.escape(old), sentence):
        yield sentence[: match.start()] + new + sentence[match.end() :]


def _other_numbers(sentence: str) -> Iterator[tuple[str, str]]:
    """Two numbers exchanged, and each number three higher."""
    numbers = list(_NUMBER.finditer(sentence))
    for at, first in enumerate(numbers):
        if first[0].isdecimal():
            yield "another number", sentence[: first.start()] + str(int(first[0]) + 3) + sentence[first.end() :]
        for second in numbers[at + 1 :]:
            if first[0] != second[0]:
                middle = sentence[first.end() : second.start()]
                yield "numbers swapped", sentence[: first.start()] + second[0] + middle + first[0] + sentence[second.end() :]


def _other_units(sentence: str) -> Iterator[tuple[str, str]]:
    return (("another unit", changed) for old, new in UNITS for changed in _replaced(sentence, old, new))


def _negations(sentence: str) -> Iterator[tuple[str, str]]:
    for old, new in NEGATED:
        yield from (("negation put in", changed) for changed in _replaced(sentence, old, new) if f"{old} not" not in sentence)
    for old, new in AFFIRMED:
        yield from (("negation taken out", changed) for changed in _replaced(sentence, old, new))


def _opposites(sentence: str) -> Iterator[tuple[str, str]]:
    return (("opposite word", changed) for old, new in TURNED for changed in _replaced(sentence, old, new))


def _degrees(sentence: str) -> Iterator[tuple[str, str]]:
    """A degree at the end or behind a verb form, in a sentence that has none."""
    if re.search(r"\b(instant|automatic|immediate|permanent|free|at once|always|only|for good|any)", sentence, re.IGNORECASE):
        return
    for degree in DEGREES:
        if degree not in ("always", "only"):
            yield "added degree", f"{sentence.rstrip('.')} {degree}."
        for match in re.finditer(r"\b(is|are|can|may|must|will)\b(?! not)", sentence):
            if " " not in degree:
                yield "added degree", f"{sentence[: match.end()]} {degree}{sentence[match.end() :]}"


def _roles(sentence: str) -> Iterator[tuple[str, str]]:
    """ "The cat chases the dog" as "The dog chases the cat"."""
    match = _ROLES.match(sentence)
    if match and match[1].lower() != match[3].lower():
        first, second = match[3][0].upper() + match[3][1:], match[1][0].lower() + match[1][1:]
        yield "roles swapped", f"{first} {match[2]} {second}{match[4]}"


def _names(sentence: str, page: str) -> Iterator[tuple[str, str]]:
    """A name replaced by another one of the page, or two names exchanged that do not stand in one list."""
    names = sorted(set(re.findall(r"(?<=[a-z,] )[A-Z][\w-]*\w", page)))
    inside = [name for name in names if re.search(rf"\b{name}\b", sentence)]
    for name in inside:
        for other in [each for each in names if each.removesuffix("s") != name.removesuffix("s")]:  # SDKs are no other name than SDK
            both = rf"\b({name}|{other})\b"
            if other not in inside:
                yield "another name", re.sub(rf"\b{name}\b", other, sentence)
            elif not re.search(
                rf"\b{name}\b(?:,| and| or| for|\s|[A-Z][\w-]*)*\b{other}\b|\b{other}\b(?:,| and| or| for|\s|[A-Z][\w-]*)*\b{name}\b",
                sentence,
            ):
                yield "names swapped", re.sub(both, lambda match, one=name, two=other: two if match[0] == one else one, sentence)
