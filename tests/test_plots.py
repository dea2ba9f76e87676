"""The figures: what they say in words is what they draw."""

import pytest

from ragdiag_helpers import plots
from ragdiag_helpers.records import Record
from ragdiag_helpers.retrieval import evaluate


@pytest.fixture(autouse=True)
def no_screen():
    plots.plt.switch_backend("agg")
    yield
    plots.plt.close("all")


def test_overlap_divides_each_share_by_its_own_circle():
    fig, ax = plots.overlap(["c2", "c5"], ["c2", "c8", "c4"])
    said = {text.get_text() for text in ax.texts}
    assert {"recall: 1 of 2 relevant", "precision: 1 of 3 retrieved", "relevant (2)", "retrieved (3)", "c4\nc8"} <= said
    assert fig.alt == "Two overlapping sets. relevant only: c5; both: c2; retrieved only: c4, c8."


def test_k_sweep_draws_each_mean_on_a_fixed_axis_with_labels_apart():
    records = [Record("a", "", "", ("x", "y"), (), None, ("x",)), Record("b", "", "", ("x", "y"), (), None, ("x",))]
    fig, ax = plots.k_sweep([evaluate(records, k) for k in (1, 2)])
    assert {line.get_label(): list(line.get_ydata()) for line in ax.lines} == {"recall@k": [1, 1], "MRR@k": [1, 1], "precision@k": [1, 0.5]}
    assert ax.get_ylim() == (0, 1)
    heights = sorted(text.xy[1] for text in ax.texts)
    assert all(upper - lower >= 0.07 - 1e-9 for lower, upper in zip(heights, heights[1:]))
    assert "precision@k 1.00, 0.50" in fig.alt


def test_k_sweep_of_nothing_is_refused():
    for summaries in ([], [evaluate([], 1)]):
        with pytest.raises(ValueError, match="at least one"):
            plots.k_sweep(summaries)


def test_score_card_marks_without_colour_too():
    fig, ax = plots.score_card([("q1", True, True), ("q5", False, False)])
    assert [text.get_text() for text in ax.texts] == ["✓", "✓", "✗", "✗"]
    assert "q5: page no, answer no" in fig.alt


def test_a_style_of_the_user_changes_nothing(monkeypatch):
    before = plots.k_sweep([evaluate([Record("a", "", "", ("x",), (), None, ("x",))], 1)])[0]
    plots.plt.rcParams["axes.labelsize"] = 33
    after = plots.k_sweep([evaluate([Record("a", "", "", ("x",), (), None, ("x",))], 1)])[0]
    assert before.axes[0].xaxis.label.get_size() == after.axes[0].xaxis.label.get_size()


def test_an_alt_sentence_is_one_line_and_is_printed_between_words(no_screen, capsys):
    fig, _ = plots.bars({f"a-long-name-{number}": number + 1 for number in range(30)}, "counts")
    print(fig.alt)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 5 and max(map(len, lines)) <= 96
    assert " ".join(lines) == fig.alt == f"{fig.alt}" and "\n" not in fig.alt and "\n" not in f"{fig.alt}"
