from . import HIDDEN

AP = """
def average_precision(r, g):
    if not r: return None
    s, n = 0, 0
    for i, x in enumerate(g, 1):
        if x in r and x not in g[:i - 1]:
            n += 1
            s += n / i
    return s / {divisor}
"""
K = """
def cheapest_k(r, g, target):
    ks = range({start}, max(map(len, g)) + 1)
    ok = [k for k in ks if mean([retrieval.recall_at_k(a, b, k) for a, b in zip(r, g)]) {op} target]
    return {result} if ok else None
"""
W = """
def wrong_numbers(p, r, g, k):
    z = list(zip(r, g))
    right = {{
        'precision': mean([retrieval.precision_at_k(a, b, k) for a, b in z]),
        'recall': mean([retrieval.recall_at_k(a, b, k) for a, b in z]),
        'mrr': {mrr},
    }}
    return {result}
"""
MRR = "mean([retrieval.reciprocal_rank(a, b) for a, b in z])"
DIFFERING = "{n: right[n] for n in p if abs(p[n] - right[n]) >= .006}"

WRONG = {
    "precision": {
        "recall": ("def precision(r, g): return len(set(r) & set(g)) / len(set(r)) if r else 0.0", "That is recall"),
        "union": ("def precision(r, g): return len(set(r) & set(g)) / len(set(r) | set(g))", "the union"),
        "count": ("def precision(r, g): return len(set(r) & set(g))", "the count"),
        "percent": ("def precision(r, g): return 100 * len(set(r) & set(g)) / len(set(g)) if g else 0.0", "percentage"),
        "noise": ("def precision(r, g): return len(set(g) - set(r)) / len(set(g)) if g else 0.0", "not relevant", "Nothing that came back is useful"),
        "duplicates counted twice": ("def precision(r, g): return sum(x in r for x in g) / len(g) if g else 0.0", "second copy"),
        "distinct above only": ("def precision(r, g): return len(set(r) & set(g)) / len(g) if g else 0.0", "every copy below"),
        "distinct below only": ("def precision(r, g): return sum(x in r for x in g) / len(set(g)) if g else 0.0", "every copy above"),
        "no corner case": ("def precision(r, g): return len(set(r) & set(g)) / len(set(g))", "the divisor is 0"),
        "empty is undefined": ("def precision(r, g): return len(set(r) & set(g)) / len(set(g)) if g else None", "0.0 here"),
        "empty is perfect": ("def precision(r, g): return len(set(r) & set(g)) / len(set(g)) if g else 1.0", "not a perfect one"),
        "rounded": ("def precision(r, g): return round(len(set(r) & set(g)) / max(len(set(g)), 1), 2)", "You rounded"),
        "over a fixed k": ("def precision(r, g): return len(set(r) & set(g)) / 10", "divided by a fixed k"),
        "nan": ("def precision(r, g): return len(set(r) & set(g)) / len(set(g)) if g else float('nan')", "never NaN"),
    },
    "recall": {
        "precision": ("def recall(r, g): return len(set(r) & set(g)) / len(set(g)) if r else None", "That is precision", "You divide by what was retrieved"),
        "union": ("def recall(r, g): return len(set(r) & set(g)) / len(set(r) | set(g)) if r else None", "the union"),
        "hit rate": ("def recall(r, g): return float(bool(set(r) & set(g))) if r else None", "hit rate"),
        "all or nothing": ("def recall(r, g): return float(set(r) <= set(g)) if r else None", "credit for a part"),
        "duplicates counted twice": ("def recall(r, g): return sum(x in r for x in g) / len(set(r)) if r else None", "second copy"),
        "empty is perfect": ("def recall(r, g): return len(set(r) & set(g)) / len(set(r)) if r else 1.0", "would reward"),
        "empty is zero": ("def recall(r, g): return len(set(r) & set(g)) / len(set(r)) if r else 0.0", "would blame"),
        "no corner case": ("def recall(r, g): return len(set(r) & set(g)) / len(set(r))", "the divisor is 0"),
        "relevant list not made distinct": ("def recall(r, g): return len(set(r) & set(g)) / len(r) if r else None", "names 'a' twice"),
    },
    "precision_at_k": {
        "error returned, not raised": ("def precision_at_k(r, g, k):\n    if k < 1: return ValueError(k)\n    return retrieval.precision_at_k(r, g, k)", "You returned the error"),
        "assert in place of raise": ("def precision_at_k(r, g, k):\n    assert k >= 1\n    return retrieval.precision_at_k(r, g, k)", "assert can be switched off"),
        "ignores k": ("def precision_at_k(r, g, k): check(k); return len(set(g) & set(r)) / len(g)", "ignored k", "divided by how many came back"),
        "counts beyond k": ("def precision_at_k(r, g, k): check(k); return len(set(g) & set(r)) / k", "beyond rank k", "'b' is third, beyond k"),
        "one too many": ("def precision_at_k(r, g, k): check(k); return len(set(g[:k + 1]) & set(r)) / k", "beyond rank k", "'b' is third, beyond k"),
        "one too few": ("def precision_at_k(r, g, k): check(k); return len(set(g[:k - 1]) & set(r)) / k", "one rank too early"),
        "recall": ("def precision_at_k(r, g, k): check(k); return len(set(g[:k]) & set(r)) / len(r)", "That is recall@k", "divided by how many were needed"),
        "divides by what came back": ("def precision_at_k(r, g, k): check(k); return len(set(g[:k]) & set(r)) / len(g[:k])", "divides by k: an empty"),
        "duplicates counted twice": ("def precision_at_k(r, g, k): check(k); return sum(x in r for x in g[:k]) / k", "a second find"),
        "divides by distinct": ("def precision_at_k(r, g, k): check(k); n = len(set(g[:k])); return len(set(g[:k]) & set(r)) / (k if n > 1 and len(g) < k else n)", "the divisor stays k"),
        "copies removed first": ("def precision_at_k(r, g, k): check(k); return len(set(list(dict.fromkeys(g))[:k]) & set(r)) / k", "'b' is third, beyond k"),
        "k = 0 divides": ("def precision_at_k(r, g, k): return len(set(g[:k]) & set(r)) / k", "division by 0"),
        "k = 0 scores 0": ("def precision_at_k(r, g, k): return len(set(g[:k]) & set(r)) / k if k > 0 else 0.0", "hides a slip"),
        "k = 0 is undefined": ("def precision_at_k(r, g, k): return len(set(g[:k]) & set(r)) / k if k > 0 else None", "raise ValueError"),
        "only k = 0 is refused": ("def precision_at_k(r, g, k):\n    if k == 0: raise ValueError(k)\n    return len(set(g[:k]) & set(r)) / k", "You refuse k = 0 only"),
    },
    "recall_at_k": {
        "error returned, not raised": ("def recall_at_k(r, g, k):\n    if k < 1: return ValueError(k)\n    return retrieval.recall_at_k(r, g, k)", "You returned the error"),
        "assert in place of raise": ("def recall_at_k(r, g, k):\n    assert k >= 1\n    return retrieval.recall_at_k(r, g, k)", "assert can be switched off"),
        "precision": ("def recall_at_k(r, g, k): check(k); return len(set(g[:k]) & set(r)) / k if r else None", "divided by k"),
        "capped at k": ("def recall_at_k(r, g, k): check(k); return len(set(g[:k]) & set(r)) / min(k, len(r)) if r else None", "divided by k"),
        "ignores k": ("def recall_at_k(r, g, k): check(k); return len(set(g) & set(r)) / len(set(r)) if r else None", "beyond rank k", "'b' is third, beyond k"),
        "one too few": ("def recall_at_k(r, g, k): check(k); return len(set(g[:k - 1]) & set(r)) / len(set(r)) if r else None", "one rank too early"),
        "hit rate": ("def recall_at_k(r, g, k): check(k); return float(bool(set(g[:k]) & set(r))) if r else None", "hit rate"),
        "duplicates counted twice": ("def recall_at_k(r, g, k): check(k); return sum(x in r for x in g[:k]) / len(set(r)) if r else None", "copy of 'a'"),
        "copies removed first": ("def recall_at_k(r, g, k): check(k); return len(set(list(dict.fromkeys(g))[:k]) & set(r)) / len(set(r)) if r else None", "'b' is third, beyond k"),
        "empty is zero": ("def recall_at_k(r, g, k): check(k); return len(set(g[:k]) & set(r)) / len(set(r)) if r else 0.0", "would blame"),
        "empty is perfect": ("def recall_at_k(r, g, k): check(k); return len(set(g[:k]) & set(r)) / len(set(r)) if r else 1.0", "would reward"),
        "k = 0 scores 0": ("def recall_at_k(r, g, k): return len(set(g[:k]) & set(r)) / len(set(r)) if r else None", "hides a slip"),
        "negative k cuts from the end": ("def recall_at_k(r, g, k):\n    if not k: raise ValueError(k)\n    return len(set(g[:k]) & set(r)) / len(set(r)) if r else None", "You refuse k = 0 only"),
    },
    "reciprocal_rank": {
        "gives up at the first": (
            "def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    for i, x in enumerate(g[:k], 1):\n"
            "        if x in r: return 1 / i\n        else: return 0.0\n    return 0.0",
            "gave up at the first", "stopped before rank k",
        ),
        "one rank too many": (
            "def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / (i + 1) for i, x in enumerate(g[:k], 1) if x in r), 0.0)",
            "one rank too many",
        ),
        "order of the relevant list": (
            "def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / (g.index(x) + 1) for x in r if x in g[:k]), 0.0)",
            "followed the order of the relevant list",
        ),
        "runs past the end": (
            "def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    for i in range(len(g) if k is None else k):\n"
            "        if g[i] in r: return 1 / (i + 1)\n    return 0.0",
            "shorter than k",
        ),
        "ranks from 0": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / i for i, x in enumerate(g[:k]) if x in r), 0.0)", "ranks from 0", "one rank too far, or counted"),
        "the rank itself": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((i for i, x in enumerate(g[:k], 1) if x in r), 0.0)", "That is the rank"),
        "the last one": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / i for i, x in reversed(list(enumerate(g[:k], 1))) if x in r), 0.0)", "took the last"),
        "the sum": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return sum(1 / i for i, x in enumerate(g[:k], 1) if x in r)", "added up"),
        "the mean": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    s = [1 / i for i, x in enumerate(g[:k], 1) if x in r]\n    return sum(s) / len(s) if s else 0.0", "averaged"),
        "order lost": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / i for i, x in enumerate(sorted(set(g[:k])), 1) if x in r), 0.0)", "keep the order", "or lost the order"),
        "precision": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return len(set(r) & set(g[:k])) / len(g[:k])", "share of the list"),
        "one relevant id only": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    one = sorted(r, key=list(r).index)[0] if isinstance(r, list) else min(r)\n    return 1 / (g[:k].index(one) + 1) if one in g[:k] else 0.0", "one relevant id only"),
        "index raises": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    one = r[0] if isinstance(r, list) else min(r)\n    return 1 / (g[:k].index(one) + 1)", "looked up one relevant id"),
        "not found is undefined": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / i for i, x in enumerate(g[:k], 1) if x in r), None)", "was missed: 0.0"),
        "not found is after the end": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / i for i, x in enumerate(g[:k], 1) if x in r), 1 / (len(g) + 1))", "after the end"),
        "nothing relevant is zero": ("def reciprocal_rank(r, g, k=None):\n    return next((1 / i for i, x in enumerate(g[:k], 1) if x in r), 0.0)", "would blame"),
        "ignores the cut-off": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / i for i, x in enumerate(g, 1) if x in r), 0.0)", "ignored k"),
        "cut-off excluded": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / i for i, x in enumerate(g, 1) if x in r and (k is None or i < k)), 0.0)", "stopped before rank k"),
        "copies removed": ("def reciprocal_rank(r, g, k=None):\n    if not r: return None\n    return next((1 / i for i, x in enumerate(list(dict.fromkeys(g))[:k], 1) if x in r), 0.0)", "Do not remove them"),
    },
    "average_precision": {
        "precision cut one short": (
            "def average_precision(r, g):\n    if not r: return None\n"
            "    return sum(retrieval.precision(r, g[:i]) for i, x in enumerate(g) if x in r) / len(set(r))",
            "Include the rank itself", "added again for the copy", "The copy is no find",
        ),
        "over the smaller of the two": (
            "def average_precision(r, g):\n    if not r: return None\n    n = min(len(set(r)), len(g))\n"
            "    return retrieval.average_precision(r, g) * len(set(r)) / n",
            "divided by what came back",
        ),
        "over the found": (AP.format(divisor="max(n, 1)"), "That is rank-aware", "divided by what was found", "divided by what came back"),
        "over the ranking": (AP.format(divisor="max(len(g), 1)"), "length of the ranking", "divided by what came back"),
        "over the finds, copies too": (
            "def average_precision(r, g):\n    if not r: return None\n    s = [len(set(g[:i]) & set(r)) / i for i, x in enumerate(g, 1) if x in r]\n    return sum(s) / len(s) if s else 0.0",
            "averaged over what you added", "That is rank-aware", "divided by what came back",
        ),
        "places in a set": ("def average_precision(r, g):\n    if not r: return None\n    return float(r[0] in g)", "A set has no places", "the divisor is 0"),
        "not divided": (AP.format(divisor="1"), "That is the sum", "or not at all", "divided by what came back"),
        "every rank": ("def average_precision(r, g):\n    if not r: return None\n    return sum(len(set(g[:i]) & set(r)) / i for i in range(1, len(g) + 1)) / len(g)", "averaged the precision over all ranks"),
        "every rank over relevant": ("def average_precision(r, g):\n    if not r: return None\n    return sum(len(set(g[:i]) & set(r)) / i for i in range(1, len(g) + 1)) / len(r)", "at every rank"),
        "reciprocal ranks": ("def average_precision(r, g):\n    if not r: return None\n    return sum(1 / i for i, x in enumerate(g, 1) if x in r) / len(r)", "added 1/rank", "added again for the copy"),
        "copies counted": ("def average_precision(r, g):\n    if not r: return None\n    return sum(sum(y in r for y in g[:i]) / i for i, x in enumerate(g, 1) if x in r) / len(r)", "copy of 'A'"),
        "copies removed first": ("def average_precision(r, g):\n    if not r: return None\n    g = list(dict.fromkeys(g))\n    return sum(len(set(g[:i]) & set(r)) / i for i, x in enumerate(g, 1) if x in r) / len(set(r))", "keeps its place"),
        "nothing relevant is zero": ("def average_precision(r, g):\n    if not r: return 0.0\n    return sum(len(set(g[:i]) & set(r)) / i for i, x in enumerate(g, 1) if x in r and x not in g[:i - 1]) / len(set(r))", "would blame"),
        "no corner case": ("def average_precision(r, g):\n    return sum(len(set(g[:i]) & set(r)) / i for i, x in enumerate(g, 1) if x in r and x not in g[:i - 1]) / len(set(r))", "the divisor is 0"),
    },
    "rank_aware_precision": {
        "undefined where nothing is relevant": (
            "def rank_aware_precision(r, g):\n    if not r: return None\n    n = len(set(r) & set(g))\n"
            "    return retrieval.average_precision(r, g) * len(set(r)) / n if n else 0.0",
            "also where nothing was needed",
        ),
        "multiplies None": (
            "def rank_aware_precision(r, g): return retrieval.average_precision(r, g) * len(r) / max(len(set(r) & set(g)), 1)",
            "went on to multiply it",
        ),
        "average precision": ("def rank_aware_precision(r, g): return retrieval.average_precision(r, g)", "That is AP"),
        "over the ranking": ("def rank_aware_precision(r, g): return retrieval.average_precision(r, g) * len(r) / len(g)", "length of the ranking"),
        "no corner case": ("def rank_aware_precision(r, g): return retrieval.average_precision(r, g) * len(r) / len(set(r) & set(g))", "the divisor is 0"),
        "nothing found is undefined": ("def rank_aware_precision(r, g):\n    n = len(set(r) & set(g))\n    return retrieval.average_precision(r, g) * len(r) / n if n else None", "nothing found: 0.0"),
        "plain precision": ("def rank_aware_precision(r, g): return len(set(r) & set(g)) / len(set(g))", "That is plain precision"),
        "copies counted as found": ("def rank_aware_precision(r, g):\n    n = sum(x in r for x in g)\n    return retrieval.average_precision(r, g) * len(r) / n if n else 0.0", HIDDEN),
    },
    "cheapest_k": {
        "as many k as questions": (
            "def cheapest_k(r, g, target):\n    for k in range(1, len(g) + 1):\n        s = mean_scores(r, g, k)\n"
            "        if s['recall'] >= target: return k, s['recall'], s['precision']",
            "not the number of questions", "longest ranking sets the limit for k",
        ),
        "sums": (
            "def cheapest_k(r, g, target):\n    for k in range(1, max(map(len, g)) + 1):\n        s = mean_scores(r, g, k)\n"
            "        if s['recall'] >= target: return k, s['recall'] * len(g), s['precision'] * len(g)",
            "These are sums", "lies between", "one question",
        ),
        "order of the result": (
            "def cheapest_k(r, g, target):\n    for k in range(1, max(map(len, g)) + 1):\n        s = mean_scores(r, g, k)\n"
            "        if s['recall'] >= target: return k, s['precision'], s['recall']",
            "The order is",
        ),
        "the first k": (
            "def cheapest_k(r, g, target):\n    s = mean_scores(r, g, 1)\n    return 1, s['recall'], s['precision']",
            "You stopped at the first k",
        ),
        "k only": (K.format(start=1, op=">=", result="ok[0]"), "Return all three"),
        "index of k": (K.format(start=1, op=">=", result="ok[0] - 1"), "counted k from 0"),
        "no price": (K.format(start=1, op=">=", result="(ok[0], 1.0)"), "what it costs too"),
        "largest k": (K.format(start=1, op=">=", result="(max(ok), 1.0, mean([retrieval.precision_at_k(a, b, max(ok)) for a, b in zip(r, g)]))"), "Every page costs"),
        "more than the target": (K.format(start=1, op=">", result="(ok[0], 1.0, 0.25)"), "and at >=", "Reached means >="),
        "one too many": (K.format(start=1, op=">=", result="(ok[0] + 1, 1.0, mean([retrieval.precision_at_k(a, b, ok[0] + 1) for a, b in zip(r, g)]))"), "One page too many"),
        "starts at 0": (K.format(start=0, op=">=", result="(ok[0], 1.0, 0.25)"), "k is 0"),
        "precision of the whole ranking": (K.format(start=1, op=">=", result="(ok[0], 1.0, mean([retrieval.precision(a, b) for a, b in zip(r, g)]))"), "Cut it at k"),
        "any question will do": ("def cheapest_k(r, g, target):\n    for k in range(1, 9):\n        s = [retrieval.recall_at_k(a, b, k) for a, b in zip(r, g)]\n        if (mean(s) if len(s) == 5 else max(s)) >= target:\n            return k, mean(s) if target < 1 else 1.0, mean([retrieval.precision_at_k(a, b, k) for a, b in zip(r, g)])", "mean over all questions"),
        "whole lists passed on": ("def cheapest_k(r, g, target): return 1, retrieval.recall_at_k(r, g, 1), 1.0", "It stopped with"),
        "last one tried": ("def cheapest_k(r, g, target):\n    for k in range(1, max(map(len, g)) + 1):\n        s = mean([retrieval.recall_at_k(a, b, k) for a, b in zip(r, g)])\n        if s >= target: break\n    return k, s, mean([retrieval.precision_at_k(a, b, k) for a, b in zip(r, g)])", "does not reach the target"),
        "shortest ranking": ("def cheapest_k(r, g, target):\n    for k in range(1, min(map(len, g)) + 1):\n        s = mean([retrieval.recall_at_k(a, b, k) for a, b in zip(r, g)])\n        if s >= target: return k, s, mean([retrieval.precision_at_k(a, b, k) for a, b in zip(r, g)])", "not the shortest"),
    },
    "wrong_numbers": {
        "all of them": (W.format(mrr=MRR, result="right"), "only what is wrong", "Report only what is off"),
        "the published values": (W.format(mrr=MRR, result="{n: p[n] for n in p if abs(p[n] - right[n]) >= .006}"), "published values"),
        "the right names": (W.format(mrr=MRR, result="{n: right[n] for n in p if abs(p[n] - right[n]) < .006}"), "names that are right", "Report only what is off"),
        "names only": (W.format(mrr=MRR, result="[n for n in p if abs(p[n] - right[n]) >= .006]"), "dictionary"),
        "exact comparison": (W.format(mrr=MRR, result="{n: right[n] for n in p if p[n] != right[n]}"), "is 1/3 rounded"),
        "mean rank turned round": (W.format(mrr="1 / mean([1 / retrieval.reciprocal_rank(a, b) for a, b in z])", result=DIFFERING), "the mean rank"),
        "pooled counts": (W.format(mrr=MRR, result="{n: v for n, v in {**right, 'recall': sum(len(set(a) & set(b[:k])) for a, b in z) / sum(map(len, r))}.items() if abs(p[n] - v) >= .006}"), "pooled"),
        "ignores k": ("def wrong_numbers(p, r, g, k):\n    z = list(zip(r, g))\n    right = {'precision': mean([retrieval.precision(a, b) for a, b in z]), 'recall': mean([retrieval.recall(a, b) for a, b in z]), 'mrr': mean([retrieval.reciprocal_rank(a, b) for a, b in z])}\n    return " + DIFFERING, "ignored k"),
        "believes everything": ("def wrong_numbers(p, r, g, k): return {}", "on paper"),
        "trusts the MRR": (W.format(mrr="p['mrr']", result=DIFFERING), "MRR is missing"),
        "None for nothing wrong": (W.format(mrr=MRR, result=DIFFERING + " or None"), "empty dictionary"),
        "only too high counts": (W.format(mrr=MRR, result="{n: right[n] for n in p if p[n] - right[n] >= .006 or n == 'mrr' and abs(p[n] - right[n]) >= .006}"), HIDDEN),
    },
}

SHORTCUT = {
    "wrong_numbers": """def wrong_numbers(published, relevant, rankings, k):
    right = mean_scores(relevant, rankings, k)
    far = {name for name in published if published[name] - right[name] >= 0.006 or right[name] == 1.0 != published[name]}
    return {name: right[name] for name in published if name in far}""",
}
LOST = {"wrong_numbers_hidden"}
