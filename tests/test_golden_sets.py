"""The golden sets: each row is what its README says, and what can be run again comes out the same."""

import json
import shutil
import tomllib
from collections import Counter
from dataclasses import replace

import pytest
import refresh

from ragdiag_helpers.corpus import GOLDEN_SETS, Document, chunk_words, evidence_chunks, load_corpus
from ragdiag_helpers.docent import REFUSAL, Docent
from ragdiag_helpers.golden import DataError, load_golden, load_labels, load_replies
from ragdiag_helpers.labels import load_failures, load_pairs
from ragdiag_helpers.replies import ORIGINS, Replies, Reply, UnknownRequest, request_key
from ragdiag_helpers.validate import validate

GOLDEN = load_golden()
CLASSES = {
    "RETRIEVAL-MISS": "search team",
    "CHUNKING": "ingestion team",
    "HALLUCINATION": "prompt/model team",
    "WRONG-QUESTION": "prompt team",
    "FAITHFUL-BUT-CONTEXT-WRONG": "docs/data owner",
}


def rows(name: str) -> list[dict]:
    return [json.loads(line) for line in (GOLDEN_SETS / name).read_text(encoding="utf-8").splitlines()]


FAILURES, LABELS = rows("ten_failures.jsonl"), rows("judge_labels.jsonl")


def test_the_long_edition_says_all_that_the_short_one_says_and_is_long():
    for short, long in zip(load_corpus(), load_corpus("meridian-long"), strict=True):
        assert (short.id, short.title) == (long.id, long.title)
        assert len(long.text.split()) >= 150
        assert [line for line in short.text.splitlines() if line not in long.text] == []


def test_the_stale_edition_is_wrong_exactly_where_it_says():
    editions = tomllib.loads((GOLDEN_SETS / "corpus" / "editions.toml").read_text(encoding="utf-8"))
    (wrong,) = editions["meridian-stale"]["wrong"]
    for right, stale in zip(load_corpus(), load_corpus("meridian-stale"), strict=True):
        changed = [pair for pair in zip(right.text.splitlines(), stale.text.splitlines(), strict=True) if pair[0] != pair[1]]
        assert changed == ([(wrong["should_say"], wrong["says"])] if right.id == wrong["page"] else [])


def test_there_are_enough_questions_of_each_kind():
    kinds = Counter(item.kind for item in GOLDEN)
    assert len(GOLDEN) >= 60
    assert min(kinds["unanswerable"], kinds["multi-source"], kinds["near-miss"]) >= 8
    assert [item.id for item in GOLDEN] == [f"q{number}" for number in range(1, len(GOLDEN) + 1)]


@pytest.mark.parametrize("item", GOLDEN, ids=lambda item: item.id)
def test_a_golden_item_is_filled_and_its_evidence_stands_in_both_editions(item):
    assert item.question and item.reference and item.notes
    if item.kind == "unanswerable":
        assert (item.relevant_ids, item.evidence, item.claims) == ((), (), ())
        return
    assert item.claims and {page for page, _ in item.evidence} == set(item.relevant_ids)
    assert len(item.evidence) > 1 or item.kind != "multi-source"
    for edition in ("meridian", "meridian-long"):
        pages = {page.id: page.text for page in load_corpus(edition)}
        assert [quote for page, quote in item.evidence if quote not in pages[page]] == []


@pytest.mark.parametrize("item", [item for item in GOLDEN if item.kind == "near-miss"], ids=lambda item: item.id)
def test_a_near_miss_names_the_page_that_looks_closer(item):
    assert "Near miss" in item.notes


def test_what_can_be_derived_is_as_refresh_derives_it(tmp_path):
    names = ("ten_failures.jsonl", "judge_labels.jsonl", "judge_labels_second_pass.jsonl")
    for name in names:
        shutil.copy(GOLDEN_SETS / name, tmp_path / name)
    assert refresh.refresh(tmp_path) == []
    assert all((tmp_path / name).read_bytes() == (GOLDEN_SETS / name).read_bytes() for name in names)
    broken = {**rows("ten_failures.jsonl")[0], "contexts": ["old"], "answer": "old"}
    (tmp_path / names[0]).write_text(json.dumps(broken), encoding="utf-8")
    assert refresh.refresh(tmp_path) == ["f1"]
    assert json.loads((tmp_path / names[0]).read_text(encoding="utf-8")) == rows("ten_failures.jsonl")[0]


