"""One claim laid over one statement: which word of the statement covers which word of the claim."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from . import thesaurus
from .dates import WEEKDAYS
from .quantities import measure
from .stems import is_derived, stem
from .tokens import KINDS, READER, Sentence, Token
from .wording import ANTONYMS, DEGREES, WEAKENERS, exclude, key

# Words that a measure says by itself: 25 dollars are a price, "lasts 24 hours" is "24 hours".
_IMPLIED = {
    "money": frozenset(map(key, "cost fee charge pay price owe come amount".split())),
    "clock": frozenset(map(key, "open close start begin end finish run".split())),
    "time": frozenset(map(key, "last take long length duration run wait valid".split())),
}
# Words that add nothing to what a statement says of their neighbours, unless it has another verb: "you get", "is called", "takes place".
LIGHT_VERBS, FAINT_VERBS, LIGHT_ADVERBS = (
    frozenset(map(key, words)) for words in (thesaurus.LIGHT_VERBS, thesaurus.FAINT_VERBS, thesaurus.LIGHT_ADVERBS)
)
_LIGHT_STEMS = frozenset(map(stem, thesaurus.LIGHT_VERBS + thesaurus.FAINT_VERBS))  # "made" is light, "created" is not
LIGHT_NOUNS = frozenset(map(key, thesaurus.LIGHT_NOUNS)) | {READER}
_INSTITUTIONS = frozenset(map(key, thesaurus.INSTITUTIONS))
DAYS = frozenset(map(key, (*WEEKDAYS, "weekday")))
_NIGHTS = frozenset(map(key, "day night".split()))
_MEANS = frozenset([key("mean")])
# What a table says by its lines alone.
_POSSESSION = frozenset(map(key, "include offer cost receive allow support".split()))


CONFLICT, DOUBT = "conflict", "doubt"


@dataclass(frozen=True)
class Difference:
    """One difference between a claim and a statement: a conflict or a doubt, the rule that found it, and the reason in words."""

    kind: str
    rule: str
    reason: str


@dataclass
class Match:
    """Claim tokens with the statement's token for each (None: not covered), seen from the clause ``part`` of the statement.

    ``own`` are the statement's tokens without those of headings, ``lead`` numbers their first phrase, ``unused`` cover nothing.
    ``lacking`` are the claim's tokens without one: ``topical`` those that the page has elsewhere (``near``: around the statement),
    ``missing`` the rest. A light word ("you can get") is left out of all.
    """

    claim: Sentence
    said: Sentence
    pairs: list[tuple[Token, Token | None]]
    part: int

    near: frozenset[str] = frozenset()
    page: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.pairs = list(_once(self.pairs, self.near | self.said.keys))
        self.found = [(token, found) for token, found in self.pairs if found is not None]
        self._used = {id(found) for _, found in self.found}
        self.found_own = [found for _, found in self.found if found.link != "*"]
        self.own = [token for token in self.said.tokens if token.link != "*"]
        self.lead = self.own[0].chunk if self.own else -1
        self.unused = [token for token in self.said.tokens if not self.uses(token)]
        self.lacking = [token for token, found in self.pairs if found is None and not self._is_light(token)]
        topical = [token for token in self.lacking if is_topic(token, self.near | self.page)]
        self.topical = [token for token in topical if not any(exclude(mine, its) for mine in token.keys for its in self.said.keys)]
        self.missing = [token for token in self.lacking if token not in self.topical]

    def _is_light(self, token: Token) -> bool:
        """True for a word that the statement need not have: "you can get" where it has no other verb, "holders" where no other subject."""
        parts = {found.part for _, found in self.found}
        rivals = [each for each in self.unused if each.link != "*" and each.part in parts]
        if token.place < self._verb_at and self._says_nobody:
            return True
        if token.name or token.capital:
            return False
        if token.keys & _INSTITUTIONS:
            return self._is_we(token)
        if token.keys & _MEANS and self.said.has("label"):
            return True
        if token.keys & (LIGHT_VERBS | FAINT_VERBS) and token.denied != 2 and stem(token.text) in _LIGHT_STEMS:
            light = LIGHT_VERBS if token.keys & LIGHT_VERBS else frozenset()
            counted = light or any(each.quantity for each in self.claim.tokens)
            other = any(is_predicate(each, self.said) and not each.keys & light for each in rivals)
            return bool(counted) and (self._has_of(token) or not other)
        if token.text.lower() == "us" and token.link:
            return not any(each.link == token.link for each in rivals)
        if token.quantity and token.text.lower() == "one":
            return self._is_article(token)
        if token.keys & LIGHT_ADVERBS:
            return token.denied != 2
        subjects = [each for each in rivals if each.chunk == self.lead and not each.quantity and not each.keys & KINDS]
        return bool(token.keys & LIGHT_NOUNS) and not subjects

    def _is_we(self, token: Token) -> bool:
        """True for "the shop" as the subject of what the text says "we" do: who else? Not if the text knows a shop."""
        parts = {found.part for _, found in self.found if found.link != "*"}
        alone = not token.link and not any(each.chunk == token.chunk and each.place < token.place for each in self.claim.tokens)
        first = token.chunk == next((each.chunk for each in self.claim.tokens if not each.link), -1)
        led = any(found.chunk == self.lead for _, found in self.found)  # "our courses are open": not we, but they
        doers = [each for each in self.unused if each.part in parts and (each.word == "by" and each.text.lower() != "us" or each.chunk == self.lead and not led)]
        active = all(each.passive == found.passive for each, found in self.found)  # "we charge you" does not say "the shop is charged"
        return alone and first and active and token.keys.isdisjoint(self.page) and self.said.has("we", parts) and not doers

    @cached_property
    def _verb_at(self) -> int:
        """The place of the first verb of the claim that the statement denies, 0 for none."""
        places = [token.place for token, found in self.found if found.passive and found.denied == 2 and not token.passive]
        return min(places, default=0)

    @cached_property
    def _says_nobody(self) -> bool:
        """True for "tickets are not refunded": then nobody does, whoever the claim names. Not if it says by whom, when or where."""
        parts = {found.part for token, found in self.found if found.passive and found.denied == 2}
        return all(not each.link and not each.denied for each in self.unused if each.link != "*" and each.part in parts)

    @cached_property
    def barred(self) -> Token | None:
        """What the statement says it of only, where the claim says it of another: "only owners may" and "guests may (not)"."""
        if self.said.has("piece"):
            return None
        rival = next((each for each in self.unused if each.only and each.link != "*" and not each.quantity), None)
        chunks = {(token.part, token.chunk, token.link) for token in self.lacking}
        if rival is None or len(chunks) != 1 or any(token.quantity for token in self.lacking):
            return None
        phrase = [each for each in self.said.tokens if (each.part, each.chunk) == (rival.part, rival.chunk)]
        first = self.lacking[0]
        subject = first.chunk == self.claim.tokens[0].chunk and rival.chunk == self.lead or first.link == rival.link != ""
        alike = bool(first.name or first.capital) == bool(rival.name or rival.capital)
        shared = any(same(token, each) for token in self.claim.tokens for each in phrase if not each.keys & KINDS)
        generic = all(each.text.lower().removesuffix("s") in KINDS for each in phrase)  # "only members": Plus members are members
        return rival if subject and alike and not shared and not generic and self.page & self._keys(self.lacking) else None

    @staticmethod
    def _keys(tokens: list[Token]) -> frozenset[str]:
        return frozenset(word for token in tokens for word in token.keys)

    def _is_article(self, one: Token) -> bool:
        """True for "one snapshot" where the text says "a snapshot": a noun in the singular with no number of its own."""
        noun = next((found for token, found in self.found if token.place == one.place + 1 and token.chunk == one.chunk), None)
        counted = noun and any(each.quantity and each.chunk == noun.chunk for each in self.own)
        return noun is not None and not counted and not noun.text.lower().endswith("s") and not noun.every

    def _has_of(self, verb: Token) -> bool:
        """True for "a password needs 12 letters" where the text says "a password of 12 letters"."""
        before, behind = ({token.place: found for token, found in self.found}.get(verb.place + step) for step in (-1, 1))
        return bool(before and behind) and behind.place == before.place + 1 and behind.word in ("of", "with") and not behind.denied

    @property
    def of_another(self) -> bool:
        """True if no word of the claim's subject is covered: the statement may speak of something else."""
        first = self.claim.tokens[0].chunk
        return any(token.chunk == first for token in self.topical) and not any(token.chunk == first for token, _ in self.found)

    @property
    def weight(self) -> int:
        """How much of the claim is covered, amounts apart: a name counts twice."""
        return sum(2 if token.name or token.capital else 1 for token, _ in self.found if not token.quantity)

    @property
    def names_cell(self) -> bool:
        """True for a table cell whose row and column the claim names in full."""
        return self.said.has("table") and all(each.chunk not in (-2, -3) for each in self.unused)

    def uses(self, said: Token) -> bool:
        """True if this very token of the statement covers one of the claim."""
        return id(said) in self._used


