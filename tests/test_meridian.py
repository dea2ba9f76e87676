"""The Meridian pages carry their facts, and Docent's published run comes out."""

import pytest

from ragdiag_helpers.corpus import Document, load_corpus
from ragdiag_helpers.docent import REFUSAL, Docent, ExtractiveGenerator, keyword_retrieve, tfidf_retrieve
from ragdiag_helpers.golden import DataError, load_golden
from ragdiag_helpers.retrieval import evaluate

FACTS = {
    "auth": ["Authorization header", "bearer token", "Settings > API Keys", "test mode", "live mode", "sandbox", "once", "never be recovered", "rotated"],
    "ratelimits": ["60 requests per minute", "600", "429", "Retry-After", "seconds to wait", "per API key, not per account"],
    "plans": ["three plans", "0 dollars per month", "1 GB", "25 dollars per month", "50 GB", "199 dollars per month", "500 GB", "unlimited read replicas"],
    "regions": ["us-east", "eu-west", "ap-south", "fixed at creation", "export", "import", "new database", "replicas in another region", "Scale plan only"],
    "errors": ["400", "malformed", "401", "missing or invalid", "403", "permission", "404", "no such resource", "429", "rate limit", "5xx", "server side", "retry with backoff"],
    "backups": ["automatic", "every day at 03:00 UTC", "7 days on Free", "30 days on Pro", "90 days on Scale", "point-in-time recovery", "On Scale", "new database", "never overwrites"],
    "sdks": ["Python", "JavaScript", "Go", "'pip install meridian'", "MERIDIAN_API_KEY", "By default", "idempotent", "up to 3 times", "5xx", "exponential backoff"],
    "deletion": ["immediate", "irreversible", "24 hours", "grace period", "soft-deleted", "restore", "dashboard", "backups are permanently purged", "live-mode key", "admin permission"],
}
PUBLISHED = {
    "q1": ["ratelimits", "plans"],
    "q2": ["backups", "regions"],
    "q3": ["sdks", "errors"],
    "q4": ["deletion", "backups"],
    "q5": ["regions", "backups"],
}
ANSWERS = {"q1": "25 dollars per month", "q2": "90 days on Scale", "q3": "MERIDIAN_API_KEY", "q4": "24-hour grace period"}


def test_the_pages_stand_in_the_order_that_decides_ties():
    assert [page.id for page in load_corpus()] == list(FACTS)


@pytest.mark.parametrize("page", load_corpus(), ids=lambda page: page.id)
def test_every_page_carries_its_facts(page):
    assert [fact for fact in FACTS[page.id] if fact not in page.text] == []


def test_the_published_id_lists_come_out():
    assert {record.id: list(record.retrieved_ids) for record in Docent(load_corpus()).run(load_golden())[:5]} == PUBLISHED


@pytest.mark.parametrize(("k", "recall", "precision", "mrr"), [(2, 0.80, 0.40, 0.70), (3, 0.80, 0.2667, 0.70), (4, 1.00, 0.25, 0.75)])
def test_the_published_means_come_out(k, recall, precision, mrr):
    summary = evaluate(Docent(load_corpus(), k=k).run(load_golden()[:5]), k)
    assert (summary.recall.value, summary.precision.value, summary.mrr.value) == pytest.approx((recall, precision, mrr), abs=1e-4)


def test_a_second_run_gives_the_same_records():
    assert Docent(load_corpus()).run(load_golden()) == Docent(load_corpus()).run(load_golden())


def test_docent_answers_four_by_quoting_and_falsely_refuses_the_fifth():
    records = Docent(load_corpus()).run(load_golden()[:5])
    for record in records[:4]:
        assert ANSWERS[record.id] in record.answer
        assert any(record.answer in context for context in record.contexts)
    assert records[4].answer == REFUSAL


def test_k_4_cures_the_false_refusal():
    assert "60 requests per minute" in Docent(load_corpus(), k=4).ask(load_golden()[4].question).answer


def test_tfidf_finds_every_golden_page_first():
    assert evaluate(Docent(load_corpus(), retriever=tfidf_retrieve).run(load_golden()[:5]), 2).mrr.value == 1.0


def test_evidence_is_found_verbatim_in_its_page():
    pages = {page.id: page.text for page in load_corpus()}
    assert [quote for item in load_golden() for page, quote in item.evidence if quote not in pages[page]] == []


