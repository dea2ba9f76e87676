"""Words and sentences, the same for retrieval and for answers."""

import re

# Words that carry no topic of their own.
STOPWORDS = frozenset(
    "a an and any are as at be but by can could did do does for from had has have how i if in into is it its "
    "me much many my no not of on or our per so than that the their them then there these they this to was "
    "we what when where which who whom whose why will with would you your".split()
)


def content_words(text: str) -> list[str]:
    """The words of ``text`` that carry its topic: lower case, without punctuation, stop words and plural s.

    >>> content_words("How long are backups retained?")
    ['long', 'backup', 'retained']
    """
    words = re.findall(r"\w+", text.lower())
    return [_stem(word) for word in words if word not in STOPWORDS]


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def sentences(text: str) -> list[str]:
    """Split ``text`` at line ends and after . ! ? where a capital, a digit or a quote follows.

    >>> sentences("Use 3.5 GB, e.g. for logs. It is enough.")
    ['Use 3.5 GB, e.g. for logs.', 'It is enough.']
    """
    parts = re.split(r"\n+|(?<=[.!?])\s+(?=[A-Z0-9'\"(])", text)
    return [part.strip() for part in parts if part.strip()]
