"""Words without their endings, so that deletes, deleted and deletion are one: by suffix rules, with a list of irregular forms."""

import re
from functools import lru_cache

_IRREGULAR = dict(
    pair.split("=")
    for pair in (
        "kept=keep sent=send made=make lent=lend sold=sell paid=pay written=write wrote=write given=give gave=give shown=show taken=take "
        "took=take held=hold found=find bought=buy brought=bring built=build chosen=choose chose=choose began=begin begun=begin seen=see "
        "told=tell went=go gone=go came=come children=child people=person men=man women=woman feet=foot ran=run broken=break broke=break "
        "worn=wear read=read closed=closed spun=spin forbidden=forbid used=use using=use lent=lend loan=lend lost=lose met=meet "
        "drawn=draw spent=spend won=win taught=teach driven=drive drove=drive "
        "spoken=speak rung=ring thrown=throw grown=grow known=know understood=understand "
        "forgotten=forget hidden=hide stolen=steal left=left"
    ).split()
)
_KEEP_LY = frozenset("reply apply supply family early rely assembly multiply imply comply fly july monthly only".split())
# Ending of a noun | what the verb has in its place | the fewest letters before it.
_NOUN_ENDINGS = (
    ("ification", "ify", 3), ("ication", "y", 4), ("ation", "", 5), ("ment", "", 3), ("ewal", "ew", 1), ("oval", "ov", 2),
    ("ival", "iv", 2),
    ("usal", "us", 3), ("osal", "os", 3), ("rawal", "raw", 1), ("ferral", "fer", 1), ("graphy", "graph", 3), ("very", "ver", 4),
    ("ership", "er", 3), ("closure", "clos", 0), ("ance", "", 5),
)
_NO_VERB = frozenset(
    "department apartment compartment document element segment supplement instrument garment basement pavement parliament environment "
    "statement experiment ornament monument sacrament testament tournament comment complement implement augment increment fragment "
    "cement torment moment equipment management government festival carnival survival allowance appearance conversation generation".split()
)
_VOWEL = re.compile("[aeiouy]")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The word without its ending: deleting, deleted, deletes and deletion give delet.

    >>> stem("Deletion"), stem("stopped"), stem("copies")
    ('delet', 'stop', 'copy')
    """
    word = word.lower().removesuffix("'s").removesuffix("'")
    word = _IRREGULAR.get(word, word)
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-2] if word.endswith(("sses", "xes", "ches", "shes", "zes")) else word[:-1]
    if word in _IRREGULAR.values():
        return word.removesuffix("e") if len(word) > 3 else word
    word = _verb_of(word)
    if len(word) > 7 and word.endswith(("tion", "sion")):
        word = word[:-3]
    elif len(word) > 4 and word.endswith("ly") and word not in _KEEP_LY:
        word = word.removesuffix("ly").removesuffix("al")
    word = _without_tense(word)
    word = word[:-1] if len(word) > 5 and word.endswith("ll") else word
    for ending, shortest in (("ate", 8), ("at", 7)):
        word = word.removesuffix(ending) if len(word) >= shortest else word
    return word[:-1] if len(word) > 3 and word.endswith("e") and not word.endswith("ee") else word


def _verb_of(noun: str) -> str:
    """The verb that a noun was made of, by its ending: reservation gives reserve, payment pay, renewal renew, photography photograph.

    >>> _verb_of("reservation"), _verb_of("payment"), _verb_of("station"), _verb_of("department")
    ('reserv', 'pay', 'station', 'department')
    """
    for ending, verb, shortest in _NOUN_ENDINGS:
        if noun.endswith(ending) and len(noun) - len(ending) >= shortest and noun not in _NO_VERB:
            return noun[: -len(ending)] + verb
    return noun


def is_derived(word: str) -> bool:
    """True for a noun made of a verb, such as renewal."""
    return _verb_of(word.lower()) != word.lower()


def _without_tense(word: str) -> str:
    for ending in ("ied", "ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) > 2 and _VOWEL.search(base) and not word.endswith(("eed", "thing")):
            doubled = base[-1] == base[-2] and base[-1] not in "lsz"
            return base + "y" if ending == "ied" else base[:-1] if doubled else base
    return word
