"""The same claim in another construction, tried where the first decides nothing.

>>> rewordings("Code 2 means that the disk is full.")
['Code 2 when the disk is full.']
>>> rewordings("You cannot enter the hall without a ticket.")
['You need a ticket to enter the hall.', 'A ticket is needed to enter the hall.']
"""

import re

_CODE_MEANS = re.compile(r"\b(\d{1,4}(?: (?:status|error|code|response)(?: code)?)?) (?:means|indicates|signals) (?:that )?")
_WITHOUT = re.compile(
    r"(?P<who>[A-Z][\w' -]{0,40}?) (?P<may>can|may|cannot|can not|can't|may not) (?P<do>[a-z][^,;:]{1,80}?) without "
    r"(?:having |using |needing )?(?P<what>(?:an?|the|your|any) [\w -]{2,40}|[a-z][\w-]{2,20})(?P<end>\.?)$"
)


def rewordings(claim: str) -> list[str]:
    """Claims that say the same as ``claim``: a code means what it is given for; what you cannot do without, you need for it."""
    coded = _CODE_MEANS.sub(r"\1 when ", claim)
    return ([coded] if coded != claim else []) + _needs(claim)


def _needs(claim: str) -> list[str]:
    match = _WITHOUT.match(claim)
    if not match or re.search(r"\b(?:not|no|never|without)\b", match["do"]):
        return []
    what, needed = match["what"], "not" in match["may"] or match["may"] == "can't"
    thing = re.sub(r"^any ", "a ", what)
    does = "need" if needed else "do not need"
    is_ = "is needed" if needed else "is not needed"
    return [f"{match['who']} {does} {thing} to {match['do']}.", f"{thing[0].upper()}{thing[1:]} {is_} to {match['do']}."]
