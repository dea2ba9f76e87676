"""What the differences between a claim and a statement come to.

A statement supports a claim if it covers all of it and nothing differs. It refutes it if it covers all of it but one thing and says
something else there: a conflict. A doubt only keeps from supporting. All else is undecided.
"""

from .matching import CONFLICT, DOUBT, Difference, Match
from .rules_content import bindings, bounds, scope, uncovered
from .rules_grammar import links, order, phrases, swapped
from .rules_grouping import crossed, opposites, parallel, regrouped, two_subjects
from .rules_topic import topics
from .tokens import READER
from .rules_meaning import everything, mood, only, polarity, weakened

_RULES = (
    uncovered, topics, scope, bounds, bindings,
    crossed, opposites, two_subjects, parallel, regrouped,
    polarity, everything, only, mood, weakened,
    links, swapped, order, phrases,
)
_MOST_TOPICS = 2
# What an amount of another size stands beside where the statement fits the claim best of all.
_LOOSE = {"word", "aside", "topic", "other topic", "far topic", "order", "phrase", "link", "crossed", "mood", "scope", "every", "weakened", "reach"}
_OF_AMOUNTS = ("other amount", "bound to another", "other word")
# A conflict of the first kind refutes even beside doubts of the other kinds: it does not hang on them.
_STANDS_BESIDE = {
    "denied": {"order", "phrase", "every", "aside", "mood", "crossed"},
    "bound to another": {"opposites", "order", "phrase", "word", "mood", "crossed"},
    "other amount": {"order"},
    "other name": {"scope"},
    "added degree": {"reach", "order", "phrase", "mood", "link"},
    "swapped": {"order", "phrase", "link", "every"},
}


def differences(match: Match) -> list[Difference]:
    """All differences of a match, by every rule. None: the statement supports the claim."""
    return [each for rule in _RULES for each in rule(match)]


def _allowed(rule: str) -> set[str]:
    """The doubts that a conflict of this rule stands beside: topic words too, but a degree may hold of another topic."""
    return _STANDS_BESIDE.get(rule, set()) | ({"topic"} if rule != "added degree" else set()) | ({"other topic"} if rule in _OF_AMOUNTS else set())


def refutation(found: list[Difference], match: Match) -> Difference | None:
    """The conflict that refutes the claim: one that stands alone, or that no other difference can touch; None for none."""
    doubts = [each.rule for each in found if each.kind == DOUBT]
    for each in found:
        if len(match.topical) > len(match.found) or each.rule == "denied" and 2 * len({token.chunk for token in match.topical}) > len(match.found):
            continue
        if each.kind == CONFLICT and set(doubts) <= _allowed(each.rule) and doubts.count("word") <= 1 and len({token.chunk for token in match.topical}) <= _MOST_TOPICS:
            return each
    return None


def loose_refutation(found: list[Difference], match: Match) -> Difference | None:
    """Another amount of the same kind in a statement that covers half of the claim, its names included, and denies nothing."""
    amounts = [each for each in found if each.rule in ("other amount", "other word")]
    denied = any(said.denied and said.part == match.part for _, said in match.found)
    rest = {each.rule for each in found if each not in amounts} - (set() if denied else {"denied", "negation", "reach"})
    words = [token for token, said in match.found if READER not in token.keys and (said.link != "*" or match.said.has("table"))]
    lacking = [token for token in match.lacking if not token.quantity]
    if not amounts or not rest <= _LOOSE or len(words) < 2 or len(match.found) < len(lacking) or any(token.name and token.keys.isdisjoint(match.near) for token in lacking):
        return None
    return amounts[0]
