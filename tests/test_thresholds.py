"""The thresholds file: what it may say, and what a reader is told who wrote something else."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragdiag_helpers.audit import METRICS
from ragdiag_helpers.gate.thresholds import CLASSES, DEFAULT, TABLES, Thresholds, load_thresholds
from ragdiag_helpers.jsonl import DataError


def written(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "gate.toml"
    path.write_bytes(text.encode(encoding))
    return path


def test_the_built_in_lines_are_the_defaults_of_the_class():
    built_in, bare = load_thresholds(), Thresholds({"recall": 0.8})
    assert (built_in.minimum, built_in.maximum_share) == ({"recall": 0.8, "faithfulness": 0.8}, {"HALLUCINATION": 0.05})
    assert (built_in.coverage, built_in.rows, built_in.tolerance) == (bare.coverage, bare.rows, bare.tolerance)
    assert built_in.may_vanish == bare.may_vanish == 0.1
    assert built_in.source == "built-in lines"


def test_every_key_of_a_file_is_read(tmp_path):
    text = "[minimum]\nrecall = 1\n[maximum_share]\nUNDECIDED = 0.1\n[coverage]\ncorrectness = 0.9\n"
    text += "[rows]\nminimum = 5\nmay_vanish = 0.25\n[baseline]\ntolerance = 0.0\n"
    found = load_thresholds(written(tmp_path, text))
    assert (found.minimum, found.maximum_share, found.rows, found.tolerance) == ({"recall": 1}, {"UNDECIDED": 0.1}, 5, 0.0)
    assert found.may_vanish == 0.25
    assert (found.least_coverage("correctness"), found.least_coverage("faithfulness")) == (0.9, 0.7)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_and_a_byte_order_mark_change_nothing(tmp_path, mark, end):
    assert load_thresholds(written(tmp_path, mark + f"[minimum]{end}recall = 0.5{end}")).minimum == {"recall": 0.5}


FAULTY = {
    "an empty file": ("", "minimum", "no line is set, so nothing could ever fail", "--show-thresholds"),
    "only a comment": ("# later\n", "minimum", "no line is set", "recall = 0.80"),
    "tables without a line": ("[rows]\nminimum = 5\n", "minimum", "no line is set", "recall = 0.80"),
    "an unknown table": ("[minimums]\nrecall = 0.8\n", "minimums", "there is no table [minimums]", "did you mean 'minimum'?"),
    "a key outside a table": ("recall = 0.8\n", "recall", "'recall' stands outside a table", "write it below [minimum]"),
    "a class outside a table": ("CHUNKING = 0.8\n", "CHUNKING", "'CHUNKING' stands outside a table", "write it below [maximum_share]"),
    "a number where a table belongs": ("minimum = 0.8\n", "minimum", "'minimum' is a number", "write [minimum] on a line of its own"),
    "a list of tables": ("[[minimum]]\nrecall = 0.8\n", "minimum", "'minimum' is a list [ ]", "write [minimum]"),
    "a misspelt metric": ("[minimum]\nrecal = 0.8\n", "minimum.recal", "'recal', which is no metric", "did you mean 'recall'?"),
    "a metric of other tools": ("[minimum]\nmrr = 0.8\n", "minimum.mrr", "no metric", "did you mean 'reciprocal_rank'?"),
    "Ragas' name": ("[minimum]\ncontext_recall = 0.8\n", "minimum.context_recall", "no metric", "did you mean 'contextual_recall'?"),
    "an unknown metric": ("[minimum]\nbleu = 0.8\n", "minimum.bleu", "no metric", f"it may set {', '.join(METRICS)}"),
    "a class in small letters": ("[maximum_share]\nhallucination = 0.1\n", "maximum_share.hallucination", "no class", "'HALLUCINATION'"),
    "an underscore": ("[maximum_share]\nRETRIEVAL_MISS = 0.1\n", "maximum_share.RETRIEVAL_MISS", "no class", "'RETRIEVAL-MISS'"),
    "a share of what is right": ("[maximum_share]\nOK = 0.1\n", "maximum_share.OK", "which is no failure", "RETRIEVAL-MISS"),
    "a metric among the classes": ("[maximum_share]\nrecall = 0.1\n", "maximum_share.recall", "no class", "it may set"),
    "a misspelt key": ("[minimum]\nrecall = 1\n[rows]\nminimun = 3\n", "rows.minimun", "no key of it", "did you mean 'minimum'?"),
    "text": ('[minimum]\nrecall = "0.8"\n', "minimum.recall", "is the text '0.8'", "without quotes"),
    "true": ("[minimum]\nrecall = true\n", "minimum.recall", "is true or false where a number belongs", "from 0 to 1"),
    "a list": ("[minimum]\nrecall = [0.8]\n", "minimum.recall", "is a list [ ] where a number belongs", "from 0 to 1"),
    "a date": ("[minimum]\nrecall = 2026-01-01\n", "minimum.recall", "is a date where a number belongs", "from 0 to 1"),
    "a table in a table": ("[minimum.recall]\nleast = 0.8\n", "minimum.recall", "is an object { } where a number belongs", "from 0 to 1"),
    "NaN": ("[minimum]\nrecall = nan\n", "minimum.recall", "is nan, which is no number", "from 0 to 1"),
    "infinity": ("[minimum]\nrecall = -inf\n", "minimum.recall", "is -inf", "from 0 to 1"),
    "a percentage": ("[minimum]\nrecall = 80\n", "minimum.recall", "[minimum] recall is 80", "recall = 0.8"),
    "a negative number": ("[minimum]\nrecall = -0.1\n", "minimum.recall", "is -0.1", "run from 0 to 1"),
    "a tolerance above 1": ("[minimum]\nrecall = 1\n[baseline]\ntolerance = 2\n", "baseline.tolerance", "is 2", "tolerance = 0.02"),
    "a count that may vanish": ("[minimum]\nrecall = 1\n[rows]\nmay_vanish = 5\n", "rows.may_vanish", "may_vanish is 5", "may_vanish = 0.05"),
    "a misspelt share": ("[minimum]\nrecall = 1\n[rows]\nmay_vanis = 0\n", "rows.may_vanis", "no key of it", "did you mean 'may_vanish'?"),
    "no row": ("[minimum]\nrecall = 1\n[rows]\nminimum = 0\n", "rows.minimum", "minimum is 0", "a whole number of 1 or more"),
    "half a row": ("[minimum]\nrecall = 1\n[rows]\nminimum = 2.0\n", "rows.minimum", "minimum is 2.0", "a whole number"),
    "true rows": ("[minimum]\nrecall = 1\n[rows]\nminimum = true\n", "rows.minimum", "minimum is True", "a whole number"),
}


@pytest.mark.parametrize("text, key, found, fix", FAULTY.values(), ids=FAULTY)
def test_a_faulty_file_is_refused_with_its_key_and_the_fix(tmp_path, text, key, found, fix):
    with pytest.raises(DataError) as problem:
        load_thresholds(written(tmp_path, text))
    assert problem.value.field == key
    assert str(problem.value).startswith("gate.toml: ")
    assert found in problem.value.found and fix in problem.value.fix


@pytest.mark.parametrize("text, line, found", [
    ("[minimum]\nrecall = 0.8\nrecall = 0.9\n", 3, "there twice"),
    ("[minimum]\nrecall = 0.8\n[minimum]\nfaithfulness = 0.9\n", 3, "there twice"),
    ("[minimum]\nrecall: 0.8\n", 2, "not TOML"),
    ("[minimum]\nrecall = \n", 2, "not TOML"),
    ("[minimum\n", 1, "not TOML"),
    ("[minimum]\nrecall =", 0, "not TOML"),
    ('{"minimum": {"recall": 0.8}}', 1, "not TOML"),
])  # fmt: skip
def test_what_is_no_toml_is_refused_with_its_line(tmp_path, text, line, found):
    with pytest.raises(DataError) as problem:
        load_thresholds(written(tmp_path, text))
    assert problem.value.line == line and found in problem.value.found and problem.value.fix


def test_a_file_that_powershell_wrote_is_refused_with_the_way_to_save_it(tmp_path):
    with pytest.raises(DataError, match="not UTF-8.*PowerShell"):
        load_thresholds(written(tmp_path, "[minimum]\nrecall = 0.8\n", "utf-16"))


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(DataError, match="no such file; .*--show-thresholds"):
        load_thresholds(tmp_path / "none.toml")
    with pytest.raises(DataError, match="this is a folder"):
        load_thresholds(tmp_path)


places = st.sampled_from(["minimum", "maximum_share", "coverage"])
keys = places.flatmap(lambda table: st.tuples(st.just(table), st.sampled_from(TABLES[table]) | st.text(max_size=8)))


@given(keys, st.floats(0, 1) | st.none() | st.booleans() | st.floats() | st.text(max_size=4) | st.integers())
def test_thresholds_of_any_content_are_right_or_refused(place, value):
    table, key = place
    tables = {"minimum": {"recall": 0.5}, "maximum_share": {}, "coverage": {}}
    tables[table] = {**tables[table], key: value}
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and 0 <= value <= 1
    if number and key in TABLES[table]:
        assert Thresholds(**tables)
    else:
        with pytest.raises(ValueError, match="; "):
            Thresholds(**tables)


def test_thresholds_without_a_line_are_refused():
    with pytest.raises(ValueError, match="no line is set"):
        Thresholds()


def test_every_class_but_ok_may_have_a_line():
    assert Thresholds({}, dict.fromkeys(CLASSES, 0.1)) and "OK" not in CLASSES


def test_the_built_in_file_sets_every_table_so_that_a_copy_shows_all():
    text = DEFAULT.read_text(encoding="utf-8")
    assert [line[1:].partition("]")[0] for line in text.splitlines() if line.startswith("[")] == list(TABLES)


@pytest.mark.parametrize("text", [
    "[minimum]\nrecall = " + "1" * 5000, "[minimum]\nrecall = 0x" + "f" * 5000, "[minimum]\nrecall = -1" + "0" * 400,
    "[rows]\nminimum = 0x" + "f" * 5000, "[rows]\nminimum = " + "9" * 4000, "[minimum]\nrecall = " + "[" * 5000 + "]" * 5000,
    "[minimum]\nrecall = " + "{a=" * 5000 + "1" + "}" * 5000, "[minimum]\nrecall = [0x" + "f" * 5000 + "]",
])  # fmt: skip
def test_numbers_of_thousands_of_digits_and_deep_nests_are_refused(tmp_path, text):
    with pytest.raises(DataError, match="^gate.toml: ") as problem:
        load_thresholds(written(tmp_path, text))
    assert len(str(problem.value)) < 300
