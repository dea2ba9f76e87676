"""What the tests of the workshop share: the path, read once."""

from functools import cache

from conftest import ROOT
from workshop.path import Plan, Step, load_path


@cache
def the_path() -> Plan:
    return load_path(ROOT)


@cache
def steps_by_number() -> dict[str, Step]:
    return {step.number: step for section in the_path().sections for step in section.steps}
