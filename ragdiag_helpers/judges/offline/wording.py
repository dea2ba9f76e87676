"""Words of general English: which mean the same, which exclude each other, and which carry no fact of their own."""

import re

from . import thesaurus
from .quantities import UNITS, number
from .stems import stem

# A word and the phrases that it stands for.
_PHRASES = """
immediately: at once, right away, straight away, without delay
manually: by hand
automatically: by itself, on its own, by themselves
permanently: for good
gratis: free of charge, without charge, at no cost, for free, for nothing
is free: costs nothing
are free: cost nothing
once: a single time
includes: comes with
include: come with
and: as well as
nobody: no one
14 days: a fortnight
12: a dozen
in default,: by default
, not: instead of, rather than
neednot: do not have to, does not have to, do not need to, does not need to, need not, needs not
not: no longer, not yet
must: have to, has to, need to, needs to
simultaneously: at the same time
default: factory setting, factory default
ahead: in advance
at most: cannot exceed, may not exceed, must not exceed
switches off: turns off, shuts off
switch off: turn off, shut off
switched off: turned off
switches on: turns on
switch on: turn on
switched on: turned on
switches off automatically: switches itself off, turns itself off, shuts itself off
may: free to
can: able to
always: every time, at all times, in every case, all the time, any time
restored: brought back
restore: bring back
email: e-mail
emails: e-mails
percent: per cent
setup: set up
returned: handed back, given back, handed in
return: hand back, give back, hand in
request: ask for
happens: takes place
extra: on top of
happen: take place
"""
_LINES = [line.partition(": ") for line in (_PHRASES.strip() + thesaurus.PHRASES.rstrip()).splitlines()]
PHRASES = {phrase: word for word, _, rest in _LINES for phrase in rest.split(", ")}
_PHRASE = re.compile(r"\b(" + "|".join(sorted(map(re.escape, PHRASES), key=len, reverse=True)) + r")\b", re.IGNORECASE)
_MARK_BEHIND = r"(at most|at least|maximum|minimum)"
_LIMIT_BEHIND = re.compile(rf"\b(\d[\d.,]*|[a-z]{{3,9}})((?: [a-z°%]+)?) {_MARK_BEHIND}(?=[,.;:)]|$| (?:and|or|but) )", re.IGNORECASE)
_MONEY = r"(cash|cheques?|cards?|credit cards?|debit cards?|coins|banknotes|vouchers?|bank transfers?)"
_PAYING = re.compile(rf"\b(pay|pays|paid|paying)(?: (?:in|with|by|using))?(?: an?)? {_MONEY}\b", re.IGNORECASE)
_TAKING = re.compile(
    rf"\b(?:we|the [a-z]+) (?:(do not|does not|cannot) )?(?:accepts?|takes?) {_MONEY}\b(?! (?:number|holder|reader)s?)", re.IGNORECASE
)
_TAKEN = re.compile(rf"\b{_MONEY} (?:is|are) (not )?(?:accepted|taken)\b", re.IGNORECASE)
_NOT_BY = re.compile(rf"\b(pay by {_MONEY}(?: only)?), (?:no|not) {_MONEY}\b", re.IGNORECASE)
_REFLEXIVE = re.compile(
    r"\b((?:renew|return|clean|update|delete|close|lock|unlock|restart|repeat|reset|refresh|adjust|start|stop|erase|extend)e?s?)"
    r" (?:itself|themselves)\b", re.IGNORECASE,
)
_PARTED = re.compile(r"\b((?:turn|switch|shut|bring|hand|give|send|pay|pick|set|put)(?:s|ed|ing)?) (it|them) (on|off|back|in|up|away)\b", re.IGNORECASE)
_HALVES = {"½": ".5", "¼": ".25", "¾": ".75"}

