"""A sentence as marked words: which clause and phrase each stands in, what is denied of it, and behind which preposition."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from .lexemes import Lexeme, lexemes, read_period, read_quantity
from .quantities import Quantity, measure_like, number
from .wording import AUXILIARIES, BACK_REFERENCES, BE, DEGREES, DETERMINERS, EVERY, FILLERS, FUNCTION_WORDS, LINKS, MAY, MUST, NEGATIONS, PRONOUNS, key

READER = key("user")
# Behind these words a name is a name even in lower case, and the word itself adds nothing to the name: "the free plan", "Pro customers".
KINDS = frozenset("plan tier card programme program edition package subscription membership pass ticket account customer member level".split())
_SPLITS = frozenset("but while whereas although though because so".split())
_LISTS = (",", "and", "or", "then")
_PARTICIPLES = frozenset(
    "kept sent made lent sold paid written given shown taken held found bought brought built chosen seen told lost done set read put shut cut "
    "known stored run broken worn understood forgotten hidden spent left met".split()
)


@dataclass(slots=True)
class Token:
    """A word or quantity with a meaning of its own.

    ``keys`` are what it can be matched by (a name begins with ^); ``part`` numbers the clause and ``chunk`` the phrase; ``link`` is the
    kind of preposition it stands behind (``word`` is the preposition itself), "*" if it comes from a heading or an earlier sentence; ``rank`` is its place with every passive
    turned active. ``denied`` is 2 for the word that a negation denies, 1 for others that it may reach; ``negation`` numbers it.
    ``conjunct`` counts and, or, but and commas before it, ``clause`` the subjects; ``after_be`` marks the adjective of "albums are private".
    """

    text: str
    keys: frozenset[str]
    place: int
    part: int
    chunk: int
    link: str = ""
    quantity: Quantity | None = None
    every: bool = False
    only: bool = False
    denied: int = 0
    negation: int = -1
    conjunct: int = 0
    clause: int = 0
    word: str = ""
    capital: bool = False
    after_be: bool = False
    passive: bool = False
    rank: float = 0.0

    @property
    def name(self) -> str:
        """The name that it can only be, "" for a word; capitals throughout make a name."""
        marked = min(self.keys, default="")
        return marked if marked.startswith("^") and (len(self.keys) == 1 or len(self.text) > 1 and self.text.isupper()) else ""


@dataclass(slots=True)
class Sentence:
    """The tokens of a sentence, and what was said with its function words."""

    tokens: list[Token] = field(default_factory=list)
    marks: set[tuple[str, int]] = field(default_factory=set)
    denials: int = 0

    def has(self, mark: str, parts: set[int] | None = None) -> bool:
        """True if ``mark`` was set in one of the clauses ``parts``, or in any."""
        return any(name == mark and (parts is None or part in parts) for name, part in self.marks)


@lru_cache(maxsize=20_000)
def parse(text: str, names: frozenset[str] = frozenset()) -> Sentence:
    """Mark the words of one sentence. ``names`` are the names of the whole text in lower case, so that "the free plan" is one.

    >>> [(word.text, word.link, word.denied) for word in parse("A restore never writes to the old disk.").tokens]
    [('restore', '', 0), ('writes', '', 2), ('old', 'to', 1), ('disk', 'to', 1)]
    """
    return _Reader(lexemes(text), names).read()


class _Reader:
    """Goes through the pieces of one sentence once, from left to right."""

    def __init__(self, pieces: list[Lexeme], names: frozenset[str]) -> None:
        self.pieces, self.names, self.out = pieces, names, Sentence()
        self.part = self.chunk = self.conjunct = self.clause = self.linked_at = 0
        self.link = self.clause_link = self.word = ""
        self.every = self.only = self.just_be = False
        self.negations: list[tuple[int, int, str]] = []
        self.passives: list[int] = []
        self.counted_at = -10
        self.last = Quantity(0.0)
        self.starts, self.at = True, 0

    def read(self) -> Sentence:
        at = self._command()
        while at < len(self.pieces):
            at += self._period(at) or self._quantity(at) or self._piece(at)
        self._deny()
        self._activate()
        return self.out

    def _command(self) -> int:
        """"Send your key", "Never put it there": a command tells the reader what must be done."""
        low = [piece.low for piece in self.pieces[:3]]
        told = low[:1] in (["please"], ["always"]) or low[:2] == ["do", "not"] or low[:1] == ["never"]
        verb = len(low) > 1 and low[0] not in FUNCTION_WORDS and not low[0].endswith(("s", "ed", "ing", "ly"))
        if told or verb and (low[1] in DETERMINERS | {"only", "it", "them"} or number(low[1]) is not None):
            self.out.marks |= {("must", 0), ("you", 0)}
        return 0

    def _add(self, text: str, keys: frozenset[str], quantity: Quantity | None = None) -> int:
        tokens = self.out.tokens
        link = self.clause_link or self.link
        tokens.append(Token(text, keys, len(tokens), self.part, self.chunk, link, quantity, self.every, self.only, rank=float(len(tokens))))
        tokens[-1].conjunct, tokens[-1].clause = self.conjunct, self.clause
        tokens[-1].word = self.word if link else ""
        tokens[-1].capital = text[:1].isupper() and self.at > 0
        tokens[-1].after_be = self.passives[-1:] == [len(tokens) - 1] and self.just_be
        self.just_be = False
        if self.only and quantity is None and not (len(tokens) > 1 and tokens[-2].only and tokens[-2].chunk == self.chunk):
            self.only = False
        return 1

    def _period(self, at: int) -> int:
        found = read_period(self.pieces, at, at - self.counted_at <= 5)
        if not found:
            return 0
        self._add(" ".join(piece.text for piece in self.pieces[at : at + found[1]]), frozenset([found[0]]))
        return found[1]

    def _quantity(self, at: int) -> int:
        found = read_quantity(self.pieces, at)
        if not found:
            return 0
        quantity, used = found
        quantity = self._completed(quantity, at + used)
        self._add(" ".join(piece.text for piece in self.pieces[at : at + used]), frozenset(), quantity)
        self.counted_at = at + used
        self._open_phrase(quantity)
        return used

    def _completed(self, quantity: Quantity, behind: int) -> Quantity:
        """A number without its noun takes unit and bound of the one before: "up to 7 days on Free and 30 on Pro"."""
        follower = self.pieces[behind] if behind < len(self.pieces) else None
        bare = not quantity.family and not quantity.unit and (follower is None or follower.kind == "mark" or follower.low in FUNCTION_WORDS)
        if bare and self.last.value and self.out.tokens:
            same_unit = measure_like(quantity.value, self.last)
            quantity = replace(same_unit, bound=quantity.bound or self.last.bound)
        elif not bare:
            self.last = quantity
        return quantity

    def _open_phrase(self, quantity: Quantity) -> None:
        """A measure ends its phrase ("7 days | on Free"); a bare number begins one ("60 requests")."""
        if quantity.unit:
            self.chunk += 1

    def _piece(self, at: int) -> int:
        piece, self.at = self.pieces[at], at
        self.starts = at == 0 or self.pieces[at - 1].text in (":", ".", "?", "!", '"', "(", "|")
        if piece.kind == "mark" or piece.low in _LISTS:
            return self._boundary(at)
        if piece.low == "one" and at + 1 < len(self.pieces) and self.pieces[at + 1].low in ("that", "which", "who"):
            return self._the_one()
        if piece.kind != "word":
            return self._add(piece.text, frozenset(["^" + piece.text]))
        shouted = len(piece.text) > 1 and piece.text.isupper() and piece.low in PRONOUNS | FILLERS | frozenset(LINKS)
        if piece.low in FUNCTION_WORDS and not shouted or piece.low in ("only", "solely", "exclusively"):
            return self._function_word(at)
        if piece.low in ("fail", "fails", "failed") and at + 1 < len(self.pieces) and self.pieces[at + 1].low == "to":
            self.negations.append((self.part, len(self.out.tokens), "not"))
            return 2
        return self._add(piece.text, self._keys(at))

    def _keys(self, at: int) -> frozenset[str]:
        """Keys of a word: a capital inside a sentence makes it a name, at the beginning it may be one."""
        piece, low = self.pieces[at], self.pieces[at].low.removesuffix("'s")
        if not piece.text[0].isupper():
            near = self.pieces[at + 1].low.removesuffix("s") if at + 1 < len(self.pieces) else ""
            return frozenset([key(low)] + (["^" + low] if low in self.names and near in KINDS else []))
        acronym = len(low) > 1 and piece.text[: len(low)].isupper()
        if self.starts and low in self.names and not acronym:
            return frozenset(["^" + low])
        return frozenset(["^" + low] + ([key(low)] if self.starts or acronym or low not in self.names else []))

    def _boundary(self, at: int) -> int:
        text = self.pieces[at].low
        fronted = text == "," and bool(self.clause_link)
        if text in (";", ":", "—", "–", "(", ")", "?", "!", "|") or fronted or (text in _LISTS and self._predicate_follows(at + 1)):
            self._new_part(at)
        self.chunk += 1
        self.conjunct += 1
        self.every = False
        if self._phrase_follows(at + 1) or text == "," and self.linked_at == 0:
            self.link = ""
        if text in ("?", ">"):
            self._mark(text)
        return 1

    def _the_one(self) -> int:
        """"makes a new database and never overwrites the one that runs": the last word of the clause before."""
        before = [token for token in self.out.tokens if token.part < self.part and not token.quantity]
        return self._add("one", before[-1].keys) if before else 1

    def _phrase_follows(self, at: int) -> bool:
        """True if a word and then a preposition follow: "(on weekdays and) closed on Sundays" is no list behind "on"."""
        low = [piece.low for piece in self.pieces[at : at + 3]]
        return bool(low) and low[0] not in FUNCTION_WORDS and any(word in LINKS for word in low[1:])

    def _mark(self, name: str) -> None:
        self.out.marks.add((name, self.part))

    def _predicate_follows(self, at: int) -> bool:
        """True if what follows, up to the next boundary, says something of its own: it has a number, a verb form or a negation.

        The second half of a subject says nothing of its own: "The filter and the tray can be washed".
        """
        if self.pieces[at - 1].low in ("and", "or") and len(self.out.tokens) <= 2 and not self.link and all(each.chunk == self.chunk for each in self.out.tokens):
            return False
        for offset, piece in enumerate(self.pieces[at : at + 12]):
            if piece.kind == "mark" or piece.low in _LISTS and offset or piece.low in ("of", "within"):
                return False
            if piece.kind == "number" or number(piece.low) is not None or piece.low in AUXILIARIES | NEGATIONS | {"you", "it", "they", "we", "only"}:
                return True
        return False

    def _new_part(self, at: int) -> None:
        """Begin a clause behind the boundary ``at``: with a subject of its own, unless a verb form or a preposition comes first."""
        behind = [piece for piece in self.pieces[at + 1 : at + 4] if piece.kind == "word" and piece.low not in _LISTS]
        weak = self.pieces[at].low in _LISTS
        again = self.pieces[at].low in ("but", ",", "and") and bool(behind) and behind[0].low in ("it", "they")
        starts = bool(behind) and not again and (behind[0].low in DETERMINERS | PRONOUNS or behind[0].low not in FUNCTION_WORDS and not weak)
        self.clause += starts
        self.part += 1
        self.chunk += 1
        self.link = self.clause_link = ""
        self.every = False

    def _function_word(self, at: int) -> int:
        low = self.pieces[at].low
        if low in _SPLITS and self.out.tokens:
            self.conjunct += 1
            self._new_part(at)
        if low in NEGATIONS:
            self.negations.append((self.part, len(self.out.tokens), low))
            self.out.denials += 1
            if at and self.pieces[at - 1].low in (",", "but", "and"):
                self._mark("aside")
        self.chunk += 1
        if self.every and not (self.out.tokens and self.out.tokens[-1].every):
            self._mark("every")
        self.every = low in EVERY
        if low in ("only", "solely", "exclusively"):
            self.only = at + 1 < len(self.pieces) and self.pieces[at + 1].kind != "mark"
            self._only_behind() if not self.only else None
        elif low == "you":
            self.link = self.link if len(self.out.tokens) == self.linked_at else ""
            self._add(low, frozenset([READER]))
            self.chunk += 1
        elif low in LINKS:
            self._set_link(low)
        elif low in AUXILIARIES | FILLERS | PRONOUNS | DETERMINERS and len(self.out.tokens) > self.linked_at:
            self.link = ""
        self._note(low)
        return 1

    def _set_link(self, low: str) -> None:
        if LINKS[low] == "when":
            self.clause_link = "when"
            if low == "unless":
                self.out.marks |= {("unless", self.part), ("unless", self.part - (self.out.tokens[-1:] != [] and self.out.tokens[-1].part < self.part))}
        self.link, self.word, self.linked_at = LINKS[low], low, len(self.out.tokens)

    def _note(self, low: str) -> None:
        self.just_be = low in BE
        if low in BE and not (self.at and self.pieces[self.at - 1].low in ("that", "which", "who")):
            self.passives.append(len(self.out.tokens))
        for mark, words in (("may", MAY), ("must", MUST), ("it", BACK_REFERENCES), ("was", ("was", "were", "used", "had")), ("you", ("you", "your"))):
            if low in words:
                self._mark(mark)

    def _only_behind(self) -> None:
        """"on Scale only": the last phrase before it."""
        for token in self.out.tokens:
            token.only |= (token.part, token.chunk) == (self.out.tokens[-1].part, self.out.tokens[-1].chunk)

    def _deny(self) -> None:
        """Mark what each negation denies. Two in one clause cancel where they touch; else nobody can tell by rule."""
        for number_, (part, place, word) in enumerate(self.negations):
            others = [each for each in self.negations if each[0] == part]
            if len(others) > 1:
                self.out.marks |= {("tangled", part)} if len(others) > 2 or others[0][1] != others[1][1] else set()
                continue
            inside = [token for token in self.out.tokens if token.part == part]
            behind = [token for token in inside if token.place >= place]
            reach = inside if word not in ("not", "never", "cannot", "without") or not behind else behind
            for token in reach:
                token.denied, token.negation = 1, number_
            heads = [token for token in behind[:1] or inside[-1:]]
            heads += [token for token in behind if heads[0].name and token.name]
            for token in heads:
                token.denied = 2

    def _activate(self) -> None:
        """Give the tokens of a passive clause the rank that they have in the active one: "keys are sent by us" as "us sent keys"."""
        for place in self.passives:
            verb = next((token for token in self.out.tokens[place:] if not token.keys & DEGREES and token.quantity is None), None)
            if verb is None or not _participle(verb):
                continue
            for token in self.out.tokens[verb.place + 1 :]:
                follows = token.clause == verb.clause and self.out.tokens[token.place - 1].conjunct != token.conjunct
                token.passive |= follows and not token.link and _participle(token)
            self.out.marks.add(("passive", verb.part))
            verb.passive = True
            inside = [token for token in self.out.tokens if token.part == verb.part]
            for token in inside:
                if token.place < verb.place and not token.link and token.place < place:
                    token.rank = verb.rank + 0.001 * (token.place + 1)
                elif token.place > verb.place and token.link == "by" and token.quantity is None:
                    token.rank, token.link = verb.rank - 0.5 + 0.001 * token.place, ""


def _participle(token: Token) -> bool:
    return token.text.lower().endswith("ed") or token.text.lower() in _PARTICIPLES
