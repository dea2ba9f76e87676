"""What came out when a judge was compared with labels: figures, intervals, misses, and a sentence that says what they allow.

The sentence, in this order. "Cannot be told from a constant judge": the decided labels are all alike. "Too few labels to say": fewer
than 20 decided, or fewer than 5 of one label, whatever kappa is: two labels, both right, have a kappa of 1, and a resample that lost
the rarer label has none. "No better than chance": kappa's interval reaches down to 0 or below, whatever the agreement is: a judge that
says "supported" to everything agrees with every supported label. "Trustworthy where it decides": the Wilson interval of the agreement
lies above 0.8 *and* kappa's interval above 0.6. 16 of 20 agree (0.80) is thin: the interval begins at 0.58. All else is better than
chance, and no more. Only what the judge decided is compared, so every sentence names how much that is, and of which labels.
"""

from dataclasses import dataclass

from ..verdicts import SUPPORTED
from .agreement import NOT_SUPPORTED, Confusion
from .intervals import Interval

ENOUGH_AGREEMENT, ENOUGH_KAPPA = 0.8, 0.6
ENOUGH_DECIDED, ENOUGH_OF_EACH = 20, 5  # decided labels in all, and of each of the two, below which kappa says nothing
TINY = 1e-9  # what rounding makes of a kappa of 0
ONE_LABEL = "undefined: one label only"


@dataclass(frozen=True)
class Miss:
    """A decided claim on which the judge and the label differ; ``reason`` is the judge's, ``label_reason`` the labeller's.

    ``verdict`` is supported or refuted, ``label`` supported or not supported; ``kind`` and the reasons are "" where nobody gave them.
    """

    id: str
    claim: str
    verdict: str
    label: str
    reason: str
    label_reason: str
    kind: str


@dataclass(frozen=True)
class Kind:
    """How the judge did on one kind of claim: ``n`` labels, how many it decided, how many of those it got right.

    n >= decided >= agreed >= 0. ``name`` is the label's ``hard_kind``, "" for claims of no kind.
    """

    name: str
    n: int
    decided: int
    agreed: int


@dataclass(frozen=True)
class Calibration:
    """A judge against labels. Rates are from 0 to 1, kappa from -1 to 1, or None (undefined); intervals are 95%, None where the rate is.

    ``n`` labels (1 or more), of which ``decided`` count in every rate; ``source`` says where they come from, "" where nobody said.
    ``misses`` are the false supported first: they let a hallucination pass. ``unscored`` are (label id, reason) of calls that failed;
    ``undecided`` are label ids. ``kappa_reason`` says why kappa is None, "" where it is not.
    """

    judge: str
    fingerprint: str
    n: int
    decided: int
    agreement: float | None
    agreement_interval: Interval | None
    kappa: float | None
    kappa_interval: Interval | None
    kappa_reason: str
    confusion: Confusion
    tpr: float | None
    tpr_interval: Interval | None
    tnr: float | None
    tnr_interval: Interval | None
    misses: tuple[Miss, ...]
    undecided: tuple[str, ...]
    unscored: tuple[tuple[str, str], ...]
    kinds: tuple[Kind, ...]
    source: str = ""

    @property
    def coverage(self) -> float:
        """Share of the labels that the judge decided, from 0 to 1."""
        return self.decided / self.n

    @property
    def enough_decided(self) -> bool:
        """Whether kappa can say anything: 20 decided claims or more, and 5 or more of each label among them."""
        tp, fp, fn, tn = self.confusion
        return self.decided >= ENOUGH_DECIDED and min(tp + fn, fp + tn) >= ENOUGH_OF_EACH

    @property
    def false_supported(self) -> tuple[Miss, ...]:
        """The misses in which the judge supports a claim that its context does not; () where there are none."""
        return tuple(miss for miss in self.misses if miss.verdict == SUPPORTED)

    @property
    def trustworthy(self) -> bool:
        """Whether enough is decided and both intervals lie above their lines (0.8 for agreement, 0.6 for kappa).

        It holds for the share of claims that the judge decides, ``coverage``, and says nothing of the others.
        """
        enough = self.enough_decided and self.agreement_interval and self.agreement_interval[0] >= ENOUGH_AGREEMENT
        return bool(enough and self.kappa_interval and self.kappa_interval[0] >= ENOUGH_KAPPA)

    @property
    def better_than_chance(self) -> bool | None:
        """Whether kappa's interval lies above 0; None where too little is decided, or one label only, so that nobody can say."""
        if not self.enough_decided or self.kappa_interval is None:
            return None
        return self.kappa_interval[0] >= TINY

    @property
    def verdict(self) -> str:
        """One sentence on what the judge's figures are worth, with the numbers that it rests on."""
        decided = f"{self.decided} of {self.n} claims" + (f" of {self.source}" if self.source else "")
        if self.trustworthy:
            return f"trustworthy where it decides ({decided}): {self._compared()}"
        return f"{self._worth()}; it decided {decided}"

    def _compared(self) -> str:
        return f"kappa {_with(self.kappa, self.kappa_interval)}, agreement {_with(self.agreement, self.agreement_interval)}"

    def _worth(self) -> str:
        if not self.decided:
            return "nothing to compare: the judge decided no claim"
        if self.kappa is None:
            agreed = _with(self.agreement, self.agreement_interval)
            return f"cannot be told from a constant judge: kappa {self.kappa_reason}, agreement {agreed}"
        if self.better_than_chance is None:
            return f"too few labels to say: {self._compared()}"
        if self.better_than_chance:
            return f"better than chance, but not yet trustworthy: {self._compared()}"
        return f"{'worse than' if self.kappa_interval[1] < -TINY else 'no better than'} chance: {self._compared()}"

    def __str__(self) -> str:
        return "\n".join([*_figures(self), *_table(self), *_lists(self), f"Verdict: {self.verdict}."])