NEGATIONS = frozenset("not never no nobody nothing none neither nor cannot without impossible unable neednot".split())
EVERY = frozenset("all every each any whole entire both".split())
DETERMINERS = frozenset("a an the this that these those your our their its his her my some such another".split()) | EVERY
PRONOUNS = frozenset(
    "it they them he she we i us one which who whom whose what whoever whatever you someone somebody anyone anybody".split()
)
BACK_REFERENCES = frozenset("it they them its their he she".split())
MAY = frozenset("can may might could".split())
MUST = frozenset("must shall".split())
BE = frozenset("is are was were be been being am get gets got".split())
AUXILIARIES = BE | MAY | MUST | frozenset("has have had having do does did will would should need needs".split()) - {"need", "needs"}
# A word behind one of these plays another part; words on one line say the same. An empty group: it may be said in another way.
LINKS = {
    word: line.split()[0]
    for line in (
        "by", "per", "from", "to into onto towards", "before", "after following upon", "until till", "since", "than", "with using via",
        "when if once whenever", "unless", "whether", "because", "while", "although", "between", "against", "through", "without",
        "of", "in on at within inside during under for about as over across among above below outside beside near around throughout",
    )
    for word in line.split()
}
# These open a clause of their own.
CLAUSAL_LINKS = frozenset("when unless whether because while although".split())
STRICT_LINKS = frozenset("by per from to before after until since than against".split()) | CLAUSAL_LINKS
OPPOSITE_LINKS = ({"before", "after"}, {"from", "to"}, {"until", "after"}, {"since", "until"}, {"when", "unless"}, {"with", "unless"}, {"without", "when"})
OPPOSITE_WORDS = ({"above", "below"}, {"over", "under"}, {"inside", "outside"}, {"before", "after"})
FILLERS = frozenset(
    "there here also too just simply then even itself themselves yourself actually so such and or but how where why that though only "
    "exist exists existing please whereas however therefore thus still except".split()
)
FUNCTION_WORDS = NEGATIONS | DETERMINERS | PRONOUNS | AUXILIARIES | frozenset(LINKS) | FILLERS

# Words on one line mean the same wherever documentation uses them.
_SAME = """
keep retain hold stay remain preserve|delete remove erase purge|make create produce generate|send transmit submit|receive obtain gain
show display|begin start commence|end finish|expire lapse|allow permit let|need require mandatory compulsory obligatory required
forbid prohibit ban disallow|cost price|fee charge|buy purchase|choose select pick|change modify alter|big large|fast quick rapid
immediate instant prompt|reply respond answer|error fault|email mail|phone telephone|reject refuse decline deny|include contain
offer provide available|several multiple|whole entire|happen occur|vanish disappear|staff employee|bike bicycle|another other
customer user|maximum max|minimum min|find locate|repair fix|pause suspend|permanent irrevocable|load import|fresh new|gratis free
extra further additional|hire rent|mean indicate signify
"""
# Words on one line exclude each other when they are said of the same thing.
_EXCLUSIVE = """
allow forbid|include exclude|enable disable|accept reject|open closed|valid invalid|public private|optional require|internal external
increase decrease|raise lower|manual automatic|permanent temporary|same different|minimum maximum|part full|encrypted unencrypted
red orange yellow green blue white black grey purple brown|monday tuesday wednesday thursday friday saturday sunday weekday weekend
spring summer autumn winter|north south east west|left right|top bottom|online offline|success failure|always never|hot cold
second minute hour day week month year|reversible irreversible|before after|fast slow|single double|read write|phone email fax post
on off|available unavailable|more less fewer
"""
_SHORT = {"ca": "can", "wo": "will", "sha": "shall"}


def plain(text: str) -> str:
    """``text`` with straight quotes and its fixed phrases as one word: "at once" becomes "immediately"."""
    text = text.replace("’", "'").replace("‘", "'").replace("“", '"').replace("”", '"').replace("\u00a0", " ")
    text = re.sub(r"\b([a-z]+)n't\b", lambda match: _SHORT.get(match[1].lower(), match[1]) + " not", text, flags=re.IGNORECASE)
    text = re.sub(r"(\d?) ?([½¼¾])", lambda match: (match[1] or "0") + _HALVES[match[2]], text)
    text = re.sub(r"\b(max)\. ?(?=\d)", r"\1 ", text, flags=re.IGNORECASE)
    text = _PARTED.sub(r"\1 \3 \2", text)
    text = _REFLEXIVE.sub(r"\1 automatically", text)
    text = _TAKEN.sub(lambda match: f"you can{'not' if match[2] else ''} pay by {match[1]}", text)
    text = _NOT_BY.sub(r"\1, you cannot pay by \3", _PAYING.sub(r"\1 by \2", _TAKING.sub(_paying, text)))
    return _LIMIT_BEHIND.sub(_limit_first, _PHRASE.sub(lambda match: PHRASES[match[0].lower()], text))


