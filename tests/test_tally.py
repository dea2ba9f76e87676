"""The tally of the room's predictions, on the screen and on paper."""

import json
import re
from html.parser import HTMLParser

import pytest
from conftest import ROOT
from ragdiag_helpers.workshop import tally
from ragdiag_helpers.workshop.plan import FILE
from workshop.path import load_path
from workshop.tally_sheet import predictions, tally_sheet

K4 = {"falls": 9, "rises": 12, "stays": 6}


class Seen(HTMLParser):
    """The text of a page, its tags, and the numbers of pixels of its letters."""

    def __init__(self, page: str):
        super().__init__()
        self.text, self.tags = "", []
        self.sizes = [int(size) for size in re.findall(r"(?:font:|font-size:)(\d+)px", page)]
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += f"{data}\n"


def test_the_majoritys_guess_stands_first_and_a_tie_keeps_its_order():
    assert [*tally("k4", K4).hands] == ["rises", "falls", "stays"] and tally("k4").majority == "rises"
    assert tally("tie", {"b": 3, "a": 3, "c": 9}).majority == "c" and [*tally("tie").hands] == ["c", "b", "a"]
    assert tally("none yet", {"a": 0, "b": 0}).majority is None


def test_the_room_reads_the_bars_with_their_counts_from_the_last_row():
    seen = Seen(tally("k4", K4).html)
    assert "27 hands" in seen.text and min(seen.sizes) >= 24 and not {"script", "link", "img", "iframe"} & {*seen.tags}
    assert re.findall(r"width:(\d+)%", tally("k4").html) == ["100", "75", "50"]
    assert [word for word in seen.text.split() if word in ("rises", "12", "falls", "9", "stays", "6")] == ["rises", "12", "falls", "9", "stays", "6"]


def test_nothing_tells_the_answer_before_its_reveal():
    before = tally("k4", K4)
    shown = before.html
    assert "right" not in Seen(shown).text and "right" not in repr(before)
    before.reveal("falls")
    assert before.html == shown and "right" in tally("k4").html
    assert tally("k4", K4).html == shown  # counted again: hidden again


def test_the_reveal_says_how_many_were_right_and_what_the_others_believed():
    revealed = tally("k4", K4).reveal("falls")
    assert "9 of 27 were right. The others believed: rises (12); stays (6)." in revealed.html
    assert "9 of 27 were right. The others believed: rises (12); stays (6)." in repr(revealed)
    assert Seen(revealed.html).text.index("right") > Seen(revealed.html).text.index("falls") and revealed.html.count("&#10003;") == 1
    assert [*revealed.hands] == ["rises", "falls", "stays"]  # the bars stay where they were
    assert "1 of 4 was right" in repr(tally("k4", {"a": 1, "b": 3}).reveal("a")) and "4 of 4 were right." in repr(tally("k4", {"a": 4, "b": 0}).reveal("a"))
    assert "Nobody raised a hand" in repr(tally("k4", {"a": 0, "b": 0}).reveal("a"))


def test_numbers_are_compared_as_a_prediction_is():
    assert "5 of 8 were right" in repr(tally("q2", {"1/3": 5, 0.5: 3}).reveal(1 / 3))
    assert "It is 0.25. 0 of 8 were right. They believed: 0.4 (5); 0.8 (3)." in repr(tally("p4", {0.4: 5, 0.8: 3}).reveal(0.25))
    assert "2 of 5 were right" in repr(tally("letters", {"a": 3, "b": 2}).reveal("B"))


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ([12, 9], "write two options or more with their hands"),
        ({"a": 3}, "write two options or more with their hands"),
        ({"a": -3, "b": 1}, "'a' has -3 hands; write a whole number, 0 or more"),
        ({"a": 2.5, "b": 1}, "'a' has 2.5 hands"),
        ({"a": "7", "b": 1}, "'a' has '7' hands"),
        ({"a": True, "b": 1}, "'a' has True hands"),
        ({"": 2, "b": 1}, "an option is a text in quotes or a number; this is ''"),
        ({None: 2, "b": 1}, "an option is a text in quotes or a number; this is None"),
        ({"1/2": 2, 0.5: 1}, "'1/2' and 0.5 are the same option; add their hands"),
        ({"a": 20, "b": 11}, "31 hands in a room of 30; count again"),
    ],
)
def test_what_cannot_be_a_count_of_hands_is_named_and_the_last_tally_stays(hands, said):
    tally("kept", {"x": 1, "y": 2})
    with pytest.raises(ValueError, match=re.escape(said)):
        tally("kept", hands, room=30)
    assert [*tally("kept").hands] == ["y", "x"]


def test_a_wrong_name_or_answer_is_named_with_what_there_is():
    tally("k4", K4)
    with pytest.raises(ValueError, match="there is no tally 'k5' yet.*k4"):
        tally("k5")
    with pytest.raises(ValueError, match="'fall' is no option of 'k4'.*did you mean 'falls'"):
        tally("k4").reveal("fall")
    with pytest.raises(ValueError, match="a tally needs a name"):
        tally(K4)


def test_whatever_is_typed_is_shown_as_text():
    page = tally("<b>", {"<script>alert(1)</script>": 1, "b": 2}, words={"b": "<i>", "<script>alert(1)</script>": ""}).html
    assert not {"script", "i"} & {*Seen(page).tags} and "<script>alert(1)</script>" in Seen(page).text


@pytest.fixture(scope="module")
def path():
    return load_path(ROOT)


def test_a_prediction_of_the_path_has_the_lessons_words_for_its_letters(path, tmp_path, monkeypatch):
    (tmp_path / FILE).write_text(json.dumps({"predictions": predictions(path)}), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = tally("first_patient", {"a": 14, "C": 9, "b": 4}).reveal("c")
    assert "C: Docent says that it does not know" in shown.html and "a: Docent answers 60 requests per minute (14)" in shown.html
    with pytest.raises(ValueError, match="'d' is no option of 'first_patient'; its options are 'a', 'b', 'c'"):
        tally("first_patient", {"a": 1, "d": 2})


def test_the_paper_sheet_asks_every_prediction_of_the_path_in_its_order_and_answers_none(path):
    asked = [step for section in path.sections for step in section.steps if step.kind == "predict"]
    seen = Seen(tally_sheet(path))
    places = [seen.text.index(f"{step.number} {step.cells[0].id}") for step in asked]
    assert len(asked) >= 8 and places == sorted(places) and [*predictions(path)] == [step.cells[0].id for step in asked]
    assert "b: Docent answers with the wrong number, 600" in seen.text and "Replace" not in seen.text and "write down a guess" not in seen.text
    assert "The next question is just as easy" in seen.text and 'tally("first_patient", {"a": __, "b": __, "c": __})' in seen.text
    for step in asked:
        answer = step.cell.text.splitlines()
        assert answer and not any(line in seen.text for line in answer if len(line) > 20)
