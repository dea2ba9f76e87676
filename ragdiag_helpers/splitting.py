"""An answer in claims: what it says, one checkable sentence each; and whether it says anything at all.

Decisions. Greetings, thanks, offers, announcements, questions and lists of sources make no claim. A heading or a lead-in ("You
can use:") goes before the list items that need it. "Yes." or "No." alone is a claim; before a sentence it is dropped, because the
sentence says what is meant and no context can support a bare "No"; before a fragment ("Yes, blue.") it stays. An answer that only
refuses makes no claim; of a sentence that refuses in one half and states a fact in the other, the fact is the claim.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .split_blocks import Block, blocks, neighbours
from .split_clauses import FINITE, NOUNS, SINGULAR, has_verb, split_clauses
from .split_phrases import (
    SOURCE_LINE, SOURCES, YES_NO, YES_NO_FIRST, capitalised, is_courtesy, is_question, is_redirect, uncapitalised, without_citations,
    without_opening,
)
from .split_refusals import is_about_documents, is_bare_refusal, plain, refuses
from .split_sentences import split_sentences

CONTRAST = re.compile(r"(?:,|;|\s[-–—]+|—)?\s+(?:but|however|yet|though|although|nevertheless)\b,?\s+|\s*[;—]\s*|\s[-–—]+\s|\.\s+(?=However)", re.IGNORECASE)
CONCESSION = re.compile(r"\W*(?:while|although|though|even though|whereas|despite the fact that)\s+([^,]{3,200}),\s+(?=\S)", re.IGNORECASE)
LINKS = frozenset("the a an to of for in on at by with from and or as is are was were be than when if where using via include including".split())
PRONOUNS = frozenset("it you they we i which that can must should may will to".split())
FRAGMENT = frozenset("for to in on at by with from within but and or only up until if when except via through as because since than about over under after".split())
FOLLOWING = re.compile(r"\b(?:following|below|these|as follows)\b", re.IGNORECASE)
EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,400}?)(?<=[^\s*])\1(?![\w*])")
CODE = re.compile(r"(`[^`\n]+`)")


class Statement(NamedTuple):
    """A sentence or fragment that stands alone; ``whole`` if it must not be cut."""

    text: str
    whole: bool = False


def split_claims(text: str) -> tuple[str, ...]:
    """Return the claims of an answer in order, each one checkable alone; () for a refusal, a greeting or blank text.

    Sentences, list items, table rows and code blocks, without citations and courtesies; "X costs 5 and has Y" becomes two claims
    where that cannot change what is said. Never a claim that the answer does not make. Written for English; full stops of other
    scripts are known too. Raises ValueError for what is not a string.

    >>> split_claims("Sure! The kit supports:\\n- Python\\n- Go\\n\\nIt costs 3.5 dollars and includes a lid [1].")
    ('The kit supports Python', 'The kit supports Go', 'It costs 3.5 dollars.', 'It includes a lid.')
    """
    if not isinstance(text, str):
        raise ValueError(f"an answer is a string, not a {type(text).__name__}; pass its text")
    refused, claims = _read(text)
    return () if refused and _says_nothing(claims) else tuple(claims)


def is_refusal(text: str) -> bool:
    """Return True if an answer as a whole abstains: it says that the documents do not say, or it is blank or "N/A".

    Advice to ask elsewhere, an offer or a remark on what the documents treat does not turn a refusal into an answer; a fact does. Raises
    ValueError for what is not a string.

    >>> is_refusal("Sorry, the docs don't say. Anything else?"), is_refusal("I don't have the price, but it ships in 3 days.")
    (True, False)
    """
    if not isinstance(text, str):
        raise ValueError(f"an answer is a string, not a {type(text).__name__}; pass its text")
    refused, claims = _read(text)
    return refused and _says_nothing(claims)


def _says_nothing(claims: list[str]) -> bool:
    return all(is_redirect(claim) or is_about_documents(claim) for claim in claims)


def _read(text: str) -> tuple[bool, list[str]]:
    """Whether some sentence refuses, and the claims of the others."""
    if is_bare_refusal(without_citations(text)):
        return True, []
    refused, claims = False, []
    pending = ""
    for statement in _statements(text):
        if statement.whole:
            claims.append(statement.text)
            continue
        parts = list(_facts(statement.text))
        refused = refused or None in parts
        for part in parts:
            if part is None or _is_no_claim(part):
                continue
            if YES_NO.fullmatch(plain(part)):
                pending = part
                continue
            claims.extend(_claims(part, pending))
            pending = ""
    return refused, claims or ([pending] if pending else [])


def _is_no_claim(sentence: str) -> bool:
    return is_courtesy(sentence) or is_question(sentence) or bool(SOURCE_LINE.match(sentence))


def _claims(sentence: str, answer: str) -> list[str]:
    """The claims of one sentence that comes after ``answer`` ("Yes." or nothing)."""
    first = YES_NO_FIRST.match(sentence)
    rest = sentence[first.end() :] if first else sentence
    if first and _is_sentence(rest):
        sentence = capitalised(rest)
    elif answer and not _is_sentence(sentence):
        sentence = f"{answer.rstrip('.!, ')}, {uncapitalised(sentence)}"
    return [claim for claim in split_clauses(sentence) if re.search(r"\w", claim)]


def _is_sentence(text: str) -> bool:
    """Whether a text says something without the "Yes" before it: a verb, or four words that do not begin like a fragment."""
    words = text.lower().split()
    return has_verb(text) or (len(words) > 3 and words[0].strip(",") not in FRAGMENT)


def _facts(sentence: str) -> Iterator[str | None]:
    """The parts of a sentence that state something; None for each part that refuses."""
    concession = CONCESSION.match(sentence)
    halves = [concession[1], sentence[concession.end() :]] if concession else CONTRAST.split(sentence)
    flags = [refuses(half) for half in halves]
    if refuses(sentence) and not any(flags):
        yield None
    elif not any(flags):
        yield without_opening(sentence)
    else:
        for half, flag in zip(halves, flags):
            if flag:
                yield None
            elif half.strip():
                yield without_opening(capitalised(half.strip()))


def _statements(text: str) -> Iterator[Statement]:
    """The sentences of all blocks, each with the lead-in that it needs."""
    heading, leads, in_sources = "", [], False
    for block, after in neighbours(blocks(text)):
        block = block if block.kind == "code" else block._replace(text=_clean(block.text))
        if block.kind == "bold":
            block = block._replace(kind="heading" if after.kind in ("item", "row") or block.text.endswith(":") else "text")
        if block.kind == "heading" and after.kind != "end":
            in_sources = bool(SOURCES.fullmatch(plain(block.text)))
            heading, leads = "" if in_sources or is_courtesy(block.text) or is_question(block.text) else block.text, []
            if has_verb(block.text) and len(block.text.split()) > 3 and heading and after.kind == "text":
                yield Statement(heading)
            continue
        if block.kind == "text" and not in_sources:
            leads = []
        elif block.kind == "item":
            leads = [lead for lead in leads if lead[0] < block.indent]
        if SOURCES.fullmatch(plain(block.text)) and after.kind != "end":
            in_sources = True
        if in_sources:
            continue
        yield from _block_statements(block, after, heading, leads)


def _block_statements(block: Block, after: Block, heading: str, leads: list[tuple[int, str]]) -> Iterator[Statement]:
    lead = leads[-1][1] if leads else ""
    if block.kind == "code":
        yield Statement(f"{lead.rstrip(': ')}:\n{block.text}" if lead else block.text, True)
        return
    sentences = [block.text] if block.kind == "row" else split_sentences(block.text)
    own = ""
    if sentences and _leads_on(sentences[-1], block, after):
        own = sentences.pop()
    for place, sentence in enumerate(sentences):
        yield Statement(_joined(lead, heading, sentence, place))
    if own:
        leads.append((-1 if block.kind != "item" else block.indent, _lead(lead, own, heading)))


def _leads_on(sentence: str, block: Block, after: Block) -> bool:
    """Whether a sentence is the lead-in of the block after it."""
    if after.kind not in ("item", "code", "row") or (block.kind == "item" and after.kind == "item" and after.indent <= block.indent):
        return False
    if block.kind == "row":
        return False
    bare = not re.search(r"[.!?。！？।؟]$", sentence)
    return sentence.endswith((":", "：")) or (bare and after.kind == "item") or (after.kind == "item" and bool(FOLLOWING.search(sentence)))


def _lead(lead: str, own: str, heading: str) -> str:
    facts = [part for part in _facts(own) if part and not is_courtesy(part)]
    return _join(lead, facts[-1]) if facts else ""


def _joined(lead: str, heading: str, sentence: str, place: int) -> str:
    """The sentence with the lead-in or heading that it cannot do without."""
    if lead and (place == 0 or not has_verb(sentence)):
        return _join(lead, sentence)
    if heading and not lead and place == 0 and not has_verb(sentence) and not _is_no_claim(sentence) and not refuses(sentence):
        return f"{heading.rstrip(':： ')}: {sentence}"
    return sentence


def _join(lead: str, text: str) -> str:
    """"It supports:" and "Python" as "It supports Python"; other lead-ins keep their colon."""
    if not lead:
        return text
    stem = re.sub(r"[\s:：.]+$", "", lead)
    text = re.sub(r"(?:[;,]| and| or|, and|, or)+$", "", text)
    return f"{stem} {uncapitalised(text)}" if _goes_straight_on(stem) else f"{stem}: {text}"


def _goes_straight_on(stem: str) -> bool:
    """Whether a lead-in ends in a verb or a preposition: "You can use", not "The plans"."""
    *before, word = re.split(r"\W+", stem[-60:].lower())
    if word in LINKS or (before and before[-1] in PRONOUNS and word in FINITE):
        return True
    return bool(before) and before[-1] not in ("the", "a", "an", "your", "our") and word in SINGULAR and word not in NOUNS


def _clean(text: str) -> str:
    """Text without citations and emphasis marks; inline code stays as it is."""
    parts = CODE.split(text)
    parts[::2] = [EMPHASIS.sub(r"\2", each) for each in parts[::2]]
    return without_citations("".join(parts)).strip()