@pytest.mark.parametrize("row", FAILURES, ids=lambda row: row["id"])
def test_a_failure_comes_from_really_running_docent(row):
    record = refresh.ask_again(row)
    assert (list(record.retrieved_ids), list(record.contexts)) == (row["retrieved_ids"], row["contexts"])
    assert (record.answer == row["answer"]) == row["answer_origin"].startswith("Docent's")


def cuts_its_sentence(row: dict, context: str) -> bool:
    """True where a retrieved chunk ends inside the sentence that carries the evidence."""
    page = next(page for page in load_corpus(row["edition"]) if page.id in row["relevant_ids"])
    (sentence,) = [line for line in page.text.splitlines() if row["evidence"][0]["quote"] in line]
    return any(context.endswith(sentence[:cut].rstrip()) for cut in range(15, len(sentence)))


@pytest.mark.parametrize("row", FAILURES, ids=lambda row: row["id"])
def test_a_diagnosis_fits_what_was_retrieved(row):
    found = {each.split("#")[0] for each in row["retrieved_ids"]}
    page_found = set(row["relevant_ids"]) <= found
    assert row["owner"] == CLASSES[row["diagnosis"]]
    assert page_found == (row["diagnosis"] != "RETRIEVAL-MISS")
    if row["diagnosis"] == "CHUNKING":
        assert not any(each["quote"] in context for each in row["evidence"] for context in row["contexts"])
        assert any(cuts_its_sentence(row, context) for context in row["contexts"])
    elif page_found:
        assert all(any(each["quote"] in context for context in row["contexts"]) for each in row["evidence"])
    assert (row["subcase"] == "FALSE-REFUSAL") == (row["answer"] == REFUSAL and row["diagnosis"] == "WRONG-QUESTION")


@pytest.mark.parametrize("use", ["lesson", "hidden"])
def test_ten_failures_cover_every_class(use):
    mine = [row for row in FAILURES if row["use"] == use]
    classes = Counter(row["diagnosis"] for row in mine)
    assert len(mine) == 10 and classes.keys() == CLASSES.keys()
    assert classes.most_common(2)[0] == ("RETRIEVAL-MISS", 3) and classes.most_common(2)[1][1] < 3
    assert classes["CHUNKING"] >= 2
    assert any(row["subcase"] == "FALSE-REFUSAL" for row in mine)


def test_lesson_and_hidden_failures_ask_different_questions():
    assert len({row["question"] for row in FAILURES}) == len(FAILURES)


def test_labels_are_many_balanced_and_of_every_hard_kind():
    labels = Counter(row["label"] for row in LABELS)
    assert len(LABELS) >= 80 and abs(labels["supported"] - labels["not supported"]) <= len(LABELS) // 10
    hard = {"plan numbers", "negation", "units and currency", "added degree", "role swap", "paraphrase", "several sentences", "plausible extra"}
    assert hard <= {row["hard_kind"] for row in LABELS}
    assert any("instantly" in row["claim"] for row in LABELS)
    assert {row["labelled_by"] for row in LABELS} == {"course author"}
    assert len({row["claim"] for row in LABELS}) == len(LABELS) and all(row["reason"] for row in LABELS)


def test_label_contexts_are_the_pages():
    pages = {page.id: page.text for page in load_corpus()}
    for row in LABELS:
        assert row["context"] == "\n\n".join(pages[page] for page in row["doc_ids"])


def test_the_second_pass_covers_every_label_and_its_agreement_is_as_reported():
    second = {row["id"]: row["label"] for row in rows("judge_labels_second_pass.jsonl")}
    assert second.keys() == {row["id"] for row in LABELS}
    agreed = sum(second[row["id"]] == row["label"] for row in LABELS)
    assert f"agree on all {agreed} claims" in " ".join((GOLDEN_SETS / "README.md").read_text(encoding="utf-8").split())


def test_bias_pairs_are_enough_of_each_kind():
    pairs = rows("bias_pairs.jsonl")
    assert min(Counter(row["bias"] for row in pairs).values()) >= 8
    for row in pairs:
        longer = len(row["answer_b"].split()) / max(len(row["answer_a"].split()), 1)
        assert row["bias"] != "verbosity" or longer >= 3
        assert (row["better"] == "neither") == (row["bias"] != "position")


