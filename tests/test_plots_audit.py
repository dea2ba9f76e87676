"""The figures of an audit: every case is counted once, in its field, and what is drawn is said."""

import random

import pytest
from report_cases import audited

from ragdiag_helpers import plots
from ragdiag_helpers.diagnosis import Evidence, Lines
from ragdiag_helpers.figures import audit as figures
from ragdiag_helpers.report import pictures
from ragdiag_helpers.report.facts import facts


def evidence(recall, faithfulness, refused=False):
    return Evidence(True, refused, recall, faithfulness)


def test_the_quadrants_group_cases_at_one_place_and_count_them():
    cases = {"a": evidence(1, 1), "b": evidence(1, 1), "c": evidence(0.5, 0.9), "d": evidence(0, None)}
    cases |= {f"e{number}": evidence(1, 0) for number in range(9)}
    fig, ax = figures.quadrant_plot(cases)
    told = {text.get_text() for text in ax.texts}
    assert {"a, b", "c", "9 cases", "healthy: 2", "hallucination: 9", "confidently, citably wrong: 1", "retrieval first: 0"} == told
    assert len(ax.collections[0].get_offsets()) == 3
    assert fig.alt.endswith("healthy: 2; hallucination: 9; confidently, citably wrong: 1; retrieval first: 0; left out: 1.")


@pytest.mark.parametrize("lines", [Lines(), Lines(recall=0.5), Lines(recall=0.0, faithfulness=0.0), Lines(faithfulness=1.0)], ids=str)
def test_each_mark_stands_in_the_field_that_counts_it(lines):
    draw = random.Random(1)
    edges = [(recall, faithful) for recall in (0, 0.4999, 0.5, 0.9999, 1) for faithful in (0, 0.7999, 0.8, 0.9999, 1)]
    cases = [evidence(*scores) for scores in [*edges, *((draw.random(), draw.random()) for _ in range(200))]]
    _, ax = figures.quadrant_plot(dict(zip(map(str, range(len(cases))), cases)), lines)
    for (x, y), case in zip(ax.collections[0].get_offsets(), cases, strict=True):
        assert (x > 0.5, y > 0.5) == (case.faithfulness >= lines.faithfulness, case.recall >= lines.recall)
        assert 0 < x < 1 and 0 < y < 1


def test_the_fields_stand_where_the_tables_of_lessons_and_report_have_them():
    """Healthy at the upper left, on the screen: the axis of faithfulness runs down from 1."""
    _, ax = figures.quadrant_plot({"a": evidence(1, 1), "b": evidence(0, 1), "c": evidence(1, 0), "d": evidence(0, 0)})
    at = {text.get_text(): ax.transAxes.inverted().transform(ax.transData.transform(text.get_position())) for text in ax.texts[:4]}
    corners = {name.partition(":")[0]: ("left" if x < 0.5 else "right", "upper" if y > 0.5 else "lower") for name, (x, y) in at.items()}
    assert corners == {
        "healthy": ("left", "upper"), "hallucination": ("right", "upper"),
        "confidently, citably wrong": ("left", "lower"), "retrieval first": ("right", "lower"),
    }  # fmt: skip


def test_ten_thousand_cases_are_counted_not_named():
    draw = random.Random(2)
    cases = {f"case-{n}": evidence(round(draw.random(), 2), round(draw.random(), 2)) for n in range(10_000)}
    _, ax = figures.quadrant_plot(cases)
    assert len(ax.texts) == 4 and sum(int(text.get_text().split(": ")[1].replace(",", "")) for text in ax.texts) == 10_000


def test_the_tally_names_the_owner_under_each_class():
    fig, ax = figures.tally_plot(audited(ok=2, miss=3).tally)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["OK", "RETRIEVAL-MISS\nsearch team"]
    assert [bar.get_width() for bar in ax.patches] == [2, 3] and [bool(bar.get_hatch()) for bar in ax.patches] == [False, True]
    assert fig.alt == "Bars of rows by class and owner. OK: 2, RETRIEVAL-MISS, search team: 3."


def test_the_means_stand_on_a_fixed_axis_with_what_they_rest_on():
    found = audited(ok=2, invented=1, open=1)
    fig, ax = figures.means_plot({name: found.mean(name) for name in ("recall", "faithfulness", "correctness")})
    assert ax.get_xlim() == (0, 1)
    assert [text.get_text() for text in ax.texts] == ["4 of 4", "3 of 4", "0 of 0", "no score"]
    assert [line.get_marker() for line in ax.lines][2::3] == ["o", "s"]
    assert tuple(ax.lines[3].get_xdata()) == found.mean("faithfulness").limits == (0.625, 0.875)  # 1, 1, 0.5 and one open
    assert f"faithfulness {found.mean('faithfulness').value:.2f} [" in fig.alt and "correctness undefined" in fig.alt


def test_a_notebook_gets_the_same_figures_from_plots():
    plots.plt.switch_backend("agg")
    fig, _ = plots.tally_plot({"OK": 1})
    assert plots.plt.fignum_exists(fig.number)
    plots.plt.close("all")
    pictures.draw(facts(audited(ok=1)))  # draws beside pyplot, so that a notebook does not show it
    assert plots.plt.get_fignums() == []


def test_a_second_process_draws_the_same_pictures():
    found = facts(audited(ok=2, miss=3))
    with pictures.Easel() as easel:
        easel.start(found)
        assert easel.finish(found) == pictures.draw(found)


@pytest.mark.parametrize("processors", [1, 2])
def test_without_a_second_process_the_pictures_are_drawn_here(monkeypatch, processors):
    """One processor, or a system that allows no more processes."""
    monkeypatch.setattr(pictures.os, "cpu_count", lambda: processors)
    monkeypatch.setattr(pictures.ProcessPoolExecutor, "submit", lambda *_: (_ for _ in ()).throw(OSError("no semaphores")))
    found = facts(audited(ok=2, miss=3))
    with pictures.Easel() as easel:
        easel.start(found)
        assert easel.finish(found) == pictures.draw(found)


def test_pictures_are_drawn_here_where_the_second_process_was_killed():
    found = facts(audited(ok=1))
    with pictures.Easel() as easel:
        if easel._pool is None:
            pytest.skip("one processor: there is no second process to kill")
        for process in easel._pool._processes.values():
            process.kill()
        easel.start(found)
        assert easel.finish(found) == pictures.draw(found)
