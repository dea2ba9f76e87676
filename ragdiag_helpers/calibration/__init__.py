"""Can a judge be trusted? Its verdicts against people's labels. The figures and intervals, all under one name.

How to read the result, and what the sentence at its end means, stands in ``result``.
"""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ..inputs import whole_k
from ..labels import SUPPORT, Label
from ..verdicts import REFUTED, SUPPORTED, UNDECIDED, Judge, Unscored, Verdict
from .agreement import (
    NOT_SUPPORTED,
    Confusion,
    Rates,
    agreement,
    cohen_kappa,
    confusion,
    flip_rate,
    mean_absolute_error,
    rogan_gladen,
    tpr_tnr,
)
from .intervals import Interval, PairedDifference, bootstrap_interval, paired_bootstrap, wilson_interval
from .result import ONE_LABEL, Calibration, Kind, Miss

__all__ = [
    "Calibration", "Confusion", "Kind", "Miss", "PairedDifference", "Rates", "agreement", "bootstrap_interval", "calibrate", "cohen_kappa",
    "confusion", "flip_rate", "mean_absolute_error", "paired_bootstrap", "rogan_gladen", "tpr_tnr", "wilson_interval",
]


def calibrate(judge: Judge, labels: Sequence[Label], source: str = "") -> Calibration:
    """Ask the judge about every label's claim, one call each with only its context, and compare.

    Undecided verdicts and failed calls (Unscored) are never counted as right or wrong: they lower the coverage, and a judge that decides
    nothing has rates of None. ``source`` names where the labels come from and is told with the result: "judge_labels_heldout,
    fenwick/labels". Runs ``judge.max_in_flight`` calls at once and keeps the order. Raises ValueError without any label, for a label that
    is neither supported nor not supported, and for a source that is no text; what the judge itself raises goes through.
    """
    if not isinstance(source, str):
        raise ValueError(f"source is a {type(source).__name__}; it must be text that names the labels, for example 'judge_labels'")
    labels = list(labels)
    _check(labels)
    answers = _ask(judge, labels)
    decided = [(label, answer) for label, answer in zip(labels, answers) if isinstance(answer, Verdict) and answer.label != UNDECIDED]
    judged, wanted = [_decision(answer) for _, answer in decided], [label.label for label, _ in decided]
    tp, fp, fn, tn = counts = confusion(judged, wanted)
    kappa, rates = cohen_kappa(judged, wanted), tpr_tnr(judged, wanted)
    return Calibration(
        judge=judge.name, fingerprint=judge.fingerprint, n=len(labels), decided=len(decided),
        agreement=agreement(judged, wanted), agreement_interval=wilson_interval(tp + tn, len(decided)),
        kappa=kappa, kappa_interval=None if kappa is None else _kappa_interval(judged, wanted),
        kappa_reason="" if kappa is not None else ONE_LABEL if decided else "undefined: no claim was decided",
        confusion=counts, tpr=rates.tpr, tpr_interval=wilson_interval(tp, tp + fn),
        tnr=rates.tnr, tnr_interval=wilson_interval(tn, tn + fp), misses=_misses(decided),
        undecided=tuple(label.id for label, answer in zip(labels, answers) if isinstance(answer, Verdict) and answer.label == UNDECIDED),
        unscored=tuple((label.id, answer.reason) for label, answer in zip(labels, answers) if isinstance(answer, Unscored)),
        kinds=_kinds(labels, decided), source=source,
    )


def _check(labels: list[Label]) -> None:
    if not labels:
        raise ValueError("there is no label to compare with; pass labels, for example load_labels()")
    for label in labels:
        if not isinstance(label, Label) or label.label not in SUPPORT:
            what = f"label {label.id!r} says {label.label!r}" if isinstance(label, Label) else f"{label!r} is no Label"
            raise ValueError(f"{what}; calibrate takes Label objects that say 'supported' or 'not supported'")


def _ask(judge: Judge, labels: list[Label]) -> list[Verdict | Unscored]:
    def ask(label: Label) -> Verdict | Unscored:
        return _one(judge.verify([label.claim], [label.context]))

    if whole_k(judge.max_in_flight, "max_in_flight") == 1:
        return [ask(label) for label in labels]
    with ThreadPoolExecutor(judge.max_in_flight) as pool:
        return list(pool.map(ask, labels))


def _one(reply: list[Verdict] | Unscored) -> Verdict | Unscored:
    """The one verdict of a reply; a reply that is not one verdict is no score."""
    if isinstance(reply, Unscored):
        return reply
    if not isinstance(reply, (list, tuple)) or len(reply) != 1 or not isinstance(reply[0], Verdict):
        return Unscored(f"the judge was asked about one claim and returned {reply!r:.80}")
    return reply[0]


def _decision(answer: Verdict) -> str:
    return NOT_SUPPORTED if answer.label == REFUTED else answer.label


def _kappa_interval(judged: list[str], wanted: list[str]) -> Interval | None:
    pairs = [(one == SUPPORTED, other == SUPPORTED) for one, other in zip(judged, wanted)]
    return bootstrap_interval(pairs, _kappa_of_pairs)


def _kappa_of_pairs(pairs: np.ndarray) -> float | None:
    """Kappa of rows (judged, label) of 0 and 1, by the same formula as cohen_kappa."""
    one, other = pairs[:, 0].mean(), pairs[:, 1].mean()
    expected = one * other + (1 - one) * (1 - other)
    return None if other in (0, 1) else float(((pairs[:, 0] == pairs[:, 1]).mean() - expected) / (1 - expected))


def _misses(decided: list[tuple[Label, Verdict]]) -> tuple[Miss, ...]:
    wrong = [(label, answer) for label, answer in decided if _decision(answer) != label.label]
    wrong.sort(key=lambda pair: pair[1].label != SUPPORTED)
    return tuple(
        Miss(label.id, label.claim, answer.label, label.label, answer.reason, label.reason, label.hard_kind) for label, answer in wrong
    )


def _kinds(labels: list[Label], decided: list[tuple[Label, Verdict]]) -> tuple[Kind, ...]:
    total, found = Counter(label.hard_kind for label in labels), Counter(label.hard_kind for label, _ in decided)
    right = Counter(label.hard_kind for label, answer in decided if _decision(answer) == label.label)
    return tuple(Kind(name, total[name], found[name], right[name]) for name in sorted(total))
