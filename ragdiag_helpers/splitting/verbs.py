"""Common English verbs, by what the splitter has to know of them: is this word the verb of the sentence?"""

# Verbs as they stand after "it"; what is no noun as well, and what may be one.
PLAIN_VERBS = (
    "accepts adds allows applies asks assigns attracts becomes begins blocks brings buys carries closes comes compares compresses "
    "consists contains converts covers creates defaults deletes delivers depends destroys detects determines disables does drinks "
    "drives eats employs enables encrypts ensures erases exists expires explains fails filters finds fits follows gets gives goes "
    "grants grows handles happens has helps hires holds hosts houses identifies ignores includes increases installs invalidates "
    "invokes is keeps knows lacks lasts launches lets lies lists lives locates logs loses lowers maintains makes means measures "
    "mentions merges moves notifies occurs offers omits opens operates overwrites owns permits prevents processes produces protects "
    "provides publishes purges raises reaches receives recommends records reduces refreshes refuses rejects relies reloads remains "
    "removes renders replaces requires resembles resolves restricts retains retries says seems selects sells sends serves sits "
    "skips spans speaks stays strips takes teaches tells throws trains travels treats tries turns unlocks validates waits wants "
    "warns was weighs wins works writes"
).split()
NOUN_VERBS = (
    "attempts backs builds calls causes changes charges checks claims closes connects copies costs counts cuts displays drops ends "
    "exports focuses forms grades heats imports issues keys lands leads limits links loads looks matches needs orders pays plans "
    "plays points posts prints puts queries ranges rates reads repeats replies reports requests resets responds restarts restores "
    "results returns rolls rotates routes runs saves scales scans schedules searches sets shares ships shows sorts stands starts "
    "states stops stores streams supplies supports switches syncs tests tracks transfers transforms triggers updates uses views "
    "visits"
).split()
IRREGULAR = {
    "is": "are", "has": "have", "does": "do", "goes": "go", "was": "were", "applies": "apply", "carries": "carry", "tries": "try",
    "retries": "retry", "relies": "rely", "identifies": "identify", "notifies": "notify", "copies": "copy", "queries": "query",
    "replies": "reply", "supplies": "supply", "becomes": "become", "lies": "lie",
}
SINGULAR = frozenset(PLAIN_VERBS) | frozenset(NOUN_VERBS)


def _base(verb: str) -> str:
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zes")) else verb[:-1]


PLURAL = frozenset(_base(verb) for verb in SINGULAR)
BASE_OF_PLAIN = frozenset(_base(verb) for verb in PLAIN_VERBS)
MODAL = frozenset((
    "aren't can can't cannot could did didn't doesn't don't had isn't may might must shall should wasn't were weren't will won't "
    "would"
).split())
FINITE = SINGULAR | PLURAL | MODAL
SURE = frozenset(PLAIN_VERBS) | MODAL | frozenset("are have do include contain cost become happen keep require belong".split())
NOUNS = frozenset((
    "address block changes checks claims copies costs counts cover export exports forms grades import imports issues keys last "
    "leads lie limits links list lists log measure move need orders plan plans point points process produce rates record results "
    "set store use view views"
).split())
