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
_IF_NONE = re.compile(
    r"\b(?:if|when) (?:there (?:is|are)|(?:you|they|it|he|she|we) (?:use|have|give|set|pass|add|bring|take|own|name)s?(?: it| them)?)"
    r" (?P<none>no|neither) (?P<what>[\w -]{2,30}?)(?: nor (?P<other>[\w -]{2,30}?))?(?=[,.;]|$)"
)
_OLD_ONE = re.compile(r"\bthe (?:old|previous|original) one\b")
_EXTRA = re.compile(r"^(?:You|Members|Customers|Guests) (?:have to |must |need to )?pay (?:extra|separately) for (?:the |your )?(?P<what>[a-z][\w-]*(?: [\w-]+)?)\.?$")
_MAY_DO = re.compile(
    r"^(?:You|Members|Customers|Users|Guests|Visitors|People) (?P<may>can|may|cannot|may not|can not) (?:make|take|bring|use|have|wear|keep) "
    r"(?:your |an? |the )?(?P<what>(?!it\b|them\b|up\b|out\b)[a-z][\w-]*(?: [a-z][\w-]*)??)(?P<where>(?: (?:in|on|at|into|to|during|inside|under) [^,;]{2,60})?)\.?$"
)


def rewordings(claim: str) -> list[str]:
    """Claims that say the same as ``claim``.

    A code means what it is given for; what you cannot do without, you need for it; "if you use no X" is "without X"; "the old one" is "it".
    """
    told = (_CODE_MEANS.sub(r"\1 when ", claim), _IF_NONE.sub(_without, claim), _OLD_ONE.sub("it", claim))
    return [each for each in told if each != claim] + _needs(claim) + _allowed(claim)


def _without(match: re.Match) -> str:
    """"without a name and without a key"; unchanged where "neither" has no "nor"."""
    if (match["none"] == "neither") != bool(match["other"]):
        return match[0]
    return f"without {match['what']}" + (f" and without {match['other']}" if match["other"] else "")


def _allowed(claim: str) -> list[str]:
    """"You may make calls in the hall" as "Calls are allowed in the hall", "You pay extra for boots" as "Boots are not included"."""
    if match := _EXTRA.match(claim):
        return [f"{match['what'][0].upper()}{match['what'][1:]} are not included."]
    match = _MAY_DO.match(claim)
    if not match:
        return []
    not_ = "not " if "not" in match["may"] else ""
    return [f"{match['what'][0].upper()}{match['what'][1:]} are {not_}allowed{match['where']}."]


def _needs(claim: str) -> list[str]:
    match = _WITHOUT.match(claim)
    if not match or re.search(r"\b(?:not|no|never|without)\b", match["do"]):
        return []
    do = re.sub(r" to (?=[a-z]+(?: \w+)?$)", " and ", match["do"])  # "come in to look" as "come in and look"
    what, needed = match["what"], "not" in match["may"] or match["may"] == "can't"
    thing = re.sub(r"^any ", "a ", what)
    does = "need" if needed else "do not need"
    is_ = "is needed" if needed else "is not needed"
    told = [f"{match['who']} {does} {thing} to {do}."]
    anybody = match["who"].lower() in ("you", "one", "people", "anybody", "nobody")  # the other form does not say who needs it
    return told + ([f"{thing[0].upper()}{thing[1:]} {is_} to {do}."] if anybody else [])
