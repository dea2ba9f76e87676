"""Phrases that claim nothing: greetings, thanks, offers, hedges without content, words that open a sentence, citations."""

import re

from .abroad import sends_elsewhere
from .amounts import has_amount, states_amount
from .clauses import has_verb
from .refusals import plain
from .words import DOCS, FIRM, LOOSE, W, one_of

COURTESY = re.compile(one_of("|".join([
    r"(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|dear \w+)(?:,? (?:there|again|everyone|all|team|friend|\w+))?",
    r"(?:many |so |again,? )?thank(?:s| you)\b(?! to\b).{0,80}|you are (?:\w+ )?welcome|welcome|no (?:problem|worries)|my pleasure|cheers|"
    r"(?:best|kind|warm)? ?regards|best",
    r"have a (?:great|nice|good|lovely|wonderful) .{1,20}|good luck.{0,40}|enjoy|all the best",
    r"(?:that is |what )?(?:an? )?(?:great|good|excellent|interesting|fair|nice|important|common) (?:question|point|one|choice)\b.{0,40}",
    r"sure(?: thing)?|of course|certainly|okay|ok|alright|all right|got it|understood|with pleasure|gladly|great|perfect|no doubt|"
    r"sorry(?: (?:about|for|to hear)\b.{0,60})?",
    r"(?:(?:i am |i would be |always |we are )?(?:happy|glad|delighted|pleased)|(?:i am|we are) here) (?:to|you|that you|i)\b.{0,80}|"
    r"(?:apologies|i apologi[sz]e|my apologies)\b.{0,80}",
    r"let (?:me|us) (?:see|check|explain|help|look|walk|break|clarify|summari[sz]e|know|go through|show)\b.{0,200}|"
    r"please let me know\b.{0,200}",
    r"(?:i |we )?hope (?:this|that|it|these|i|you)\b.{0,100}|(?:and |please )?feel free\b.{0,200}|(?:and |"
    r"please )?do not hesitate\b.{0,200}",
    r"(?:just |simply )?(?:ask|shout|ping me|say the word|reach out|holler)(?: me| away| anytime| any time| again|"
    r" to me)?(?: if\b.{0,80})?",
    r"(?:if|should|in case) (?:you|there|anything|something|this|that|it)\b.{0,120}\b(?:let me know|feel free|do not hesitate|"
    r"(?<=[,e] )ask(?: away| me| again)?|i can help|"
    r"i am here|(?:happy|glad) to (?:help|assist|answer|explain|look|clarify|provide|share|dig|walk|show|elaborate)|reach out|"
    r"get in touch|i can (?:explain|look)|(?<=[,e] )tell me)\b.{0,80}",
    r"i (?:will|can|could|would be happy to|would love to|may|might) (?:then |certainly |gladly )?(?:help|explain|try|do my best|"
    r"be happy|be glad|look|assist|answer|walk|show|"
    r"dig|go into|tell you|give you|gladly|clarify|elaborate|search|check)\b.{0,150}",
    r"(?:so,? |and )?(?:here|below|following) (?:is|are|you|it|we)\b.{0,30}\b(?:what|how|go|goes|is|are|answer|summary|overview|list|"
    r"details?|steps?|breakdown|information|info|"
    r"explanation|points?|facts?|options?|found|know|rundown|guide|comparison|instructions|examples?)\b(?!.{0,80}\b(?:is|are|costs?|"
    r"means)\b \w).{0,80}",
    r"(?:i|we) found (?:this|the following|these|it|some information)\b.{0,60}|(?:this|that) is what (?:i|we) (?:found|know|have|"
    r"could find)\b.{0,60}|what (?:i|we) (?:found|know)",
    rf"(?:according to|based on|per|see|from|in|as (?:stated|described|mentioned|noted|per)(?: in)?) (?:the |your |our |these |"
    rf"this )?(?:{W}){{0,3}}?(?:{DOCS}|{LOOSE})(?: (?:provided|above|below))?",
    r"(?:in )?(?:short|summary|conclusion|brief|a nutshell|other words)|to (?:summari[sz]e|sum up|answer your question|recap)|(?:short |"
    r"final |quick |direct |the )?answer(?: is)?",
    r"(?:as follows|the following|note|tl;?dr|key points?|overview|details?|summary|explanation|follow these steps|do the following|"
    r"steps?|the steps are|instructions|recap)",
    r"(?:so,? )?(?:follow|take|use|do|try|perform|complete) (?:these|the following|the) steps?\b.{0,40}|(?:it|that|"
    r"this)(?: all)? depends|one moment(?: please)?|that is (?:it|all)|and that is it|done",
    r"(?:if|should|once) you\b.{0,120}, i (?:will|can|could|would|am)\b.{0,80}|i am (?:only |just )?(?:an?|your) .{0,40}\b(?:assistant|"
    r"bot|ai|model|helper)\b.{0,60}",
    r"(?:i|we) (?:have )?(?:looked|searched|checked|reviewed|read|went|gone|scanned|examined|tried)\b.{0,150}",
    r"(?:is|was) (?:there|that|this)\b.{0,60}\?|(?:as an? (?:ai|language model|assistant)).{0,60}|i understand(?: your (?:question|"
    r"concern|frustration))?|i see",
    r"(?:safe|happy|pleasant) (?:travels?|trip|journey|flight|driving|coding|learning|reading|cooking|baking|gaming|shopping|hiking|"
    r"holidays)|bon voyage|take care|stay (?:safe|healthy|tuned)|see you(?: soon| there| later| around)?|(?:good)?bye|until next time|"
    r"talk soon|get well soon|best wishes|have fun|enjoy (?:your|the) [\w ]{1,30}|congratulations",
])))
COUNTED = re.compile(r"[\d$€£¥₹₽₩%‰]")
REASON = re.compile(r"\b(?:because(?! i\b)|otherwise|or else|unless)\b", re.IGNORECASE)
YES_NO = re.compile(
    r"(?:yes|no|yep|yeah|yup|nope|correct|absolutely|definitely|right|exactly|indeed|true|false|incorrect|wrong|affirmative|negative)"
)
YES_NO_FIRST = re.compile(
    r"\W*(?:yes|no|yep|yeah|yup|nope|correct|absolutely|definitely|exactly|indeed)\b\W*?(?:[,:;!.—–]|\s-)+\W*\s(?=\S)", re.IGNORECASE
)
SOURCES = re.compile(
    r"(?:sources?|references?|citations?|cited|further reading|see also|learn more|read more|source (?:documents?|files?|pages?)|"
    r"cited sources|relevant (?:links|pages|docs))(?: used| cited| consulted)?"
)
SOURCE_LINE = re.compile(
    r"\W*(?:sources?|references?|citations?|ref)\W*:\s*\S|\W*(?:source|see|read more|learn more)\s*:\s*\S", re.IGNORECASE
)
REDIRECT = re.compile(
    r"(?!you (?:will|should|may|might) see\b)"
    r"(?:(?:so|but|and|then|for|in (?:this|that) case|instead|to (?:find out|be sure|learn|know|get|confirm|see|check|verify)|if|"
    r"otherwise|maybe|perhaps|alternatively)\b[^,]{0,90}?,? )?"
    r"(?:(?:i|we) (?:would |can only |can |could )?(?:suggest|recommend|advise|encourage)(?: that)?(?: you)?(?: to)? |it (?:may|might|"
    r"would|is) (?:be )?(?:best|better|worth|a good idea) (?:to )?|"
    r"(?:please|kindly|perhaps|maybe|try|consider|you (?:may|might|can|could|should|will|would)(?: (?:want|need|have|wish|like|"
    r"try))?(?: to)?|"
    r"your best bet is(?: to)?|(?:feel free|do not hesitate)(?: to)?) )*"
    r"(?:(?:contact|check|consult|refer|visit|see|ask|try|look|rephrase?|e-?mail|call|search|provide?|share?|specify|clarify|speak|talk|"
    r"file?|raise?|write?|verify|upload|send|reword|review)(?:ing)?|reach(?:ing)? out|get(?:ting)? in touch|give me|"
    r"open(?:ing)? a (?:ticket|support|case)|(?:could|can|would) you)\b"
)
CITATION = re.compile(
    r"\s{0,3}(?:\[\^?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*\]|【[^】\n]{1,80}】|"
    r"[\[(](?:source|sources|ref|reference|see|doc|docs|document|page|citation|context|passage|chunk)s?\b\.?[:\s#]+[^\])\n]{1,80}[\])])"
)
AFTER_CITATION = re.compile(r"\s*(?:[.,;:!?)\]]|$|\n|\[|【)")
# What may stand before a claim without being part of it; the comma or colon after it goes too.
OPENING = re.compile(
    r"\W*(?:(?:sure(?: thing)?|of course|certainly|okay|ok|alright|great|got it|no problem|well|hm+|hi(?: there)?|hello(?: there)?|"
    r"hey(?: there)?|thanks(?: for \w+)?|thank you(?: for \w+)?|"
    r"(?:that's a |that’s a )?(?:great|good|excellent) (?:question|point)|however|additionally|moreover|furthermore|also|in addition|"
    r"besides|that said|in short|in summary|in conclusion|"
    r"to summari[sz]e|to sum up|to answer your question|in other words|finally|lastly|answer|final answer|short answer|long answer|"
    r"explanation|a(?=:)|tl;?dr|note|important)\s*(?:[,:!—–]|\s-\s)+\s*|"
    r"(?:please )?(?:note|keep in mind|be aware|remember|bear in mind) that,?\s+|(?:but|and)\s+)(?=\S)",
    re.IGNORECASE,
)
ANNOUNCES = re.compile(r"\W*(?:so,? )?(?:(?:here|below)(?: is|['’]s| are|['’]re)|let me)\s[^:;.!?]{1,80}:\s+(?=\S)", re.IGNORECASE)
VERDICT = re.compile(
    r"\W*(?:(?:the |final |short |quick |direct )?answer|in (?:short|summary|conclusion|brief)|verdict|tl;?dr)\W*:", re.IGNORECASE
)
DOCS_SAY = re.compile(
    rf"(?:(?:the |your |our |these |this )?(?:{W}){{0,3}}?(?:{DOCS}|{LOOSE})(?: (?:you provided|provided|above))? (?:clearly |also |"
    rf"explicitly |only )?(?:say|state|mention|explain|indicate|note|specify|specifie|confirm|show)s? that,? )",
    re.IGNORECASE,
)
ACCORDING = re.compile(
    rf"(?:(?:based on|according to|per|as (?:stated|mentioned|noted|described|documented|explained|shown|per|specified)(?: (?:in|on|"
    rf"by))?|going by) [^,:;]{{0,60}}?(?:{DOCS}|{LOOSE}|{FIRM}|\.\w{{2,4}})\b[^,:;]{{0,30}}|"
    rf"(?:in|from) (?:the |your |our |these )?(?:{W}){{0,2}}?{FIRM}(?: provided)?|(?:from )?what i (?:found|can see|know)),\s+",
    re.IGNORECASE,
)
SMALL = frozenset(
    "the a an it its this that these those you your they their we our there in on at for to by with each every all no if when as and or "
    "two three four five six seven eight nine ten".split()
)


