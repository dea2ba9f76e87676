"""Compound sentences taken apart into simple ones: two halves, a second verb, a half that leaves its verb out, an exception with "which".

What stands in front of all ("On Sundays ...", "If it rains, ...") is repeated in each; where it is not clear what belongs to what, nothing is cut.
"""

import re
from functools import lru_cache

from .exceptions import excepted
from .quantities import number
from .stems import stem
from .verbs import (
    BEFORE_AMOUNT,
    FINITE,
    JOINS,
    MODAL,
    PREPOSITIONS,
    SKIP,
    STATES,
    SUBJECTS,
    SUBORDINATE,
    VERBS,
    amount_at,
    chain_of,
    frame_of,
    is_subordinate,
    lows,
    subordinates,
    verb_at,
    words_in,
)
from .voices import is_participle
from .wording import BE, LINKS, PRONOUNS

_EXCEPT = re.compile(r"^(?P<rule>.+?),? except (?P<thing>(?:for |in |on |at )?[^,;]{2,60}), (?:which|who|where) (?P<says>[^;]+)$")
_NONE = re.compile(r"^(?P<who>[^,;]{2,40}) (?P<verb>has|have|needs?) none\b(?P<rest>.*)$")
_SO = re.compile(r"^(?P<who>[^,;]{2,40}) (?P<verb>do|does|is|are|may|can|must|will)(?P<no> not)?\W*$")
_ONLY = re.compile(r"\bonly ", re.IGNORECASE)
_HALVES = re.compile(r"; |, (?=[\w ]{2,40} (?:do|does|is|are|may|can|must|will) not$)")


def halves(claim: str) -> tuple[str, ...]:
    """The simple sentences that say together all that ``claim`` says; () if it says but one thing, or cannot be cut without loss.

    The "only" that limits the second half of a sentence of the text ("..., in July only 5 euros") is not said by a claim: it must not be
    missed in the text. So it is taken out; where the claim says "only" itself and the two cannot be told apart, nothing is cut.

    >>> halves("A bath costs 4 euros and lasts 3 minutes."), halves("You can cancel and get money back if you ask.")
    (('A bath costs 4 euros', 'A bath lasts 3 minutes'), ())
    >>> halves("Half board costs 36 euros, for children it costs 22 euros.")
    ('Half board costs 36 euros', 'for children it costs 22 euros')
    """
    found, said = _simple(claim, ""), len(_ONLY.findall(claim))
    added = sum(len(_ONLY.findall(each)) for each in found) > said
    if len(found) < 2 or not all(found) or added and said:
        return ()
    return tuple(_ONLY.sub("", each) for each in found) if added else found


def simple(text: str, before: str = "") -> tuple[str, ...]:
    """The simple sentences of ``text``; ``before`` is the sentence before it, that "has none" speaks of.

    >>> simple("Adults get two hours a day, children one hour.")
    ('Adults get two hours a day', 'children get one hour')
    >>> simple("Dogs are welcome on a lead and cost 3 euros.")
    ('Dogs are welcome on a lead', 'Dogs cost 3 euros')
    >>> simple("If it rains, the pool closes.")
    ('If it rains, the pool closes',)
    """
    parts = tuple(filter(None, _simple(text, before)))
    return tuple(filter(None, (said for each in parts for said in (each, excepted(each.rstrip(".!"))))))


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
        frame = frame_of(said) if not out or frame_of(said) else "" if is_subordinate(frame) else frame
        out += _apart(said if not frame or said.startswith(frame) else frame + said, frame)
    return tuple(out)


def _listed(text: str) -> tuple[str, ...]:
    """"The deposit: 30 euros on Basic, 10 euros on Plus" as a sentence for each item, if each has an amount; else none."""
    head, colon, tail = text.partition(": ")
    items = re.split(r", (?:and )?", tail)
    amounts = [amount_at(words_in(item), 0, len(words_in(item))) for item in items]
    whole = colon and len(items) > 1 and None not in amounts and verb_at(words_in(tail)) is None and ";" not in tail
    return tuple(f"{head}: {item}" for item in items) if whole else ()


def _completed(piece: str, before: str) -> str:
    """"Harbour has none" and "managers do not" with what the sentence before says one may have or do."""
    before = re.split(r"; ", before.rstrip(".!"))[-1]
    if match := _NONE.match(piece):
        had = re.search(r"\b(?:has|have|needs?) (?:an?|the|some|\w+) (?P<what>\w+(?: \w+)??)(?= (?:in|on|at|of|for|with|that|which|and)\b|[,.;]|$)", before)
        return f"{match['who']} {match['verb']} no {had['what']}{match['rest']}" if had else piece
    match = _SO.match(piece)
    before = before if match and match["no"] else re.sub(r"\bcannot\b", "can", re.sub(r"\b(?:not|never) ", "", re.sub(r"\bno\b", "a", before)))
    words = words_in(before)
    at = verb_at(words) if match else None
    if at is None or any(subordinates(words, each) for each in range(len(words))) or "not" in lows(words):
        return piece
    halves = _apart(before, frame_of(before))  # "may be high and need no permit; greenhouses do" takes the last half
    before, words = halves[-1], words_in(halves[-1])
    at = verb_at(words)
    at = None if at is None else at + (words[at][2] in FINITE)
    return f"{match['who']} {match['verb']}{match['no'] or ''} {before[words[at][0] :]}" if at is not None and at < len(words) else piece