def _with(value: float | None, interval: Interval | None) -> str:
    if value is None:
        return "undefined"
    return f"{value + 0.0:.2f}" + (f" [{interval[0] + 0.0:.2f}, {interval[1] + 0.0:.2f}]" if interval else "")


def _figures(found: Calibration) -> list[str]:
    kappa = found.kappa_reason or _with(found.kappa, found.kappa_interval)
    return [
        f"Judge {found.judge} ({found.fingerprint}) against {found.n} labels" + (f" ({found.source})" if found.source else ""),
        f"decided    {found.coverage:.2f} ({found.decided} of {found.n}; {len(found.undecided)} undecided, {len(found.unscored)} unscored)",
        f"agreement  {_with(found.agreement, found.agreement_interval)}",
        f"kappa      {kappa}",
        f"TPR        {_with(found.tpr, found.tpr_interval)} of the supported claims are called supported",
        f"TNR        {_with(found.tnr, found.tnr_interval)} of the others are called refuted",
    ]


def _table(found: Calibration) -> list[str]:
    tp, fp, fn, tn = found.confusion
    kinds = [f"{kind.name or '(no kind)':<20}{kind.n:>6}{kind.decided:>9}{kind.agreed:>8}" for kind in found.kinds]
    return [
        f"{'label':<20}{'judge supported':>17}{'judge refuted':>15}",
        f"{SUPPORTED:<20}{tp:>17}{fn:>15}",
        f"{NOT_SUPPORTED:<20}{fp:>17}{tn:>15}",
        f"{'kind':<20}{'n':>6}{'decided':>9}{'agreed':>8}", *kinds,
    ]


def _lists(found: Calibration) -> list[str]:
    worst = found.misses[:5]
    reasons = ["", *(each.reason or "no reason" for each in worst)]
    told = ["same reason" if one == before else one for before, one in zip(reasons, reasons[1:])]
    misses = [f"{each.id}: judge {each.verdict}, label {each.label}: {each.claim} ({why})" for each, why in zip(worst, told)]
    lines = [f"Misses, worst first ({len(misses)} of {len(found.misses)}):", *misses] if misses else []
    if found.unscored:
        lines += [f"Unscored: {', '.join(f'{each} ({reason})' for each, reason in found.unscored[:5])}"]
    return lines
