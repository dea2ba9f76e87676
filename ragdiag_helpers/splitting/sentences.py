"""Where a sentence ends: not at the dots of 3.5, e.g., config.yaml, U.S. or a quotation that goes on."""

import re

from .verbs import FINITE, SINGULAR

# A full stop after these never ends a sentence.
NEVER = frozenset(
    "e.g i.e eg ie vs cf viz dr mr mrs ms prof st resp incl excl vgl inkl zzgl bzw ggf evtl sra mme z.b d.h p.ex p.ej т.е т.к "
    "т.н".split()
)
# Nor after these, written with a blank.
PAIRS = frozenset("z. b|d. h|i. e|e. g|p. ex|p. ej|s. o|s. u|o. g|т. е|т. к|т. н".split("|"))
# After these it does not end one where a digit follows.
BEFORE_DIGIT = frozenset(
    "no nos nr fig figs eq sec ch vol pp p art approx ca min max est ver v ext tel jan feb mar apr jun jul aug sep sept oct nov dec "
    "abs стр ст п".split()
)
# After these it ends one only where a capital follows.
BEFORE_CAPITAL = frozenset(
    "etc al a.m p.m approx dept ca min max hr hrs mins secs est misc temp govt usw ext г гг вв руб коп тыс млн млрд".split()
)
# After these, and after initials such as U.S., it ends one only where a word that opens sentences follows.
BEFORE_OPENER = frozenset("inc ltd co corp llc gmbh bros jr sr".split())
OPENERS = frozenset(
    "the a an it its this that these those you your they their we our he she there here if in on for when while with without after before "
    "however and but so also then each every all both no yes to as at by from note please use see once until unless because since".split()
)
# What may follow "3." in a date.
MONTHS = frozenset(
    "januar jänner februar märz april mai juni juli august september oktober november dezember".split()
)
# What may stand alone before "!": no name such as Yahoo!
CRIES = frozenset(
    "stop warning caution attention danger wait remember important note congratulations welcome look listen great perfect sure thanks "
    "hi hello hey yes no okay ok absolutely definitely certainly exactly correct sorry careful beware good nice wow oh help wrong right "
    "alert tip hint reminder hurry excellent awesome cool fantastic wonderful apologies done true false indeed".split()
)
BEFORE_NAMES = frozenset("class module method function package file called named into like new via".split())
JOINS = frozenset("is was are has had and or for".split())
END = re.compile(r"(?P<stop>\.{2,}|…|[.!?]+|[。！？।؟۔]+)(?P<close>[\"'”’»)\]*_]*(?:[ \u00a0\u202f]»)?)")
SPAN = re.compile(
    r"`[^`\n]{1,300}`|\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|(?<!\w)['‘][^'’\n]{1,200}['’](?!\w)|\([^()\n]{1,300}\)|"
    r"«[^«»\n]{1,300}»"
)
BRACKETS = {'"': '"', "“": "”", "'": "'", "‘": "’"}
MARKS = "([\"'“‘*_«"
SUMS = frozenset("=/)+^<>≤≥×÷")  # after "5!" a formula goes on with these


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
    return [_unbracketed(each) for each in [*found, text[start:].strip()] if each]


def _unbracketed(sentence: str) -> str:
    """The sentence without the brackets around all of it: "(It is red.)"."""
    return sentence[1:-1] if re.fullmatch(r"\([^()]{2,300}[.!?。！？]\)", sentence) else sentence


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
        return stop == "." and not match["close"] and _glued(text[max(start, match.start() - 200) : match.start()], after)
    previous, word = _last_words(text[max(start, match.start() - 40) : match.start()])
    if _is_abbreviated(previous, word, after.lstrip()):
        return False
    return _ends_before(stop, word, after.lstrip(), text[start : match.start()].strip() == word, previous)


def _last_words(text: str) -> tuple[str, str]:
    """The last two words, without opening marks; the last is "" behind a blank."""
    words = ["", "", *text.split(), *([""] if text[-1:].isspace() else [])]
    return words[-2].lstrip(MARKS), words[-1].lstrip(MARKS)


def _is_abbreviated(previous: str, word: str, after: str) -> bool:
    """Whether a full stop stands in an abbreviation of two words, "z. B." or "v." between two names."""
    if f"{word}. {after[:2].rstrip('.')}".lower() in PAIRS or f"{previous} {word}".lower() in PAIRS:
        return True
    following = re.match(r"[^\W\d_]*", after)[0]
    names = previous[:1].isupper() and following[:1].isupper()
    return (word == "v" and names and following.lower() not in OPENERS) or (word.lower() == "г" and not previous[-1:].isdigit())


def _is_no_cry(word: str, after: str, first: bool) -> bool:
    """Whether "!" belongs to a formula such as 5! = 120, or to a name at the start of a sentence: "Yahoo! Mail gives"."""
    if after[0] in SUMS or (word[-1:].isdigit() and after[0].islower()):
        return True
    named = re.match(r"([A-Z][\w-]*) (\w+)", after)
    alone = first and re.fullmatch(r"[A-Z][a-z]+", word) and word.lower() not in CRIES
    return bool(alone and named and named[1].lower() not in OPENERS and named[2] in SINGULAR)


def _opens(after: str) -> bool:
    """Whether a new sentence may begin so: with anything but a small letter, a comma or a closing mark."""
    return not after or not (after[0].islower() or after[0] in ",;:)]")


def _glued(before: str, after: str) -> bool:
    """Whether the space after a full stop was forgotten: "only.Cash costs", but not in a URL, a file or a name such as Node.js."""
    word = re.match(r"([A-Z][a-z]*)\s", after)
    previous, last = _last_words(before)
    if not word or not re.search(r"[a-z0-9]{2}$|[%)]$", last):
        return False
    if word[1].lower() in OPENERS or last.endswith("%"):
        return True
    named = not re.fullmatch(r"[^\W\d_]{2,}", last) or not last.islower() or previous.lower() in OPENERS | BEFORE_NAMES | FINITE
    return len(word[1]) > 1 and not named and any(each.lower() in FINITE for each in before.split()[1:-1])


def _ends_before(stop: str, word: str, after: str, first: bool, previous: str) -> bool:
    """Whether ``stop`` behind ``word`` ends the sentence that ``word`` stands in, alone so far if ``first``."""
    following = re.match(r"[^\W_]*", after)[0]
    if not after:
        return True
    if stop == "!" and _is_no_cry(word, after, first):
        return False
    if stop != ".":
        return not (following.islower() and (following in JOINS or not set(stop) <= set("!?")))
    low = word.lower()
    if following in JOINS and (any(letter.isdigit() for letter in word) or re.fullmatch(r"[IVXLC]{2,}", word)):
        return False  # "Version 3.11. is required"
    if re.fullmatch(r"\d{1,2}", word) and following.lower() in MONTHS:
        return False
    if re.fullmatch(r"[A-Z]", word) and re.search(r"\d$", previous) and following[:1].isupper():
        return True  # a unit: "It needs 5 W. Plug it in."
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
