"""A page as statements: its sentences, list items and table cells, each with the heading and the words it refers back to."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from .blocks import BULLET, blocks, clean, split_sentences
from .clauses import parse
from .dates import weekday
from .quantities import UNITS
from .simple import simple
from .tokens import Sentence, Token
from .wording import DEGREES, GRATIS

_BLANK_CELL = frozenset(["", "-", "–", "—"])
_NO = frozenset("no none ✗ ✘ x never n/a".split())
_YES = frozenset("yes ✓ ✔ included always".split())
_RUN_IN = re.compile(r"\s*\*\*([^*\n]{1,60})[.?!]\*\*\s+(?=\S)")  # "**Boat hire.** Canoes ..."
_LABEL = re.compile(r"[^.!?;:,]{1,40}[:–—]\s[^.!?;:,]{1,40}")  # "`-l N`: compression level, from 1 to 9."
_BEFORE, _BEHIND = 8, 4
_CASED = re.compile(r"\b[A-Za-z]\w*")


@dataclass(frozen=True)
class Statement:
    """One thing that a page says. ``quote`` is the line or sentence as it stands there; ``words`` its normalised words.

    ``near`` are the keys of what was said shortly before and after it under the same heading: what it speaks of without naming it.
    """

    quote: str
    sentence: Sentence
    words: tuple[str, ...]
    source: int = 1
    near: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Page:
    """All statements of the contexts, in order, with their names and an index from key to statements."""

    statements: tuple[Statement, ...]
    names: frozenset[str]
    kinds: frozenset[tuple[str, str]]
    index: dict[str, tuple[int, ...]]

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all its words."""
        return frozenset(self.index)


@lru_cache(maxsize=256)
def read_page(contexts: tuple[str, ...], apart: bool = False) -> Page:
    """Read the contexts into statements; ``source`` counts them from 1. ``apart`` takes compound sentences apart.

    >>> [each.quote for each in read_page(("Keys expire. They are long.",)).statements]
    ['Keys expire.', 'They are long.']
    """
    drafts = [(number, *draft) for number, text in enumerate(contexts, 1) for draft in _drafts(text)]
    drafts = _taken_apart(drafts) if apart else drafts
    names = find_names(text for _, _, text, _, is_body in drafts if is_body) | _label_names(drafts)
    statements: list[Statement] = []
    for number, quote, text, heads, is_body in drafts:
        before = statements[-1] if statements and statements[-1].source == number else None
        sentence = _with_scope(text, heads, before, names, is_body)
        if apart and "only" not in quote.lower():
            sentence = replace(sentence, marks=sentence.marks | {("piece", 0)})  # "on Mondays and on Fridays": a piece is read strictly, and yet it bars nobody
        statements.append(Statement(quote, sentence, words_of(text), number))
    _mark_sole_amounts(statements)
    statements = [replace(each, near=_near(at, statements, drafts)) for at, each in enumerate(statements)]
    index: dict[str, list[int]] = {}
    for at, statement in enumerate(statements):
        for each in {name for token in statement.sentence.tokens for name in token.keys}:
            index.setdefault(each, []).append(at)
    return Page(tuple(statements), names, _kinds(statements), {word: tuple(places) for word, places in index.items()})


def _taken_apart(drafts: list[tuple]) -> list[tuple]:
    """The drafts with a compound sentence cut into simple ones; each keeps the whole sentence for its quote."""
    out: list[tuple] = []
    for before, (number, quote, text, heads, is_body) in zip([None, *drafts], drafts):
        last = before[2] if before and before[0] == number and is_body else ""
        out += [(number, quote, each, heads, is_body) for each in (simple(text, last) if is_body else (text,))]
    return out


def _mark_sole_amounts(statements: list[Statement]) -> None:
    """Mark the table cells whose kind of amount stands once in their row: a claim need not name their column."""
    rows: dict[tuple[int, str, str], list[Statement]] = {}
    for each in statements:
        own = [token for token in each.sentence.tokens if token.link != "*"]
        families = [token.quantity.family if token.quantity else "money" for token in own if token.quantity or GRATIS in token.keys]
        if each.sentence.has("table") and families:
            rows.setdefault((each.source, each.quote, families[0]), []).append(each)
    for cells in rows.values():
        if len(cells) == 1:
            cells[0].sentence.marks.add(("sole", 0))


