"""What the differences between a claim and a statement come to.

A statement supports a claim if it covers all of it and nothing differs. It refutes it if it covers all of it but one thing and says
something else there: a conflict. A doubt only keeps from supporting. All else is undecided.
"""

from .matching import CONFLICT, DOUBT, Difference, Match
from .rules_bounds import bounds
from .rules_content import amount_scope, bindings, scope, uncovered
from .rules_grammar import links, order, phrases, swapped
from .rules_grouping import crossed, joined, opposites, owned, parallel, regrouped, two_subjects
from .rules_meaning import everything, leads, mood, narrowed, only, polarity, weakened
from .rules_only import not_among
from .rules_topic import topics
from .tokens import READER

_RULES = (
    uncovered, topics, scope, bounds, bindings, amount_scope,
    crossed, owned, opposites, two_subjects, parallel, regrouped, joined,
    polarity, everything, narrowed, only, mood, leads, weakened,
    links, swapped, order, phrases, not_among,
)
_MOST_TOPICS = 2
# Conflicts that say the same of another topic too: an amount is another one, whatever modifies its noun.
_OF_AMOUNTS = ("other amount", "bound to another", "other word")
# What an amount of another size stands beside where the statement fits the claim best of all.
_LOOSE = frozenset(
    "word aside topic order phrase link crossed subjects narrowed mood scope every weakened reach".split() + ["other topic", "far topic"]
)
# A conflict of the first kind refutes even beside doubts of the other kinds: it does not hang on them.
_STANDS_BESIDE = {
    "denied": {"order", "phrase", "every", "aside", "mood", "crossed", "subjects"},
    "bound to another": {"opposites", "order", "phrase", "word", "mood", "crossed", "subjects"},
    "other amount": {"order"},
    "other name": {"scope", "only"},
    "added degree": {"reach", "order", "phrase", "mood", "link"},
    "swapped": {"order", "phrase", "link", "every"},
}


def differences(match: Match) -> list[Difference]:
    """All differences of a match, by every rule. None: the statement supports the claim."""
    return [each for rule in _RULES for each in rule(match)]


def refutation(found: list[Difference], match: Match) -> Difference | None:
    """The conflict that refutes the claim: one that stands alone, or that no other difference can touch; None for none."""
    doubts = [each.rule for each in found if each.kind == DOUBT]
    topics = len({token.chunk for token in match.topical})
    most = (5, 5) if match.names_cell or len(match.found) == 1 else (len(match.found), _MOST_TOPICS)
    if len(match.topical) > most[0] or topics > most[1] or doubts.count("word") > 1:
        return None
    against = {each.rule for each in found if each.kind == CONFLICT}
    if "denied" in against and against & {"other amount", "other name", "other word"}:
        return None  # "A does not cost 5" where A costs 6; "closed on Mondays" where it is open every day except Mondays
    for each in found:
        apart = _another_subject(match) or {"subjects", "order"} <= set(doubts)
        leans = each.rule == "denied" and (2 * topics > len(match.found) or apart) or each.rule == "added degree" and (
            any(not token.link for token in match.topical) or len(found) > 1 + len(doubts) or match.of_another
        )
        if each.kind == CONFLICT and set(doubts) <= _allowed(each.rule) and not leans and not _denied_otherwise(each, match):
            return each
    return None


def _another_subject(match: Match) -> bool:
    """True if the claim's subject stands elsewhere only: what is denied of one may hold of another."""
    first = next((token.chunk for token in match.claim.tokens if not token.link), -1)
    subject = [token for token in match.topical if token.chunk == first and not token.link]
    return bool(subject) and not match.said.has("it") and not any(each.chunk == subject[0].chunk for each, _ in match.found)


def _denied_otherwise(conflict: Difference, match: Match) -> bool:
    """True if no refutation can rest on a denial: of another word in the place of a denied one, or of what is done by a verb that is not covered.

    "On weekdays" does not say that it is so "not at weekends", nor "days are not carried further" that nobody pays.
    """
    if conflict.rule == "denied":
        affirmed = not any(found.denied for _, found in match.found)
        if affirmed and any(token.denied or not token.verb for token in match.lacking):
            return True  # it may be so in general and not in the case that the claim is about
        heads = [found for _, found in match.found if found.denied == 2]
        narrower = [each for each in match.unused if each.denied and each.capital and each.link not in ("", "*") and any(each.place > head.place for head in heads)]
        first = next((token.chunk for token in match.claim.tokens if not token.link), -1)
        subjects = [found for token, found in match.found if found.denied == 2 and token.chunk == first and found.text != "you"]
        twice = any(each.keys & head.keys and not each.denied and each.part != head.part for each in match.unused for head in subjects)
        if not affirmed and (narrower and match.topical or twice):
            return True  # "the app runs here; there is no app for another system" denies nothing of this one
        verbs = [token for token in match.claim.tokens if (token.verb or token.passive) and not token.link]
        return any(verbs[0] is token for token in match.topical) if verbs else False
    return conflict.rule in ("other word", "other name") and any(token.denied for token in match.missing)


def _allowed(rule: str) -> set[str]:
    """The doubts that a conflict of this rule stands beside: a condition, topic words too, but a degree may hold of another topic."""
    topics = {"topic", "other topic"} if rule in _OF_AMOUNTS else set() if rule == "added degree" else {"topic"}
    return _STANDS_BESIDE.get(rule, set()) | topics | {"condition", "limited", "narrowed"}


def loose_refutation(found: list[Difference], match: Match) -> Difference | None:
    """Another amount of the same kind in a statement that covers half of the claim, its names included, and denies nothing."""
    amounts = [each for each in found if each.rule in ("other amount", "other word") and not _denied_otherwise(each, match)]
    if amounts and amounts[0].rule == "other word" and any(each.rule == "denied" for each in found):
        return None  # two turns: "closed on Mondays" where it is open except on Mondays
    denied = any(said.denied and said.part == match.part for _, said in match.found)
    rest = {each.rule for each in found if each not in amounts} - (set() if denied else {"denied", "negation", "reach"})
    return amounts[0] if amounts and rest <= _LOOSE and _covers_half(match) else None


def _covers_half(match: Match) -> bool:
    """True if two words at least and half of the claim are covered, and its names stand nearby."""
    own = [token for token, said in match.found if READER not in token.keys and (said.link != "*" or match.said.has("table"))]
    lacking = [token for token in match.lacking if not token.quantity]
    strangers = any(token.name and token.keys.isdisjoint(match.near) for token in lacking)
    return len(own) > 1 and len(match.found) >= len(lacking) and not strangers