def _apart(text: str, frame: str) -> list[str]:
    """``text`` cut at the first place where it can be cut for certain, and what follows cut again."""
    words = words_in(text)
    begin = len(words_in(frame))
    verb = verb_at(words, begin)
    if verb is None or verb == begin and words[verb][2] not in FINITE:
        return [text]
    for at in range(verb + 1, len(words) - 1):
        low = words[at][2]
        if low not in JOINS and subordinates(words, at):
            return [text]
        if low not in JOINS and low != ",":
            continue
        start = at + 1
        while start < len(words) - 1 and (words[start][2] in JOINS and low == "," or words[start][2] in SKIP):
            start += 1
        right = _right(text, words, verb, at, start, frame)
        if right:
            left = text[: words[at][0]].strip()
            conditional = any(subordinates(words, each) for each in range(start, len(words))) or "only" in lows(words[start:])
            chain = chain_of(words, verb)
            shared = at == verb + max(len(chain), 1) + (words[verb][2] in MODAL and not BE & set(chain))  # "can see and print payslips"
            return ["" if conditional or shared else left] + _apart(right, frame_of(right) if frame else "")
    return [text]


def _right(text: str, words, verb: int, at: int, start: int, frame: str) -> str:
    """The second half as a sentence of its own, "" where it is none."""
    rest = text[words[start][0] :].strip()
    rest = f"only {rest}" if words[start][2] in LINKS and words[start][2] not in SUBORDINATE else rest  # not to be left out of it
    comma = words[at][2] == "," and start == at + 1
    again = "" if comma else _second_verb(text, words, verb, start)
    own = verb_at(words, start)
    pronoun = any(each in SUBJECTS for each in lows(words[start : start + 6]))
    if again:
        return f"{again} {rest}"
    if own is not None and own > start and words[start][2] != "not" and (not comma or pronoun) and "," not in lows(words[start:own]):
        return rest if not frame or words[start][2] in LINKS else f"{frame.strip().rstrip(',')}, {rest}"
    return _elliptical(text, words, verb, at, start)


def _second_verb(text: str, words, verb: int, start: int) -> str:
    """What a second verb shares with the first, "" if what follows is no verb: "Keys may not be" before "and shared"."""
    low = words[start + (words[start][2] == "not")][2] if start + 1 < len(words) else words[start][2]
    subject, chain = text[: words[verb][0]].strip(), chain_of(words, verb)
    modal = words[verb][2] in MODAL
    if is_participle(low) and set(chain) & BE:
        return f"{subject} {' '.join(chain)}"
    if modal and low not in STATES and (stem(low) in VERBS or low in ("be", "have", "do")) and not low.endswith("s"):
        return f"{subject} {' '.join(word for word in chain if word not in BE)}"
    return subject if low in FINITE or low in STATES or not modal and stem(low) in VERBS and _verbal(words, start) else ""


def _verbal(words, at: int) -> bool:
    """True if the word is followed as a verb is: by an article, a number, a pronoun, a preposition or a noun, not by a verb."""
    after = words[at + 1][2] if at + 1 < len(words) else ""
    return after not in FINITE and after not in ("and", "or", ",", "of")


def _elliptical(text: str, words, verb: int, at: int, start: int) -> str:
    """"... gives two hours, B four hours": the second half with the verb of the first, "" if it has a verb or no amount."""
    end = next((place for place in range(start + 1, len(words)) if words[place][2] == ","), len(words))
    first, second = amount_at(words, verb, at), amount_at(words, start, end)
    half = lows(words[start:end])
    if first is None or second is None or set(half) & (FINITE | (SUBORDINATE - PREPOSITIONS)) or half[0] in PRONOUNS:
        return ""
    noun = text[words[first][1] : words[at][0]].strip().split(" ")[0] if _bare(words, second) else ""
    rest = f"{text[words[start][0] : words[second][1]]} {noun}{text[words[second][1] :]}" if noun else text[words[start][0] :].strip()
    stop = next((place for place in range(verb + 1, first) if words[place][2] in LINKS), first)
    if words[start][2] in LINKS:
        return f"{text[: words[stop - 1][1]]} only {rest}"
    bounds = second
    while bounds > start + 1 and words[bounds - 1][2] in BEFORE_AMOUNT:
        bounds -= 1
    if stop != first and stop - verb > 1:
        return ""  # "covers the heater for 5 years and the seal for 1 year": the seal may be another subject, or another object
    if second == start or second - start > 6 or first - verb > 4 or stop != first and words[stop][2] not in BEFORE_AMOUNT:
        return ""
    cut = words[bounds][0] - words[start][0]
    return f"{rest[:cut].strip()} {text[words[verb][0] : words[stop - 1][1]]} {rest[cut:]}"


def _bare(words, at: int) -> bool:
    """True for a number with nothing that it counts: "Plus 20", "for 30 on Plus"."""
    after = words[at + 1][2] if at + 1 < len(words) else ","
    return (after in LINKS or after == ",") and words[at][2].replace(",", "").isalnum()
