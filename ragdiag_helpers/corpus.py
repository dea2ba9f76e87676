"""The Meridian pages, in editions."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

# Inside a built wheel golden_sets lies in the package, in a checkout beside it.
_BUNDLED = Path(__file__).parent / "golden_sets"
GOLDEN_SETS = _BUNDLED if _BUNDLED.exists() else Path(__file__).parents[1] / "golden_sets"


@dataclass(frozen=True)
class Document:
    """One page: its id, its title and its text without the title."""

    id: str
    title: str
    text: str


def load_corpus(edition: str = "meridian") -> list[Document]:
    """Return the pages of one edition, in corpus order.

    ``editions.toml`` in golden_sets/corpus names the editions and the order of their pages.
    A name that stands there not raises ValueError with the names that do.

    >>> [page.id for page in load_corpus()][:3]
    ['auth', 'ratelimits', 'plans']
    """
    folder = GOLDEN_SETS / "corpus"
    editions = tomllib.loads((folder / "editions.toml").read_text(encoding="utf-8"))
    if not isinstance(edition, str) or edition not in editions:
        raise ValueError(f"there is no edition {edition!r} of the corpus; use one of: {', '.join(editions)}")
    return [_page(folder / edition / f"{page}.md") for page in editions[edition]["pages"]]


def _page(path: Path) -> Document:
    title, _, text = path.read_text(encoding="utf-8").partition("\n")
    return Document(path.stem, title.removeprefix("#").strip(), text.strip())
