"""Where the verb of a clause stands, what stands in front of its subject, and which words open a clause of their own: by word lists."""

import re

from .quantities import number
from .stems import stem
from .wording import AUXILIARIES, DETERMINERS, LINKS

_WORD = re.compile(r"[£$€¥]?\d+(?:[.,:]\d+)*|`[^`]*`|[^\W_]+(?:['’-][^\W_]+)*|[;:,()]")
JOINS = frozenset("and but while whereas".split())
SUBORDINATE = frozenset(
    "if unless when whenever once while because although though whereas where wherever who whom whose which that until till since before after "
    "provided than as whether how what why except otherwise else so neither nor either both between".split()
)
# Those of them that may also be plain prepositions: "until midnight".
PREPOSITIONS = frozenset("until till since before after than as both once".split())
FINITE = (AUXILIARIES | {"cannot", "needs"}) - {"be", "been", "being", "having", "had", "need", "get", "gets", "got", "am"}
MODAL = frozenset("can cannot may must will would should could might shall do does did".split())
SUBJECTS = frozenset("it they you we there he she nobody everybody everyone".split())
STATES = frozenset("need cost last contain".split())  # seldom said behind "may" or "can"
SKIP = frozenset("then also therefore still both".split())
VERBS = frozenset(
    stem(word)
    for word in "cost pay give take get keep send lose need last run start end open close allow offer include contain hold seat use make bring "
    "return come go visit stay wait begin stop expire receive charge add write read show require work carry let leave live store save delete "
    "remove create change replace repair collect borrow lend book cancel renew refund switch turn drive play decide reply answer count sell buy "
    "wear carry cover accept refuse protect encrypt sign check test print copy join cook clean wash heat cool".split()
)
_NUMBER = re.compile(r"[£$€¥]?\d")
BEFORE_AMOUNT = frozenset("you us them up to at most least for within about only exactly more less than".split())


def words_in(text: str) -> list[tuple[int, int, str]]:
    """(start, end, lower case) of each word, number and mark that cuts."""
    return [(match.start(), match.end(), match[0].lower()) for match in _WORD.finditer(text)]


def lows(words) -> list[str]:
    """The words alone."""
    return [low for _, _, low in words]


def is_subordinate(frame: str) -> bool:
    """True for "If it rains, ", not for "On Sundays, "."""
    return bool(frame) and frame.split()[0].lower() in SUBORDINATE


def frame_of(text: str) -> str:
    """What stands before the subject: "On Sundays, ", "If it rains, "; "" for nothing."""
    words = words_in(text)
    if not words or words[0][2] not in LINKS and words[0][2] not in SUBORDINATE:
        return ""
    for (_, _, before), (start, _, low) in zip(words, words[1:]):
        if before == ",":
            return text[:start]
        if words[0][2] not in SUBORDINATE and low in SUBJECTS | DETERMINERS and before not in LINKS and before not in ("and", "or"):
            return text[:start]
    return ""


def subordinates(words, at: int) -> bool:
    """True for a word that opens a clause: "if", and "until" where a subject and a verb follow it."""
    low = words[at][2]
    if low not in PREPOSITIONS:
        return low in SUBORDINATE or low in (":", "(")
    for _, _, after in words[at + 1 : at + 7]:
        if after in SUBJECTS or after in FINITE:
            return True
        if after in JOINS or after == ",":
            return False
    return False


def verb_at(words, first: int = 0) -> int | None:
    """Where the verb of the main clause stands, None where none is found before a subordinate clause or a second half."""
    found, relative = None, 0
    for at, (_, _, low) in enumerate(words[first:], first):
        if low in ("who", "that") and at > first and found is None and not relative:
            relative = 2  # its own verb comes first: "the person who books must ..."
            continue
        if subordinates(words, at) or found is not None and (low in JOINS or low == ",") or relative and (low in JOINS or low == ","):
            break
        behind = words[at - 1][2] if at > first else "the"
        verb = low in FINITE or relative == 2 and behind in ("who", "that")
        verb = verb or at > first and found is None and _is_verb(low, behind)
        if verb and relative == 2:
            relative = 1
        elif low in FINITE:
            return at
        elif verb and not relative:
            found = at
    return found


def _is_verb(low: str, behind: str) -> bool:
    """True for a common verb that no article or preposition comes before, and for any word behind "we", "you", "it"."""
    common = stem(low) in VERBS and behind not in DETERMINERS and behind not in LINKS and behind not in JOINS
    return common or behind in SUBJECTS and low.isalpha() and low not in LINKS


def chain_of(words, verb: int) -> list[str]:
    """The forms of the verb: may not be."""
    chain = [words[verb][2]]
    for _, _, low in words[verb + 1 :]:
        if low not in AUXILIARIES and low != "not":
            break
        chain.append(low)
    return chain if chain[0] in FINITE else []


def amount_at(words, first: int, last: int) -> int | None:
    """Where the first number stands between two places, None for none."""
    return next((at for at in range(first, last) if _NUMBER.match(words[at][2]) or number(words[at][2]) is not None), None)