def test_the_keyword_retriever_leaves_punctuation_on_and_counts_distinct_words():
    documents = [Document("a", "", "cap cap cap"), Document("b", "", "cap free"), Document("c", "", "free? plan")]
    assert [each.id for each in keyword_retrieve("Cap free plan?", documents, 3)] == ["b", "a", "c"]


def test_ties_keep_the_corpus_order_in_both_retrievers():
    documents = [Document(each, "", "same words") for each in "zyx"]
    for retrieve in (keyword_retrieve, tfidf_retrieve):
        assert [each.id for each in retrieve("same words", documents, 3)] == ["z", "y", "x"]


def test_retrievers_survive_strange_input():
    for retrieve in (keyword_retrieve, tfidf_retrieve):
        assert retrieve("anything", [], 2) == []
        assert len(retrieve("", load_corpus(), 2)) == 2
        assert len(retrieve("free", load_corpus(), 99)) == 8


def test_the_generator_quotes_from_four_tenths_of_the_words_and_prefers_the_earlier_sentence():
    generate = ExtractiveGenerator()
    assert generate("alpha beta gamma delta epsilon", ["Alpha and beta.\nBeta and alpha."]) == "Alpha and beta."
    assert generate("alpha beta gamma delta epsilon", ["Alpha only."]) == REFUSAL
    assert generate("alpha beta gamma", ["Alpha.\nAlpha beta."]) == "Alpha beta."


def test_an_unknown_question_is_refused():
    assert Docent(load_corpus()).ask("Do you support single sign-on?").answer == REFUSAL


def test_a_wrong_edition_names_the_right_ones():
    with pytest.raises(ValueError, match="no edition 'meridan'.*use one of: meridian"):
        load_corpus("meridan")
    with pytest.raises(ValueError, match="no edition"):
        load_corpus(["meridian"])


def test_an_unknown_retriever_names_the_right_ones():
    with pytest.raises(ValueError, match="no retriever 'bm25'; use 'keyword' or 'tfidf', or pass a function"):
        Docent(load_corpus(), retriever="bm25")


@pytest.mark.parametrize("k", [0, -1, 1.5, 2.0, "2", None, True])
def test_a_k_that_is_no_whole_number_from_1_is_refused(k):
    for ask in (lambda: Docent(load_corpus(), k=k), lambda: keyword_retrieve("x", load_corpus(), k), lambda: tfidf_retrieve("x", load_corpus(), k)):
        with pytest.raises(ValueError, match="must be a whole number of 1 or more, for example k=2"):
            ask()


@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ("{nonsense", 1, "not JSON"),
        ("[1, 2]", 1, "one JSON object"),
        ('{"id": "a"}\n', 1, "'question' is missing"),
        ('{"id": "a", "qestion": "x"}', 1, "did you mean 'question'"),
        ('{"id": "a", "question": "x", "reference": "", "relevant_ids": "plans", "evidence": [], "claims": [], "kind": "single"}', 1, "must be a list"),
        ('\n\n{"id": "a", "question": "x", "reference": "", "relevant_ids": [], "evidence": [], "claims": [], "kind": "unanswerable"}\n' * 2, 6, "stands on line 3 already"),
    ],
)
def test_a_broken_golden_line_is_refused_with_file_line_and_fix(tmp_path, lines, line, words):
    path = tmp_path / "mine.jsonl"
    path.write_text(lines, encoding="utf-8")
    with pytest.raises(DataError, match=words) as refused:
        load_golden(path)
    assert (refused.value.file, refused.value.line) == (path, line)
    assert f"mine.jsonl, line {line}" in str(refused.value)


def test_a_golden_file_may_have_bom_crlf_and_blank_lines(tmp_path):
    row = '{"id": "a", "question": "x", "reference": "", "relevant_ids": [], "evidence": [], "claims": [], "kind": "unanswerable"}'
    path = tmp_path / "mine.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + row.encode() + b"\r\n\r\n" + row.replace('"a"', '"b"').encode() + b"\r\n")
    assert [item.id for item in load_golden(path)] == ["a", "b"]


def test_a_missing_golden_file_names_the_bundled_sets():
    with pytest.raises(DataError, match="docent_golden"):
        load_golden("docent_goldn")
