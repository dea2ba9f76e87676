"""What the statements of a page say of a claim taken together: which support it, which refute it, and which forbid to decide."""

from dataclasses import dataclass
from functools import cached_property

from .echoes import echoed
from .matching import Difference, Match, matches, same
from .pages import Page, Statement
from .rules import differences, loose_refutation, refutation
from .tokens import READER, Sentence, Token
from .wording import key

_ADDS = frozenset(map(key, "add everything extend".split()))


@dataclass(frozen=True)
class Reading:
    """One statement with the claim laid over it in all ways that fit, and what differs in each."""

    statement: Statement
    laid: list[tuple[Match, list[Difference]]]

    @cached_property
    def leans(self) -> int | None:
        """How many topic words it needs to support the claim, None if it does not support it."""
        return min((len(match.lacking) for match, found in self.laid if not found), default=None)

    @cached_property
    def conflict(self) -> tuple[Difference, Match] | None:
        """What refutes the claim and the match that shows it."""
        against = [(conflict, match) for match, found in self.laid if (conflict := refutation(found, match))]
        return against[0] if against and self.leans is None else None

    @property
    def covers(self) -> bool:
        """True if it has all words of the claim, yet decides nothing."""
        return self.leans is None and not self.conflict and any(not match.lacking for match, _ in self.laid)

    @property
    def doubt(self) -> str:
        """Why it decides nothing, "" if it decides."""
        return self.laid[0][1][0].reason if self.leans is None and not self.conflict else ""


def read(claim: Sentence, page: Page, statements: list[Statement]) -> list[Reading]:
    """The claim laid over each statement; statements that share too little are left out."""
    readings = []
    for each in statements:
        laid = [(match, differences(match)) for match in matches(claim, each, page)]
        readings.append(Reading(each, [(match, found) for match, found in laid if _enough(match, found)]))
    return [each for each in readings if each.laid]


def supporting(readings: list[Reading]) -> list[Statement]:
    """The statements that support with the fewest topic words; none if they need any while another contradicts as closely."""
    least = min((each.leans for each in readings if each.leans is not None), default=0)
    contradicted = any(each.conflict and len(each.conflict[1].lacking) <= least for each in readings)
    if least and (contradicted or _has_amount_of_its_own(readings)):
        return []
    supports = [each for each in readings if each.leans == least]
    return [each.statement for each in supports if not _names_a_part(each) or not any(map(_refutes_of_row, readings))]


def _names_a_part(reading: Reading) -> bool:
    """True for a cell whose row or column is called more than the claim says: "Wool plus" where the claim says wool."""
    laid = [match for match, found in reading.laid if not found]
    return all(any(each.chunk in (-2, -3) and each.link == "*" for each in match.unused) for match in laid)


def _refutes_of_row(reading: Reading) -> bool:
    """True for a cell that contradicts the claim in a row and a column which the claim names in full."""
    match = reading.conflict[1] if reading.conflict else None
    if match is None or not match.said.has("table"):
        return False
    return not any(each.chunk in ((-2,) if match.said.has("sole") else (-2, -3)) for each in match.unused)


def refuting(readings: list[Reading], page: Page) -> tuple[Difference, Statement] | None:
    """The first conflict, if no statement covers the claim and what it lacks is said nowhere else; else another amount in the best."""
    against = {each.statement.quote for each in readings if each.conflict}  # a piece of a sentence outweighs the whole of it
    if any(each.covers and not (each.statement.quote in against and " except " in each.statement.quote) for each in readings):
        return None
    opposed = [each.statement for each in readings if each.conflict and each.conflict[0].rule in ("other word", "denied")]
    for each in [each for each in readings if each.conflict and not _inherits(each.conflict, page)]:
        found, match = each.conflict
        elsewhere = found.rule == "other amount" and _stands_beside_its_word(match, page)
        elsewhere = elsewhere or echoed(found, match, [each.statement], page)
        if not elsewhere and not _said_elsewhere(match, [each.statement, *opposed], page):
            return found, each.statement
    return None if any(each.leans is not None for each in readings) else _best_amount(readings, page)


def _inherits(conflict: tuple[Difference, Match], page: Page) -> bool:
    """True if the name in question "adds" to another or has "everything" of it: what is said of that one may hold of this one too."""
    names = {token.name for token in conflict[1].lacking if token.name}
    named = [each.sentence for each in page.statements if names & {token.name for token in each.sentence.tokens if token.link != "*"}]
    return conflict[0].rule == "other name" and any(_ADDS & each.keys for each in named)


def _has_amount_of_its_own(readings: list[Reading]) -> bool:
    """True if a topic word of a supporting match stands in another statement beside another amount: "a wash costs 4 euros"."""
    laid = [pair for each in readings for pair in each.laid]
    leaning = [match for match, found in laid if not found and match.topical]
    for rival in [match for match, found in laid if any(each.rule == "other amount" for each in found)]:
        covered = {id(token) for token, said in rival.found if said.link != "*"}
        if any(id(token) in covered for match in leaning if match.weight <= rival.weight for token in match.topical):
            return True
    return False


