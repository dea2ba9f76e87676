from . import HIDDEN

V = """
def verdict(means, counts):
    r, g, u = counts['retrieval'], counts['generation'], counts['undecided']
    if r + g == 0:
        return ('cannot say', None) if u else ('nothing failed', None)
    lead, most, second = ('retrieval', r, g) if r >= g else ('generation', g, r)
    mean = means['recall' if lead == 'retrieval' else 'faithfulness']
    {body}
"""
OPEN = "if second + u >= most: return 'cannot say', None\n    "
CHANCE = "if wilson_interval(most, most + second)[0] <= 0.5: return 'cannot say', None\n    "
O = """
def outcome(found, line, least=0.7):
    {missing}
    {covered}
    {decide}
"""
MISSING = "if found is None or found.value is None or found.coverage is None or not 0 <= found.value <= 1: return 'not judged'"
COVERED = "if not found.coverage >= least: return 'not judged'"
DECIDE = "return 'passed' if found.value >= line else 'warned' if found.high is not None and found.high >= line else 'failed'"
G = """
def gate(metrics, thresholds):
    found = [outcome(metrics.get(name), line) for name, line in thresholds.items()]
    {body}
"""
F = """
def first_bad(history, metric, line):
    places = {places}
    if not places: return None
    {ends}
    good, bad = {start}
    while {going}:
        middle = (good + bad) // 2
        if {below}: {low}
        else: {high}
    return {result}
"""
RIGHT = {
    "places": "[p for p in range(len(history)) if history.judge(p) == history.judge(len(history) - 1)]",
    "ends": "if history.mean(places[-1], metric) >= line or history.mean(places[0], metric) < line: return None",
    "start": "0, len(places) - 1", "going": "bad - good > 1", "below": "history.mean(places[middle], metric) < line",
    "low": "bad = middle", "high": "good = middle", "result": "history.number(places[bad])",
}


def bisect(**changed):
    return F.format(**{**RIGHT, **changed})


def decided(missing=MISSING, covered=COVERED, decide=DECIDE):
    return O.format(missing=missing, covered=covered, decide=decide)