def _near(at: int, statements: list[Statement], drafts: list[tuple]) -> frozenset[str]:
    """The keys of the statements around number ``at`` under the same heading, and of the first statement of its context: the page's topic."""
    around = range(max(at - _BEFORE, 0), min(at + _BEHIND + 1, len(statements)))
    around = [each for each in around if drafts[each][4] and each != at]
    same = [each for each in around if (drafts[each][0], drafts[each][3][:1]) == (drafts[at][0], drafts[at][3][:1])]
    first = next(each for each in range(len(drafts)) if drafts[each][0] == drafts[at][0])
    same += [first] if first != at and drafts[first][4] else []
    return frozenset(word for each in same for token in statements[each].sentence.tokens for word in token.keys)


def words_of(text: str) -> tuple[str, ...]:
    """The bare words of a text in lower case, for comparison word for word."""
    return tuple(re.findall(r"[^\W_]+|[$€£¥%<>=+-](?=\d)|%", text.lower().replace("’", "'")))


def find_names(texts) -> frozenset[str]:
    """Words that have a capital inside a sentence more often than none, in lower case: names of plans, products and people.

    >>> sorted(find_names(["On the Basic plan it is slow."]))
    ['basic']
    """
    counts: dict[str, int] = {}
    heads: set[str] = set()  # of names of two words: "City Museum", that may be called "the museum"
    for text in texts:
        heads |= {match[1].lower() for match in re.finditer(r"(?<![\w.])[A-Z]\w+ ([A-Z][a-z]{3,})\b(?! [A-Z])", text)}
        for match in _CASED.finditer(text):
            before = text[max(match.start() - 4, 0) : match.start()].rstrip(" *_`")
            capital = match[0][0].isupper()
            if not capital or before and before[-1] not in '.:?!"(|':
                counts[match[0].lower()] = counts.get(match[0].lower(), 0) + (1 if capital else -1)
    return frozenset(word for word, count in counts.items() if count > 0) | {f"+{word}" for word in heads if counts.get(word, 0) > 0}


def _label_names(drafts) -> frozenset[str]:
    """Names that only head a row, a column or a list item: "| Plus |", "**Plus**: 30 days"."""
    labels = {head for _, _, _, heads, is_body in drafts if not is_body for head in heads[1:3]}
    labels |= {match[1] for _, quote, _, _, is_body in drafts if is_body and (match := re.match(r"\*\*([^*\n]{1,40}?):?\*\*", quote))}
    common = {word for _, _, text, _, is_body in drafts if is_body for word in re.findall(r"\b[a-z]\w*", text)}
    names = {label.lower() for label in labels if label[:1].isupper() and label.isalnum()}
    names = {name for name in names if name not in common and not weekday(name)}
    return frozenset(names | {f"|{name}" for name in names})


def _kinds(statements: list[Statement]) -> frozenset[tuple[str, str]]:
    """Pairs (kind, name) that stand side by side, such as plan and Plus."""
    pairs = set()
    for statement in statements:
        for first, second in zip(statement.sentence.tokens, statement.sentence.tokens[1:]):
            for name, kind in ((first, second), (second, first)):
                pairs |= {(word, name.name) for word in kind.keys if name.name and first.chunk == second.chunk and not word.startswith("^")}
    return frozenset(pairs)


def _with_scope(text: str, heads: tuple[str, ...], before: Statement | None, names: frozenset[str], is_body: bool) -> Sentence:
    """The sentence, preceded by what it refers back to: headings, table heads, and the subject that "it" or "they" stands for."""
    own = parse(text, names)
    scope = [(token, -1 if is_body else -1 - row) for row, head in enumerate(heads) for token in parse(head, names).tokens]
    scope = [(token, chunk) for token, chunk in scope if not (is_body and token.quantity and token.quantity.family)]
    if own.has("it") and before and not _LABEL.match(text) and not _names_it(own):
        scope += [(token, -1) for token in _subject(before.sentence) if not token.quantity]
    starred = [_starred(each, chunk) for each, chunk in scope]
    return Sentence(starred + own.tokens, own.marks if is_body else own.marks | {("table", 0)})


