"""The Meridian pages, in editions, whole and in chunks."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .inputs import whole_k

# Inside a built wheel golden_sets lies in the package, in a checkout beside it.
_BUNDLED = Path(__file__).parent / "golden_sets"
GOLDEN_SETS = _BUNDLED if _BUNDLED.exists() else Path(__file__).parents[1] / "golden_sets"


@dataclass(frozen=True)
class Document:
    """One page: its id, its title and its text without the title."""

    id: str
    title: str
    text: str


@dataclass(frozen=True)
class Chunk:
    """A piece of a page: characters ``start`` to ``end`` of its text. Retrievers take chunks as they take documents."""

    id: str
    doc_id: str
    start: int
    end: int
    text: str
    title: str = ""


def load_corpus(edition: str = "meridian") -> list[Document]:
    """Return the pages of one edition, in corpus order: meridian, meridian-long or meridian-stale.

    ``editions.toml`` in golden_sets/corpus names the editions and the order of their pages, and what is wrong in the
    stale one. Another name raises ValueError with the names that are there.

    >>> [page.id for page in load_corpus()][:3]
    ['auth', 'ratelimits', 'plans']
    """
    folder = GOLDEN_SETS / "corpus"
    editions = tomllib.loads((folder / "editions.toml").read_text(encoding="utf-8"))
    if not isinstance(edition, str) or edition not in editions:
        raise ValueError(f"there is no edition {edition!r} of the corpus; use one of: {', '.join(editions)}")
    folders = [folder / edition, folder / editions[edition].get("base", edition)]
    return [_page(next(each / f"{page}.md" for each in folders if (each / f"{page}.md").exists())) for page in editions[edition]["pages"]]


def _page(path: Path) -> Document:
    title, _, text = path.read_text(encoding="utf-8").partition("\n")
    return Document(path.stem, title.removeprefix("#").strip(), text.strip())


def chunk_words(document: Document, size: int, overlap: int = 0) -> list[Chunk]:
    """Cut a page into chunks of ``size`` words, each beginning ``overlap`` words before the last one ended.

    Words are what white space divides; the text between the first and the last word of a chunk is kept as it is. A page without
    words gives no chunk, text without spaces is one word. Raises ValueError for a size that is not a whole number of 1 or more, and for an overlap that is not a
    whole number from 0 to size - 1.

    >>> [chunk.text for chunk in chunk_words(Document("d", "", "one two three four five"), 3, overlap=1)]
    ['one two three', 'three four five']
    """
    size = whole_k(size, "size")
    if isinstance(overlap, bool) or not isinstance(overlap, int) or not 0 <= overlap < size:
        raise ValueError(f"overlap is {overlap!r}; it must be a whole number from 0 to {size - 1}, less than size={size}")
    words = [match.span() for match in re.finditer(r"\S+", document.text)]
    starts = range(0, max(len(words) - overlap, min(len(words), 1)), size - overlap)
    return [_chunk(document, number, words[start : start + size]) for number, start in enumerate(starts)]


def _chunk(document: Document, number: int, words: Sequence[tuple[int, int]]) -> Chunk:
    start, end = words[0][0], words[-1][1]
    return Chunk(f"{document.id}#{number}", document.id, start, end, document.text[start:end], document.title)


def whole_words(quote: str, text: str) -> list[tuple[int, int]]:
    """Where ``quote`` stands in ``text``, not inside a longer word or number: (start, end) of each place.

    >>> whole_words("5 dollars", "Pro costs 25 dollars, not 5 dollars.")
    [(26, 35)]
    """
    edges = (r"(?<!\w)" if quote[:1].isalnum() else "", r"(?!\w)" if quote[-1:].isalnum() else "")
    return [match.span() for match in re.finditer(f"{edges[0]}{re.escape(quote)}{edges[1]}", text)]


def evidence_chunks(evidence: Iterable[tuple[str, str]], chunks: Iterable[Chunk], documents: Iterable[Document]) -> list[str]:
    """Return the ids of the chunks that carry the quoted evidence, in the order of ``chunks``.

    ``evidence`` holds pairs (page id, quote). A quote is found in its page by its position, so labels survive any re-chunking. The
    chunks that hold a quote whole carry it; if boundaries cut it wherever it stands, all that hold a part of it do. Raises ValueError for
    a page that is not there, a quote that is not in its page, and chunks of another edition.
    """
    pages, chunks, carrying = {page.id: page.text for page in documents}, list(chunks), set()
    for chunk in chunks:
        if pages.get(chunk.doc_id, "")[chunk.start : chunk.end] != chunk.text:
            raise ValueError(f"the chunk {chunk.id!r} is not cut from these documents; chunk the same edition")
    for page, quote in evidence:
        places = whole_words(quote, pages.get(page, ""))
        if not places:
            raise ValueError(f"the quote {quote!r} is not in the page {page!r} of this edition")
        near = [(chunk, place) for chunk in chunks for place in places if chunk.doc_id == page and chunk.start < place[1] and place[0] < chunk.end]
        whole = [(chunk, place) for chunk, place in near if chunk.start <= place[0] and place[1] <= chunk.end]
        carrying.update(chunk.id for chunk, _ in whole or near)
    return [chunk.id for chunk in chunks if chunk.id in carrying]
