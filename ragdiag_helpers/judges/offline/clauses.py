"""A sentence as marked words: which clause and phrase each stands in, what is denied of it, and behind which preposition."""

from dataclasses import replace
from functools import lru_cache

from .dates import BEGINS, ENDS, JOINS, WORKDAYS, days, is_date, weekday
from .lexemes import Lexeme, lexemes, read_period, read_quantity
from .quantities import UNITS, Quantity, measure_like, number
from .tokens import KINDS, READER, Sentence, Token
from .voices import Negation, activate, deny
from .wording import (
    AUXILIARIES,
    BACK_REFERENCES,
    BE,
    CLAUSAL_LINKS,
    DETERMINERS,
    EVERY,
    FILLERS,
    FUNCTION_WORDS,
    LINKS,
    MAY,
    MUST,
    NEGATIONS,
    PRONOUNS,
    key,
)

_SPLITS = frozenset("but except while whereas although though because so".split())
_LISTS = (",", "and", "or", "then")
_BREAKS = frozenset(";:—–()?!|")
_ONLY = ("only", "solely", "exclusively")
_LABELLED = frozenset("code number version step level page line port status error class type mode row".split())  # "code 11" counts nothing
_RELATIVE = ("that", "which", "who")
_SAYS = AUXILIARIES | NEGATIONS | {"you", "it", "they", "we", "only"}
_GIVES = ("default", "defaults", "limited", "set", "equal", "equals", "amounts", "comes")
_BEFORE_VERBS = (AUXILIARIES | frozenset("not never cannot you it they we he she who that which to".split())) - {"that", "which"}
_MARKS = (("may", MAY), ("must", MUST), ("it", BACK_REFERENCES), ("was", ("was", "were", "used", "had")))
_MARKS += (("never", ("never",)), ("exempt", ("neednot",)), ("you", ("you", "your")), ("we", ("we", "us", "our")))


def parse(text: str, names: frozenset[str] = frozenset()) -> Sentence:
    """Mark the words of one sentence. ``names`` are the names of the whole text in lower case, so that "the basic plan" is one.

    >>> [(word.text, word.link, word.denied) for word in parse("A restore never writes to the old disk.").tokens]
    [('restore', '', 0), ('writes', '', 2), ('old', 'to', 1), ('disk', 'to', 1)]
    """
    low = text.lower()
    return _parsed(text, frozenset(name for name in names if name.strip("|+") in low))  # the other names cannot change it


@lru_cache(maxsize=5_000)
def _parsed(text: str, names: frozenset[str]) -> Sentence:
    return _Reader(lexemes(text), names).read()


def _name(low: str) -> str:
    """The key of a name: ^visitor for Visitor and Visitors."""
    return "^" + (low[:-1] if len(low) > 3 and low.endswith("s") and not low.endswith(("ss", "us", "is")) else low)


