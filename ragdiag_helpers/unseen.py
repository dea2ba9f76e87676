"""Texts of users on one line, with what acts unseen written out: for tickets, reports and terminals."""

import re
from hashlib import sha256

# What acts instead of being seen: control characters, half characters, marks that turn the direction of what follows, blanks that look
# like nothing (soft hyphen, joiners, Hangul fillers), and the tags that spell a hidden text.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


def seen(text: str) -> str:
    r"""The text with each character that acts unseen written out, and line ends as \n.

    >>> seen("red: \x1b[31m, 2\xad5")
    'red: \\x1b[31m, 2\\xad5'
    """
    lines = re.sub("\r\n?|[\x85\u2028\u2029]", "\n", text).replace("\t", " ")
    return _UNSEEN.sub(lambda found: found.group().encode("unicode_escape").decode(), lines)


def one_line(text: str, most: int = 200) -> str:
    """The text on one line, cut to ``most`` characters."""
    line = " ".join(seen(text).split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def id_line(name: str, most: int = 60) -> str:
    r"""An id on one line, cut to ``most`` characters; blanks at its ends are written out, since they make it another id.

    >>> id_line(" q1"), id_line("q\n1")
    ('\\x20q1', 'q 1')
    """
    body = name.strip()
    if not body:
        return "".join(map(_blank, name))
    start = name.index(body)
    return one_line("".join((*map(_blank, name[:start]), body, *map(_blank, name[start + len(body) :]))), most)


def _blank(mark: str) -> str:
    return rf"\x{ord(mark):02x}" if ord(mark) < 256 else rf"\u{ord(mark):04x}"


def unique_id(name: str, most: int = 80) -> str:
    """As id_line, but what is cut ends in six hex digits of a hash, so that two long ids that begin alike stay two."""
    line = id_line(name, len(name) * 10 + 1)
    return line if len(line) <= most else f"{line[: most - 7].rstrip()}…{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"
