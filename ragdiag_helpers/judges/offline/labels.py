"""Claims that say what a code, a flag or a sign means, in the words of a list that explains them: "E4 means that ..." as "E4: ..."."""

import re

_CODE = r"(?P<code>`[^`]+`|[A-Z]{0,4}-?\d{1,5}|[A-Z][A-Z0-9_]+|--?[a-z][\w-]*)"
_KIND = r"(?:(?:the|an?) )?(?:(?:exit|error|status|fault|return|reply)? ?(?:code|error|status|message|fault|flag|option|class|zone) )?"
_MEANS = re.compile(
    rf"^{_KIND}{_CODE}(?: (?:code|error|status|message|flag|option))? (?:means|indicates|signals|stands for|says|tells you|shows)(?: that)? (?P<rest>.+)$",
    re.IGNORECASE,
)
_SHOWN = re.compile(
    rf"^(?:if|when) [^,]{{0,40}}?\b(?:shows?|displays?|reports?|returns?|gives?|get|see) {_KIND}{_CODE},(?: then)? (?P<rest>.+)$", re.IGNORECASE
)
_GIVEN = re.compile(rf"^{_KIND}{_CODE} is (?:shown|displayed|reported|returned|given|sent) (?:if|when) (?P<rest>.+)$", re.IGNORECASE)
_GOT = re.compile(
    rf"^(?:you|it|they|the \w+|an? \w+) (?:gets?|returns?|answers|shows?|displays?|gives?|reports?|replies)(?: with)? {_KIND}{_CODE}"
    r"(?: (?:error|code|status))? (?:if|when) (?P<rest>.+)$", re.IGNORECASE,
)  # fmt: skip


def told_by_label(claim: str) -> str:
    """The claim as an entry of a list of codes, unchanged if it is about none.

    >>> told_by_label("E4 means that the door is open."), told_by_label("If the display shows F2, the filter is full.")
    ('E4: the door is open.', 'F2: the filter is full.')
    >>> told_by_label("You get a 403 if the domain is not verified.")
    '403: the domain is not verified.'
    """
    match = next(filter(None, (pattern.match(claim) for pattern in (_MEANS, _SHOWN, _GIVEN, _GOT))), None)
    code = match["code"].strip("`") if match else ""
    return f"{code}: {match['rest']}" if re.search(r"\d|^-|_|^[A-Z]{2}", code) else claim
