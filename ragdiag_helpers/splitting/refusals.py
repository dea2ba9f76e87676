"""Sentences that say that the documents do not say, in the many ways in which bots put it.

A sentence is first made plain (lower case, "don't" as "do not", no filler words, no quotations), then compared with patterns that
are anchored at its start: "404 means that the page could not be found" is a fact, "The page could not be found in the docs" is not.
"""

import re

from .abroad import refuses_abroad
from .words import (
    ABOUT,
    DOCS,
    FIND,
    IN_DOCS,
    IN_LOOSE,
    INFO,
    LOOSE,
    MINE,
    MY_FIND,
    NO,
    PLAIN_INFO,
    SAID,
    SAY,
    STATED,
    TELL,
    TOLD,
    TOPIC,
    TREAT,
    WHOSE,
    W,
    one_of,
)

QUOTATION = re.compile(r"\"[^\"\n]{0,300}\"|“[^”\n]{0,300}”|`[^`\n]{0,300}`|(?<!\w)['‘][^'’\n]{0,200}['’](?!\w)")
CONTRACTIONS = [
    (re.compile(r"\bcan(?:'t|not)\b"), "can not"), (re.compile(r"\bwon't\b"), "will not"), (re.compile(r"n't\b"), " not"),
    (re.compile(r"'m\b"), " am"), (re.compile(r"'re\b"), " are"), (re.compile(r"'ve\b"), " have"), (re.compile(r"'ll\b"), " will"),
    (re.compile(r"\b(it|that|there|here|what|this|he|she)'s\b"), r"\1 is"), (re.compile(r"'d\b"), " would"),
    (re.compile(r"\bdont\b"), "do not"),
]
FILLERS = re.compile(
    r"\b(?:"
    r"explicitly|specifically|currently|clearly|directly|actually|really|simply|also|just|even|yet|either|entirely|fully|"
    r"completely|quite|exactly|still|further|readily|definitively|precisely|unfortunately|sadly|regrettably|alas|honestly|"
    r"apparently|at all|at this time|at the moment|right now|as of now|at present|to be honest|however|though|so far|very|so|"
    r"too|therefore|personally|reliably|any|anywhere|confidently|100% (?=sure|certain|confident)|seem to|seems to|appear to|appears to"
    r")\b[,:]? ?"
)


def plain(text: str) -> str:
    """Lower case, straight quotes, no contraction, no filler word, no quotation, no closing mark, one blank between words.

    >>> plain("I\u2019m afraid the docs really DON'T say.")
    'i am afraid the docs do not say'
    """
    text = QUOTATION.sub("x", text[:1000]).lower().replace("’", "'").replace("*", "")
    for pattern, words in CONTRACTIONS:
        text = pattern.sub(words, text)
    text = FILLERS.sub("", re.sub(r"\s+", " ", text).replace("_", " "))
    return re.sub(r" {2,}", " ", text).strip(" .!?:;,…—–-()")


# A subject of a few words that is no condition and no explanation of an error.
SUBJECT = r"(?!.{0,120}\b(?:if|when|because|means|returns?|unless|error)\b)[^,;:]{1,110}?"
THESE_DOCS = rf"(?:{W}){{0,6}}?{DOCS}(?: {MINE}){{0,2}}"
THESE_LOOSE = rf"(?:{W}){{0,5}}?{LOOSE}(?: {MINE}){{0,2}}"

