"""What a text says of its exceptions: of Mondays the contrary of what it says of every day."""

import re

from .stems import stem
from .wording import LINKS, PRONOUNS

_TURNED = {
    "can": "cannot", "may": "may not", "is": "is not", "are": "are not", "has": "does not have", "have": "do not have", "will": "will not",
}  # fmt: skip
_VERB = r"(?P<verb>can|may|is|are|will)"
_NO = rf"^(?P<who>[^,;:]{{2,60}}?) (?:{_VERB} (?:not|never)|(?P<cannot>cannot)) (?P<does>[^;:]{{2,120}}?),? except (?P<but>[^,;:]{{2,60}})$"
_ALL = rf"^(?P<who>[^,;:]{{2,60}}?) {_VERB} (?P<does>[^,;:]{{0,100}}?)\b(?P<all>(?:every|all|any) [\w -]{{2,30}}?),? except (?P<but>[^,;:]{{2,60}})$"
_SUBJECT = rf"^(?P<all>(?:every|all|any) [^,;:]{{2,40}}?),? except (?P<but>[^,;:]{{2,40}}?),? {_VERB} (?P<does>[^,;:]{{2,120}})$"


def excepted(text: str) -> str:
    """The sentence on the exception alone, "" where there is none, or where it is not clear what it is taken from.

    >>> excepted("Dogs may not enter the hut, except guide dogs"), excepted("Parents may not stay, except in the first lesson")
    ('guide dogs may enter the hut', 'Parents may stay in the first lesson')
    >>> excepted("The filter can be added to every programme except Quick"), excepted("Every room except Room 6 is heated")
    ('The filter cannot be added to Quick', 'Room 6 is not heated')
    """
    if re.search(r"\b(?:unless|if|when|only|or|nor|but)\b|,[^,]*,", text):
        return ""
    if match := re.match(_SUBJECT, text, re.IGNORECASE):
        return f"{match['but']} {_TURNED[match['verb'].lower()]} {match['does']}"
    if match := re.match(_NO, text, re.IGNORECASE):
        return _spared(match)
    match = re.match(_ALL, text, re.IGNORECASE)
    if not match or re.search(r"\b(?:not|no|never)\b", text):
        return ""
    first = match["but"].split()[0].lower()
    before = match["does"].rstrip()
    where = before.rpartition(" ")[0] if first in LINKS and before.split()[-1:] and before.split()[-1].lower() in LINKS else before
    return re.sub(r"\s+", " ", f"{match['who']} {_TURNED[match['verb'].lower()]} {where} {match['but']}")


def _spared(match: re.Match) -> str:
    """The exception from a denial: behind a preposition it is a time or a place, else it must be of the kind of the subject."""
    verb, but = match["verb"] or "can", match["but"].split()
    if but[0].lower() in LINKS:
        return f"{match['who']} {verb} {match['does']} {match['but']}"
    kind = match["who"].split()[-1].lower()
    return f"{match['but']} {verb} {match['does']}" if kind not in PRONOUNS and stem(but[-1].lower()) == stem(kind) else ""