def _once(pairs: list[tuple[Token, Token | None]], near: frozenset[str]) -> Iterator[tuple[Token, Token | None]]:
    """A word that covers one of the claim, the first in its role, covers no second: that is then a topic word, or one more "you"."""
    covered: dict[int, Token] = {}
    for token, found in sorted(pairs, key=lambda pair: pair[1] is not None and pair[0].link != pair[1].link):
        covered.setdefault(id(found), token)
    for token, found in pairs:
        again = found is not None and found.link != "*" and covered[id(found)] is not token
        if again and READER in token.keys:
            continue
        yield token, None if again and is_topic(token, near) else found


def same(claimed: Token, said: Token) -> bool:
    """True if the two tokens say the same: a common key, or equal amounts."""
    if claimed.quantity or said.quantity:
        both = claimed.quantity and said.quantity
        return bool(both and (claimed.quantity.equals(said.quantity) or said.quantity.ends(claimed.quantity)))
    if len(claimed.keys) > 1 and claimed.keys <= DAYS:
        return claimed.keys <= said.keys
    return not claimed.keys.isdisjoint(said.keys)


def is_topic(token: Token, words: frozenset[str]) -> bool:
    """True for a common word that ``words`` have, and that changes nothing: no name, amount, degree or negation."""
    named = token.quantity or token.name or token.capital or token.is_period
    weighty = token.only or token.denied == 2 or token.keys & (DEGREES | WEAKENERS)
    return not named and not weighty and not token.keys.isdisjoint(words)


