"""Compound sentences taken apart into simple ones: two halves, a second verb, a half that leaves its verb out, an exception with "which".

What stands in front of all ("On Sundays ...", "If it rains, ...") is repeated in each; where it is not clear what belongs to what, nothing is cut.
"""

import re
from functools import lru_cache

from .quantities import number
from .stems import stem
from .voices import is_participle
from .wording import AUXILIARIES, BE, DETERMINERS, LINKS, PRONOUNS

_WORD = re.compile(r"[£$€¥]?\d+(?:[.,:]\d+)*|`[^`]*`|[^\W_]+(?:['’-][^\W_]+)*|[;:,()]")
_JOINS = frozenset("and but while whereas".split())
_SUBORDINATE = frozenset(
    "if unless when whenever once while because although though whereas where wherever who whom whose which that until till since before after "
    "provided than as whether how what why except otherwise else so neither nor either both between".split()
)
# Those of them that may also be plain prepositions: "until midnight".
_PREPOSITIONS = frozenset("until till since before after than as both once".split())
_FINITE = (AUXILIARIES | {"cannot", "needs"}) - {"be", "been", "being", "having", "had", "need", "get", "gets", "got", "am"}
_MODAL = frozenset("can cannot may must will would should could might shall do does did".split())
_SUBJECTS = frozenset("it they you we there he she nobody everybody everyone".split())
_STATES = frozenset("need cost last contain".split())  # seldom said behind "may" or "can"
_SKIP = frozenset("then also therefore still both".split())
_VERBS = frozenset(
    stem(word)
    for word in "cost pay give take get keep send lose need last run start end open close allow offer include contain hold seat use make bring "
    "return come go visit stay wait begin stop expire receive charge add write read show require work carry let leave live store save delete "
    "remove create change replace repair collect borrow lend book cancel renew refund switch turn drive play decide reply answer count sell buy "
    "wear carry cover accept refuse protect encrypt sign check test print copy join cook clean wash heat cool".split()
)
_NUMBER = re.compile(r"[£$€¥]?\d")
_BEFORE_AMOUNT = frozenset("you us them up to at most least for within about only exactly more less than".split())
_EXCEPT = re.compile(r"^(?P<rule>.+?),? except (?P<thing>(?:for |in |on |at )?[^,;]{2,60}), (?:which|who|where) (?P<says>[^;]+)$")
_NONE = re.compile(r"^(?P<who>[^,;]{2,40}) (?P<verb>has|have|needs?) none\b(?P<rest>.*)$")
_SO = re.compile(r"^(?P<who>[^,;]{2,40}) (?P<verb>do|does|is|are|may|can|must|will)(?P<no> not)?\W*$")
_HALVES = re.compile(r"; |, (?=[\w ]{2,40} (?:do|does|is|are|may|can|must|will) not$)")


def halves(claim: str) -> tuple[str, ...]:
    """The simple sentences that say together all that ``claim`` says; () if it says but one thing, or cannot be cut without loss.

    >>> halves("A bath costs 4 euros and lasts 3 minutes."), halves("You can cancel and get money back if you ask.")
    (('A bath costs 4 euros', 'A bath lasts 3 minutes'), ())
    """
    found = _simple(claim, "")
    return found if len(found) > 1 and all(found) else ()


def simple(text: str, before: str = "") -> tuple[str, ...]:
    """The simple sentences of ``text``; ``before`` is the sentence before it, that "has none" speaks of.

    >>> simple("Adults get two hours a day, children one hour.")
    ('Adults get two hours a day', 'children get one hour')
    >>> simple("Dogs are welcome on a lead and cost 3 euros.")
    ('Dogs are welcome on a lead', 'Dogs cost 3 euros')
    >>> simple("If it rains, the pool closes.")
    ('If it rains, the pool closes',)
    """
    return tuple(filter(None, _simple(text, before)))


@lru_cache(maxsize=5_000)
def _simple(text: str, before: str) -> tuple[str, ...]:
    """As ``simple``, with "" for a half that would lose a condition."""
    text = text.strip()
    if "?" in text or not text or re.search(r"\bnot (?:only|just)\b", text):
        return (text,)
    text, out, frame = text.rstrip(".!"), [], ""
    if match := _EXCEPT.match(text):
        counted = re.search(r"\b(?:\d+|[a-z]+) (\w+)$", match["rule"])
        noun = f" {counted[1]}" if counted and number(match["says"].split()[-1]) is not None else ""
        return text, f"{match['thing']} {match['says']}{noun}"
    if listed := _listed(text):
        return listed
    for piece in _HALVES.split(text):
        if out and re.match(r"(?:otherwise|else|then|after that|in that case)\b", piece):
            out.append(f"{out.pop()}; {piece}")
            continue
        said = _completed(piece, out[-1] if out else before)
        frame = _frame(said) if not out or _frame(said) else "" if _subordinate(frame) else frame
        out += _apart(said if not frame or said.startswith(frame) else frame + said, frame)
    return tuple(out)