class _Reader:
    """Goes through the pieces of one sentence once, from left to right; each step returns how many pieces it took."""

    def __init__(self, pieces: list[Lexeme], names: frozenset[str]) -> None:
        self.pieces, self.names, self.out = pieces, names, Sentence()
        self.low = [piece.low for piece in pieces]
        self.tokens = self.out.tokens
        self.part = self.chunk = self.conjunct = self.clause = 0
        self.link = self.clause_link = self.word = ""
        self.every = self.only = self.just_be = False
        self.negations: list[Negation] = []
        self.passives: list[int] = []
        self.linked_at, self.counted_at, self.last_quantity = -1, -10, Quantity(0.0)

    def read(self) -> Sentence:
        self._command()
        at = 0
        while at < len(self.pieces):
            at += self._period(at) or self._quantity(at) or self._piece(at)
        deny(self.out, self.negations)
        activate(self.out, self.passives)
        return self.out

    def _command(self) -> None:
        """"Send your key", "Never put it there": a command tells the reader what must be done."""
        first, second = (self.low + ["", ""])[:2]
        told = first in ("please", "always", "never") or (first, second) == ("do", "not")
        verb = first not in FUNCTION_WORDS and not first.endswith(("s", "ed", "ing", "ly"))
        says = any(word in AUXILIARIES | NEGATIONS | PRONOUNS for word in self.low)
        told = told or verb and second in LINKS and not says and first not in _LISTS and self.pieces[0].kind == "word"
        counted = number(second) is not None and "".join(self.low[2:3]) not in FUNCTION_WORDS  # "Use 5 tokens", not "Room 6 is"
        if told or verb and (counted or second in DETERMINERS | {"only", "it", "them"}):
            self.out.marks |= {("must", 0), ("you", 0)}

    def _add(self, at: int, text: str, keys: frozenset[str], quantity: Quantity | None = None) -> int:
        place, link = len(self.tokens), self.clause_link or self.link
        if quantity and quantity.family == "money" and place > self.linked_at and not self.clause_link:
            link = ""  # "made by staff cost 40 pence"
        token = Token(text, keys, place, self.part, self.chunk, link, quantity, self.word if link else "", self.conjunct, self.clause)
        token.rank, token.every, token.only, token.capital = float(place), self.every, self.only, text[:1].isupper() and at > 0
        token.verb = at > 0 and self.low[at - 1] in _BEFORE_VERBS
        token.after_be = self.just_be and self.passives[-1:] == [place]
        self.just_be = False
        follows = place > 0 and self.tokens[-1].only and self.tokens[-1].chunk == self.chunk
        self.only = self.only and (quantity is not None or follows)
        self.tokens.append(token)
        return 1

    def _period(self, at: int) -> int:
        counted = at - self.counted_at <= 5 and "and" not in self.low[max(self.counted_at, 0) : at]
        found = read_period(self.pieces, at, counted)
        if not found:
            return 0
        self._add(at, " ".join(piece.text for piece in self.pieces[at : at + found[1]]), frozenset([found[0]]))
        return found[1]

    def _quantity(self, at: int) -> int:
        """A quantity; a measure ends its phrase ("7 days | on Basic"), a bare number begins one ("60 requests")."""
        found = read_quantity(self.pieces, at)
        if not found:
            return 0
        quantity = self._completed(found[0], at + found[1])
        if quantity.family == "clock":
            return self._clock(at, found[1], quantity)
        self._add(at, " ".join(piece.text for piece in self.pieces[at : at + found[1]]), frozenset(), quantity)
        self.counted_at = at + found[1]
        self.chunk += bool(quantity.unit)
        return found[1]

    def _clock(self, at: int, size: int, quantity: Quantity) -> int:
        """A time of day: in "10:00-16:00" and "closes at 16:00" the last is an end, "to", in "opens at 10:00" a begin, "from"."""
        joined = self.low[at + size : at + size + 1] in JOINS
        second = read_quantity(self.pieces, at + size + 1) if joined else None
        verb = self.tokens[-1].keys if self.tokens and self.linked_at == len(self.tokens) and self.word == "at" else frozenset()
        ends, begins = self.link == "until" or verb & ENDS, second or verb & BEGINS
        before, self.link = self.link, "to" if ends else "from" if begins else self.link
        self._add(at, " ".join(piece.text for piece in self.pieces[at : at + size]), frozenset(), quantity)
        if second and second[0].family == "clock":
            self.link = "to"
            self._add(at, " ".join(piece.text for piece in self.pieces[at + size + 1 : at + size + 1 + second[1]]), frozenset(), second[0])
            size += 1 + second[1]
        self.link, self.counted_at = before, at + size
        self.chunk += 1
        return size

    def _completed(self, quantity: Quantity, behind: int) -> Quantity:
        """A number without its noun takes unit and bound of the one before: "up to 7 days on Basic and 30 on Plus"."""
        labelled = bool(self.tokens) and self.tokens[-1].chunk == self.chunk and self.tokens[-1].text.lower() in _LABELLED
        alone = behind >= len(self.pieces) or self.pieces[behind].kind == "mark" or self.low[behind] in FUNCTION_WORDS
        if quantity.family or quantity.unit or not alone or labelled:
            self.last_quantity = quantity
        elif self.last_quantity.value and self.tokens:
            return replace(measure_like(quantity.value, self.last_quantity), bound=quantity.bound or self.last_quantity.bound)
        return quantity

    def _piece(self, at: int) -> int:
        piece, low, after = self.pieces[at], self.low[at], self.low[at + 1] if at + 1 < len(self.low) else ""
        if piece.kind == "mark" or low in _LISTS:
            return self._boundary(at)
        if low == "one" and after in _RELATIVE:
            return self._the_one(at)
        if low in ("that", "those") and after == "of" and self._behind_boundary(at):
            return self._that_of(at)
        if piece.kind != "word":
            return self._add(at, piece.text, frozenset(["^" + (low if piece.text.isalnum() and piece.text.isupper() else piece.text)]))
        shouted = len(low) > 1 and piece.text.isupper() and (low in PRONOUNS | FILLERS or low in LINKS)
        named = piece.text == "May" and at > 0 or low == "us" and self.low[at - 1] in LINKS  # the month; "to us", not "let us"
        adverb = low in ("before", "after") and (after in ("", "and", "or", "then", "that") or self.pieces[at + 1].kind == "mark")
        if low in FUNCTION_WORDS and not shouted and not adverb and not named or low in _ONLY:
            return self._function_word(at)
        if low in ("fail", "fails", "failed") and after == "to":
            self.negations.append(Negation(self.part, len(self.tokens), "not"))
            return 2
        self.link = "" if adverb else self.link
        self._add(at, piece.text, self._keys(at))
        self.chunk += low in UNITS and UNITS[low][0] == "date" and piece.text[0].isupper()
        return 1

    def _the_one(self, at: int) -> int:
        """"makes a new database and never overwrites the one that runs": the last word of the clause before."""
        before = [token for token in self.tokens if token.part < self.part and not token.quantity]
        return self._add(at, "one", before[-1].keys) if before else 1

    def _relate(self) -> None:
        """"After the trial period, which lasts six months": what "which" stands for is the subject of its clause."""
        before = [token for token in self.tokens if token.part < self.part]
        if not before or before[-1].part != self.part - 1 or before[-1].quantity:
            return
        for token in [each for each in before if (each.part, each.chunk) == (before[-1].part, before[-1].chunk)]:
            self._add(0, token.text, token.keys)
            self.tokens[-1].capital = token.capital
        self.chunk += 1

    def _behind_boundary(self, at: int) -> bool:
        return bool(self.tokens) and (self.pieces[at - 1].kind == "mark" or self.low[at - 1] in _LISTS or self.low[at - 1] in _SPLITS)

    def _that_of(self, at: int) -> int:
        """"The tank of the M6 holds 180 litres, that of the M9 250 litres": a clause of its own, with the subject of the one before."""
        subject = next((token for token in self.tokens if not token.link and not token.quantity), self.tokens[0])
        self._new_part(at)
        return self._add(at, subject.text, subject.keys)

    def _keys(self, at: int) -> frozenset[str]:
        """Keys of a word: a capital inside a sentence makes it a name, at the beginning it may be one."""
        text, low = self.pieces[at].text, self.low[at].removesuffix("'s")
        if weekday(low) and text[0].isupper():
            return frozenset(map(key, days(self.low, at)))
        if low in ("weekday", "weekdays"):
            return frozenset(map(key, (*WORKDAYS, "weekday")))
        name = "^" + low if text[:2].isupper() and not text[-2:].isalpha() or text.isupper() else _name(low)  # DVDs are DVD, AWS is AWS
        if not text[0].isupper():
            near = self.low[at + 1].removesuffix("s") if at + 1 < len(self.low) else ""
            named = (low in self.names or name[1:] in self.names) and (near in KINDS or low != name[1:] or {f"|{low}", f"+{low}"} & self.names)
            return frozenset([key(low), name]) if named else frozenset([key(low)])
        acronym = len(low) > 1 and text[: len(low)].isupper()
        may_be_word = acronym or low not in self.names
        return frozenset([name, key(low)] if may_be_word else [name])

    def _boundary(self, at: int) -> int:
        text = self.low[at]
        dates = text in ("and", "or") and 0 < at < len(self.low) - 1 and all(is_date(self.low[each]) for each in (at - 1, at + 1))
        splits = text in _BREAKS or text == "," and bool(self.clause_link) or text in _LISTS and self._says_something(at + 1)
        splits = splits and not dates
        if splits:
            self._new_part(at)
        fronted = text == "," and not self.part and all(token.link for token in self.tokens)  # "On Gold, backups ..."
        self.chunk += 1
        self.conjunct += not fronted and text != ">"
        self.every = False
        ahead = self.low[at + 1 : at + 4]
        another = bool(ahead) and ahead[0] not in FUNCTION_WORDS and any(word in LINKS for word in ahead[1:])
        if another or fronted:  # "on weekdays and closed on Sundays"
            self.link = ""
        if text in ("?", ">") or text == "or" and not splits:
            self._mark(text)
            self.out.marks.add((f"{text} {self.conjunct}", self.part))
        return 1

    def _says_something(self, at: int) -> bool:
        """True if what follows, up to the next boundary, says something of its own: it has a number, a verb form or a negation.

        The second half of a subject does not: "The filter and the tray can be washed".
        """
        own = [each for each in self.tokens if not each.link] or self.tokens  # without "On Sundays, "
        subject = len(own) <= 2 and not self.link and all(each.chunk == self.chunk for each in own)
        if subject and self.low[at - 1] in ("and", "or"):
            return False
        counted = any(each.quantity and each.quantity.family not in ("clock", "date") and each.part == self.part for each in self.tokens)
        if counted and self.low[at - 1] == "," and "".join(self.low[at : at + 1]) in ("in", "on", "for", "with", "from"):
            pair = {piece.low for piece in self.pieces[at : at + 5] if piece.kind != "mark"}
            return any(number(low) is not None for low in pair)  # "two nights, in July and August five nights"
        for offset, piece in enumerate(self.pieces[at : at + 12]):
            if piece.kind == "mark" or piece.low in _LISTS and offset or piece.low in ("of", "within"):
                return False
            if piece.kind == "number" or number(piece.low) is not None or piece.low in _SAYS:
                return True
        return False

    def _new_part(self, at: int) -> None:
        """Begin a clause behind the boundary ``at``: with a subject of its own, unless a verb form or a preposition comes first."""
        behind = next((piece.low for piece in self.pieces[at + 1 : at + 4] if piece.kind == "word" and piece.low not in _LISTS), "")
        again = self.low[at] in ("but", ",", "and") and behind in ("it", "they")
        subject = behind in DETERMINERS | PRONOUNS or bool(behind) and behind not in FUNCTION_WORDS and self.low[at] not in _LISTS
        label = self._ends_label(at)
        self.clause += subject and not again and not label
        self.part += 1
        self.chunk += 1
        self.link = self.clause_link = ""
        self.every = False

    def _ends_label(self, at: int) -> bool:
        """True for the colon of "Children under 4: free", where no verb comes before it: what follows has no subject of its own."""
        label = self.low[at] == ":" and self.part == 0 and len(self.tokens) <= 6
        label = label and not (AUXILIARIES | NEGATIONS | PRONOUNS) & set(self.low[:at])
        if label:
            self._mark("label")
        return label

    def _function_word(self, at: int) -> int:
        low = self.low[at]
        if low in AUXILIARIES and self.tokens:
            self.tokens[-1].subject = True
        if low in _SPLITS and self.tokens:
            self.conjunct += 1
            self._new_part(at)
        self.chunk += 1
        if self.every and not (self.tokens and self.tokens[-1].every):
            self._mark("every")
        self.every = low in EVERY
        self._note(at, low)
        if low == "which" and at and self.low[at - 1] == ",":
            self._relate()
        if low in _ONLY:
            self._limit(at)
        elif low == "you":
            self.link = self.link if len(self.tokens) == self.linked_at else ""
            self._add(at, low, frozenset([READER]))
            self.chunk += 1
        elif low == "to" and self.low[at - 1] in _GIVES and number("".join(self.low[at + 1 : at + 2])) is not None:
            self.link = ""  # "defaults to 6" is "the default is 6"
        elif low in LINKS:
            self._connect(low, self.low[at + 1 : at + 2] == ["of"])
        elif low in AUXILIARIES | FILLERS | PRONOUNS | DETERMINERS and len(self.tokens) > self.linked_at:
            self.link = ""
        return 1

    def _limit(self, at: int) -> None:
        """"only on Gold" limits the phrase that follows, "on Gold only" the phrase before."""
        self.only = at + 1 < len(self.pieces) and self.pieces[at + 1].kind != "mark"
        for token in self.tokens if not self.only else []:
            token.only |= (token.part, token.chunk) == (self.tokens[-1].part, self.tokens[-1].chunk)

    def _connect(self, low: str, of: bool) -> None:
        if LINKS[low] in CLAUSAL_LINKS and not of:  # "because of illness" is no clause
            self.clause_link = LINKS[low]
        if low == "unless":
            self.out.marks |= {("unless", self.part), ("unless", self.tokens[-1].part if self.tokens else 0)}
        self.link, self.word, self.linked_at = LINKS[low], low, len(self.tokens)

    def _note(self, at: int, low: str) -> None:
        """Remember a negation, a form of "be", and what else a function word says of its clause."""
        before = self.low[at - 1] if at else ""
        self.just_be = low in BE
        if low == "except":
            self._mark("except")
            self._except(at)
        if low in BE and before not in _RELATIVE:
            self.passives.append(len(self.tokens))
        again = low == "nor" and "neither" in self.low[:at] or low == "without" and before in _LISTS and low in self.low[:at]
        if low in NEGATIONS and not again:
            self.negations.append(Negation(self.part, len(self.tokens), low))
            for name in ("denies", "aside") if before in (",", "but", "and") else ("denies",):
                self._mark(name)
        for name, words in _MARKS:
            if low in words:
                self._mark(name)

    def _except(self, at: int) -> None:
        """"Every day except Mondays" denies Mondays, unless more is said of them: "except Room 6, which seats eight"."""
        relative = any(pair in ((",", "which"), (",", "who"), (",", "where")) for pair in zip(self.low[at:], self.low[at + 1 :]))
        if at and not relative and not NEGATIONS & set(self.low):
            self.negations.append(Negation(self.part, len(self.tokens), "not"))
        elif at and not relative:
            self._mark("spared")

    def _mark(self, name: str) -> None:
        self.out.marks.add((name, self.part))
