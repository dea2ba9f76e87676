"""What a negation denies, and passive clauses in the order of active ones: marked on tokens once a sentence has been read."""

from dataclasses import dataclass

from .tokens import Sentence, Token
from .wording import DEGREES, LINKS, PARTICLES, key

_PARTICIPLES = frozenset(
    "kept sent made lent sold paid written given shown taken held found bought brought built chosen seen told lost done set read put "
    "shut cut known stored run broken worn understood forgotten hidden spent left met".split()
)
# What stands behind "by" without doing anything: "given by phone", "paid by card".
_MEANS = frozenset(map(key, "phone email post mail fax card transfer cash cheque hand train bus car bike text appointment invoice letter".split()))


@dataclass(frozen=True)
class Negation:
    """A negation: its clause, how many tokens stand before it, and the word."""

    part: int
    place: int
    word: str


def deny(sentence: Sentence, negations: list[Negation]) -> None:
    """Mark what each negation denies. Two that touch cancel ("never fails to"); of other pairs in one clause no rule can tell.

    "Not", "never" and "without" reach what follows, "no" and "nobody" the whole clause.
    """
    for number, negation in enumerate(negations):
        others = [each for each in negations if each.part == negation.part]
        if len(others) > 1:
            sentence.marks |= {("tangled", negation.part)} if len(others) > 2 or others[0].place != others[1].place else set()
            continue
        inside = [token for token in sentence.tokens if token.part == negation.part]
        behind = [token for token in inside if token.place >= negation.place]
        for token in behind if behind and negation.word in ("not", "never", "cannot", "without", "neednot") else inside:
            token.denied, token.negation = 1, number
        heads = behind[:1] or inside[-1:]
        for token in heads + [each for each in behind if heads[0].name and each.name]:
            token.denied = 2


def activate(sentence: Sentence, places: list[int]) -> None:
    """Rank the tokens of passive clauses as in active ones: "keys are sent by us" as "us sent keys". ``places`` follow a form of "be"."""
    for place in places:
        verb = next((token for token in sentence.tokens[place:] if not token.keys & DEGREES and token.quantity is None), None)
        if verb is None or not is_participle(verb.text):
            continue
        verb.passive = True
        sentence.marks.add(("passive", verb.part))
        _join_coordinated(verb, sentence)
        _rank_subject(verb, sentence)
        for token in [each for each in sentence.tokens if each.part == verb.part and each is not verb]:
            own = not token.link or token.link == verb.link == LINKS.get(token.word)  # "if the door is opened"
            if token.place < min(verb.place, place) and own:
                token.rank = verb.rank + 0.001 * (token.place + 1)
            elif token.place == verb.place + 1 and token.keys & PARTICLES:
                token.rank = verb.rank + 0.0005
            elif token.place > verb.place and token.link == "by" and token.quantity is None and not token.keys & _MEANS:
                token.rank, token.link = verb.rank - 0.5 + 0.001 * token.place, ""


def _rank_subject(verb: Token, sentence: Sentence) -> None:
    """"The file is stored here and can be moved": the subject of a passive before is that of this one, in another clause, too."""
    before = [each for each in sentence.tokens if each.part < verb.part and each.clause == verb.clause]
    own = [each for each in sentence.tokens if each.part == verb.part and each.place < verb.place and not each.link]
    if own or not any(each.passive for each in before):
        return
    for token in [each for each in before if each.rank != each.place and not each.link]:
        token.rank = verb.rank + 0.001 * (token.place + 1)


def _join_coordinated(verb: Token, sentence: Sentence) -> None:
    """"Is asked for once and kept": a participle that follows and, or, but is passive as well."""
    for token in sentence.tokens[verb.place + 1 :]:
        follows = token.clause == verb.clause and sentence.tokens[token.place - 1].conjunct != token.conjunct
        token.passive |= follows and not token.link and is_participle(token.text)


def is_participle(word: str) -> bool:
    """True for a form such as "opened" or "kept".

    >>> is_participle("Kept"), is_participle("keeps")
    (True, False)
    """
    return word.lower().endswith("ed") and not word.lower().endswith("eed") or word.lower() in _PARTICIPLES