def is_predicate(token: Token, sentence: Sentence) -> bool:
    """True for a word that says what is done: "may pay", "is paid", and "pays" behind its subject."""
    chunk = [each for each in sentence.tokens if (each.part, each.chunk) == (token.part, token.chunk)]
    behind = token is chunk[-1] and len(chunk) > 1 and not token.link and not token.subject
    return token.verb or token.after_be or token.passive or behind and not token.name


def antonyms(first: Token, second: Token) -> bool:
    """True for words of which one is the denial of the other: allowed and forbidden."""
    return any(ANTONYMS.get(word) in second.keys for word in first.keys)


def turned(claimed: Token, said: Token) -> bool:
    """True if the one token denies what the other says in an opposite word: "not allowed" and "forbidden"."""
    return antonyms(claimed, said) and (claimed.denied == 2) != (said.denied == 2) and not (claimed.denied and said.denied)


def matches(claim: Sentence, statement, page) -> Iterator[Match]:
    """The claim laid over the statement, once for each of its clauses that has a share in it; the best-fitting clause first."""
    said, kinds = statement.sentence, page.kinds
    tokens = [token for token in claim.tokens if not _kind_of_name(token, claim)]
    options = [(token, [each for each in said.tokens if same(token, each) or turned(token, each)]) for token in tokens]
    weights: dict[int, int] = {}
    for token, candidates in options:
        for part in {max(each.part, 0) for each in candidates}:
            weights[part] = weights.get(part, 0) + (3 if token.quantity or token.name else 1)
    for part in sorted(weights, key=lambda each: (-weights[each], each)):
        yield Match(claim, said, list(_pairs(options, claim, said, part, kinds)), part, statement.near, page.keys)


