"""Where a sentence ends: not at the dots of 3.5, e.g., config.yaml, U.S. or a quotation that goes on."""

import re

# A full stop after these never ends a sentence.
NEVER = frozenset("e.g i.e eg ie vs cf viz dr mr mrs ms prof st resp incl excl".split())
# After these it does not end one where a digit follows.
BEFORE_DIGIT = frozenset(
    "no nos nr fig figs eq sec ch vol pp p art approx ca min max est ver v jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
# After these it ends one only where a capital follows.
BEFORE_CAPITAL = frozenset("etc al a.m p.m approx dept ca min max hr hrs mins secs est misc temp govt".split())
# After these, and after initials such as U.S., it ends one only where a word that opens sentences follows.
BEFORE_OPENER = frozenset("inc ltd co corp llc gmbh bros jr sr".split())
OPENERS = frozenset(
    "the a an it its this that these those you your they their we our he she there here if in on for when while with without after before "
    "however and but so also then each every all both no yes to as at by from note please use see once until unless because since".split()
)
JOINS = frozenset("is was are has had and or for".split())
END = re.compile(r"(?P<stop>\.{2,}|…|[.!?]+|[。！？।؟۔]+)(?P<close>[\"'”’»)\]*_]*)")
SPAN = re.compile(r"`[^`\n]{1,300}`|\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|(?<!\w)['‘][^'’\n]{1,200}['’](?!\w)|\([^()\n]{1,300}\)")
BRACKETS = {'"': '"', "“": "”", "'": "'", "‘": "’"}


def split_sentences(text: str) -> list[str]:
    """The sentences of one paragraph, each with its full stop; at most linear in the text.

    >>> split_sentences("Use 3.5 GB, e.g. for logs. it is enough. See config.yaml. Done")
    ['Use 3.5 GB, e.g. for logs.', 'it is enough.', 'See config.yaml.', 'Done']
    """
    text = _unquoted(text.strip())
    spans, start, found = _Spans(text), 0, []
    for match in END.finditer(text):
        if match.start() >= start and _ends(text, match, start, spans):
            found.append(text[start : match.end()].strip())
            start = match.end()
    return [each for each in [*found, text[start:].strip()] if each]


def _unquoted(text: str) -> str:
    """The text without the quotation marks around all of it."""
    close = BRACKETS.get(text[:1])
    inside = text[1:-1]
    return inside.strip() if close and len(text) > 2 and text.endswith(close) and close not in inside and text[0] not in inside else text


class _Spans:
    """Code, quotations and brackets of a text, asked for from left to right."""

    def __init__(self, text: str):
        self._spans = [match.span() for match in SPAN.finditer(text)]
        self._next = 0

    def around(self, place: int) -> tuple[int, int] | None:
        while self._next < len(self._spans) and self._spans[self._next][1] <= place:
            self._next += 1
        if self._next < len(self._spans) and self._spans[self._next][0] < place:
            return self._spans[self._next]
        return None


def _ends(text: str, match: re.Match, start: int, spans: _Spans) -> bool:
    stop, after = match["stop"], text[match.end() : match.end() + 40]
    inside = spans.around(match.start())
    if inside and (match.end() < inside[1] or text[inside[1] - 1] == "`" or (after and not _opens(after.lstrip()))):
        return False
    if stop[0] in "。！？।؟۔":
        return True
    if after and not after[0].isspace():
        return stop == "." and not match["close"] and _glued(text, match.start(), after)
    word = re.split(r"\s", text[max(start, match.start() - 40) : match.start()])[-1].lstrip("([\"'“‘*_")
    return _ends_before(stop, word, after.lstrip(), text[start : match.start()].strip() == word)


def _opens(after: str) -> bool:
    """Whether a new sentence may begin so: with anything but a small letter, a comma or a closing mark."""
    return not after or not (after[0].islower() or after[0] in ",;:)]")


def _glued(text: str, place: int, after: str) -> bool:
    """Whether the space after a full stop was forgotten: "storage.It includes"."""
    word = re.match(r"([A-Z][a-z]*)\s", after)
    return bool(word and word[1].lower() in OPENERS and re.search(r"[a-z0-9]{2}$", text[max(0, place - 2) : place]))


def _ends_before(stop: str, word: str, after: str, first: bool) -> bool:
    """Whether ``stop`` behind ``word`` ends the sentence that ``word`` stands in, alone so far if ``first``."""
    following = re.match(r"[^\W_]*", after)[0]
    if not after:
        return True
    if stop != ".":
        return not (following.islower() and (following in JOINS or not set(stop) <= set("!?")))
    low = word.lower()
    if following in JOINS and any(letter.isdigit() for letter in word):
        return False  # "Version 3.11. is required"
    if low in NEVER:
        return False
    if first and word.isdigit() and len(word) < 3:
        return False  # the number of a step: "1. Open the page."
    if low in BEFORE_DIGIT and after[0].isdigit() and not (first and low == "no"):
        return False
    if low in BEFORE_CAPITAL:
        return not following[:1].islower()
    if low in BEFORE_OPENER or re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]|[A-Z]", word):
        return following.lower() in OPENERS and following[:1].isupper()
    return True
