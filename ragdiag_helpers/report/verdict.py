"""Which half of the RAG is broken, in words: the first thing a report says, with its evidence and with what it cannot say."""

from collections import Counter
from dataclasses import dataclass

from ..audit import Mean
from ..calibration import wilson_interval
from .blocks import counted, listed
from .facts import Facts, Fix

NO_VERDICT, ALL_WELL, TIE = "cannot be said", "nothing failed", "tie"
HEADLINES = {
    "retrieval": "Retrieval is the half that is broken",
    "generation": "Generation is the half that is broken",
    "data": "Neither half comes first: the pages themselves are wrong (data)",
    "luck": "Neither half comes first: what is wrong most often is a right answer without support (luck)",
}
HALVES = ("retrieval", "generation")
CHUNKED = ", and most often by how pages are cut (chunking)"
SIDES = {"chunking": "retrieval"}  # a cause that belongs to a half: what came could not be answered from
NAMES = {"luck": "right-by-accident"}


@dataclass(frozen=True)
class Finding:
    """``half`` is a cause of diagnosis.LABELS, or NO_VERDICT, ALL_WELL or TIE. ``settled``: the lead is hardly chance, and the undecided
    rows cannot turn it."""

    half: str
    settled: bool
    headline: str
    evidence: str
    limits: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(each for each in (f"{self.headline}.", self.evidence, *self.limits) if each)


def verdict(found: Facts) -> Finding:
    """Return which half is broken. Undecided rows are never counted for a side, and always named."""
    if not found.decided:
        return Finding(NO_VERDICT, False, "Which half is broken cannot be said", _nothing_decided(found), ())
    if not found.failures:
        headline = "Nothing failed" if not found.undecided else "Nothing failed among the rows that could be decided"
        passed = f"{'All ' if found.decided > 1 else ''}{counted(found.decided, 'decided row')} {'is' if found.decided == 1 else 'are'} OK."
        return Finding(ALL_WELL, not found.undecided, headline, passed, _coverage(found, ""))
    if not found.causes:
        return Finding(NO_VERDICT, False, "Which half is broken cannot be said", _failed(found), _coverage(found, ""))
    sides = _sides(found)
    (lead, most), *others = sides.items()
    second = others[0][1] if others else 0
    if most == second:
        return _tie(found, [cause for cause, count in sides.items() if count == most])
    thin, turned = _thin(lead, most, others), _turned(found, lead)
    headline = _open_headline(lead) if turned else _headline(lead, most, others, bool(thin))
    if headline == HEADLINES["retrieval"] and found.causes.get("chunking", 0) > found.causes.get("retrieval", 0):
        headline += CHUNKED
    limits = (*([thin] if thin else []), *_coverage(found, lead))
    return Finding(lead, not (thin or turned), headline, f"{_failed(found)} {_side(found, lead)}{_others(found, lead)}", limits)


def _sides(found: Facts) -> dict[str, int]:
    """How many failures each cause has, most first; chunking counts for retrieval, since both are about what came."""
    sides: Counter[str] = Counter()
    for cause, count in found.causes.items():
        sides[SIDES.get(cause, cause)] += count
    return dict(sides.most_common())


def _headline(lead: str, most: int, others: list[tuple[str, int]], thin: bool) -> str:
    """Only where one half has two thirds of the failures, and not by chance, is it called the broken one."""
    if thin and not others:
        return "Too few rows failed to call a half broken"
    if lead not in HALVES or not thin and most >= 2 * sum(count for _, count in others):
        return HEADLINES[lead]
    both = others[0][0] in HALVES
    return f"Both halves fail, {lead} more often: start there" if both else f"{lead.capitalize()} fails most: start there"


def _open_headline(lead: str) -> str:
    what = f"{lead.capitalize()} fails most" if lead in HALVES else f"{name(lead).capitalize()} comes first"
    return f"{what} among the decided rows, but the undecided ones could turn that"


def name(cause: str) -> str:
    """A coarse cause as a sentence names it."""
    return NAMES.get(cause, cause)


def _nothing_decided(found: Facts) -> str:
    if len(found.undecided) == 1:
        return "The only row is undecided, because its evidence is missing: see What has no score."
    return f"All {counted(len(found.undecided), 'row')} are undecided, because their evidence is missing: see What has no score."


def _tie(found: Facts, causes: list[str]) -> Finding:
    told = listed([name(cause) for cause in causes], "and")
    headline = f"Which half is broken cannot be said: {told} failures are equally many"
    sides = "; ".join(_side(found, cause).rstrip(".") for cause in causes)
    return Finding(TIE, False, headline, f"{_failed(found)} {sides}.", _coverage(found, ""))


