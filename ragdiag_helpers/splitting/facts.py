"""What a sentence states: its halves without those that refuse, and whether it claims anything."""

import re
from collections.abc import Iterator

from .amounts import states_amount, states_beside_refusing
from .clauses import LONGEST, closed
from .phrases import SOURCE_LINE, capitalised, is_courtesy, is_question, without_opening
from .refusals import refuses

CONTRAST = re.compile(
    r"(?:,|;|\s[-–—]+|—)?\s+(?:but|however|yet|though|although|nevertheless)\b,?\s+|\s*[;—]\s*|\s[-–—]+\s|\.\s+(?=However)",
    re.IGNORECASE,
)
CONCESSION = re.compile(r"\W*(?:while|although|though|even though|whereas|despite the fact that)\s+([^,]{3,200}),\s+(?=\S)", re.IGNORECASE)


def is_no_claim(sentence: str) -> bool:
    """Whether a sentence greets, offers, announces, asks or names a source."""
    return is_courtesy(sentence) or is_question(sentence) or (bool(SOURCE_LINE.match(sentence)) and not states_amount(sentence))


def facts(sentence: str) -> Iterator[str | None]:
    """The parts of a sentence that state something; None for each part that refuses."""
    named = SOURCE_LINE.match(sentence)
    if named and states_amount(sentence):
        sentence = sentence[named.end() - 1 :]
    concession = CONCESSION.match(sentence)
    halves = [concession[1], sentence[concession.end() :]] if concession else [sentence]
    if not concession and len(sentence) < LONGEST:
        halves = CONTRAST.split(sentence)
    flags = [refuses(half) or refuses(without_opening(half)) for half in halves]
    if (refuses(sentence) or any(flags)) and states_beside_refusing(sentence) and all(flags):
        yield sentence
    elif refuses(sentence) and not any(flags):
        yield None
    elif not any(flags):
        yield without_opening(sentence)
    else:
        for half, flag in zip(halves, flags):
            if flag:
                yield None
            elif half.strip():
                yield closed(without_opening(capitalised(half.strip())), sentence)