def _best_amount(readings: list[Reading], page: Page) -> tuple[Difference, Statement] | None:
    """Another amount in the statement that fits the claim clearly best, if the claim's own stands nowhere beside half of it."""
    laid = [(match, found, each.statement) for each in readings for match, found in each.laid]
    most = max((match.weight for match, _, _ in laid), default=0)
    best = [each for each in laid if each[0].weight == most]
    for match, found, statement in best:
        conflict = loose_refutation(found, match)
        sure = conflict and all(each[2] is statement for each in best) and not _stands_beside_its_word(match, page)
        if sure and not _said_elsewhere(match, [statement], page):
            return conflict, statement
    return None


def _stands_beside_its_word(match: Match, page: Page) -> bool:
    """True if the claim's amount stands in the text beside a word of the claim that the statement does not have."""
    amounts, words = ([each for each in match.lacking if bool(each.quantity) is kind] for kind in (True, False))
    tokens = [statement.sentence.tokens for statement in page.statements]
    beside = [said for said in tokens if any(same(one, each) for each in said for one in amounts)]
    return any(same(one, each) for said in beside for each in said for one in words)


def _beside_subject(match: Match, against: Statement, page: Page) -> bool:
    """True if another statement has the claim's amount beside its subject, which ``against`` does not name: "a 20-minute induction"."""
    subject = [token for token in match.claim.tokens if token.chunk == match.claim.tokens[0].chunk and not token.quantity]
    amounts = [token for token in match.missing if token.quantity]
    if not subject or not amounts or all(any(token is each for each, _ in match.found) for token in subject):
        return False
    others = [each.sentence.tokens for each in page.statements if each is not against]
    return any(all(any(same(token, each) for each in tokens) for token in [*subject, *amounts]) for tokens in others)


def _enough(match: Match, found: list[Difference]) -> bool:
    """At least two covered tokens, one of them of the statement itself, not of its heading; one beside another name in its list."""
    listed = len(match.pairs) == 2 and any(each.rule == "other name" for each in found)
    own = any(its.link != "*" for _, its in match.found) or match.said.has("table") and bool(found)
    opposed = any(each.rule == "other word" for each in found)
    coded = any(its.name.startswith("^-") or "_" in its.name for _, its in match.found)
    row = match.said.has("sole") and all(each.chunk != -2 for each in match.unused)
    valued = (coded or row) and any(each.rule == "other amount" for each in found)
    counted = _counts_the_same(match) and any(each.rule == "other amount" for each in found)
    return len(match.found) + (listed or opposed or valued or counted) > 1 and own


def _counts_the_same(match: Match) -> bool:
    """True for "46 seats" laid over "64 seats": all that the claim says of its own is how many there are."""
    if len(match.found) != 1 or len(match.missing) != 1 or any(token.link not in ("in", "of") for token in match.topical):
        return False
    token, found = match.found[0]
    amounts = [each for each in match.own if each.quantity and each.place == found.place - 1 and each.chunk == found.chunk]
    return bool(amounts) and bool(match.missing[0].quantity) and match.missing[0].place == token.place - 1


def _said_elsewhere(match: Match, against: list[Statement], page: Page) -> bool:
    """True if what the refuting statement lacks stands elsewhere beside half of the claim and all its names: that may support it."""
    if any(_beside_subject(match, each, page) for each in against):
        return True
    subject = [token for token, said in match.found if token.chunk == match.claim.tokens[0].chunk and said.link != "*"]
    cells = any(each.sentence.has("table") for each in against)
    subject = [token for token in subject if READER not in token.keys and not token.quantity]
    for token in match.missing:
        others = [each for each in match.claim.tokens if each is not token]
        for other in page.statements:
            table = other.sentence.has("table")
            own = [each for each in other.sentence.tokens if each.link != "*" or table]
            if any(other is each for each in against) or not any(same(token, each) for each in own):
                continue
            tokens = other.sentence.tokens
            shared = [each for each in others if any(same(each, its) for its in tokens)]
            if not table and any(each not in shared for each in subject):
                continue
            if table and token.quantity and not cells and _same_row(others, other.sentence):
                return True
            if len(shared) >= len(others) / (1 if table else 2) and all(each in shared for each in others if each.name or each.quantity):
                return True
    return False


def _same_row(tokens: list[Token], cell: Sentence) -> bool:
    """True if the claim names the row of the cell in full: its amount may be meant, whatever else the claim says."""
    row = [each for each in cell.tokens if each.chunk == -2 and each.link == "*"]
    return bool(row) and all(any(same(token, each) for token in tokens) for each in row)
