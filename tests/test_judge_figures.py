"""What docs/judges.md promises of the offline judge, on every label set of the course."""

import pytest

from ragdiag_helpers.calibration import calibrate
from ragdiag_helpers.judges import get_judge
from ragdiag_helpers.labels import load_labels

FLOORS = {"judge_labels": 0.46, "fenwick/labels": 0.46, "judge_labels_trades": 0.5, "judge_labels_heldout": 0.40}  # share of the claims that it decides
PLAINLY_WORDED = {"plain", "plan numbers", "units and currency", "negation"}


@pytest.mark.parametrize("name", FLOORS)
def test_it_supports_nothing_falsely_agrees_where_it_decides_and_decides_as_much_as_promised(name):
    found = calibrate(get_judge("offline"), load_labels(name))
    assert not found.false_supported, found.false_supported
    assert found.kappa >= 0.8 and found.coverage >= FLOORS[name]


def test_at_home_it_decides_70_percent_of_the_plainly_worded_claims():
    kinds = [kind for kind in calibrate(get_judge("offline"), load_labels()).kinds if kind.name in PLAINLY_WORDED]
    assert sum(kind.decided for kind in kinds) >= 0.7 * sum(kind.n for kind in kinds)