WRONG = {
    "verdict": {
        "the half alone": (V.format(body=OPEN + CHANCE + "return lead"), "Return its evidence too"),
        "the mean of the other half": (V.format(body=OPEN + CHANCE + "return lead, means['faithfulness' if lead == 'retrieval' else 'recall']"), "Recall shows it, not faithfulness", "Faithfulness shows it, not recall"),
        "the count as evidence": (V.format(body=OPEN + CHANCE + "return lead, most"), "That is the count"),
        "the fewer failures": (V.format(body="lead = 'generation' if lead == 'retrieval' else 'retrieval'\n    return lead, means['recall' if lead == 'retrieval' else 'faithfulness']"), "has the fewer failures", "measure different things", "may be generation failures", "may be chance", "Here the result", "Work this case out"),
        "the lower mean": ("def verdict(means, counts): return ('retrieval', means['recall']) if means['recall'] < means['faithfulness'] else ('generation', means['faithfulness'])", "the two means measure different things", "may be generation failures", "may be chance"),
        "undecided ignored": (V.format(body=CHANCE + "return lead, mean"), "All undecided rows may be"),
        "a tie is a lead": (V.format(body="if second + u > most: return 'cannot say', None\n    " + CHANCE + "return lead, mean"), "a tie is no lead"),
        "chance ignored": (V.format(body=OPEN + "return lead, mean"), "The lead may be chance"),
        "undecided inside the interval": (V.format(body="if wilson_interval(most, most + second + u)[0] <= 0.5: return 'cannot say', None\n    " + OPEN + "return lead, mean"), "the undecided are not in it"),
        "any undecided row refuses": (V.format(body="if u: return 'cannot say', None\n    " + CHANCE + "return lead, mean"), "Even with both undecided rows", "Retrieval could have 3", "With all 8"),
        "evidence without a half": (V.format(body=(OPEN + CHANCE).replace("None\n", "mean\n") + "return lead, mean"), "there is no evidence for one"),
        "the word without the pair": (V.format(body=(OPEN + CHANCE).replace(", None\n", "\n") + "return lead, mean"), "Return the pair"),
        "undecided in place of cannot say": ("def verdict(means, counts):\n    r, g, u = counts['retrieval'], counts['generation'], counts['undecided']\n    if r + g == 0:\n        return ('undecided', None) if u else ('nothing failed', None)\n    lead, most, second = ('retrieval', r, g) if r >= g else ('generation', g, r)\n    if second + u >= most or wilson_interval(most, most + second)[0] <= 0.5: return 'undecided', None\n    return lead, means['recall' if lead == 'retrieval' else 'faithfulness']", "The verdict is right, the word is not"),
        "no failure not settled first": ("def verdict(means, counts):\n    r, g, u = counts['retrieval'], counts['generation'], counts['undecided']\n    most, second = max(r, g), min(r, g)\n    if wilson_interval(most, most + second)[0] <= 0.5 or second + u >= most: return 'cannot say', None\n    return ('retrieval', means['recall']) if r > g else ('generation', means['faithfulness'])", "Settle the case without failures first"),
        "a tie before nothing": ("def verdict(means, counts):\n    r, g, u = counts['retrieval'], counts['generation'], counts['undecided']\n    most, second = max(r, g), min(r, g)\n    if second + u >= most or wilson_interval(most, most + second)[0] <= 0.5: return 'cannot say', None\n    return ('retrieval', means['recall']) if r > g else ('generation', means['faithfulness'])", "Do you test for a tie first"),
        "open rows forgotten where nothing failed": (V.replace("('cannot say', None) if u else ('nothing failed', None)", "'nothing failed', None").format(body=OPEN + CHANCE + "return lead, mean"), "each may have failed"),
        "the interval of lead and other": (V.format(body=OPEN + CHANCE.replace("most + second", "second") + "return lead, mean"), "the lead, then lead + other"),
        "retrieval is always the lead": (
            V.replace("('retrieval', r, g) if r >= g else ('generation', g, r)", "('retrieval', r, g)").format(body=OPEN + CHANCE + "return lead, mean"),
            "Is retrieval always your lead",
        ),
        "order": (V.format(body=OPEN + CHANCE + "return mean, lead"), "The order is (half, mean)"),
        "the share as evidence": (V.format(body=OPEN + CHANCE + "return lead, most / (most + second)"), "the share of the failures"),
        "a tie goes to retrieval": (V.format(body="if most == second and not u: return lead, mean\n    " + OPEN + CHANCE + "return lead, mean"), "neither half leads"),
        "None where nothing failed": (V.replace("('nothing failed', None)", "None").format(body=OPEN + CHANCE + "return lead, mean"), "Return the pair"),
        "two thirds in place of the interval": (V.format(body=OPEN + "if most < 3 or most < 2.6 * second: return 'cannot say', None\n    return lead, mean"), HIDDEN),
    },
    "outcome": {
        "no case for a missing metric": (decided("if found.value is None or found.coverage is None or not 0 <= found.value <= 1: return 'not judged'"), "Ask for that before you look into it"),
        "missing passes": (decided("if found is None or found.value is None: return 'passed'\n    if found.coverage is None or not 0 <= found.value <= 1: return 'not judged'"), "must never pass"),
        "missing fails": (decided("if found is None or found.value is None: return 'failed'\n    if found.coverage is None or not 0 <= found.value <= 1: return 'not judged'"), "so nothing is proven"),
        "None compared": (decided("if found is None: return 'not judged'\n    if found.coverage is not None and not 0 <= found.value <= 1: return 'not judged'"), "There is no value to compare", "The coverage is None", "Ask for None before"),
        "NaN passes": (decided("if found is None or found.value is None or found.coverage is None: return 'not judged'", decide="if found.value < line: return 'warned' if found.high is not None and found.high >= line else 'failed'\n    return 'passed'"), "a test for *below the line* lets it through"),
        "NaN fails": (decided("if found is None or found.value is None or found.coverage is None or found.value > 1: return 'not judged'"), "so it is no low one either"),
        "a percentage passes": (decided("if found is None or found.value is None or found.coverage is None or found.value != found.value: return 'not judged'"), "83 is a percentage"),
        "counted warns": (decided(decide="return 'passed' if found.value >= line else 'warned' if found.high is None or found.high >= line else 'failed'"), "no noise to hide in"),
        "high compared without asking": (decided(decide="return 'passed' if found.value >= line else 'warned' if found.high >= line else 'failed'"), "high is None for a counted metric", "It stopped with"),
        "judged always warns": (decided(decide="return 'passed' if found.value >= line else 'warned' if found.high is not None else 'failed'"), "no excuse by itself"),
        "judged never warns": (decided(decide="return 'passed' if found.value >= line else 'failed'"), "upper end of its interval reaches the line"),
        "the interval passes": (decided(decide="return 'passed' if found.value >= line or found.high is not None and found.high >= line else 'failed'"), "a warning, not a pass"),
        "above the line only": (decided(decide=DECIDE.replace("value >= line", "value > line")), "On the line is kept"),
        "the interval must lie above": (decided(decide=DECIDE.replace("high >= line", "high > line")), "on the line is reached"),
        "coverage ignored": (decided(covered="pass"), "may not pass", "may not fail either", "Ask for coverage before"),
        "coverage asked last": (decided(covered="pass", decide="out = 'passed' if found.value >= line else 'warned' if found.high is not None and found.high >= line else 'failed'\n    return 'not judged' if out == 'passed' and found.coverage < least else out"), "may not fail either"),
        "exactly enough is too little": (decided(covered="if not found.coverage > least: return 'not judged'"), "exactly the least that is asked for"),
        "a number in the code": (decided(covered="if not found.coverage >= 0.7: return 'not judged'"), "Compare with least"),
        "coverage is not looked at where it is None": (decided("if found is None or found.value is None or not 0 <= found.value <= 1: return 'not judged'"), "The coverage is None"),
        "0.0 taken for None": (decided("if not found or not found.value or not found.coverage or not 0 <= found.value <= 1: return 'not judged'"), "the lowest there is"),
        "a score above 0 only": (decided("if found is None or found.value is None or found.coverage is None or not 0 < found.value <= 1: return 'not judged'"), "The range includes 0"),
        "little coverage fails": (decided(covered="if not found.coverage >= least: return 'failed'"), "so nothing is proven", "may not fail either"),
        "a coverage of NaN is let through": (decided(covered="if found.coverage < least: return 'not judged'"), HIDDEN),
    },
    "gate": {
        "goes through the metrics": ("def gate(metrics, thresholds):\n    found = [outcome(metrics[name], thresholds[name]) for name in metrics if name in thresholds]\n    if 'failed' in found: return 'failed'\n    return 'not judged' if 'not judged' in found or not found else 'passed'", "Go through the thresholds"),
        "a line for every metric": ("def gate(metrics, thresholds):\n    found = [outcome(metrics[name], thresholds[name]) for name in metrics]\n    if 'failed' in found: return 'failed'\n    return 'not judged' if 'not judged' in found or not found else 'passed'", "Precision has none", "Go through the thresholds"),
        "missing stops it": ("def gate(metrics, thresholds):\n    found = [outcome(metrics[name], line) for name, line in thresholds.items()]\n    if 'failed' in found: return 'failed'\n    return 'not judged' if 'not judged' in found or not found else 'passed'", "metrics.get(name) gives None"),
        "full marks for the missing": ("def gate(metrics, thresholds):\n    found = [outcome(metrics.get(name, Measured(1.0, 1.0)), line) for name, line in thresholds.items()]\n    if 'failed' in found: return 'failed'\n    return 'not judged' if 'not judged' in found or not found else 'passed'", "let nothing stand in for what is missing"),
        "missing fails": (G.format(body="return 'failed' if 'failed' in found or 'not judged' in found else 'passed' if found else 'not judged'"), "so nothing is proven", "which is no low score"),
        "the first line decides": ("def gate(metrics, thresholds):\n    for name, line in thresholds.items():\n        return {'warned': 'passed'}.get(outcome(metrics.get(name), line), outcome(metrics.get(name), line))\n    return 'not judged'", "look at all of them", "Look for failures first", "Go through the thresholds"),
        "not judged comes first": (G.format(body="if 'not judged' in found or not found: return 'not judged'\n    return 'failed' if 'failed' in found else 'passed'"), "that stays proven"),
        "a warning fails": (G.format(body="if 'failed' in found or 'warned' in found: return 'failed'\n    return 'not judged' if 'not judged' in found or not found else 'passed'"), "faithfulness only warns"),
        "a word for warnings": (G.format(body="if 'failed' in found: return 'failed'\n    if 'not judged' in found or not found: return 'not judged'\n    return 'warned' if 'warned' in found else 'passed'"), "printed and stops nothing"),
        "one kept line is enough": (G.format(body="return 'passed' if any(each in ('passed', 'warned') for each in found) else 'failed' if found else 'not judged'"), "does not make up", "Go through the thresholds", "If the checks of outcome", "which is no low score", "that stays proven"),
        "no line passes": (G.format(body="if 'failed' in found: return 'failed'\n    return 'not judged' if 'not judged' in found else 'passed'"), "all() of nothing is true"),
        "no line fails": (G.format(body="if 'failed' in found or not found: return 'failed'\n    return 'not judged' if 'not judged' in found else 'passed'"), "There is no line, so nothing is proven"),
        "compares by hand": ("def gate(metrics, thresholds):\n    found = []\n    for name, line in thresholds.items():\n        m = metrics.get(name)\n        found.append('not judged' if m is None or m.coverage < .7 else 'failed' if max(m.value, m.high or 0) < line else 'passed')\n    if 'failed' in found: return 'failed'\n    return 'not judged' if 'not judged' in found or not found else 'passed'", "call it here"),
        "the last line decides": ("def gate(metrics, thresholds):\n    word = 'not judged'\n    for name, line in thresholds.items():\n        word = outcome(metrics.get(name), line)\n    return 'passed' if word == 'warned' else word", "The last line decides no more than the first"),
        "what is missing is skipped": ("def gate(metrics, thresholds):\n    found = [outcome(metrics[name], line) for name, line in thresholds.items() if name in metrics]\n    if 'failed' in found: return 'failed'\n    return 'not judged' if 'not judged' in found or not found else 'passed'", "let nothing stand in"),
        "a warning is no pass": (G.format(body="if 'failed' in found: return 'failed'\n    return 'passed' if found and all(each == 'passed' for each in found) else 'not judged'"), "a warning is no missing number"),
        "only one missing metric is seen": ("def gate(metrics, thresholds):\n    if not metrics: return 'passed'\n    found = [outcome(metrics.get(name), line) for name, line in thresholds.items()]\n    if 'failed' in found: return 'failed'\n    return 'not judged' if 'not judged' in found or not found else 'passed'", HIDDEN),
    },
    "first_bad": {
        "the place": (bisect(result="places[bad]"), "Return its number"),
        "the place in the shorter list": (bisect(result="bad"), "Is it a position in the shorter list", "That is the place of the run"),
        "the number at the position in the shorter list": (bisect(result="history.number(bad)"), "Is it a position in the shorter list"),
        "the last good run": (bisect(result="history.number(places[good])"), "That is the last good run"),
        "one too late": (bisect(result="history.number(places[min(bad + 1, len(places) - 1)])"), "is bad already", "wrong"),
        "the mean": ("def first_bad(history, metric, line): return history.mean(min(9, len(history) - 1), metric)", "That is its mean", "Work this case out", "Here the result", "It stopped with"),
        "run after run": ("def first_bad(history, metric, line):\n    for p in range(len(history)):\n        if history.judge(p) == history.judge(len(history) - 1) and history.mean(p, metric) < line: return history.number(p)\n    return None", "You look at run after run", "is the first of this judge", "Halve among"),
        "run after run from the end": ("def first_bad(history, metric, line):\n    n = len(history)\n    if not n: return None\n    mine = [p for p in range(n) if history.judge(p) == history.judge(n - 1)]\n    found = None\n    for p in reversed(mine):\n        if history.mean(p, metric) >= line: return found\n        found = history.number(p)\n    return None", "Halve"),
        "any judge": (bisect(places="list(range(len(history)))"), "Another judge's mean", "is the first of this judge"),
        "the oldest run's judge": (bisect(places="[p for p in range(len(history)) if history.judge(p) == history.judge(0)]"), "Do you keep another judge's runs"),
        "keeps the wrong half": (bisect(below="history.mean(places[middle], metric) >= line"), "Which half do you keep", "Another judge", "Work this case out", "agree", "first of its judge", "That is the newest run"),
        "the newest run": ("def first_bad(history, metric, line): return history.number(len(history) - 1)", "That is the newest run", "Look at the newest run first", "The first run of this judge is bad at once", "before you look at the last place"),
        "the newest is not looked at": (bisect(ends="if history.mean(places[0], metric) < line: return None"), "Look at the newest run first"),
        "on the line is bad": (bisect(below="history.mean(places[middle], metric) <= line", ends="if history.mean(places[-1], metric) > line or history.mean(places[0], metric) < line: return None"), "on the line is good"),
        "the oldest is not looked at": (bisect(ends="if history.mean(places[-1], metric) >= line: return None"), "Nobody can know since when", "Run 55 is the first"),
        "the first of the judge is accused": (bisect(ends="if history.mean(places[-1], metric) >= line: return None\n    if history.mean(places[0], metric) < line: return history.number(places[0])"), "Nobody can know: None"),
        "no run": ("def first_bad(history, metric, line):\n    last = history.judge(len(history) - 1)" + bisect(places="[p for p in range(len(history)) if history.judge(p) == last]").replace("\ndef first_bad(history, metric, line):", ""), "before you look at the last place"),
        "one off at the end": (bisect(start="0, len(places)", ends="if history.mean(places[0], metric) < line: return None", result="history.number(places[bad])"), "It stopped with", "Places run from", "Look at the newest run first"),
        "a loop without end": (bisect(going="good < bad"), "or at the same runs for ever"),
        "on the line is bad on the way": (bisect(below="history.mean(places[middle], metric) <= line"), "Run 5300 is on the line"),
        "the position is looked at": (bisect(below="history.mean(middle, metric) < line"), "mean wants the place"),
        "the position is looked at and its run named": (bisect(below="history.mean(middle, metric) < line", result="history.number(bad)"), "keep and look up places", "Is a position in the shorter list"),
        "the position is looked at and returned": (bisect(below="history.mean(middle, metric) < line", result="bad"), "and its run was judged by strict-1", "That is the place of the run"),
        "halves among all runs": (bisect(start="places[0], places[-1]", below="history.mean(middle, metric) < line", result="history.number(bad)"), "do you halve among all runs"),
        "all from the judge's first run on": (bisect(places="list(range(next((p for p in range(len(history)) if history.judge(p) == history.judge(len(history) - 1)), 0), len(history)))"), "do you halve among all runs"),
        "stops too early": (bisect(going="bad - good > 2"), "is bad already"),
        "only the last block of the judge": (bisect(places="[p for p in range(len(history)) if all(history.judge(q) == history.judge(len(history) - 1) for q in range(p, len(history)))]"), "also those before another judge's turn"),
        "ten halvings for any history": (bisect().replace("while bad - good > 1:", "for _ in range(10):"), HIDDEN),
    },
}

SHORTCUT = {"first_bad": WRONG["first_bad"]["ten halvings for any history"][0]}
LOST = {"first_bad_agrees_with_the_helper"}
