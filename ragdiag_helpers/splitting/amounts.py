"""Whether a sentence states an amount: a number, a sum or a share that is no page, section, date, link or error code.

A sentence with an amount is never left out as a citation or a refusal, unless the amount only belongs to what is asked for.
"""

import re

from .clauses import has_verb

AMOUNT = re.compile(
    r"\d|[$€£¥₹₽₩%‰]|\b(?:dollars?|euros?|pounds? sterling|percent|cents?)\b", re.IGNORECASE
)
MONEY = re.compile(r"[$€£¥₹₽₩%‰]|\b(?:dollars?|euros?|percent|cents?)\b", re.IGNORECASE)
# Numbers that name a place, a time or a case, and count nothing.
MARKS = re.compile(
    r"https?://\S+|www\.\S+|\[[^\]\n]{0,80}\]|【[^】\n]{0,80}】|"
    r"\b(?:pp?|pages?|sections?|sect?|chapters?|ch|articles?|art|paragraphs?|lines?|figures?|fig|tables?|tab|steps?|parts?|volumes?|vol|"
    r"notes?|items?|documents?|docs?|passages?|chunks?|sources?|contexts?|version|v|nos?|number|error|errors|code|status|http|phone|tel|"
    r"extension|ext|call|line|iso|rfc|isbn|doi|edition)\b[.:#\s]{0,3}v?\d[\d.,–-]*(?:\s*(?:,|and|to|–|-)\s*\d[\d.–-]*)*|"
    r"§+\s*\d[\d.]*|\+\d[\d\s()-]{5,20}|\b1?-?\d{3}-\d{3,4}(?:-\d{3,4})?\b|"
    r"\b24/7\b|\b\w{0,30}[A-Za-z_]\w{0,30}[-_./]\w{0,30}\d[\w./-]{0,60}|"
    r"\b\d[\w-]{0,60}\.(?:md|pdf|txt|html?|docx?)\b|"
    r"\b[\w-]{1,60}\.(?:md|pdf|txt|html?|docx?)\b|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
# In a refusal also what only counts the documents, or names the thing: "the 3 passages", "not 100% sure", "X200", "a 30-day trial".
NAMES = re.compile(
    r"\b\d+ (?:\w+ ){0,2}?(?:docs?|documents?|passages?|chunks?|pages?|sources?|results?|articles?|files?|excerpts?|snippets?|texts?)\b|"
    r"\b100 ?% (?:sure|certain|confident)|\b[A-Za-z]{1,30}-?\d+\w*|\b\d+[A-Z]\b|\b\d+-[a-z]+\b",
)
# Up to where a refusal states nothing: what comes behind these words is what was asked for.
ASKED = re.compile(
    r"\b(?:whether|if|what|how|when|where|who|why|about|on|regarding|concerning|as to|for|of|after|before|since|in|that|"
    r"mention|mentioned|say|says|state|states|cover|covers|specify|describe|discuss|address|list|explain)\b", re.IGNORECASE
)
COMPARED = re.compile(
    r"\b(?:than|except(?: for)?|other than|besides|apart from|instead of|beyond|only)\b[^;]{1,80}?\b(?:at|for|with|which|that|costs?)\b",
    re.IGNORECASE,
)
WHICH = re.compile(
    r",\s+(?:which|who)\s+(?!(?:is|are|was|were|does|do|did|has|have|had|can|could|would|will|may|might)\s+(?:not|never|what|why)\b)"
    r"(?!.{0,80}\b(?:docs?|documents?|documentation|context|sources?|passages?|means|makes|answer)\b)(\w+)\s+(?=\S)",
    re.IGNORECASE,
)


def has_amount(text: str) -> bool:
    """Whether a text holds an amount.

    >>> has_amount("Pro costs 99 dollars."), has_amount("Source: page 3 of the handbook")
    (True, False)
    """
    return bool(AMOUNT.search(MARKS.sub(" ", text)))


def states_amount(text: str) -> bool:
    """Whether a line behind "Source:" is a statement: an amount of money or a share, or a verb and some other number.

    >>> states_amount("Pro costs 99 dollars."), states_amount("handbook.pdf, p. 12"), states_amount("Prices 2024, chapter 3")
    (True, False, False)
    """
    bare = MARKS.sub(" ", text)
    return bool(MONEY.search(bare)) or (bool(AMOUNT.search(bare)) and has_verb(text))


def states_beside_refusing(sentence: str) -> bool:
    """Whether a sentence that refuses also states something: an amount that was not asked for, or a fact behind ", which".

    >>> states_beside_refusing("I cannot find a plan cheaper than Pro at 99 dollars.")
    True
    >>> states_beside_refusing("I don't know whether Pro costs 99 dollars.")
    False
    """
    if WHICH.search(sentence):
        return True
    sentence = NAMES.sub(" ", sentence)
    if not has_amount(sentence):
        return False
    asked = ASKED.search(sentence)
    sure = [sentence[: asked.start()] if asked else sentence, *re.findall(r"\(([^()\n]{1,80})\)", sentence)]
    return any(map(has_amount, sure)) or any(has_amount(sentence[found.start() :]) for found in COMPARED.finditer(sentence))
