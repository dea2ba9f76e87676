from . import HIDDEN

K = """
def cohen_kappa(j, l):
    {first}
    n = len(l)
    o = sum(a == b for a, b in zip(j, l)) / n
    p, q = sum(j) / n, sum(l) / n
    e = {expected}
    return {result}
"""
CHECKS = "if len(j) != len(l): raise ValueError(len(j))\n    if len(set(l)) < 2: return None"
EXPECTED, KAPPA = "p * q + (1 - p) * (1 - q)", "(o - e) / (1 - e)"


def kappa(first=CHECKS, expected=EXPECTED, result=KAPPA):
    return K.format(first=first, expected=expected, result=result)


T = """
def tpr_tnr(j, l):
    z = list(zip(j, l))
    tp, fp = sum(a and b for a, b in z), sum(a and not b for a, b in z)
    fn, tn = sum(b and not a for a, b in z), sum(not a and not b for a, b in z)
    return {result}
"""
TPR, TNR = "(tp / (tp + fn) if tp + fn else None)", "(tn / (tn + fp) if tn + fp else None)"
F = """
def flip_rate(runs):
    {first}
    items = list(zip(*runs))
    {empty}
    return {result}
"""
TWO, EVEN = "if len(runs) < 2: raise ValueError(2)", "if len(set(map(len, runs))) > 1: raise ValueError(1)"
NONE, FLIPS = "if not items: return None", "sum(len(set(x)) > 1 for x in items)"


def flips(first=f"{TWO}\n    {EVEN}", empty=NONE, result=f"{FLIPS} / len(items)"):
    return F.format(first=first, empty=empty, result=result)


C = """
def corrected_rate(o, t, n):
    {refuse}
    {undefined}
    return {result}
"""
REFUSE = "if any(x is not None and not 0 <= x <= 1 for x in (o, t, n)): raise ValueError(o)"
UNDEFINED = "if t is None or n is None or t + n <= 1: return None"


def corrected(refuse=REFUSE, undefined=UNDEFINED, result="min(1.0, max(0.0, (o + n - 1) / (t + n - 1)))"):
    return C.format(refuse=refuse, undefined=undefined, result=result)