def _names_it(sentence: Sentence) -> bool:
    """True for "The sandbox accepts all calls, and it is free": what "it" stands for is the subject of a clause before it."""
    first = [token for token in sentence.tokens if token.part == 0 and token.text != "you"]
    told = sentence.has("must") or sentence.has("we", {0}) or sentence.has("you", {0})
    return bool(first) and first[0].place == 0 and not first[0].link and not told and not sentence.has("it", {0})


def _starred(token: Token, chunk: int) -> Token:
    """A word of a heading or an intro as it stands before each statement below it; its negation keeps a number of its own."""
    negation = token.negation + 100 if token.denied else -1
    return Token(token.text, token.keys, -1, -1, chunk, "*", token.quantity, every=token.every, denied=token.denied, negation=negation)


def _subject(sentence: Sentence) -> list[Token]:
    own = [token for token in sentence.tokens if token.link != "*"]
    first = [token for token in own if own and token.chunk == own[0].chunk and not token.keys & DEGREES][:2]
    return first if first and not first[0].link else [token for token in sentence.tokens if token.link == "*"][-2:]


def _drafts(text: str) -> list[tuple[str, str, tuple[str, ...], bool]]:
    """(quote, text to parse, headings, whether it is running text) for each statement of one context."""
    out, rows, heading, intro, table = [], [], "", "", None
    for block in blocks(text):
        line = clean(block)
        if line.startswith("|"):
            if len(rows) > 1 and re.fullmatch(r"[|\s:-]*-[|\s:-]*", line):  # the row before heads another table
                out, table = out[: rows[-1][0]], rows[-1][1]
            rows.append((len(out), [cell.strip() for cell in line.strip().strip("|").split("|")]))
            table, more = _table_row(block, line, table, f"{heading} {intro}".strip())
            out += more
            continue
        table, rows = None, []
        if re.match(r"#{1,6}\s", line) or _looks_like_heading(line):
            heading, intro = line.lstrip("# ").strip(), ""
            continue
        bullet, run_in = BULLET.match(line), _RUN_IN.match(block)
        body = BULLET.sub("", block, count=1) if bullet else block[run_in.end() :] if run_in else block
        label = ""
        for sentence in split_sentences(body):
            heads = (heading, intro) if bullet and intro else (heading, run_in[1]) if run_in else (heading,)
            out.append((sentence, clean(sentence), (*heads, label) if label else heads, True))
            label = label or (_LABEL.match(clean(sentence)) or [""])[0] if bullet else ""
        intro = intro if bullet else line if line.rstrip().endswith(":") else ""
    return out


def _looks_like_heading(line: str) -> bool:
    """A short line of few words without a full stop and without a number, standing alone: "Sick leave"."""
    words = line.split()
    return 0 < len(words) <= 4 and line[-1].isalpha() and line[0].isupper() and not re.search(r"\d|[.:,;|]", line)


def _with_unit(cell: str, head: str, heading: str) -> str:
    """A bare number with the unit that its column or the line above the table names: "Weight (kg)", "Prices in euros:"."""
    units = [word for text in (head, heading) for word in re.findall(r"(?:\bin |\()([^\W\d]+|[£$€¥%])(?=[):,.]|$)", text) if word.lower() in UNITS]
    last = head.split()[-1].lower() if head else ""  # "Meeting room hours"
    units += [last] if len(last) > 3 and last.endswith("s") and last in UNITS and UNITS[last][0] != "date" else []
    return f"{cell} {units[0]}" if units and re.fullmatch(r"\d+(?:[.,]\d+)*", cell) else cell


def _table_row(block: str, line: str, header: list[str] | None, heading: str):
    """The header to go on with, and one draft for each cell: "Plus: price per month: 25 dollars"."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if all(re.fullmatch(r":?-+:?|", cell) for cell in cells):
        return header, []
    if header is None:
        return cells, []
    drafts = []
    for head, cell in zip(header[1:], cells[1:]):
        low, cell = cell.lower(), _with_unit(_with_unit(cell, head, heading), cells[0], "")
        if low not in _BLANK_CELL:
            says = f"no {head}" if low in _NO else head if low in _YES else cell
            drafts.append((block.strip(), says, (heading, cells[0], head if says == cell else "", header[0]), False))
    return header, drafts
