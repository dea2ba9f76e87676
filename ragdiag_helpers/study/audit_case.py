"""Lesson 6: a failed answer as a card to be read cold, and its way through the five questions of the diagnosis."""

from collections.abc import Iterable, Sequence
from html import escape

from ..audit import Row
from ..audit.rows import retrieved
from ..records import Record
from ..text import content_words, sentences
from ..verdicts import SUPPORTED, Unscored
from .order import REFUSED, in_order
from .page import Html, box, chip, chips, frame, marked


def case_card(record: Record) -> Html:
    """Show what a reader needs to judge an answer, and nothing that a program said of it: question, contexts, answer."""
    contexts = "".join(_context(name, escape(text)) for name, text in zip(record.retrieved_ids, record.contexts)) or "<p>Nothing came.</p>"
    body = f"<p style='margin:.3em 0'><b>Asked:</b> {escape(record.question)}</p>{contexts}{_answer(record)}"
    told = [f"{record.id}. {record.question}", *(f"[{name}] {text}" for name, text in zip(record.retrieved_ids, record.contexts)), f"Answer: {record.answer}"]
    return Html(_card(record.id, body), "\n".join(told))


def audit_stepper(row: Row, evidence: Sequence[str] = ()) -> Html:
    """Step through failed → retrieval → chunking → generation → data with one audited row.

    What is counted is ticked, what it is divided by is framed; ``evidence``, the words that hold the right answer, and the words of the answer are
    marked in the contexts where they stand. The steps after the one that decided say that they were not asked.
    """
    bodies = [_failed(row), _retrieval(row), _chunking(row, evidence), _generation(row), _data(row)]
    return in_order(f"Case {row.id}, one question after the other", row, bodies)


def _failed(row: Row) -> str:
    record, stated = row.record, _ticked(row.findings.ideal, row.findings.stated)
    asked = f"<p>Asked: <i>{escape(record.question)}</i><br>Answered: <i>{escape(record.answer)}</i></p>"
    if row.evidence.refused:
        return f"{asked}<p>{REFUSED[row.evidence.answerable]}</p>"
    said = f"{asked}<p>An ideal answer says what is framed; ticked is what this one says:</p>{_share('correctness', stated)}"
    if row.diagnosis.label != "RIGHT-BY-ACCIDENT":
        return said
    return f"{said}<p>And ticked here is what the contexts support:</p>{_share('faithfulness', _ticked(row.findings.claims, row.findings.verdicts))}"


def _retrieval(row: Row) -> str:
    needed = list(dict.fromkeys(row.record.relevant_ids or ()))
    came = retrieved(row.record)
    hits = [each for each in needed if each in came]
    ranking = chips(row.record.retrieved_ids, [name for name, page in zip(row.record.retrieved_ids, came) if page in needed])
    counted = f"<b>{len(hits)}</b> ticked of {len(needed)} framed: recall {len(hits)}/{len(needed)} = {len(hits) / len(needed):.2f}" if needed else "nobody labelled a page"
    return f"<p>Came: {ranking}</p><p>Needed: {frame(' '.join(chip(each, each in hits) for each in needed))}<br>{counted}</p>"


def _chunking(row: Row, evidence: Sequence[str]) -> str:
    shown = _contexts(row.record, evidence)
    whole = evidence and all(any(quote in text for text in row.record.contexts) for quote in evidence)
    if whole:
        return f"{shown}<p>Marked: the evidence. It stands whole in what came, so a careful reader could answer.</p>"
    told = "The labelled evidence does not stand whole in it." if evidence else "Nothing in it is labelled as evidence."
    told += " No program can settle this: a person reads it cold and asks whether a boundary cut it."
    return f"{shown}<p>{told}{'' if row.reviewed_by else ' Nobody said so of this case, so the next question is asked.'}</p>"


