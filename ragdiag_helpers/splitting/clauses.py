"""Two claims in one sentence: "X costs 5 and has a lid" where, and only where, taking it apart cannot change what is said."""

import re

from .verbs import BASE_OF_PLAIN, FINITE, MODAL, NOUN_VERBS, NOUNS, PLAIN_VERBS, PLURAL, SINGULAR, SURE

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# Words in the first half that could reach over "and", or that show that its verb is not the main one.
REACHING = re.compile(
    r"\b(?:not|never|no|neither|nor|either|both|between|only|hardly|rarely|seldom|without|unless|if|when|whether|that|which|who|whose|"
    r"where|while|because|since|until|"
    r"although|though|than|as|like|or|and|how|what|why|to|may|might|should|could|would|let|lets|help|helps|each of|any of|few|fewer|"
    r"exactly|at most|none)\b|n['’]t\b|:(?!\d)|[;()\"“”?]",
    re.IGNORECASE,
)
# Words in the second half that could belong to both.
SHARED = re.compile(
    r"\b(?:if|when|unless|only|until|while|after|before|during|except|where|since|because|so|but|as|once|whenever|although|though|which|"
    r"that|respectively|both|all|"
    r"otherwise|instead|together|alike|per|too|it|them|him|her)\b|\b(?:on|in|at|for|with|within|under|from|by|through|via|without|across|"
    r"into|over|between)\b(?!\s+(?:up to |about |at least |at most )?\W?\d)|:(?!\d)|[;()\"“”?]",
    re.IGNORECASE,
)
AND_VERB = re.compile(r",?\s+and\s+(?=(?:(?:also|then|always|automatically|usually)\s+)?(\S+)\s+(\S+))")
DETERMINED = re.compile(
    r"(?:the|a|an|its|their|your|up|at|about|around|over|no|any|all|every|each|this|that|these|those|it|them|you|only|from|to|"
    r"\W?\d[\w.,%]*|[A-Z]\w*|unlimited|several|many|more|out|one|two|three|four|five|six|seven|eight|nine|ten)\b|`|\$|€|£"
)
CLAUSE_AND = re.compile(r",\s+(?:and|but|while|whereas)\s+")
DEPENDENT = re.compile(
    r"(?:otherwise|else|or|instead|similarly|if (?:\w+ )?\w+,|if not|if so|then|this|that|these|those|which|in that case|for example|for instance|e\.g\.|i\.e\.|namely|such as|"
    r"not|even|only|so)\b", re.IGNORECASE
)
CONDITION = re.compile(
    r"\b(?:if|when|unless|once|until|because|since|although|though|whether|while|where|either|neither|both|between|as long as|provided|"
    r"depending|assuming|so that|not only)\b", re.IGNORECASE
)
OPENERS = frozenset("the a an it its they their you your there each every all no then most some".split())
LONGEST = 600


def has_verb(text: str) -> bool:
    """Whether a text holds a finite verb after its first word, as far as a list of common verbs can tell."""
    words = [word.replace("’", "'").lower() for word in WORD.findall(text[:LONGEST])]
    pairs = list(zip(words[1:], [*words[2:], ""]))
    return any(word in SURE or (word in FINITE and word not in NOUNS and DETERMINED.match(after)) for word, after in pairs)


def split_clauses(sentence: str) -> list[str]:
    """The claims of one sentence; the sentence itself wherever a cut could change its meaning.

    >>> split_clauses("The mug costs 9 euros and includes a lid.")
    ['The mug costs 9 euros.', 'The mug includes a lid.']
    >>> split_clauses("It costs between 3 and 5 euros.")
    ['It costs between 3 and 5 euros.']
    """
    if len(sentence) > LONGEST:
        return [sentence]
    return [claim for part in _semicolons(sentence) for half in _full_clauses(part) for claim in _shared_subject(half)]


