"""The feedback of exercises: right answers of any make pass, pretenders do not."""

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

from ragdiag_helpers.checks import CheckFailed, agree, compare_prediction, expect, progress, same, show


class AlwaysEqual:
    def __eq__(self, other):
        return True

    def __float__(self):
        return 1 / 3


class EqualFloat(float):
    def __eq__(self, other):
        return True


class ClaimsFloat:
    __class__ = float

    def __eq__(self, other):
        return True


@pytest.mark.parametrize("value", [1 / 3, 1 - 2 / 3, np.float64(1 / 3), 0.1 + 0.2 + (1 / 3 - 0.3)])
def test_any_make_of_the_right_number_passes(value):
    expect(lambda: value, wanted=1 / 3)


@pytest.mark.parametrize("value", [1, 1.0, np.int64(1), np.float32(1)])
def test_a_whole_number_may_be_int_or_float(value):
    expect(lambda: value, wanted=1.0)


@pytest.mark.parametrize(
    "value",
    [AlwaysEqual(), EqualFloat(0.9), ClaimsFloat(), Fraction(1, 3), "0.3333333333333333", [1 / 3], True, None, float("nan")],
    ids=["always equal", "equal float", "claims to be float", "fraction", "text", "list", "True", "None", "nan"],
)
def test_an_object_that_merely_claims_to_be_equal_fails(value):
    with pytest.raises(CheckFailed):
        expect(lambda: value, wanted=1 / 3)


@pytest.mark.parametrize("value", [0.3334, 1 / 3 + 1e-8, np.complex128(1 / 3), np.timedelta64(0), 10**400], ids=["off", "a little off", "complex", "time", "huge"])
def test_a_number_that_is_off_or_of_another_kind_fails(value):
    with pytest.raises(CheckFailed):
        expect(lambda: value, wanted=1 / 3)


def test_real_subclasses_of_text_and_containers_pass():
    class Half(str, Enum):
        RETRIEVAL = "retrieval"

    class Point(NamedTuple):
        k: int
        recall: float

    assert same(np.str_("retrieval"), "retrieval") and same(Half.RETRIEVAL, "retrieval")
    assert same(Point(4, 1.0), (4, 1)) and same(defaultdict(float, mrr=1.0), {"mrr": 1})
    assert same(np.float32(0.8), 0.8)


def test_keys_and_lengths_that_pretend_do_not_pass():
    class Key(str):
        def __eq__(self, other):
            return True

        __hash__ = str.__hash__

    class Long(tuple):
        def __len__(self):
            return 3

    assert not same({Key("recall"): 1.0}, {"mrr": 1.0})
    assert not same(Long(), (1, 2, 3))


def test_an_exception_that_is_returned_was_not_raised():
    with pytest.raises(CheckFailed, match="You returned the error"):
        expect(lambda k: ValueError(k), 0, wanted=ValueError)


def test_a_function_that_remembers_is_told_so():
    def count(item, seen=[]):
        seen.append(item)
        return len(seen)

    with pytest.raises(CheckFailed, match="right the first time and wrong the second"):
        expect(count, "a", wanted=1)


def test_an_exercise_that_calls_an_unwritten_one_names_both():
    def recall():
        raise NotImplementedError

    def recall_at_k():
        return recall()

    with pytest.raises(CheckFailed, match="Not written yet: recall, which recall_at_k calls"):
        expect(recall_at_k, wanted=1)


def test_a_name_that_is_no_function_any_more_is_named():
    with pytest.raises(CheckFailed, match="it is 0.33 now"):
        expect(0.33, ["a"], wanted=1)


def test_numbers_that_print_alike_are_shown_in_full():
    with pytest.raises(CheckFailed, match="0.33330001"):
        expect(lambda: 0.33330001, wanted=0.3333)


def test_true_is_not_the_score_1_and_0_is_not_none():
    assert not same(True, 1)
    assert not same(0, None)
    assert not same(None, 0.0)
    assert not same(False, 0.0)


