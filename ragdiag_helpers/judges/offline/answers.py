"""Whether an answer answers its question, as far as rules can be sure of it; None for all that they cannot."""

import re
from collections.abc import Callable

from ...verdicts import Relevance
from .blocks import split_sentences
from .clauses import parse
from .matching import same
from .pages import find_names
from .quantities import UNITS
from .tokens import READER, Sentence, Token

# What a question asks for, by its first words, and the kinds of value that answer it.
_ASKED = (
    (r"how long|for how long|how old", {"time"}),
    (r"how often|how frequently", {"period"}),
    (r"how much (?:does|do|is|are|will|would)|what (?:is|are) the (?:price|cost|fee)s?|what (?:does|do) .{1,60} cost", {"money"}),
    (r"how much|how big|how large", {"size", "volume", "mass", "share", "money"}),
    (r"how many", {"count"}),
    (r"how (?:hot|cold|warm)", {"heat"}),
    (r"how (?:far|high|wide|deep|tall)", {"length"}),
    (r"(?:at )?what time|when", {"clock", "date", "period"}),
)
_YES_NO = re.compile(r"(?:can|could|may|does|do|did|is|are|was|were|will|would|must|should|has|have)\b", re.IGNORECASE)
_HOW = re.compile(r"how (?:do|can|should|must) (?:i|we|you|one) ", re.IGNORECASE)
_WHICH = re.compile(r"(?:in |on |with |for )?(?:which|what) (\w+)", re.IGNORECASE)
# Prepositions that ask for something else than the thing they stand with: "the plan above Plus".
_BESIDE = frozenset("above below over under before after without than".split())
_MAX_CHARS = 4000


def fits(question: str, answer: str, split: Callable[[str], tuple[str, ...]]) -> Relevance:
    """Whether the answer answers the question, with a reason.

    False for an empty answer and for a refusal. True where the question asks for a value (how long, how much, when, which ...) and
    the answer gives one of that kind together with all that the question is about, where a short answer is nothing but such a value,
    and where a question that wants yes or no gets it. None for all else. ``questions`` are the claims of the answer: offline no question
    can be written, so each claim stands for the question that it would answer.

    >>> fits("How long are logs kept?", "30 days.", lambda text: (text,)).answers
    True
    """
    from ...splitting import is_refusal

    if not re.search(r"\w", answer):
        return Relevance(False, (), "The answer is empty.")
    if is_refusal(answer):
        return Relevance(False, (), "The answer is a refusal.")
    claims = tuple(split(answer))
    reason = _sure(question.strip()[:_MAX_CHARS], answer.strip()[:_MAX_CHARS])
    return Relevance(True if reason else None, claims, reason or "The rules cannot tell whether the answer answers the question.")


def _sure(question: str, answer: str) -> str:
    """Why the answer certainly answers the question, "" if that is not certain."""
    names = find_names([question, answer])
    sentences = [parse(text, names) for text in split_sentences(answer)]
    for pattern, kinds in _ASKED:
        match = re.match(pattern, question, re.IGNORECASE)
        if match:
            about = parse(question[match.end() :] if not re.match("what", pattern) else question[5:], names).tokens
            unit = next((UNITS[each.text.lower()][0] for each in about if "count" in kinds and each.text.lower() in UNITS), "")
            only = len(sentences) == 1
            given = any(_gives(each, {unit} if unit else kinds, about, only) for each in sentences)
            return "It gives the value that is asked for." if given else ""
    if _YES_NO.match(question):
        about = _topic(parse(question, names).tokens)
        yes = len(sentences) == 1 and re.match(r"(?:yes|no)\b", answer, re.IGNORECASE)
        short = yes and all(token.text.lower() in ("yes", "you") for token in sentences[0].tokens)
        covered = len(about) > 1 and any(_covers(each, about) for each in sentences)
        return "It says yes or no." if short else "It says whether that is so." if covered else ""
    how = _HOW.match(question)
    if how:
        about = _topic(parse(question[how.end() :], names).tokens)
        told = [each for each in sentences if each.has("must") or each.has("you")]
        return "It says how." if len(about) > 1 and any(_covers(each, about) and len(each.tokens) > len(about) for each in told) else ""
    which = _WHICH.match(question)
    if which:
        about = _topic(parse(question[which.end() :], names).tokens)
        return "It names what is asked for." if about and any(_covers(each, about) and _new_name(each, about) for each in sentences) else ""
    return ""


def _topic(tokens: list[Token]) -> list[Token]:
    """What a question is about: its words without "I", "you" and "cost"."""
    return [token for token in tokens if not token.keys & {READER, "i", "cost"}]


def _gives(sentence: Sentence, kinds: set[str], about: list[Token], only: bool) -> bool:
    """True if the sentence has a value of one of the kinds, and has the topic of the question (``only``: or nothing but that value)."""
    topic = _topic(about)
    values = [token for token in sentence.tokens if _kind(token) in kinds]
    rest = [token for token in sentence.tokens if token not in values and not any(same(token, each) for each in topic)]
    alone = only and all(token.is_period for token in rest) and len(sentence.tokens) <= 4
    missing = [each for each in topic if not any(_meets(each, token) for token in sentence.tokens)]
    if missing and missing[0].name and missing[0] is topic[0] and sentence.has("passive"):  # "they are kept" leaves the keeper out
        topic, missing = topic[1:], missing[1:]
    if "count" in kinds and topic and not alone:
        values = [token for token in values if any(0 < each.place - token.place <= 3 and same(topic[0], each) for each in sentence.tokens)]
    whole = bool(topic) and not missing or len(missing) == 1 < len(topic) - 1 and not missing[0].name and sentence.has("it")
    return bool(values) and (alone or whole)


def _meets(asked: Token, said: Token) -> bool:
    """The same word, and not beside it: the plan above Plus is not Plus."""
    return same(asked, said) and (asked.word == said.word or asked.word not in _BESIDE)


def _kind(token: Token) -> str:
    if token.quantity:
        return token.quantity.family or "count"
    return "period" if token.is_period else ""


def _covers(sentence: Sentence, about: list[Token]) -> bool:
    return all(any(same(each, token) for token in sentence.tokens) for each in about)


def _new_name(sentence: Sentence, about: list[Token]) -> bool:
    """True if the sentence names something that the question does not, and not only within a phrase of the question."""
    old = {token.chunk for token in sentence.tokens if any(same(each, token) for each in about)}
    return any(token.name and token.chunk not in old for token in sentence.tokens)