WRONG = {
    "cohen_kappa": {
        "agreement": (kappa(result="o"), "That is the observed agreement", "That is the agreement (and what chance gives)"),
        "count": (kappa(result="o * n"), "That is how many agree", "Kappa takes away", "Work"),
        "disagreement": (kappa(result="1 - o"), "the share on which they differ"),
        "expected": (kappa(result="e"), "That is the expected agreement", "and what chance gives"),
        "difference alone": (kappa(result="o - e"), "the difference alone"),
        "divided by expected": (kappa(result="(o - e) / e"), "divided by the expected agreement"),
        "luck on yes only": (kappa(expected="p * q"), "luck on yes only"),
        "chance is a half": (kappa(expected="0.5"), "You took 0.5 for chance", "Chance is not 0.5 here"),
        "shares of the labels twice": (kappa(expected="q * q + (1 - q) ** 2"), "the labels' shares for both", "Chance is not 25/49 here"),
        "shares of the judge twice": (
            kappa(expected="p * p + (1 - p) ** 2", result="(o - e) / (1 - e) if e < 1 else 0"), "the judge's shares for both", "Chance is not 25/49 here",
        ),
        "pooled": (kappa(expected="((p + q) / 2) ** 2 + (1 - (p + q) / 2) ** 2"), "pooled both sides", "Chance is not 0.5 here", "Chance is not 17/25 here"),
        "yes with no": (kappa(expected="p * (1 - q) + q * (1 - p)"), "luck in differing", "Chance is not 25/49 here"),
        "brackets of the divisor": (kappa(result="(o - e) / 1 - e"), "1 - expected is one divisor, so write it in brackets"),
        "no brackets at all": (kappa(result="o - e / 1 - e"), "1 - expected is one divisor, so write it in brackets"),
        "brackets of the numerator": (kappa(result="o - e / (1 - e)"), "only expected was divided. Subtract first"),
        "observed as a count": (kappa(result="(o * n - e) / (1 - e)"), "Observed is a count here"),
        "expected of counts, 1 minus a count": (kappa(expected="sum(j) * sum(l) + (1 - sum(j)) * (1 - sum(l))"), "Expected comes from counts here"),
        "expected of counts": (kappa(expected="sum(j) * sum(l) + (n - sum(j)) * (n - sum(l))"), "Expected comes from counts here"),
        "expected as a count": (kappa(expected="(p * q + (1 - p) * (1 - q)) * n"), "Expected is a count here"),
        "both as counts": (kappa(result="(o * n - e * n) / (1 - e * n)"), "Observed and expected are counts here"),
        "no labels refused": (kappa("if len(j) != len(l) or not l: raise ValueError(0)\n    if len(set(l)) < 2: return None"), "so nothing is to be refused. Kappa is undefined"),
        "stops at 0": (kappa(result="max(0.0, (o - e) / (1 - e))"), "can be worse than chance"),
        "absolute": (kappa(result="abs((o - e) / (1 - e))"), "The sign is lost"),
        "sign turned round": (kappa(result="(e - o) / (1 - e)"), "The sign is turned round", "The sign is lost"),
        "constant judge undefined": (kappa(CHECKS + "\n    if len(set(j)) < 2: return None"), "The judge says one thing only"),
        "one kind is 0": (kappa("if len(j) != len(l): raise ValueError(1)\n    if len(set(l)) < 2: return 0.0"), "no better than chance"),
        "one kind is 1": (kappa("if len(j) != len(l): raise ValueError(1)\n    if len(set(l)) < 2: return 1.0"), "1 says: perfect"),
        "no corner case": (kappa("if len(j) != len(l): raise ValueError(1)"), "With labels of one kind only nobody can tell", "Look at the labels before you divide"),
        "lengths not compared": (kappa("if len(set(l)) < 2: return None"), "zip stops at the shorter"),
        "lengths are None": (kappa("if len(j) != len(l) or len(set(l)) < 2: return None"), "Here the input is broken"),
        "assert": (kappa("assert len(j) == len(l)\n    if len(set(l)) < 2: return None"), "assert can be switched off"),
        "rounded": (kappa(result="round((o - e) / (1 - e), 3)"), "You rounded"),
        "never above 0.9": (kappa(result="max(-0.9, (o - e) / (1 - e))"), HIDDEN),
    },
    "tpr_tnr": {
        "swapped": (T.format(result=f"({TNR}, {TPR})"), "The order is (TPR, TNR)", "Here the result"),
        "precision": (
            T.format(result="(tp / (tp + fp) if tp + fp else None, tn / (tn + fn) if tn + fn else None)"),
            "three say yes, and the judge finds two", "That is precision", "what the judge called so",
        ),
        "over what the judge called so, undefined by the labels": (
            T.format(result="(tp / (tp + fp) if tp + fn else None, tn / (tn + fn) if tn + fp else None)"), "three say yes, and the judge finds two",
            "That is precision", "four say no, and the judge finds three", "neither divisor is 0",
        ),
        "over what the judge called so, nothing decided": (
            T.format(result="(tp / (tp + fp), tn / (tn + fn))"), "Both labels occur here, so neither divisor is 0", "That is precision",
            "three say yes, and the judge finds two", "With no claim both divisors are 0",
        ),
        "over all": (T.format(result="(tp / len(z), tn / len(z)) if z else (None, None)"), "divided by all claims", "by all claims", "measured, and always wrong"),
        "counts": (T.format(result="(tp, tn)"), "These are counts"),
        "false positive rate": (
            T.format(result=f"({TPR}, fp / (fp + tn) if fp + tn else None)"), "The second is the share that the judge gets wrong", "It calls none so",
        ),
        "what it gets wrong": (
            T.format(result="(fn / (tp + fn) if tp + fn else None, fp / (fp + tn) if fp + tn else None)"),
            "Return those that it gets right", "the share that the judge gets right",
        ),
        "what it gets wrong, the other way": (
            T.format(result="(fp / (fp + tn) if fp + tn else None, fn / (tp + fn) if tp + fn else None)"), "Return those that it gets right",
        ),
        "tpr alone": (T.format(result=TPR), "That is TPR alone", "TPR is measured here", "Return a pair"),
        "agreement": (T.format(result="(tp + tn) / len(z) if z else None"), "That is the agreement", "Return a pair"),
        "zero for none": (
            T.format(result="(tp / (tp + fn) if tp + fn else 0.0, tn / (tn + fp) if tn + fp else 0.0)"), "TNR 0 says", "TPR 0 says", "Nothing was measured here",
        ),
        "one for none": (T.format(result="(tp / (tp + fn) if tp + fn else 1.0, tn / (tn + fp) if tn + fp else 1.0)"), "TNR 1 says", "TPR 1 says"),
        "no corner case": (T.format(result="(tp / (tp + fn), tn / (tn + fp))"), "the divisor of TNR is 0"),
        "both or nothing": (T.format(result=f"({TPR}, {TNR}) if tp + fn and tn + fp else (None, None)"), "Decide for each rate on its own"),
        "None for the pair": (T.format(result=f"({TPR}, {TNR}) if tp + fn and tn + fp else None"), "Decide for each rate on its own"),
        "missed is undefined": (T.format(result=f"({TPR}, {TNR} or None)"), "One label says no, and the judge misses it"),
    },
    "flip_rate": {
        "first two runs": (flips(result="sum(x[0] != x[1] for x in items) / len(items)"), "two of the runs only"),
        "first and last": (flips(result="sum(x[0] != x[-1] for x in items) / len(items)"), "two of the runs only"),
        "pairs of runs": (
            flips(result="sum(a[i] != b[i] for k, a in enumerate(runs) for b in runs[:k] for i in range(len(a))) / len(items) / (len(runs) * (len(runs) - 1) / 2)"),
            "averaged over pairs",
        ),
        "changes from run to run": (
            flips(result="sum(a != b for x in items for a, b in zip(x, x[1:])) / len(items)"), "counted changes from run to run", "are one flip",
        ),
        "all verdicts": (flips(result=f"{FLIPS} / sum(map(len, runs))"), "divided by all verdicts", "Divide by the number of items"),
        "number of runs": (flips(result=f"{FLIPS} / len(runs)"), "divided by the number of runs", "Divide by the number of items"),
        "stable share": (flips(result="sum(len(set(x)) == 1 for x in items) / len(items)"), "all runs agree", "undecided is a verdict here"),
        "count": (flips(result=FLIPS), "That is the count", "three times undecided is none"),
        "any difference": (flips(result="float(any(a != runs[0] for a in runs))"), "differ as wholes", "three times undecided is none"),
        "distinct verdicts": (flips(result="sum(len(set(x)) - 1 for x in items) / len(items)"), "are one flip"),
        "undecided dropped": (flips(result="sum(len(set(x) - {'undecided'}) > 1 for x in items) / len(items)"), "undecided is a verdict here"),
        "undecided items left out": (
            flips(empty="items = [x for x in items if 'undecided' not in x]\n    if not items: return None"), "undecided is a verdict here", "Here the result",
            "Is a `return` missing",
        ),
        "one run is stable": (flips(first=EVEN), "One run cannot show a flip", "is 0. "),
        "one run is None": (flips(first=f"if len(runs) < 2: return None\n    {EVEN}"), "One run is a slip of the caller"),
        "lengths not compared": (flips(first=TWO), "zip stops at the shorter"),
        "first two lengths compared": (flips(first=f"{TWO}\n    if len(runs[0]) != len(runs[1]): raise ValueError(1)"), "The third run is shorter, and zip drops"),
        "items asked before runs": (flips(first=f"if not runs or not runs[0]: return None\n    {TWO}\n    {EVEN}"), "No run at all is a slip of the caller"),
        "first run looked into before it is there": (flips(first=f"if not runs[0]: return None\n    {TWO}\n    {EVEN}"), "There may be no run at all"),
        "no item is 0": (flips(empty="if not items: return 0.0"), "There was no item to measure"),
        "no item divides": (flips(empty=""), "With no item the divisor is 0"),
        "no item refused": (flips(empty="if not items: raise ValueError(0)"), "Two runs of the same length are fine"),
        "three runs at most": (flips(result="sum(len(set(x[:3])) > 1 for x in items) / len(items)"), HIDDEN),
    },
    "corrected_rate": {
        "observed": (corrected(result="o"), "the observed rate, uncorrected"),
        "numerator": (corrected(result="o + n - 1"), "That is the numerator", "Bring it back"),
        "divisor": (corrected(result="t + n - 1"), "That is the divisor"),
        "rates exchanged": (corrected(result="min(1.0, max(0.0, (o + t - 1) / (t + n - 1)))"), "TPR and TNR are exchanged"),
        "TPR alone": (corrected(result="min(1.0, o / t)"), "You divided by TPR alone"),
        "forwards": (corrected(result="o * t + (1 - o) * (1 - n)"), "You went forwards"),
        "times TPR": (corrected(result="o * t"), "You multiplied by TPR"),
        "divisor lacks 1": (corrected(result="max(0.0, (o + n - 1) / (t + n))"), "The divisor lacks its - 1"),
        "numerator lacks 1": (corrected(result="(o + n) / (t + n - 1)"), "The numerator lacks its - 1"),
        "numerator lacks 1, clipped": (corrected(result="min(1.0, (o + n) / (t + n - 1))"), "The numerator lacks its - 1"),
        "complement": (corrected(result="1 - min(1.0, max(0.0, (o + n - 1) / (t + n - 1)))"), "the share that is not supported"),
        "not clipped": (corrected(result="(o + n - 1) / (t + n - 1)"), "never above 1"),
        "clipped above only": (corrected(result="min(1.0, (o + n - 1) / (t + n - 1))"), "never below 0"),
        "absolute": (corrected(result="min(1.0, abs((o + n - 1) / (t + n - 1)))"), "The sign was dropped"),
        "out of range is None": (corrected(result="(lambda r: r if 0 <= r <= 1 else None)((o + n - 1) / (t + n - 1))"), "It is defined: the nearest end"),
        "chance divides": (corrected(undefined="if t is None or n is None: return None"), "Decide that case before you divide"),
        "chance is the observed rate": (corrected(undefined="if t is None or n is None: return None\n    if t + n <= 1: return o"), "says nothing about the true one"),
        "only exactly chance": (corrected(undefined="if t is None or n is None or t + n == 1: return None"), "worse than chance"),
        "None compared": (corrected(undefined="if t + n <= 1: return None"), "A rate may be None"),
        "percent clipped": (corrected(refuse=""), "The range hides the slip", "None is for a judge at chance"),
        "refused as None": (corrected(refuse=REFUSE.replace("raise ValueError(o)", "return None")), "What was given is no share: raise ValueError"),
        "None asked first": (corrected(refuse="if t is None or n is None: return None\n    " + REFUSE), "Refuse what is no share before you ask for None"),
        "chance asked first": (corrected(refuse=UNDEFINED + "\n    " + REFUSE), "None is for a judge at chance. What was given is no share", "Refuse what is no share before you ask for None"),
        "None asked before the rates": (
            corrected(refuse="if not 0 <= o <= 1: raise ValueError(o)\n    if t is None or n is None: return None\n    " + REFUSE), "Refuse what is no share before you ask for None",
        ),
        "only observed is refused": (
            corrected(refuse="if not 0 <= o <= 1: raise ValueError(o)"), "What was given is no share", "None is for a judge at chance",
        ),
        "assert": (corrected(refuse="assert all(x is None or 0 <= x <= 1 for x in (o, t, n))"), "assert can be switched off"),
        "too large a TNR let through": (
            corrected(refuse="if not 0 <= o <= 1 or t is not None and not 0 <= t <= 1 or n is not None and n < 0: raise ValueError(o)"), HIDDEN,
        ),
    },
}

SHORTCUT = {"flip_rate": flips(result="sum(len(set(x[:3])) > 1 for x in items) / len(items)")}
LOST = {"flip_rate_agrees_with_the_helper"}