def test_containers_are_compared_value_by_value():
    assert same((4, 1, 0.25), [4.0, 1.0, 0.25])
    assert same({"mrr": 1}, {"mrr": 1.0})
    assert not same({"mrr": AlwaysEqual()}, {"mrr": 1.0})
    assert not same([AlwaysEqual()], [1.0])
    assert not same({"mrr": 1.0, "recall": 1.0}, {"mrr": 1.0})


def test_a_message_says_what_was_called_what_came_back_what_was_wanted_and_which_mistake():
    def half(items):
        return 0.5

    with pytest.raises(CheckFailed) as failed:
        expect(half, {"b", "a"}, wanted=0.25, mistakes={0.5: "You divided by two."})
    assert str(failed.value).splitlines() == [
        "Not yet: half({'a', 'b'})",
        "  came back:  0.5",
        "  wanted:     0.25",
        "  think:      You divided by two.",
    ]
    assert failed.value._render_traceback_() == str(failed.value).splitlines()


def test_the_mistake_of_an_exception_is_found_by_its_type():
    with pytest.raises(CheckFailed, match="before you divide"):
        expect(lambda: 1 / 0, wanted=None, mistakes={ZeroDivisionError: "Decide before you divide."})


def test_an_unexpected_exception_is_reported_with_its_text():
    with pytest.raises(CheckFailed, match="NameError: name 'relevnt' is not defined"):
        expect(lambda: relevnt, wanted=1)  # noqa: F821


def test_mistakes_that_cannot_be_keys_come_as_pairs():
    with pytest.raises(CheckFailed, match="all of them"):
        expect(lambda: {"a": 1}, wanted={}, mistakes=[({"a": 1}, "You returned all of them.")])


def test_a_function_that_changes_its_input_is_told_so():
    def first(ids):
        return len([ids.pop(0)])

    with pytest.raises(CheckFailed, match="changed what it was given"):
        expect(first, ["a", "b"], wanted=1)


def test_a_wanted_exception_must_be_raised():
    with pytest.raises(CheckFailed, match="wanted:     a ValueError"):
        expect(lambda k: 0.0, 0, wanted=ValueError)


def test_agree_names_the_first_case_that_differs():
    def mine(x):
        return min(x, 2)

    with pytest.raises(CheckFailed, match=r"Not yet: mine\(3\)"):
        agree(mine, lambda x: x, [(1,), (2,), (3,), (4,)])


@pytest.mark.parametrize(
    ("predicted", "actual", "words"),
    [(None, 0.8, "no prediction"), (0.33, 1 / 3, "it is"), (0.5, 0.8, "What did you picture"), (0.31, 1 / 3, "What did you picture"), ("a", "a", "'a' it is"), ("0.8", 0.8, "it is."), ("1/3", 1 / 3, "it is."), ("C ", "c", "it is."), (33, 1 / 3, "What")],
)
def test_a_prediction_is_compared_kindly(capsys, predicted, actual, words):
    compare_prediction(predicted, actual)
    assert words in capsys.readouterr().out


def test_progress_tells_done_begun_and_not_started(capsys):
    def finished():
        return 1

    def begun():
        return 2

    expect(finished, wanted=1)
    with pytest.raises(CheckFailed):
        expect(begun, wanted=1)
    capsys.readouterr()
    progress({"finished": 1, "begun": 2, "untouched": 3})
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()] == ["done", "started", "started"]


def thought(got, wanted):
    with pytest.raises(CheckFailed) as failed:
        expect(lambda: got, wanted=wanted)
    return " ".join(str(failed.value).partition("think:")[2].split())


class Rates(NamedTuple):
    tpr: float
    tnr: float


