"""An answer in claims: what it says, one checkable sentence each; and whether it says anything at all.

Decisions. Greetings, thanks, offers, announcements, questions and lists of sources make no claim. A heading or a lead-in ("You
can use:") goes before the list items that need it. "Yes." or "No." alone is a claim; before a sentence it is dropped, because the
sentence says what is meant and no context can support a bare "No"; before a fragment ("Yes, blue.") or behind "Short
answer:" it stays. An offer or greeting that counts something or gives a reason is a claim. An answer that only refuses makes no claim;
of a sentence that refuses in one half and states a fact in the other, the fact is the claim.
An amount is never left out as a citation or a refusal, unless it is a page, a link or the like, or what was asked for.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from .amounts import has_amount
from .clauses import has_verb, split_clauses
from .facts import facts, is_no_claim
from .leads import statements
from .phrases import YES_NO, YES_NO_FIRST, capitalised, is_redirect, is_verdict, uncapitalised, without_citations
from .refusals import is_about_documents, is_bare_refusal, plain

FRAGMENT = frozenset(
    "for to in on at by with from within but and or only up until if when except via through as because since than about over under "
    "after".split()
)


def split_claims(text: str) -> tuple[str, ...]:
    """Return the claims of an answer in order, each one checkable alone; () for a refusal, a greeting or blank text.

    Sentences, list items, table rows and code blocks, without citations and courtesies; "X costs 5 and has Y" becomes two claims
    where that cannot change what is said. Never a claim that the answer does not make. Written for English; full stops of other
    scripts are known too, and a refusal as ``is_refusal`` knows it. Raises ValueError for what is not a string.

    >>> split_claims("Sure! The kit supports:\\n- Python\\n- Go\\n\\nIt costs 3.5 dollars and includes a lid [1].")
    ('The kit supports Python', 'The kit supports Go', 'It costs 3.5 dollars.', 'It includes a lid.')
    """
    refused, claims = _read(text)
    return () if refused and _says_nothing(claims) else tuple(claims)


def is_refusal(text: str) -> bool:
    """Return True if an answer as a whole abstains: it says that the documents do not say, or it is blank or "N/A".

    Advice to ask elsewhere, an offer or a remark on what the documents treat does not turn a refusal into an answer; a fact does. English;
    only the plainest refusals in Spanish, German, French, Portuguese, Chinese, Japanese and Russian, and none in any other language.
    Raises ValueError for what is not a string.

    >>> is_refusal("Sorry, the docs don't say. Anything else?"), is_refusal("I don't have the price, but it ships in 3 days.")
    (True, False)
    """
    refused, claims = _read(text)
    return refused and _says_nothing(claims)


def _says_nothing(claims: Sequence[str]) -> bool:
    return all(is_redirect(claim) or (is_about_documents(claim) and not has_amount(claim)) for claim in claims)


def _read(text: str) -> tuple[bool, tuple[str, ...]]:
    """Whether some sentence refuses, and the claims of the others."""
    if not isinstance(text, str):
        raise ValueError(f"an answer is a string, not a {type(text).__name__}; pass its text")
    return _read_once(text)


@lru_cache(maxsize=1024)  # an audit asks several times about one answer
def _read_once(text: str) -> tuple[bool, tuple[str, ...]]:
    if is_bare_refusal(without_citations(text)):
        return True, ()
    refused, claims, answer = False, [], ""
    for statement in statements(text):
        for part in [statement.text] if statement.whole else facts(statement.text):
            refused = refused or part is None
            if part is None or is_no_claim(part):
                continue
            if YES_NO.fullmatch(plain(part)) and not is_verdict(statement.text):
                answer = part
                continue
            claims.extend([part] if statement.whole else _claims(part, answer))
            answer = ""
    return refused, tuple(claims or ([answer] if answer else []))


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