def _paying(match: re.Match) -> str:
    """"We do not take cheques" as "you cannot pay by cheques": what one side takes is what the other can pay by."""
    return f"you {'cannot' if match[1] else 'can'} pay by {match[2]}"


def _limit_first(match: re.Match) -> str:
    """"10 guests at most" as "at most 10 guests"; what is no number stays as it is."""
    bound = {"maximum": "at most", "minimum": "at least"}.get(match[3].lower(), match[3])
    return f"{bound} {match[1]}{match[2]}" if number(match[1]) is not None else match[0]


def _groups(lines: str) -> list[list[str]]:
    return [[stem(word) for word in group.split()] for line in lines.split("\n") for group in line.split("|") if group.strip()]


_CLASS: dict[str, str] = {}
for _group in _groups(_SAME + thesaurus.SAME):
    _first = next((_CLASS[word] for word in _group if word in _CLASS), _group[0])  # a word of an earlier line joins both
    _CLASS |= {word: _first for word in _group if word not in _CLASS}
_RIVALS: dict[str, set[str]] = {}
for _group in _groups(_EXCLUSIVE + thesaurus.EXCLUSIVE):
    for _word in _group:
        _RIVALS.setdefault(_CLASS.get(_word, _word), set()).update(_CLASS.get(each, each) for each in _group if each != _word)

_MEASURES = [(name, unit) for name, unit in UNITS.items() if unit[0] != "date" and len(name) > 3]
for _word, _unit in _MEASURES:  # megabytes and kilobytes, euros and dollars
    _others = {stem(each) for each, unit in _MEASURES if unit[0] == _unit[0] and unit != _unit}
    _RIVALS.setdefault(stem(_word), set()).update(_others - {stem(_word)})

# Words that change what is said of the words around them, so that a claim may not leave them out: "rarely fails", "tries to connect".
WEAKENERS = frozenset(
    _CLASS.get(stem(word), stem(word))
    for word in "rarely seldom sometimes often usually mostly partially almost nearly hardly barely occasionally temporarily eventually "
    "soon optionally most few half prevent stop avoid forbid refuse prohibit block disallow reject decline fail lack skip omit deny cease "
    "try attempt intend aim promise pretend seem theoretically formerly".split()
)
# Words that make a length of time one that lies ahead of something.
LEADS = frozenset(_CLASS.get(stem(word), stem(word)) for word in "notice advance ahead beforehand prior warning".split())
PARTICLES = frozenset("up down out off back away".split())

# Degrees that must not be added: a claim that has one needs a text that has it.
DEGREES = frozenset(
    _CLASS.get(stem(word), stem(word))
    for word in "immediately automatically always permanently gratis completely fully entirely forever indefinitely guaranteed constantly "
    "continuously unconditionally unlimited everywhere anywhere seamlessly".split()
)


def key(word: str) -> str:
    """What ``word`` is matched by: the stem of the first word of its group, or its own.

    >>> key("retained") == key("keeps"), key("retained") == key("loses")
    (True, False)
    """
    return _CLASS.get(stem(word), stem(word))


GRATIS = key("gratis")
# Words of which each is the denial of the other.
_DENIALS = """
allow forbid|include exclude|enable disable|accept reject|open closed|valid invalid|optional require|same different|available unavailable
gratis pay|keep lose|succeed fail|possible impossible|present absent|known unknown|legal illegal|visible hide|public private|true false
"""
ANTONYMS: dict[str, str] = {}
for _pair in _groups(_DENIALS):
    _one, _two = (_CLASS.get(each, each) for each in _pair)
    ANTONYMS |= {_one: _two, _two: _one}


def exclude(first: str, second: str) -> bool:
    """True if two keys cannot both hold of one thing, such as public and private.

    >>> exclude(key("public"), key("private"))
    True
    """
    return second in _RIVALS.get(first, ()) or first == f"un{second}" or second == f"un{first}"