def _listed(text: str) -> tuple[str, ...]:
    """"The deposit: 30 euros on Basic, 10 euros on Plus" as a sentence for each item, if each has an amount; else none."""
    head, colon, tail = text.partition(": ")
    items = re.split(r", (?:and )?", tail)
    amounts = [_amount_at(_words(item), 0, len(_words(item))) for item in items]
    whole = colon and len(items) > 1 and None not in amounts and _verb(_words(tail)) is None and ";" not in tail
    return tuple(f"{head}: {item}" for item in items) if whole else ()


def _completed(piece: str, before: str) -> str:
    """"Harbour has none" and "managers do not" with what the sentence before says one may have or do."""
    before = re.split(r"; ", before.rstrip(".!"))[-1]
    if match := _NONE.match(piece):
        had = re.search(r"\b(?:has|have|needs?) (?:an?|the|some|\w+) (?P<what>\w+(?: \w+)??)(?= (?:in|on|at|of|for|with|that|which|and)\b|[,.;]|$)", before)
        return f"{match['who']} {match['verb']} no {had['what']}{match['rest']}" if had else piece
    match = _SO.match(piece)
    before = before if match and match["no"] else re.sub(r"\bcannot\b", "can", re.sub(r"\b(?:not|never) ", "", re.sub(r"\bno\b", "a", before)))
    words = _words(before)
    at = _verb(words) if match else None
    if at is None or any(_subordinates(words, each) for each in range(len(words))) or "not" in _lows(words):
        return piece
    halves = _apart(before, _frame(before))  # "may be high and need no permit; greenhouses do" takes the last half
    before, words = halves[-1], _words(halves[-1])
    at = _verb(words)
    at = None if at is None else at + (words[at][2] in _FINITE)
    return f"{match['who']} {match['verb']}{match['no'] or ''} {before[words[at][0] :]}" if at is not None and at < len(words) else piece


def _words(text: str) -> list[tuple[int, int, str]]:
    return [(match.start(), match.end(), match[0].lower()) for match in _WORD.finditer(text)]


def _lows(words) -> list[str]:
    return [low for _, _, low in words]


def _subordinate(frame: str) -> bool:
    return bool(frame) and frame.split()[0].lower() in _SUBORDINATE


def _frame(text: str) -> str:
    """What stands before the subject: "On Sundays, ", "If it rains, "; "" for nothing."""
    words = _words(text)
    if not words or words[0][2] not in LINKS and words[0][2] not in _SUBORDINATE:
        return ""
    for (_, _, before), (start, _, low) in zip(words, words[1:]):
        if before == ",":
            return text[:start]
        if words[0][2] not in _SUBORDINATE and low in _SUBJECTS | DETERMINERS and before not in LINKS and before not in ("and", "or"):
            return text[:start]
    return ""


def _subordinates(words, at: int) -> bool:
    """True for a word that opens a clause: "if", and "until" where a subject and a verb follow it."""
    low = words[at][2]
    if low not in _PREPOSITIONS:
        return low in _SUBORDINATE or low in (":", "(")
    for _, _, after in words[at + 1 : at + 7]:
        if after in _SUBJECTS or after in _FINITE:
            return True
        if after in _JOINS or after == ",":
            return False
    return False


def _verb(words, first: int = 0) -> int | None:
    """Where the verb of the main clause stands, None where none is found before a subordinate clause or a second half."""
    found, relative = None, 0
    for at, (_, _, low) in enumerate(words[first:], first):
        if low in ("who", "that") and at > first and found is None and not relative:
            relative = 2  # its own verb comes first: "the person who books must ..."
            continue
        if _subordinates(words, at) or found is not None and (low in _JOINS or low == ",") or relative and (low in _JOINS or low == ","):
            break
        behind = words[at - 1][2] if at > first else "the"
        verb = low in _FINITE or relative == 2 and behind in ("who", "that")
        verb = verb or at > first and found is None and _is_verb(low, behind)
        if verb and relative == 2:
            relative = 1
        elif low in _FINITE:
            return at
        elif verb and not relative:
            found = at
    return found


def _is_verb(low: str, behind: str) -> bool:
    """True for a common verb that no article or preposition comes before, and for any word behind "we", "you", "it"."""
    common = stem(low) in _VERBS and behind not in DETERMINERS and behind not in LINKS and behind not in _JOINS
    return common or behind in _SUBJECTS and low.isalpha() and low not in LINKS