def _semicolons(sentence: str) -> list[str]:
    parts = re.split(r"(?<=[^\s;])\s*[;؛；]\s+(?=\S)", sentence)
    bare = re.sub(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|\([^()]*\)", "", sentence)
    whole = len(parts) < 2 or bare.count(";") + bare.count("؛") + bare.count("；") < len(parts) - 1 or CONDITION.match(parts[0])
    if whole or not all(_is_clause(part) and _own_subject(part) for part in parts[1:]):
        return [sentence]
    return [closed(_capital(part), sentence) for part in parts]


def _is_clause(text: str) -> bool:
    """Whether a text stands alone: a subject, a finite verb, and no word that leans on what was said before."""
    words = WORD.findall(text)
    first = words[0].lower() if words else ""
    lean = DEPENDENT.match(text) and not re.match(r"then\s+(?:the|a|an|it|you|they|your)\b", text, re.IGNORECASE)
    return len(words) > 2 and not lean and first not in FINITE and any(_finite(word) for word in words[1:5])


def _finite(word: str) -> bool:
    low = word.replace("’", "'").lower()
    return low in SINGULAR or low in MODAL or low in PLURAL


def _full_clauses(sentence: str) -> list[str]:
    """Cut at ", and" or ", but" between two whole clauses."""
    match = CLAUSE_AND.search(sentence)
    if not match or CLAUSE_AND.search(sentence, match.end()):
        return [sentence]
    left, right = sentence[: match.start()], sentence[match.end() :]
    quoted = any(left.count(mark) % 2 for mark in '"`') or left.count("(") != left.count(")") or left.count("“") != left.count("”")
    conditional = CONDITION.search(left) or CONDITION.search(right)
    if quoted or conditional or "," in left or ":" in left or not (_is_clause(left) and _own_subject(right)):
        return [sentence]
    return [closed(left, sentence), closed(_capital(right), sentence)]


def _own_subject(text: str) -> bool:
    subject = re.match(r"(?:the|a|an|its|their|your|each|every|all|most|some|no|it|they|you|there|[A-Z0-9]\S*)\s", text, re.IGNORECASE)
    clear = subject and (subject[0].strip().lower() in "the a an its their your each every all most some no it they you "
        "there".split() or text[0].isupper())
    return bool(clear) and not DEPENDENT.match(text) and any(_finite(word) for word in WORD.findall(text)[1:5])


def _shared_subject(sentence: str) -> list[str]:
    """Cut at "and" before a second verb of the same subject, and give it that subject."""
    cuts = list(AND_VERB.finditer(sentence))
    if len(cuts) != 1 or len(re.findall(r"\band\b", sentence)) != 1:
        return [sentence]
    cut = cuts[0]
    left, right = sentence[: cut.start()], sentence[cut.end() :]
    found = _subject(left)
    if not found:
        return [sentence]
    subject, verb, complement = found
    if not _same_verb_form(verb, complement, cut[1].lower(), cut[2]) or not _loose_end(right):
        return [sentence]
    return [closed(left, sentence), closed(f"{subject} {right}", sentence)]


def _subject(left: str) -> tuple[str, str, str] | None:
    """Subject, first finite verb and what follows it, where nothing in the first half reaches over "and"."""
    lead = re.match(r"(?:On|In|For|With|At|By|Under|During|From)\s[^,]{1,40},\s", left)
    start = lead.end() if lead and not any(_finite(word) for word in WORD.findall(lead[0])) else 0
    core = re.sub(r"\bup to\b|\bin order\b", "upto", left[start:])
    if REACHING.search(core) or "," in core:
        return None
    for match in WORD.finditer(left, start):
        low = match[0].lower()
        if low in SINGULAR or low in ("are", "were", "have"):
            subject, complement = left[: match.start()].strip(), left[match.end() :].strip()
            short = 0 < len(subject[start:].split()) <= 6
            return (subject, low, complement) if short and complement else None
    return None


def _same_verb_form(verb: str, complement: str, second: str, after: str) -> bool:
    """Whether the second verb goes with the subject of the first, and cannot be a noun in a list."""
    if re.search(r"\b(?:from|of|with|by|in|on|at|for)$", complement) or re.fullmatch(r"\w+ing", complement):
        return False
    if verb in ("are", "were", "have"):
        if second in ("are", "were", "have"):
            return True
        short = len(complement.split()) <= 3 and not re.search(r"ed$", complement)
        return verb == "are" and short and second in PLURAL and (second in BASE_OF_PLAIN or bool(DETERMINED.match(after)))
    if second in NOUN_VERBS:
        return bool(DETERMINED.match(after))
    return second in PLAIN_VERBS


def _loose_end(right: str) -> bool:
    """Whether nothing at the end of the second half could belong to the first half too."""
    words = re.sub(r"^(?:(?:also|then|always|automatically|usually)\s+)?\S+\s+(?:\w+ed\s+|kept\s+|made\s+|sent\s+|run\s+)?(?:in|on|at|"
        r"for|with|from|by|as|within|into)\s", "", right)
    words = re.sub(r"\bper (?:month|year|day|hour|minute|second|week|user|seat|person|key|request|account)\b|\bup to\b", "", words)
    return not SHARED.search(words) and "," not in re.sub(r"(?<=\d),(?=\d)", "", words)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] if re.match(r"[^\W_]*", text)[0] in OPENERS else text


def closed(part: str, sentence: str) -> str:
    """The part with the full stop of its sentence."""
    stop = re.search(r"[.!。！।۔]+$", sentence)
    return part if not stop or re.search(r"[.!。！।۔][\"'”’)]*$", part) else part.rstrip(" ,;") + stop[0]