def is_courtesy(sentence: str) -> bool:
    """Whether a sentence is a greeting, thanks, an offer, an announcement: nothing that could be true or false.

    Never one that counts something, gives a reason or says something else after a colon.

    >>> is_courtesy("Let me know if you need more!"), is_courtesy("Let me know if you need more than 5 GB!")
    (True, False)
    """
    if not re.search(r"\w", sentence):
        return True
    if COUNTED.search(sentence) or REASON.search(sentence):
        return False
    return all(COURTESY.fullmatch(plain(part)) for part in re.split(r":\s+(?=\S)", sentence))


def is_redirect(sentence: str) -> bool:
    """Whether a sentence sends the reader elsewhere: no answer where it stands beside a refusal, unless it counts something."""
    return bool(REDIRECT.match(plain(sentence)) or sends_elsewhere(sentence)) and not has_amount(sentence)


def is_question(sentence: str) -> bool:
    """Whether a sentence asks; a question that is only quoted does not."""
    return sentence.rstrip(" *_").endswith(("?", "？", "؟", "?!"))


def without_citations(text: str) -> str:
    """The text without [1], 【2†page】 and (source: page); argv[1] and items[0] stay."""
    return CITATION.sub(lambda match: _citation(text, match), text)


def _citation(text: str, match: re.Match) -> str:
    before = text[max(0, match.start() - 1) : match.start()]
    glued = match[0][0] == "[" and (before.isalnum() or before in ("_", "`"))
    if "[0]" in match[0] or states_amount(match[0].strip(" []()【】")) or (glued and not AFTER_CITATION.match(text, match.end())):
        return match[0]
    return ""


