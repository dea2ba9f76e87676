"""Numbers with what they count: 1,000 ms, a 24-hour window, 25 dollars, at most three, 3 a.m."""

import re
from dataclasses import dataclass, replace

# family | unit of comparison | one word with its size in that unit. Units of one family exclude each other; only one unit is converted.
_UNITS = """
time|second|second:1 seconds:1 sec:1 secs:1 s:1 ms:0.001 millisecond:0.001 milliseconds:0.001 minute:60 minutes:60 min:60 mins:60
time|second|hour:3600 hours:3600 hr:3600 hrs:3600 h:3600 day:86400 days:86400 week:604800 weeks:604800 fortnight:1209600
time|month|month:1 months:1 quarter:3 quarters:3 year:12 years:12 decade:120 decades:120
size|byte|byte:1 bytes:1 b:1 kb:1e3 mb:1e6 gb:1e9 tb:1e12 pb:1e15 kilobytes:1e3 megabytes:1e6 gigabytes:1e9 terabytes:1e12
size|byte|gigabyte:1e9 megabyte:1e6 terabyte:1e12 kilobyte:1e3 kib:1024 mib:1048576 gib:1073741824 tib:1099511627776
money|dollar|dollar:1 dollars:1 usd:1 $:1
money|euro|euro:1 euros:1 eur:1 €:1
money|pound|pound:1 pounds:1 gbp:1 £:1 pence:0.01 penny:0.01
money|yen|yen:1 jpy:1 ¥:1
money|franc|franc:1 francs:1 chf:1
money|cent|cent:1 cents:1
share|percent|percent:1 %:1
heat|celsius|°c:1 celsius:1
heat|fahrenheit|°f:1 fahrenheit:1
length|metre|mm:0.001 cm:0.01 m:1 km:1000 metre:1 metres:1 meter:1 meters:1 kilometres:1000 kilometers:1000
length|metre|centimetres:0.01 millimetres:0.001
length|inch|inch:1 inches:1 foot:12 feet:12 ft:12 yard:36 yards:36 mile:63360 miles:63360
mass|gram|mg:0.001 g:1 kg:1000 gram:1 grams:1 kilogram:1000 kilograms:1000 kilo:1000 kilos:1000 tonne:1e6 tonnes:1e6
mass|ounce|ounce:1 ounces:1 oz:1 lb:16 lbs:16
volume|litre|ml:0.001 cl:0.01 l:1 litre:1 litres:1 liter:1 liters:1 millilitres:0.001 milliliters:0.001
volume|gallon|gallon:1 gallons:1 pint:0.125 pints:0.125
pressure|bar|bar:1 bars:1
pressure|psi|psi:1
power|watt|w:1 watt:1 watts:1 kw:1000 kilowatts:1000
tension|volt|v:1 volt:1 volts:1
rotation|rpm|rpm:1
energy|kwh|kwh:1
rate|bit|kbps:1e3 mbps:1e6 gbps:1e9
pitch|hertz|hz:1 khz:1e3 mhz:1e6 ghz:1e9
date|day|january:1 february:2 march:3 april:4 may:5 june:6 july:7 august:8 september:9 october:10 november:11 december:12
"""
UNITS = {
    word: (family, unit, float(size))
    for family, unit, words in (line.split("|") for line in _UNITS.strip().splitlines())
    for word, size in (each.rsplit(":", 1) for each in words.split())
}
_PERIODS = "hourly=hour daily=day nightly=day weekly=week monthly=month yearly=year annual=year annually=year"
PERIODS = dict(pair.split("=") for pair in _PERIODS.split())
SPANS = frozenset("second minute hour day night week month quarter year".split())
RATES = frozenset("mile kilometre kilometer km gram kilogram kg litre liter gallon metre meter".split())
_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
WORDS = {word: float(n) for n, word in enumerate(_SMALL.split())} | {word: 20.0 + 10 * n for n, word in enumerate(_TENS.split())}
WORDS |= {"hundred": 100.0, "thousand": 1000.0, "twice": 2.0, "thrice": 3.0}
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
ORDINALS = {word: float(n) for n, word in enumerate(_ORDINALS.split(), 1)}
BOUNDS = {
    phrase: bound
    for bound, phrases in {
        "<=": "up to|at most|no more than|not more than|a maximum of|maximum of|at the most|max",
        ">=": "at least|no less than|no fewer than|not less than|a minimum of|minimum of",
        ">": "more than|over|above|longer than|larger than|exceeding", "<": "less than|under|below|fewer than|shorter than|smaller than",
        "=": "exactly|precisely", "~": "about|around|approximately|roughly|nearly|almost",
    }.items()
    for phrase in phrases.split("|")
}
_MORE = frozenset("more longer over older above newer later higher larger".split())
_LESS = "less fewer shorter under younger earlier lower smaller"
_AFTER = re.compile(rf"or ({'|'.join([*sorted(_MORE), *_LESS.split()])})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Quantity:
    """A number and what it counts. ``family`` and ``unit`` are "" where the unit is no measure; ``bound`` is one of <= >= < > = ~ or "".

    ``zone`` is the time zone of a time of day.
    """

    value: float
    family: str = ""
    unit: str = ""
    bound: str = ""
    zone: str = ""

    def equals(self, other: "Quantity") -> bool:
        """The same amount in units that convert: 24 hours and 1 day, not 30 days and 1 month."""
        return (self.family, self.unit) == (other.family, other.unit) and abs(self.value - other.value) <= 1e-9 * max(abs(self.value), 1)

    @property
    def top(self) -> float:
        """The upper end of a range, in the unit of comparison; the value itself where there is none."""
        return float(self.bound[3:]) if self.bound.startswith("to ") else self.value

    def ends(self, other: "Quantity") -> bool:
        """True if ``other`` is this range told by one end: "up to 7 days" for 2 to 7 days, "at least 2 days"."""
        end = {"<=": self.top, ">=": self.value}.get(other.bound)
        return self.bound.startswith("to ") and end is not None and replace(self, value=end, bound="").equals(other)

    def rules_out(self, other: "Quantity") -> bool:
        """Another amount of the same family, so that not both can be meant: 24 hours and 24 days, dollars and euros."""
        if self.family != other.family or self.equals(other):
            return False
        if (self.family, self.unit) == (other.family, other.unit) and min(self.value, self.top) <= other.value <= max(self.value, self.top):
            return False  # within a range
        if not other.bound and (self.family, self.unit) == (other.family, other.unit):
            if self.bound == "<" and other.value < self.value or self.bound == ">" and other.value > self.value:
                return False  # "longer than 30 minutes" and 45 minutes
        if self.family == "time" and self.unit != other.unit:
            if {self.unit, other.unit} == {"second", "second at work"}:
                return True
            ratio = self.days / other.days if other.value else 0.0
            return not 0.85 < ratio < 1.15
        return True

    @property
    def days(self) -> float:
        """A time in days; a month counts 30.4."""
        return self.value * 30.4 if self.unit == "month" else self.value / 86400


def number(text: str) -> float | None:
    """The value of a number in digits or as a word, None for anything else.

    >>> number("1,000"), number("three"), number("3.11.2")
    (1000.0, 3.0, None)
    """
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?|\d{1,15}(\.\d{1,9})?", text, re.ASCII):
        return float(text.replace(",", ""))
    tens, dash, ones = text.lower().partition("-")
    if dash and WORDS.get(tens, 0) >= 20 and 0 < WORDS.get(ones, 0) < 10:
        return WORDS[tens] + WORDS[ones]
    return WORDS.get(text.lower())


def clock(words: list[str]) -> tuple[float, int] | None:
    """Minutes since midnight and how many of ``words`` say it: 03:00, 3 am, 3 a.m., noon; None for no time of day.

    >>> clock(["3", "a.m.", "UTC"])
    (180.0, 2)
    """
    head, after = words[0].lower(), words[1].lower().replace(".", "") if len(words) > 1 else ""
    if head in ("noon", "midnight"):
        return (720.0 if head == "noon" else 0.0), 1
    match = re.fullmatch(r"(\d{1,2})(?::(\d\d))?", head, re.ASCII)
    if not match or not (match[2] or after in ("am", "pm")) or int(match[1]) > 24:
        return None
    hours = int(match[1]) % 12 + 12 * (after == "pm") if after in ("am", "pm") else int(match[1])
    return hours * 60.0 + int(match[2] or 0), 2 if after in ("am", "pm") else 1


def measure(value: float, unit: str, bound: str = "") -> Quantity:
    """``value`` of ``unit`` in the unit of comparison; an unknown unit leaves the number as it is.

    >>> measure(24, "hours") == measure(1, "day")
    True
    """
    family, base, size = UNITS.get(unit.lower(), ("", "", 1.0))
    if bound.startswith("to "):
        bound = f"to {float(bound[3:]) * size:.12g}"
    return Quantity(size * 100 + value if family == "date" else value * size, family, base, bound)


def measure_like(value: float, other: Quantity) -> Quantity:
    """``value`` counted as ``other`` is; a unit of time is taken as the largest that fits ``other`` evenly, as "7 days ... 30" means."""
    sizes = {"second": (86400, 3600, 60, 1), "month": (12, 1), "byte": (1e12, 1e9, 1e6, 1e3, 1)}.get(other.unit, (1,))
    return Quantity(value * next((size for size in sizes if other.value % size == 0), 1), other.family, other.unit)


def bound_before(words: list[str]) -> tuple[str, int]:
    """The bound at the start of ``words`` and how many words say it: ("<=", 2) for "up to"; ("", 0) for none."""
    lowered = [word.lower() for word in words[:3]]
    for size in (3, 2, 1):
        if " ".join(lowered[:size]) in BOUNDS:
            return BOUNDS[" ".join(lowered[:size])], size
    return "", 0


def bound_after(words: list[str]) -> tuple[str, int]:
    """The bound behind a number: (">=", 2) for "or more"; ("", 0) for none."""
    match = _AFTER.match(" ".join(words[:2]))
    return (">=" if match[1].lower() in _MORE else "<=", 2) if match else ("", 0)