PATTERNS = [
    # I could not find it, I do not know it
    rf"i (?:{W})?(?:can|could|do|did|will|would|am|was|have)(?: be)? not (?:been |be )?(?:able to )?(?:{W})?{MY_FIND}\b",
    rf"we (?:{W})?(?:can|could|do|did|am|were|are|have) not (?:been |be )?(?:able to )?{FIND}\b",
    r"i do not (?:have|possess|understand|think (?:i|the docs|that is))\b(?! to\b)|i have not got\b|i have yet to find",
    rf"(?:i|we) (?:have|had|see|saw|find|found|know|was given|were given|am aware of|know of) {NO} (?:{W}){{0,3}}?(?:{INFO}|idea|"
    rf"knowledge|access|way|{DOCS})\b",
    rf"i (?:have|see|saw|find|found|know) nothing\b|we do not have (?:{W}){{0,3}}?{INFO} {ABOUT}\b",
    rf"(?:i|we) (?:am|was|are|were) (?:not |un)(?:sure|certain|aware|familiar|confident|able to {MY_FIND}|in a position)\b",
    rf"(?:i|we) (?:lack|failed to {FIND}|would only be guessing|would be (?:guessing|speculating)|would (?:{W})?have to guess|"
    rf"can only guess|must admit i do not)\b",
    r"i (?:will|would|do|should) not (?:want to |wish to |like to |rather )?(?:guess|speculate|make (?:it|one|something|that) up|"
    r"invent)\b|i would rather not (?:guess|speculate)",
    r"(?:i|we) (?:would )?need (?:more|additional|further) (?:information|context|details)\b|i would need\b|i (?:must|have to) (?:pass|"
    r"decline)",
    rf"(?:i|we) (?:have )?(?:looked|searched|checked|read|went|gone)\b.{{0,100}}?\b(?:but|and|without|,) ?(?:{W}){{0,3}}?(?:nothing|no|"
    rf"not|none|did not|could not|without|success)\b",
    r".{1,200}?, i can not (?:say|tell|answer|determine|confirm)(?: that| this| it)?$",
    rf"we can not (?:provide|give|offer) (?:an? |the )?(?:{W}){{0,2}}?(?:answer|information)\b|(?:i|we) (?:am|are|was|were) not given\b",
    r"(?:as an? (?:ai|language|virtual)[\w -]{0,30},? )i (?:can|do|am) not",
    # nobody named
    rf"(?:can|could|did|do) not (?:{FIND}|be (?:found|determined|answered|located))\b|(?:not sure|unsure|not certain|no idea|no clue|"
    rf"do not know|idk|beats me)\b",
    rf"(?:unable|not able|failed|impossible|not possible|not enough (?:{W})?(?:{INFO})|insufficient (?:{W})?(?:{INFO})) to (?:{MY_FIND})\b",
    rf"(?:it|that) (?:is|was) (?:not possible|impossible|hard) (?:for me )?to (?:{MY_FIND})\b",
    rf"there (?:is|are|was|were|seems to be|appears to be|exists) (?:{NO}|not (?:a |an )?|no) ?(?:{W}){{0,3}}?(?:{INFO})(?: (?:available|"
    rf"given|provided|here|whatsoever|present))? {ABOUT}\b",
    rf"there (?:is|was|are) (?:no|not an?|not enough) (?:{W}){{0,2}}?(?:{PLAIN_INFO})$|there (?:is|was) (?:nothing|not anything|"
    rf"none)\b (?:{ABOUT}|{IN_DOCS})",
    rf"(?:no|insufficient|not enough|nothing) (?:{W}){{0,2}}?(?:{PLAIN_INFO}|results|matches|relevant \w+)"
    rf"(?: (?:{TOPIC}|{IN_LOOSE}|(?:(?:is|are|was|were|has been|can be|could be) )?(?:{SAID}|here|found))\b|$)",
    rf"(?:there (?:is|are) )?no (?:{W}){{0,2}}?(?:sources|results|matches|documents?|articles?|passages?|pages?|entries|documentation|"
    rf"answers?)(?: for .{{0,60}}| (?:was |were )?(?:found|matched|retrieved|returned)\b|$)",
    r"nothing (?:was )?(?:found|relevant|matched)\b",
    rf"there (?:does|do) not be (?:{W}){{0,3}}?(?:anything|{INFO})\b",  # "doesn't appear to be", without its filler
    rf"{SUBJECT} (?:is|are|was|were|seems) (?:absent|missing) (?:from|in) (?:{W}){{0,3}}?(?:{DOCS}|{LOOSE})\b",
    rf"(?:nothing|none|no part|neither|no mention|no single page|not one)\b.{{0,80}}?(?:{IN_LOOSE}|{DOCS}\b.{{0,30}}?(?:{SAY}s?|{SAID}|"
    rf"answers|say)\b)",
    # the documents do not say
    rf"{THESE_DOCS} (?:do|does|did|can|could|will) not (?:{W})?{SAY}\b",
    rf"{THESE_LOOSE} (?:do|does|did) not (?:{TELL}\b|(?:contain|include|have|provide|give|offer) (?:{W}){{0,3}}?(?:{INFO})\b)",
    rf"(?:{THESE_DOCS}|{THESE_LOOSE}) (?:never {TELL}s?\b|(?:make|contain|have|has|give|offer|provide|include|hold|say|state|mention|"
    rf"cover)s? (?:no|nothing|not enough|insufficient|little)\b"
    rf"|(?:is|are|remains?|stays?) (?:silent|unclear|not (?:clear|specific|sufficient|enough)|insufficient|inconclusive|quiet|mute)|"
    rf"fails? to {SAY}\b|lacks?\b"
    r"|leaves? .{0,40}\bopen|omits?\b|says? nothing)",
    rf"(?:it|they|this|that) (?:do|does|did) not (?:say|tell|mention|specify|state)\b|does not say\b|(?:does|do) not {TELL}\b",
    rf"(?:it|that|this|the (?:answer|information|detail|details|topic|subject|question)|they)? ?(?:is|are|was|were)? ?(?:not|nowhere|"
    rf"never|no longer) (?:{SAID} )?(?:{W})?{IN_LOOSE}",
    rf"{SUBJECT} (?:is|are|was|were|do|does|could|can|has been|have been|to be|be)? ?(?:not|never|nowhere) (?:be |been )?"
    rf"(?:{SAID}|appear|mention) (?:to be )?(?:{W}){{0,2}}?{IN_DOCS}|{SUBJECT} (?:is|are|was|were) (?:not|nowhere) {IN_DOCS}",
    rf"{SUBJECT} (?:is|are|was|were|has been) (?:not|never|nowhere) (?:be |been )?(?:{TOLD}|found|explained) (?:{W})?{IN_LOOSE}",
    rf"(?!.{{0,200}}\b(?:if|when|because|means|returns?|unless|which|that)\b)[^,;:]{{0,110}}?\b(?:not|never|"
    rf"nowhere) (?:been )?(?:{STATED}|{TOLD} (?:here|there|in it|to me))(?: (?:here|there|in it|to me))?$",
    rf"{SUBJECT} (?:is|are|was|were) not (?:{SAID}|accessible|visible) to me$",
    rf"(?!.{{0,120}}\b(?:if|when|means|returns?|that)\b)(?:{W}){{0,8}}?(?:is|are|was|remains?|seems) (?:not (?:a )?(?:clear|obvious|"
    rf"part of {WHOSE} {DOCS})|unclear|unknown|undocumented|unspecified|left open|missing) (?:to me|{IN_DOCS}|from {DOCS})",
    rf"(?!.{{0,120}}\b(?:if|when|means|returns?|that)\b)(?:{W}){{0,8}}?(?:is|are|was|remains?) (?:undocumented|unspecified)$",
    r"(?:it|this|that|the answer) (?:is|remains) (?:not clear|unclear|hard to (?:say|tell)|impossible to (?:say|tell|know)|"
    r"not something i|not for me)\b",
    rf"(?:unclear|not clear|unknown|undocumented|unspecified|missing) {IN_LOOSE}",
    r"(?:(?:i|we) (?:am|are) afraid )?(?:it|this|that|the answer|the question|your question|this question|that question|"
    r"this \w+) (?:can|could) not be (?:answered|determined|found|confirmed|verified|established|inferred|told|derived)\b",
    rf"{SUBJECT} (?:can|could) not be (?:answered|determined|found|confirmed|verified|established|inferred|derived) {IN_LOOSE}",
    rf"(?:(?:it|this|that|your question|this question|the question|this topic|{W}{W}) (?:is|falls|lies|goes|"
    rf"seems) )?(?:well )?(?:outside|beyond|out of|not within) (?:of )?(?:the |my |our |what )?(?:scope|reach|knowledge|remit|expertise|"
    rf"(?:{W}){{0,3}}{DOCS}|i (?:know|have|can))\b",
    rf"my (?:{W}){{1,5}}?(?:do|does|did) not (?:{SAY}|extend|go)\b",
    r"(?:this|that|it|such information) is not (?:something )?(?:i|we) (?:have|know|can (?:find|answer|see|help))\b",
    rf"(?:that|this|it) (?:is|was) not something (?:the|our|my) (?:{W})?{DOCS}\b",
    # what was done in vain
    rf"(?:(?:the|my|our|this|your|a) )?(?:{W}){{0,2}}?(?:search|query|lookup|retrieval)(?: (?:for|of|in) [^,;:]{{1,60}}?)? "
    rf"(?:returned|gave|found|yielded|produced|turned up|came back with|brought up) (?:no|nothing|zero|0|not)\b"
    rf"(?!.{{0,120}}\b(?:if|when|because|means|until)\b)",
    rf"(?:(?:i|we|the search|my search|(?:{W}){{0,3}}search) )?(?:came|come|comes|coming) (?:up|back) (?:empty|short|blank|"
    rf"with nothing)\b",
    rf"(?:i|we) (?:have )?(?:looked|searched|checked|read|went|gone)\b.{{0,100}}?\b(?:but|and|,) ?(?:{W}){{0,2}}?(?:came|come) (?:up|back|"
    rf"away) (?:empty|short|blank|with nothing)",
    rf"(?:nothing|none of what|no part of what|not one thing)(?: that)? (?:{MINE}|(?:i|we) (?:have |had |was |were )(?:been )?\w+) "
    rf"(?:{W}){{0,2}}?(?:{SAY}|{TREAT})(?:e?s)?\b",
    rf"(?:{THESE_DOCS}|{THESE_LOOSE}) (?:only |mainly |mostly |do |does )?(?:{TREAT}|contain|provide|give|include)s? [^;:\d]{{1,100}}? "
    rf"(?:and|but|so|yet) (?:it |they )?(?:do|does|did) not (?:{TELL}|(?:contain|include|have|provide|give|offer) (?:{W}){{0,3}}?{INFO})\b",
]
# The thing asked for as a bare subject; behind "No," it answers.
BARE_SUBJECT = one_of(
    rf"(?:that|this|it|the (?:answer|topic|question|subject)|this \w+|that \w+|your question) (?:is|was) not (?:{TOLD})\b(?! by\b)|"
    r"(?:it|this|that|the answer|the answer to (?:that|this|your question)) (?:is|remains) (?:unknown|uncertain)$"
)
SORRY = (
    r"(?:(?:(?:(?:i|we) (?:am|are) )?(?:sorry|afraid|apologi[sz]e|my apologies|apologies|i regret)|i (?:do )?(?:apologi[sz]e|fear)|(?:i |"
    r"we )?regret to (?:inform|tell|say)(?: you)?|(?:no|nope)(?=[,.:;!—–-])|hm+|well|oh|ah|oops|"
    r"okay|ok|thanks|thank you|hello|hi|good question|great question|and|but|or|because|since|as|although|while|whereas|even|that|"
    r"i would love to help|"
    r"i would like to help|i wish i could help|i understand|from what i (?:can )?(?:see|tell|know)|as far as i (?:can )?(?:see|tell|"
    r"know)|to my knowledge|"
    r"as an? (?:ai|language|virtual|support|helpful)[\w -]{0,30})(?: for (?:the|that|this)(?: \w+)?)?[,.:;!—–-]* +){0,5}"
)
BASED = (
    rf"(?:(?:(?:based|going|judging|relying) (?:only |solely )?(?:on|by)|from|according to|given|per|in|within|looking (?:at|through|in)|"
    rf"having \w+|after \w+(?: (?:at|through|in))?|"
    rf"as for) [^,;:]{{0,80}}?(?:{DOCS}|{LOOSE}|i have|i know|i can see|that|this)\b[^,;:]{{0,30}}, *)?"
)
REFUSAL = re.compile(SORRY + BASED + SORRY + one_of("|".join(PATTERNS)))
REFUSAL_BARE = re.compile(r"(?!no(?:pe)?[,.:;!—–-])" + SORRY + BASED + BARE_SUBJECT)
BARE = re.compile(
    r"n\.?/?a|unknown|none|null|nothing|nothing found|unanswerable|undocumented|unspecified|out of scope|sorry|i am sorry|dunno|no clue|"
    r"pass|no comment|"
    rf"not (?:{SAID}|specified|applicable|answerable|sure|in (?:the |your |our )?(?:docs|documentation|context|text))(?: here| there)?|"
    rf"can not (?:answer|say|tell|help)(?: that| this)?|"
    r"no (?:answer|info|information|data|results?|idea|match|matches|context)(?: (?:found|available|given|provided))?|"
    r"insufficient (?:information|context|data)|"
    r"not enough (?:information|context|data|info)|i can not|"
)
# What the documents are about instead: no fact, and so no answer where a refusal stands beside it.
META = re.compile(
    SORRY + BASED
    + rf"(?:(?:it|they)|(?:{THESE_DOCS}|{THESE_LOOSE})) (?:only |mainly |mostly |do |does |seem to |is |"
        rf"are )?(?:{TREAT}s?"
    rf"|(?:contain|provide|give|include|has|have|offer)s? (?:{W}){{0,2}}?(?:{INFO}))\b(?!.{{0,20}}\bthat\b)"
)


def refuses(sentence: str) -> bool:
    """Whether one sentence, or one half of it, says that the answer is not known.

    >>> refuses("Sorry, I couldn't find that."), refuses("A lost key can't be recovered.")
    (True, False)
    """
    words = plain(sentence)
    stated = REFUSAL.match(words) or REFUSAL_BARE.match(words) if words else None
    return bool(stated) or is_bare_refusal(sentence) or refuses_abroad(sentence)


def is_bare_refusal(text: str) -> bool:
    """Whether a text is nothing but "N/A", "Unknown." or the like; blank text is one too."""
    return bool(BARE.fullmatch(plain(text)))


def is_about_documents(sentence: str) -> bool:
    """Whether a sentence only says what the documents treat: "The guide covers batteries."."""
    return bool(META.match(plain(sentence)))