@pytest.mark.parametrize("path", sorted((GOLDEN_SETS / "replies").glob("*.jsonl")), ids=lambda path: path.stem)
def test_a_reply_stands_under_the_content_of_its_request_and_says_where_it_came_from(path):
    seen = set()
    for row in rows(f"replies/{path.name}"):
        assert row["key"] == request_key(row["request"])
        assert row["origin"] in ORIGINS and row["source"]
        assert row["origin"] != "recorded live"
        seen.add((row["key"], row["run"]))
    assert len(seen) == len(rows(f"replies/{path.name}"))


def test_the_published_scores_are_those_published():
    scores = rows("replies/published_scores.jsonl")
    by_task = {task: [row["reply"]["score"] for row in scores if row["request"]["task"] == task] for task in ("faithfulness", "relevance")}
    assert by_task == {"faithfulness": [5, 5, 5, 5, 5, 1], "relevance": [5, 5, 5, 5, 2, 5]}


def test_what_wobbles_has_three_runs():
    for name in ("judge_verdicts", "vibe_scores", "generator"):
        runs = Counter(row["key"] for row in rows(f"replies/{name}.jsonl"))
        assert set(runs.values()) == {3}


def test_every_answer_of_the_story_has_its_claims_verdicts_and_relevance():
    """The golden five, the what-if and the failures: what lessons 3, 5 and 6 play back instead of a judge."""
    replies = load_replies("replies/answer_claims")
    told = [(record.question, record.answer, list(record.contexts)) for record in Docent(load_corpus()).run(GOLDEN[:5])]
    told += [(row["question"], row["answer"], row["contexts"]) for row in FAILURES]
    for question, answer, contexts in told:
        claims = replies.find({"task": "split", "answer": answer}).reply["claims"]
        assert (claims == []) == (answer == REFUSAL or not answer.endswith((".", ":")))
        assert isinstance(replies.find({"task": "answers-the-question", "question": question, "answer": answer}).reply["answers"], bool)
        if claims:
            assert len(replies.find({"task": "verify", "contexts": contexts, "claims": claims}).reply["verdicts"]) == len(claims)


def test_stored_verdicts_fit_the_diagnoses():
    replies = load_replies("replies/answer_claims")
    for row in FAILURES:
        claims = replies.find({"task": "split", "answer": row["answer"]}).reply["claims"]
        verdicts = replies.find({"task": "verify", "contexts": row["contexts"], "claims": claims}).reply["verdicts"] if claims else []
        to_the_point = replies.find({"task": "answers-the-question", "question": row["question"], "answer": row["answer"]}).reply["answers"]
        faithful = all(verdict["label"] == "supported" for verdict in verdicts)
        if row["diagnosis"] == "HALLUCINATION":
            assert not faithful and to_the_point
        if row["diagnosis"] in ("WRONG-QUESTION", "CHUNKING"):
            assert faithful and not to_the_point
        if row["diagnosis"] == "FAITHFUL-BUT-CONTEXT-WRONG":
            assert faithful and to_the_point


def test_replies_of_the_golden_five_answer_what_docent_retrieves_today():
    asked = {request_key({"task": "generate", "question": record.question, "contexts": list(record.contexts)}) for record in Docent(load_corpus()).run(GOLDEN[:5])}
    assert asked == {row["key"] for row in rows("replies/generator.jsonl")}


@pytest.mark.parametrize("path", sorted(GOLDEN_SETS.rglob("*.jsonl")), ids=lambda path: path.stem)
def test_ragdiag_validate_finds_no_fault_in_any_file_of_the_course(path):
    found = validate(path, corpus=None if "fenwick" in path.parts else "meridian")
    assert found.problems == () and found.right == len(path.read_text(encoding="utf-8").splitlines())


def test_the_loaders_give_what_the_files_hold():
    assert [label.label for label in load_labels()] == [row["label"] for row in LABELS]
    assert load_labels("judge_labels_second_pass")[0].labelled_by.startswith("second labeller")
    assert load_failures(use=None)[3].contexts == tuple(FAILURES[3]["contexts"]) and load_failures()[0].chunk_size is None
    assert {pair.bias for pair in load_pairs()} == {"verbosity", "position", "style"}
    assert len(load_replies("replies/judge_verdicts")) == 3 * len(LABELS)


def test_a_stored_reply_is_found_by_its_request_and_run():
    replies, first = load_replies("replies/judge_verdicts"), LABELS[0]
    request = {"claims": [first["claim"]], "contexts": [first["context"]], "task": "verify"}
    assert replies.runs(request) == 3
    assert replies.find(request, run=2).reply["verdicts"][0]["label"] == first["label"]


