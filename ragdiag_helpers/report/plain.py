"""The verdict of the report on plain counts, for lesson 7, which builds it by hand; ``verdict`` in this package is that of an audit."""

from collections.abc import Mapping

from ..calibration import wilson_interval

SHOWS = {"retrieval": "recall", "generation": "faithfulness"}
CANNOT_SAY, NOTHING_FAILED = "cannot say", "nothing failed"


def verdict(means: Mapping[str, float], counts: Mapping[str, int]) -> tuple[str, float | None]:
    """Return which half is broken, "retrieval" or "generation", with the mean that shows it; or "nothing failed" or "cannot say", with None.

    ``counts``: failures of "retrieval", failures of "generation", and rows that are "undecided". ``means``: mean "recall" and "faithfulness".
    A half is named only if it leads, if the other could not catch up even with every undecided row, and if the lower end of the Wilson 95%
    interval of lead / (lead + other) is above 0.5. Without a failure: "nothing failed" where nothing is undecided, else "cannot say".

    >>> verdict({"recall": 0.61, "faithfulness": 0.98}, {"retrieval": 14, "generation": 3, "undecided": 2})
    ('retrieval', 0.61)
    """
    (lead, most), (_, second) = sorted(((name, counts[name]) for name in SHOWS), key=lambda pair: -pair[1])
    if not most:
        return (CANNOT_SAY if counts["undecided"] else NOTHING_FAILED), None
    turned = second + counts["undecided"] >= most
    if turned or wilson_interval(most, most + second)[0] <= 0.5:
        return CANNOT_SAY, None
    return lead, means[SHOWS[lead]]
