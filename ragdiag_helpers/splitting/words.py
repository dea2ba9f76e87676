"""The words of refusals, as patterns over plain text: what is meant by the documents, to find, to say, information."""


def one_of(words: str) -> str:
    """A pattern for any of the words, which ``|`` separates."""
    return f"(?:{words})"


W = r"[\w'/.&-]+ "
GIVEN = one_of("provided|given|retrieved|available|supplied|shared|above|accessible|current|attached|uploaded|indexed")
MINE = one_of(
    "(?:that |which )?(?:i|you|we) (?:have |had )?(?:have|had|was given|were given|am given|can see|can access|searched|provided|shared|"
    "found|checked|do have|uploaded|attached|gave me|sent|linked)"
    r"(?: (?:access to|available|here|in front of me|been given|at hand))?"
    f"|(?:that |which )?(?:is |are |was |were )?(?:to me |here )?{GIVEN}(?: to me| here| by you)?|here|at hand|to hand|in front of me|to me"
)
FIRM = one_of(
    "documentation|docs|doc|contexts?|passages?|excerpts?|knowledge ?base|sources|source material|help ?(?:pages?|center|centre|"
    "articles?|docs)"
    r"|faqs?|search results|reference (?:material|text|document)s?|transcripts?|wiki|readme"
)
LOOSE = one_of(
    "documents?|pages?|articles?|texts?|guides?|manuals?|materials?|handbooks?|information|info|snippets?|notes|results|sections?|"
    "chapters?|source|leaflet"
)
ANY = one_of("data|content|files?|records?|database|corpus|tables?|paragraphs?|website|site|report|policy|" + LOOSE[3:-1])
DOCS = one_of(f"{FIRM}|(?:{W})?{GIVEN} (?:{W}){{0,2}}{ANY}|{ANY} {MINE}")
INFO = one_of(
    "information|info|mention|details?|answers?|indication|documentation|references?|evidence|guidance|word|data|record|material|entry|"
    "context|"
    "specifics|figures?|instructions?|explanation|statement|clue|insight"
)
PLAIN_INFO = one_of(
    "information|info|mention|details|answers?|indication|documentation|guidance|context|specifics|instructions|explanation"
)
TOPIC = one_of(
    "about|on|regarding|concerning|as to|related|for|of|whether|how|that (?:says|would|could|answers)|to (?:answer|determine|say)"
)
ABOUT = one_of(
    "about|on|regarding|concerning|as to|for|of|to|in|that|which|whether|how|what|related|here|available|found|given|provided|there|from|"
    "was|is|were|are|could|can"
)
NO = one_of("no|not|not enough|insufficient|nothing|little|only limited")
FIND = one_of(
    "find|found|locate|see|know|identify|determine|answer|verify|confirm|tell|say|come across|look (?:that|this|it) up|infer|conclude|"
    "spot|establish|work out"
)
MY_FIND = one_of(
    f"{FIND}|help|provide|give|access|offer|retrieve|speak|assist|share|be sure|be certain|comment|advise|discuss|browse|quote|point|understand|catch|follow"
)
TELL = one_of(
    "mention|say|specify|state|cover|describe|discuss|address|explain|indicate|tell|clarify|answer|detail|disclose|go into|touch on|"
    "talk about|elaborate|"
    "spell out|make clear|speak|refer to|outline|note|reveal"
)
SAY = one_of(f"{TELL}|contain|include|provide|give|list|show|have|offer|define|document|reference|name|hold|help|support|confirm|supply")
TOLD = one_of(
    "mentioned|specified|stated|documented|described|discussed|addressed|disclosed|indicated|clarified|answered|known|spelled out|"
    "detailed|covered"
)
STATED = one_of(  # what only a text can leave undone; "not covered", "not known" can be said of insurances and diseases too
    "mentioned|specified|stated|documented|described|discussed|addressed|indicated|clarified|spelled out|detailed"
)
SAID = one_of(
    f"{TOLD}|found|included|listed|contained|available|provided|given|there|present|explained|shown|defined|outlined|noted|referenced|"
    f"part|clear|contained"
)
WHOSE = one_of("the|this|that|these|those|your|our|my|all|any of the|any of our|none of the|either of the|of the")
IN = one_of("in|by|within|from|on|across|inside|among|at|based on|with|using|through|of")
IN_DOCS = rf"{IN} (?:of )?(?:{WHOSE} )?(?:{W}){{0,3}}?{DOCS}\b"
IN_LOOSE = rf"{IN} (?:of )?(?:{WHOSE} )?(?:{W}){{0,3}}?(?:{DOCS}|{LOOSE})\b"
TREAT = one_of(
    "mention|discuss|discusse|cover|describe|address|addresse|touch|touche|talk|deal|focus|focuse|refer|concern|relate|explain|list|about"
)