def test_a_changed_request_is_noticed_and_the_change_is_named():
    replies, first = load_replies("replies/judge_verdicts"), LABELS[0]
    request = {"task": "verify", "claims": [first["claim"]], "contexts": [first["context"] + " "]}
    assert replies.runs(request) == 0
    with pytest.raises(UnknownRequest, match="nearest stored one differs in contexts"):
        replies.find(request)
    with pytest.raises(UnknownRequest, match="run 4 of this request is not stored; there are runs 1, 2, 3"):
        replies.find({**request, "contexts": [first["context"]]}, run=4)
    with pytest.raises(UnknownRequest, match="nothing of the task 'split' is stored, only verify"):
        replies.find({"task": "split"})


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"request": {"task": "verify", "claims": ["edited"]}}, "key", "was the request edited"),
        ({"origin": "recorded"}, "origin", "did you mean 'recorded live'"),
        ({"run": 0}, "run", "number the runs 1, 2, 3"),
        ({"run": "1"}, "run", "without quotes"),
        ({"reply": None}, "reply", "write what came back"),
        ({"source": ""}, "source", "blank is not enough"),
    ],
)
def test_a_wrong_reply_is_refused_with_line_and_fix(tmp_path, change, field, words):
    good = rows("replies/judge_verdicts.jsonl")[0]
    path = tmp_path / "mine.jsonl"
    path.write_text(json.dumps(good) + "\n" + json.dumps({**good, "run": 2, **change}), encoding="utf-8")
    with pytest.raises(DataError, match=words) as refused:
        load_replies(path)
    assert (refused.value.line, refused.value.field) == (2, field)


def test_a_run_that_occurs_twice_is_refused(tmp_path):
    good = json.dumps(rows("replies/judge_verdicts.jsonl")[0])
    (tmp_path / "mine.jsonl").write_text(f"{good}\n\n{good}\n", encoding="utf-8")
    with pytest.raises(DataError, match="run 1 of this request is stored already; give it the next number") as refused:
        load_replies(tmp_path / "mine.jsonl")
    assert refused.value.line == 3


def test_a_label_of_another_kind_is_refused(tmp_path):
    (tmp_path / "mine.jsonl").write_text('{"id": "a", "context": "x", "claim": "y", "label": "yes"}', encoding="utf-8")
    with pytest.raises(DataError, match="did you mean 'supported'. It is one of: supported, not supported"):
        load_labels(tmp_path / "mine.jsonl")


