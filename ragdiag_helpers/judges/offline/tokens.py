"""What a sentence is read into: tokens with their places, and the marks of its function words."""

from dataclasses import dataclass, field

from .quantities import Quantity
from .wording import key

# The reader of the documentation: "you", users and customers.
READER = key("user")
# Behind these words a name is a name even in lower case, and the word itself adds nothing to the name: "the basic plan", "Plus customers".
KINDS = frozenset(
    "plan tier card programme program edition package subscription membership pass ticket account customer member level".split()
)


@dataclass(slots=True)
class Token:
    """A word or quantity with a meaning of its own, and where it stands.

    ``keys`` are what it can be matched by; a name begins with ^. A clause (``part``) holds phrases (``chunk``: no function word inside).
    ``conjunct`` counts the and, or, but and commas before it, ``clause`` the subjects. ``link`` is the kind of preposition that it stands
    behind, ``word`` the preposition; link "*" marks what comes from a heading or an earlier sentence. ``rank`` is its place once
    every passive is turned active. ``denied`` is 2 for the word that a negation denies, 1 for one that it may reach; ``negation``
    numbers it. ``after_be`` marks the last word of "albums are private", ``passive`` that of "keys are sent"; ``verb`` marks
    a word that says what is done: it follows "may", "you", "not" or the like; ``subject`` a word
    right before a form of "be" or the like.
    """

    text: str
    keys: frozenset[str]
    place: int
    part: int
    chunk: int
    link: str = ""
    quantity: Quantity | None = None
    word: str = ""
    conjunct: int = 0
    clause: int = 0
    rank: float = 0.0
    every: bool = False
    only: bool = False
    capital: bool = False
    after_be: bool = False
    passive: bool = False
    verb: bool = False
    subject: bool = False
    denied: int = 0
    negation: int = -1

    @property
    def name(self) -> str:
        """The name that it can only be, "" for a word; capitals throughout make a name."""
        marked = min(self.keys, default="")
        return marked if marked.startswith("^") and (len(self.keys) == 1 or len(self.text) > 1 and self.text.isupper()) else ""

    @property
    def is_period(self) -> bool:
        """True for a rate such as "per month"."""
        return min(self.keys, default="").startswith("per:")


@dataclass(slots=True)
class Sentence:
    """The tokens of a sentence, and marks (name, clause) of what its function words say: may, must, was, unless, a question ..."""

    tokens: list[Token] = field(default_factory=list)
    marks: set[tuple[str, int]] = field(default_factory=set)

    @property
    def keys(self) -> frozenset[str]:
        """The keys of all its words."""
        return frozenset(word for token in self.tokens for word in token.keys)

    def has(self, mark: str, parts: set[int] | None = None) -> bool:
        """True if ``mark`` was set in one of the clauses ``parts``, or in any."""
        return any(name == mark and (parts is None or part in parts) for name, part in self.marks)