@pytest.mark.parametrize(
    ("got", "wanted", "words"),
    [
        (None, 0.5, "Is a `return` missing or not reached, or did you call undefined what is defined here?"),
        (2.5, 0.5, "in which range the score lies. If this is above it"),
        (-0.25, 0.5, "in which range the score lies. If this is below it"),
        (9, 8, "on paper"), (2, 1, "on paper"), (0.4, 0.5, "on paper"), (-3.0, -0.5, "on paper"), (1.5, 2.5, "on paper"),
        ("0.5", 0.5, "a plain number"), (float("nan"), 0.5, "never NaN"),
        (" Retrieval-miss", "RETRIEVAL-MISS", "spelt as there"), ("search team", "RETRIEVAL-MISS", "on paper"), (3, "RETRIEVAL-MISS", "as text"),
        (Rates(1.0, 0.5), (1.0, 0.25), "on paper"), ((1.0, 0.5), Rates(1.0, 0.25), "on paper"), ([1.0, 0.5], Rates(1.0, 0.25), "on paper"),
        (1.5, Rates(1.0, 0.25), "Return a tuple, as the docstring says; this is a float"), (3, [3], "Return a list, as the docstring says; this is an int"),
        (defaultdict(int, a=1), {"a": 2}, "on paper"), (1, True, "Return a plain bool"),
    ],
)
def test_where_no_mistake_is_named_the_hint_claims_only_what_is_true(got, wanted, words):
    assert words in thought(got, wanted)


def test_a_count_is_not_called_a_score():
    assert "score" not in thought(9, 1)


def test_dataclasses_are_shown_by_name_and_fields_and_in_short():
    @dataclass
    class Row:
        id: str
        recall: float
        text: str

    assert show(Row("f1", 1 / 3, "x")) == "Row(id='f1', recall=0.3333, text='x')"
    assert len(show(Row("f1", 1 / 3, "x" * 9000))) < 100


def test_nothing_of_a_learners_class_runs_when_it_is_shown(capsys):
    def noisy(*_):
        print("it ran")
        raise SystemExit

    @dataclass(eq=False)
    class Own:
        me: object
        __repr__ = __str__ = __getattribute__ = __len__ = __iter__ = noisy
        late = property(noisy)

    @dataclass(slots=True)
    class Slots:
        n: float
        __repr__ = noisy

    mine = Own.__new__(Own)
    object.__setattr__(mine, "me", mine)
    assert (show(mine), show([Slots(2.5)])) == ("Own(me=<Own>)", "[Slots(n=2.5)]")
    assert show(type("Plain", (), {"__repr__": noisy})()) == "an object of type Plain"
    assert capsys.readouterr().out == ""


def test_show_is_the_same_on_every_run():
    assert show({"b", "a", "c"}) == "{'a', 'b', 'c'}"
    assert show(np.float64(1 / 3)) == "0.3333"
    assert show(AlwaysEqual()) == "an object of type AlwaysEqual"


def test_input_where_nobody_can_answer_is_no_unwritten_exercise():
    class StdinNotImplementedError(NotImplementedError):
        pass

    def asks(number):
        raise StdinNotImplementedError("raw_input was called")

    with pytest.raises(CheckFailed, match="It stopped with StdinNotImplementedError"):
        expect(asks, 1, wanted=1)


def told_of(function, *args, capsys):
    expect(function, *args, wanted=function(*args))
    return capsys.readouterr().out


def test_a_long_call_keeps_both_ends_of_each_argument_and_a_short_one_whole(capsys):
    def agreement(labels, said, k):
        return 0

    first, second = ["yes"] * 60 + ["no"], ["no"] * 60 + ["undecided"]
    told = told_of(agreement, first, second, 3, capsys=capsys)
    assert told.startswith("ok: agreement(['yes', 'yes', ") and "'no'], ['no', 'no', " in told and "'undecided'], 3) gives 0" in told
    assert told.count(" ... ") == 2 and len(told) < 280


def test_two_long_calls_that_differ_at_their_end_are_shown_as_two(capsys):
    ones = [[1] * 90 + [last] for last in (2, 3)]
    assert told_of(max, ones[0], [0], capsys=capsys) != told_of(max, ones[1], [0], capsys=capsys)


def test_one_word_longer_than_a_line_is_shortened_too(capsys):
    assert len(told_of(len, "x" * 1000, capsys=capsys)) < 280


def test_a_helper_of_the_notebook_is_named_without_its_module(capsys):
    def helper_on_places(items):
        return len(items)

    helper_on_places.__module__ = "__main__"
    agree(len, helper_on_places, [([],)])
    assert capsys.readouterr().out == "ok: yours and helper_on_places agree on all 1 cases\n"