@pytest.mark.parametrize("word", ["unsupported", "Unsupported", "not_supported", "Not Supported", "refuted"])
def test_no_fix_turns_a_label_into_its_contrary(tmp_path, word):
    row = {"id": "a", "context": "x", "claim": "y", "label": word}
    (tmp_path / "mine.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(DataError, match="did you mean 'not supported'"):
        load_labels(tmp_path / "mine.jsonl")


def test_replies_refuse_a_foreign_key_and_keep_their_own_request():
    reply = next(iter(load_replies("replies/generator")))
    with pytest.raises(ValueError, match="not that of the request"):
        Replies([replace(reply, request={"task": "other"})])
    with pytest.raises(ValueError, match="stored already"):
        Replies([reply, reply])
    request = {"task": "generate", "question": "x"}
    stored = Replies([Reply(request_key(request), request, 1, "y", "written for the course", "us")])
    request["question"] = "changed"
    assert next(iter(stored)).request["question"] == "x"
    with pytest.raises(UnknownRequest, match="run True"):
        stored.find({"task": "generate", "question": "x"}, run=True)
    with pytest.raises(UnknownRequest, match="question: \"changed\" was asked, \"x\" is stored"):
        stored.find(request)
    with pytest.raises(UnknownRequest, match="only nothing at all"):
        Replies([]).find(request)
    with pytest.raises(ValueError, match="cannot be written as JSON"):
        stored.find({"task": {1, 2}})


def test_the_nearest_request_is_the_one_that_differs_least_and_the_place_is_shown():
    replies = load_replies("replies/answer_claims")
    with pytest.raises(UnknownRequest, match='"The Pro plan costs " was asked, "The Pro plan costs" is stored'):
        replies.find({"task": "split", "answer": "The Pro plan costs "})
    with pytest.raises(UnknownRequest, match="differs in scale\n  scale: \"1-7\" was asked, nothing is stored"):
        replies.find({"task": "split", "answer": "The Pro plan costs", "scale": "1-7"})


def test_a_recorded_reply_must_name_its_prompt_and_model(tmp_path):
    request = {"task": "split", "answer": "x"}
    row = {"key": request_key(request), "request": request, "run": 1, "reply": {}, "origin": "recorded live", "source": "m, 2026-11-29"}
    (tmp_path / "mine.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(DataError, match="names no prompt or no model; add both"):
        load_replies(tmp_path / "mine.jsonl")


def test_evidence_that_stands_twice_is_carried_by_the_chunk_that_holds_it_whole():
    page = Document("p", "", "aa foo bar zz zz zz foo bar 25 dollars")
    chunks = chunk_words(page, 2)
    assert evidence_chunks([("p", "foo bar")], iter(chunks), [page]) == ["p#3"]
    with pytest.raises(ValueError, match="not in the page"):
        evidence_chunks([("p", "5 dollars")], chunks, [page])
    with pytest.raises(ValueError, match="chunk the same edition"):
        evidence_chunks([("p", "foo bar")], chunk_words(Document("p", "", "other words here"), 2), [page])


def test_hidden_failures_are_not_given_unless_asked_for():
    assert {each.use for each in load_failures()} == {"lesson"}
    assert {each.use for each in load_failures(use="hidden")} == {"hidden"}
    assert len(load_failures(use=None)) == 20

def test_the_readme_counts_are_right():
    text = (GOLDEN_SETS / "README.md").read_text(encoding="utf-8")
    kinds = Counter(item.kind for item in GOLDEN)
    replies = sum(len(rows(f"replies/{path.name}")) for path in (GOLDEN_SETS / "replies").glob("*.jsonl"))
    for words in (f"`single` ({kinds['single']})", f"`multi-source` ({kinds['multi-source']}:", f"`unanswerable` ({kinds['unanswerable']})", f"| {replies} |"):
        assert words in text, words


def test_chunks_cover_a_page_in_order_and_keep_its_text():
    for page in load_corpus("meridian-long"):
        chunks = chunk_words(page, 40, 10)
        assert all(page.text[chunk.start : chunk.end] == chunk.text and len(chunk.text.split()) <= 40 for chunk in chunks)
        assert (chunks[0].start, chunks[-1].end) == (0, len(page.text))
        for one, two in zip(chunks, chunks[1:]):
            assert one.text.split()[-10:] == two.text.split()[:10]


@pytest.mark.parametrize(("size", "overlap", "words"), [(0, 0, "size is 0"), (2.5, 0, "size is 2.5"), (5, 5, "from 0 to 4"), (5, -1, "from 0 to 4"), (5, "1", "from 0 to 4")])
def test_bad_chunk_sizes_are_refused(size, overlap, words):
    with pytest.raises(ValueError, match=words):
        chunk_words(load_corpus()[0], size, overlap)


def test_evidence_is_mapped_to_chunks_by_position():
    page = Document("p", "", "a b c d e f")
    chunks = chunk_words(page, 2)
    assert evidence_chunks([("p", "c d")], chunks, [page]) == ["p#1"]
    assert evidence_chunks([("p", "b c")], chunks, [page]) == ["p#0", "p#1"]
    assert evidence_chunks([("p", "b c")], chunk_words(page, 3, 2), [page]) == ["p#0", "p#1"]
    with pytest.raises(ValueError, match="not in the page 'p'"):
        evidence_chunks([("p", "x y")], chunks, [page])


@pytest.mark.parametrize("size", [20, 40, 80, 160])
def test_re_chunking_never_loses_a_label(size):
    pages = load_corpus("meridian-long")
    chunks = [chunk for page in pages for chunk in chunk_words(page, size, size // 4)]
    for item in GOLDEN:
        carrying = evidence_chunks(item.evidence, chunks, pages)
        assert {chunk.split("#")[0] for chunk in carrying} == set(item.relevant_ids)


def test_what_the_data_page_says_of_near_misses_is_true():
    import data_page

    recalls = data_page.recall_by_way(GOLDEN)
    for way in ("keyword, k = 2", "tfidf, k = 2"):
        assert min(recalls[way], key=recalls[way].get) == "near-miss"
        assert all(recalls[way.replace("2", "4")][kind] >= recall for kind, recall in recalls[way].items())
