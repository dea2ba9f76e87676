"""Which words each sentence of an answer needs before it to stand alone: headings, and lead-ins such as "You can use:"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .amounts import states_amount
from .blocks import Block, blocks, neighbours
from .clauses import has_verb
from .facts import facts, is_no_claim
from .phrases import SOURCES, is_courtesy, is_question, uncapitalised, without_citations
from .refusals import plain, refuses
from .sentences import split_sentences
from .verbs import FINITE, NOUNS, SINGULAR

LINKS = frozenset(
    "the a an to of for in on at by with from and or as is are was were be than when if where using via include including".split()
)
PRONOUNS = frozenset("it you they we i which that can must should may will to".split())
SAYING = frozenset("says states reads notes warns explains say state read note".split())
FOLLOWING = re.compile(r"\b(?:following|below|these|as follows)\b", re.IGNORECASE)
HERE_ARE = re.compile(r"\A\W*\b(?:here|below)(?:\s+is|\s+are|['’]s|['’]re)\s+", re.IGNORECASE)
EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,400}?)(?<=[^\s*])\1(?![\w*])")
CODE = re.compile(r"(`[^`\n]+`)")


class Statement(NamedTuple):
    """A sentence or fragment that stands alone; ``whole`` if it must not be cut."""

    text: str
    whole: bool = False


def statements(text: str) -> Iterator[Statement]:
    """The sentences of all blocks, each with the lead-in that it needs."""
    heading, leads, in_sources = "", [], False
    for block, after in neighbours([_prepared(each) for each in blocks(text)]):
        if _is_heading(block, after):
            in_sources, heading, leads = _names_sources(block), _useful(block.text), []
            if heading and after.kind in ("text", "bold") and has_verb(heading) and len(heading.split()) > 3:
                yield Statement(heading)
            continue
        leads = [] if block.kind in ("text", "bold") else [lead for lead in leads if block.kind != "item" or lead[0] < block.indent]
        in_sources = in_sources or (_names_sources(block) and after.kind != "end")
        for statement in _of_block(block, after, heading, leads):
            if not in_sources or states_amount(statement.text):
                yield statement


def _prepared(block: Block) -> Block:
    return block if block.kind == "code" else block._replace(text=_clean(block.text))


def _is_heading(block: Block, after: Block) -> bool:
    """A heading with something under it; a line in bold is one only before a list or with a colon."""
    bold = block.kind == "bold" and (after.kind in ("item", "row") or block.text.endswith(":"))
    return (block.kind == "heading" or bold) and after.kind != "end"


def _names_sources(block: Block) -> bool:
    return bool(SOURCES.fullmatch(plain(block.text)))


def _useful(heading: str) -> str:
    """The heading if it says what the text under it is about, else nothing."""
    return "" if _names_sources(Block("", heading)) or is_courtesy(heading) or is_question(heading) else heading


def _of_block(block: Block, after: Block, heading: str, leads: list[tuple[int, str]]) -> Iterator[Statement]:
    """The statements of one block; adds its own lead-in, if it ends in one, to ``leads`` with its indent."""
    lead = leads[-1][1] if leads else ""
    if block.kind == "code":
        if re.search(r"\w", block.text):
            yield Statement(f"{lead.rstrip(': ')}:\n{block.text}" if lead else block.text, True)
        return
    sentences = [block.text] if block.kind == "row" else split_sentences(block.text)
    own = sentences.pop() if sentences and _leads_on(sentences[-1], block, after) else ""
    for place, sentence in enumerate(sentences):
        yield Statement(_joined(lead, heading, sentence, place))
    if own:
        leads.append((block.indent if block.kind == "item" else -1, _lead(lead, own)))


def _leads_on(sentence: str, block: Block, after: Block) -> bool:
    """Whether a sentence is the lead-in of the block after it."""
    beside = block.kind == after.kind and (block.kind == "quote" or (block.kind == "item" and after.indent <= block.indent))
    if after.kind not in ("item", "code", "row", "quote") or block.kind == "row" or beside:
        return False
    bare = not re.search(r"[.!?。！？।؟]$", sentence)
    return sentence.endswith((":", "：")) or (bare and after.kind == "item") or (after.kind == "item" and bool(FOLLOWING.search(sentence)))


def _lead(lead: str, own: str) -> str:
    """A lead-in with the one before it, without "Here are"; nothing if it only announces."""
    stated = [part for part in facts(own) if part and not is_courtesy(part)]
    return _join(lead, HERE_ARE.sub("", stated[-1])) if stated else ""


def _joined(lead: str, heading: str, sentence: str, place: int) -> str:
    """The sentence with the lead-in or heading that it cannot do without."""
    if lead and (place == 0 or not has_verb(sentence)):
        return _join(lead, sentence)
    if heading and not lead and place == 0 and not has_verb(sentence) and not is_no_claim(sentence) and not refuses(sentence):
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
    if word in SAYING:
        return False
    if word in LINKS or (before and before[-1] in PRONOUNS and word in FINITE):
        return True
    return bool(before) and before[-1] not in ("the", "a", "an", "your", "our") and word in SINGULAR and word not in NOUNS


def _clean(text: str) -> str:
    """Text without citations and emphasis marks; inline code stays as it is."""
    parts = CODE.split(text)
    parts[::2] = [EMPHASIS.sub(r"\2", each) for each in parts[::2]]
    return without_citations("".join(parts)).strip()
