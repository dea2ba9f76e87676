"""docs/workshop.md: its variants can be taught, and what it names is there."""

import re
from copy import copy

import kit
import pytest
from conftest import LESSONS, ROOT, exercises, notebook
from reading_time import minutes
from workshop.path import load_path

TEXT = (ROOT / "docs/workshop.md").read_text(encoding="utf-8")
HEADING = re.compile(r"^## \d+\. (.*)$", re.MULTILINE)
MINUTES_FOR_AN_EXERCISE = 5


def rows(kind: str) -> tuple[int, list[list[str]]]:
    """The minutes that a variant promises, and the cells of its table."""
    total, table = re.search(rf"<!-- variant: {kind}, (\d+) minutes -->\n((?:\|.*\n)+)", TEXT).groups()
    return int(total), [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


@pytest.fixture(scope="module")
def sections():
    return {section.name: section for section in load_path(ROOT).sections}


def test_the_hour_takes_sections_of_the_path_in_their_order_and_adds_up_to_an_hour(sections):
    total, table = rows("path")
    names = [name for _, name, _ in table]
    assert total == 60 == sum(int(each) for each, _, _ in table)
    assert names == [name for name in sections if name in names] and {"exam", "sweep", "diagnosis"} <= {*names}


def test_the_hour_leaves_out_as_many_minutes_as_each_section_is_shorter(sections):
    for planned, name, cut in rows("path")[1]:
        steps = {step.number: step for step in sections[name].steps}
        left_out = [steps[number] for number in cut.split(", ") if number]
        assert sections[name].minutes - int(planned) <= sum(step.cut for step in left_out), name
        assert all(step.cut for step in left_out), name


def test_the_day_adds_up_and_each_part_begins_when_the_last_one_ends():
    total, table = rows("lessons")
    assert total == sum(int(row[1]) for row in table)
    at = 9 * 60
    for begins, planned, *_ in table:
        assert begins == f"{at // 60}:{at % 60:02}"
        at += int(planned)
    assert at == 17 * 60


@pytest.mark.parametrize("row", [row for row in rows("lessons")[1] if row[2] != "-"], ids=lambda row: row[2])
def test_the_day_names_sections_and_exercises_that_exist_and_leaves_time_for_them(row):
    (lesson,) = [name for name in LESSONS if name.startswith(f"0{row[2]}")]
    shown = notebook("notebooks", lesson)
    headings, wanted = HEADING.findall("\n".join(cell.source for cell in shown.cells)), row[3].split("; ")
    assert wanted == [heading for heading in headings if heading in wanted]
    asked = re.findall(r"`(\w+)`", row[4])
    assert {*asked} <= exercises("notebooks", lesson).keys()
    part, inside = copy(shown), ""
    part.cells = [cell for cell in shown.cells if (inside := (HEADING.findall(cell.source) or [inside])[-1]) in wanted]
    assert minutes(part) + MINUTES_FOR_AN_EXERCISE * len(asked) <= int(row[1])
    assert {*asked} <= {cell.metadata.nbgrader.grade_id for cell in part.cells if cell.metadata.get("nbgrader", {}).get("solution")}


def test_sections_that_the_guide_names_by_number_are_what_it_says(sections):
    numbered = {section.number: section for section in sections.values()}
    assert "sweep" in numbered[6].title.lower() and "2×2" in numbered[11].title  # "carry the story"
    assert numbered[3].name == "grid" and numbered[12].name == "audit"  # when the power fails
    assert [step.cells[0].id for step in numbered[2].steps if step.number == "2.4"] == ["first_patient"]
    assert [*re.findall(r'catch_up\("(\w+)"\)', TEXT)] == ["recall"] and "recall" in sections


def test_every_checkpoint_that_the_hour_jumps_to_is_one_that_can_be_caught_up_to(sections):
    order = [*sections]
    names = [name for _, name, _ in rows("path")[1]]
    jumps = [name for last, name in zip(names, names[1:]) if order.index(name) != order.index(last) + 1]
    assert jumps and all(sections[name].lesson or name == "close" for name in jumps)


def test_the_guide_names_every_platform_of_the_kit_and_no_other():
    assert {*re.findall(r"`((?:linux|macos|windows)-\w+)`", TEXT)} == kit.PLATFORMS.keys()
    command = re.search(r"course.py kit (.*)", TEXT)[1]
    assert kit.parse(command.split()).platform == ["windows-amd64", "macos-arm64"]


def test_links_in_docs_lead_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