def _failed(found: Facts) -> str:
    decided = counted(found.decided, "row") if not found.undecided else counted(found.decided, "decided row")
    open_ones = len(found.failures) - sum(found.causes.values())
    rest = f" Which half failed is open for {open_ones:,} of them." if open_ones else ""
    return f"{len(found.failures):,} of {decided} failed.{rest}"


def _side(found: Facts, cause: str) -> str:
    """One cause with its classes and the number that shows it: 11 of 18 failures are RETRIEVAL-MISS: recall is ..."""
    fixes, count = _of(found, cause), _sides(found)[cause]
    shown = "; ".join(each for each in (_shown(found, fix) for fix in fixes) if each)
    verb = "is" if count == 1 else "are"
    return f"{count:,} of {counted(len(found.failures), 'failure')} {verb} {_classes(cause, fixes)}{f': {shown}' if shown else ''}."


def _of(found: Facts, cause: str) -> list[Fix]:
    return [fix for fix in found.fixes if SIDES.get(fix.cause, fix.cause) == cause]


def _classes(cause: str, fixes: list[Fix]) -> str:
    return fixes[0].label if len(fixes) == 1 else f"{name(cause)} ({', '.join(f'{fix.count:,} {fix.label}' for fix in fixes)})"


def _shown(found: Facts, fix: Fix) -> str:
    """What beside the count makes one class visible."""
    if fix.label == "RETRIEVAL-MISS":
        counted_here = found.means["recall"].n
        return _told("recall", found.means["recall"]) if counted_here else _told("contextual recall", found.means["contextual_recall"])
    if fix.label == "HALLUCINATION":
        return _told("faithfulness", found.means["faithfulness"])
    if fix.subcases.get("FALSE-REFUSAL"):
        return f"{_of_all(fix.subcases['FALSE-REFUSAL'], fix.count)} refused with the evidence in hand (FALSE-REFUSAL)"
    return ""


def _of_all(count: int, of: int) -> str:
    if count < of:
        return f"{count:,} of the {of:,}"
    return {1: "it", 2: "both"}.get(of, f"all {of:,}")


def _told(metric: str, mean: Mean) -> str:
    if mean.value is None:
        return ""
    low, high = mean.interval
    told = f"mean {metric} is {mean.value:.2f} [{low:.2f}, {high:.2f}] over {counted(mean.n, 'row')}"
    if not mean.unscored:
        return told
    lowest, highest = mean.limits
    return f"{told}, {lowest:.2f} to {highest:.2f} with the {mean.unscored:,} that should have it and have none"


def _others(found: Facts, lead: str) -> str:
    others = {cause: count for cause, count in _sides(found).items() if cause != lead}
    told = ", ".join(f"{count:,} {_classes(cause, _of(found, cause))}" for cause, count in others.items())
    return f" The rest: {told}." if others else ""


def _thin(lead: str, most: int, others: list[tuple[str, int]]) -> str:
    """A sentence if the lead over the second could be chance: an even chance lies in the 95% interval of its share."""
    second = others[0][1] if others else 0
    if wilson_interval(most, most + second)[0] > 0.5:
        return ""
    if not others:
        return f"{counted(most, 'failure')} may be chance."
    return f"{most:,} {name(lead)} to {second:,} {name(others[0][0])} may be chance: other questions could turn the order round."


def _turned(found: Facts, lead: str) -> list[str]:
    """Causes that could overtake the lead if each undecided row that may have them had them."""
    sides = _sides(found)
    return [cause for cause, count in found.could.items() if cause != lead and sides.get(cause, 0) + count >= sides.get(lead, 0)]


def _coverage(found: Facts, lead: str) -> tuple[str, ...]:
    """What the undecided rows leave open; nothing where all are decided."""
    undecided = len(found.undecided)
    if not undecided:
        return ()
    verb = "is" if undecided == 1 else "are"
    of = f"{undecided:,} of {counted(len(found.audit.rows), 'row')}"
    told = f"{of} {verb} undecided; this verdict speaks for the other {found.decided:,}."
    counts = sorted(found.could.items(), key=lambda each: -each[1])
    could = [f"{count:,} {name(cause)}" for cause, count in counts]
    if not could:
        return told, "None of the undecided can be a failure."
    limit = f"Among the undecided there may be up to {listed(could, 'or')} {'failure' if counts[-1][1] == 1 else 'failures'}"
    if not lead:
        return told, f"{limit}."
    return told, f"{limit}: {'enough to turn the order round' if _turned(found, lead) else f'too few to put anything before {name(lead)}'}."