def _apart(text: str, frame: str) -> list[str]:
    """``text`` cut at the first place where it can be cut for certain, and what follows cut again."""
    words = _words(text)
    begin = len(_words(frame))
    verb = _verb(words, begin)
    if verb is None or verb == begin and words[verb][2] not in _FINITE:
        return [text]
    for at in range(verb + 1, len(words) - 1):
        low = words[at][2]
        if low not in _JOINS and _subordinates(words, at):
            return [text]
        if low not in _JOINS and low != ",":
            continue
        start = at + 1
        while start < len(words) - 1 and (words[start][2] in _JOINS and low == "," or words[start][2] in _SKIP):
            start += 1
        right = _right(text, words, verb, at, start, frame)
        if right:
            left = text[: words[at][0]].strip()
            conditional = any(_subordinates(words, each) for each in range(start, len(words))) or "only" in _lows(words[start:])
            shared = at == verb + max(len(_chain(words, verb)), 1) + (words[verb][2] in _MODAL)  # "can see and print payslips"
            return ["" if conditional or shared else left] + _apart(right, _frame(right) if frame else "")
    return [text]


def _right(text: str, words, verb: int, at: int, start: int, frame: str) -> str:
    """The second half as a sentence of its own, "" where it is none."""
    rest = text[words[start][0] :].strip()
    comma = words[at][2] == "," and start == at + 1
    again = "" if comma else _second_verb(text, words, verb, start)
    own = _verb(words, start)
    pronoun = any(each in _SUBJECTS for each in _lows(words[start : start + 6]))
    if again:
        return f"{again} {rest}"
    if own is not None and own > start and words[start][2] != "not" and (not comma or pronoun) and "," not in _lows(words[start:own]):
        return rest if not frame or words[start][2] in LINKS else f"{frame.strip().rstrip(',')}, {rest}"
    return _elliptical(text, words, verb, at, start)


def _second_verb(text: str, words, verb: int, start: int) -> str:
    """What a second verb shares with the first, "" if what follows is no verb: "Keys may not be" before "and shared"."""
    low = words[start + (words[start][2] == "not")][2] if start + 1 < len(words) else words[start][2]
    subject, chain = text[: words[verb][0]].strip(), _chain(words, verb)
    modal = words[verb][2] in _MODAL
    if is_participle(low) and set(chain) & BE:
        return f"{subject} {' '.join(chain)}"
    if modal and low not in _STATES and (stem(low) in _VERBS or low in ("be", "have", "do")) and not low.endswith("s"):
        return f"{subject} {' '.join(word for word in chain if word not in BE)}"
    return subject if low in _FINITE or low in _STATES or not modal and stem(low) in _VERBS and _verbal(words, start) else ""


def _verbal(words, at: int) -> bool:
    """True if the word is followed as a verb is: by an article, a number, a pronoun, a preposition or a noun, not by a verb."""
    after = words[at + 1][2] if at + 1 < len(words) else ""
    return after not in _FINITE and after not in ("and", "or", ",", "of")


def _chain(words, verb: int) -> list[str]:
    """The forms of the verb: may not be."""
    chain = [words[verb][2]]
    for _, _, low in words[verb + 1 :]:
        if low not in AUXILIARIES and low != "not":
            break
        chain.append(low)
    return chain if chain[0] in _FINITE else []


def _amount_at(words, first: int, last: int) -> int | None:
    return next((at for at in range(first, last) if _NUMBER.match(words[at][2]) or number(words[at][2]) is not None), None)


def _elliptical(text: str, words, verb: int, at: int, start: int) -> str:
    """"... gives two hours, B four hours": the second half with the verb of the first, "" if it has a verb or no amount."""
    end = next((place for place in range(start + 1, len(words)) if words[place][2] == ","), len(words))
    first, second = _amount_at(words, verb, at), _amount_at(words, start, end)
    half = _lows(words[start:end])
    if first is None or second is None or set(half) & (_FINITE | (_SUBORDINATE - _PREPOSITIONS)) or half[0] in PRONOUNS:
        return ""
    noun = text[words[first][1] : words[at][0]].strip().split(" ")[0] if _bare(words, second) else ""
    rest = f"{text[words[start][0] : words[second][1]]} {noun}{text[words[second][1] :]}" if noun else text[words[start][0] :].strip()
    stop = next((place for place in range(verb + 1, first) if words[place][2] in LINKS), first)
    if words[start][2] in LINKS:
        return f"{text[: words[stop - 1][1]]} {rest}"
    bounds = second
    while bounds > start + 1 and words[bounds - 1][2] in _BEFORE_AMOUNT:
        bounds -= 1
    if second == start or second - start > 6 or first - verb > 4 or stop != first and words[stop][2] not in _BEFORE_AMOUNT:
        return ""
    cut = words[bounds][0] - words[start][0]
    return f"{rest[:cut].strip()} {text[words[verb][0] : words[stop - 1][1]]} {rest[cut:]}"


def _bare(words, at: int) -> bool:
    """True for a number with nothing that it counts: "Plus 20", "for 30 on Plus"."""
    after = words[at + 1][2] if at + 1 < len(words) else ","
    return (after in LINKS or after == ",") and words[at][2].replace(",", "").isalnum()