def _pairs(options, claim: Sentence, said: Sentence, part: int, kinds) -> Iterator[tuple[Token, Token | None]]:
    last: Token | None = None
    for token, candidates in options:
        found = min(candidates, key=lambda each: _distance(each, token, part, last), default=None) or _stand_in(token, said, kinds, part)
        if found or not _implied(token, claim, said):
            last = found
            yield token, found


def _distance(candidate: Token, token: Token, part: int, last: Token | None) -> tuple:
    """How far a candidate is from the clause in question, from the role of the claim's word, and from the word covered last."""
    apart = 50 if candidate.part < 0 else abs(candidate.part - part)
    follows = last is not None and candidate.place == last.place + 1 and candidate.part == last.part
    other_role = candidate.link != token.link, bool(candidate.denied) != bool(token.denied)
    derived = is_derived(candidate.text) != is_derived(token.text)
    headline = candidate.link == "*" and candidate.chunk not in (-2, -3)
    denied = token.denied == 2 and candidate.denied != 2
    other_text = candidate.text.lower() != token.text.lower()
    return denied, derived, apart, headline, other_text, not follows, *other_role, candidate.place


def _stand_in(token: Token, said: Sentence, kinds: frozenset[tuple[str, str]], part: int) -> Token | None:
    """"Every plan" stands for Plus where the text calls Plus a plan, "a night in a cabin costs" for "per night"."""
    if token.is_period:
        spans = _NIGHTS if token.keys & {"per:day"} else {key(word.removeprefix("per:")) for word in token.keys}
        heads = [each for each in said.tokens if each.chunk == -3 and each.link == "*" and each.quantity and each.quantity.family == "time"]
        if heads and any(each.quantity.equals(measure(1, word.removeprefix("per:"))) for each in heads for word in token.keys):
            return heads[0]  # "16 euros a day" in the column "1 day"
        first = next((each for each in said.tokens if each.part == part and each.link != "*"), None)
        return first if first and first.keys & spans and not first.link and not first.quantity else None
    if not token.name:
        return None
    every = [each for each in said.tokens if each.every and not token.every and each.link == token.link]
    return next((each for each in every if any((kind, token.name) in kinds for kind in each.keys)), None)


def _kind_of_name(token: Token, claim: Sentence) -> bool:
    """True for "plan" in "the Plus plan": the name says it already."""
    beside = [each for each in claim.tokens if token.keys & KINDS and abs(each.place - token.place) == 1 and each.chunk == token.chunk]
    return any(each.name or each.capital or any(word.startswith("^") for word in each.keys) for each in beside)


def _implied(token: Token, claim: Sentence, said: Sentence) -> bool:
    """True for a word that says nothing beyond its neighbours: "costs" beside dollars, "you" where a reader is told."""
    if READER in token.keys:
        return said.has("you") or said.has("passive")
    if said.has("table") and (token.keys & _POSSESSION or _is_able(token, claim)):
        return True
    return any(token.keys & _IMPLIED.get(each.quantity.family, set()) for each in claim.tokens if each.quantity)


def _is_able(token: Token, claim: Sentence) -> bool:
    """True for "send" in "Basic users may send 5 files": a table gives the number without the verb."""
    amount = any(each.quantity and each.place == token.place + 1 for each in claim.tokens)
    verb = amount and token.verb and claim.has("may") and not token.link and not token.quantity and not token.capital
    return verb and not token.denied and not token.keys & (WEAKENERS | DEGREES)