def _generation(row: Row) -> str:
    found = row.findings
    if row.evidence.refused:
        return "<p>It refuses, with what came in hand. It claims nothing, so its faithfulness is undefined.</p>"
    answers = "left open" if isinstance(found.relevance, Unscored) or found.relevance.answers is None else "yes" if found.relevance.answers else "no"
    quotes = _closest(row)
    marked = f"<p>Marked: for each ticked claim, the sentence that shares most words with it.</p>{_quoted(row.record, quotes)}" if quotes else ""
    return (
        f"<p>Each claim of the answer is framed; ticked is what the contexts support:</p>{_share('faithfulness', _ticked(found.claims, found.verdicts))}"
        f"{marked}<p>Does it answer the question? <b>{answers}</b></p>"
    )


def _data(row: Row) -> str:
    shown = _quoted(row.record, [row.record.answer]) or _contexts(row.record, [])
    return f"{shown}<p>Marked: the words of the answer, where they stand on the page. Right would be: <b>{escape(row.record.reference or 'nobody said')}</b>.</p>"


def _ticked(claims: Iterable[str] | Unscored, verdicts: Iterable | Unscored) -> list[tuple[str, bool]] | str:
    """Each claim with whether it is supported; the reason in words where there are none."""
    if isinstance(claims, Unscored) or isinstance(verdicts, Unscored):
        return next(each.reason for each in (claims, verdicts) if isinstance(each, Unscored))
    return [(claim, verdict.label == SUPPORTED) for claim, verdict in zip(claims, verdicts)]


def _share(name: str, ticked: list[tuple[str, bool]] | str) -> str:
    if isinstance(ticked, str) or not ticked:
        return f"<p>{name} is not scored: {escape(ticked or 'nothing is claimed')}</p>"
    good = sum(supported for _, supported in ticked)
    claims = "<br>".join(_claim(claim, supported) for claim, supported in ticked)
    return f"{frame(claims)}<p><b>{good}</b> ticked of {len(ticked)} framed: {name} {good}/{len(ticked)} = {good / len(ticked):.2f}</p>"


def _claim(claim: str, supported: bool) -> str:
    border = "3px solid #009E73" if supported else "1px solid #888"
    return f"<span style='display:inline-block;margin:.12em 0;border:{border};border-radius:4px;padding:0 .4em'>{'✓' if supported else '✗'} {escape(claim)}</span>"


def _closest(row: Row) -> list[str]:
    """For each supported claim the sentence of the contexts that shares most content words with it."""
    found = row.findings
    if isinstance(found.claims, Unscored) or isinstance(found.verdicts, Unscored):
        return []
    quotes = [quote for text in row.record.contexts for quote in sentences(text)]
    claims = [set(content_words(claim)) for claim, verdict in zip(found.claims, found.verdicts) if verdict.label == SUPPORTED]
    return list(dict.fromkeys(max(quotes, key=lambda quote: len(words & set(content_words(quote)))) for words in claims if quotes))


def _quoted(record: Record, quotes: Sequence[str]) -> str:
    """The contexts that hold one of the quotations, marked; nothing where none does."""
    pairs = [(name, text) for name, text in zip(record.retrieved_ids, record.contexts) if any(quote in text for quote in quotes)]
    return "".join(_context(name, marked(text, quotes)) for name, text in pairs)


def _contexts(record: Record, quotes: Sequence[str]) -> str:
    return "".join(_context(name, marked(text, quotes)) for name, text in zip(record.retrieved_ids, record.contexts))


def _context(name: str, html: str) -> str:
    return (
        "<div style='margin:.5em 0;padding:.3em .7em;border-left:4px solid #0072B2'>"
        f"<b>{escape(name)}</b><div style='white-space:pre-line;margin-top:.2em'>{html}</div></div>"
    )


def _answer(record: Record) -> str:
    return f"<p style='margin:.5em 0;padding:.3em .7em;border:2px solid #888;border-radius:6px'><b>Answered:</b> {escape(record.answer)}</p>"


def _card(name: str, body: str) -> str:
    return f"<div style='border:1px solid #8888;border-radius:6px;padding:.2em 1em;margin:.4em 0;max-width:46em'>{box(f'Case {name}', body)}</div>"