def without_opening(sentence: str) -> str:
    """The sentence from where its claim begins.

    >>> without_opening("Sure! However, according to the docs, the lid is red.")
    'The lid is red.'
    """
    rest = sentence
    for _ in range(4):
        shorter = OPENING.sub("", rest, count=1) if OPENING.match(rest) else rest
        for pattern in (ACCORDING, DOCS_SAY):
            named = pattern.match(shorter)
            if named and not re.search(r"\d", named[0]):  # "According to section 4" says something
                shorter = shorter[named.end() :]
        shorter = _unannounced(shorter)
        if shorter == rest or not re.search(r"\w", shorter):
            break
        rest = shorter
    return sentence if rest == sentence else capitalised(rest)


def _unannounced(sentence: str) -> str:
    """The sentence behind "Here is how it works:", unless only a fragment stands there or the announcement counts something."""
    found = ANNOUNCES.match(sentence)
    if not found or COUNTED.search(found[0]) or not has_verb(sentence[found.end() :]):
        return sentence
    return sentence[found.end() :]


def is_verdict(sentence: str) -> bool:
    """Whether a sentence calls what follows its colon the answer: "Short answer: no."."""
    return bool(VERDICT.match(sentence))


def capitalised(text: str) -> str:
    """The text with a capital if its first word is a small one such as "the"; a command or name keeps its case."""
    return text[:1].upper() + text[1:] if re.match(r"[^\W_]*", text)[0] in SMALL else text


def uncapitalised(text: str) -> str:
    """The text with a small first letter if its first word is one such as "The"."""
    word = re.match(r"[^\W_]*", text)[0]
    return text[:1].lower() + text[1:] if word.lower() in SMALL and word != "I" else text
