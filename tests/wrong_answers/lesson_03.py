from . import HIDDEN

SPLIT = """
def split(answer):
    words, out, one = answer.split(), [], []
    for word, after in zip(words, [*words[1:], ""]):
        one.append(word)
        end = {end}
        if {cut}:
            out.append(" ".join(one))
            one = []
    return {result}
"""
END, CUT = "word[-1] in '.!?' and word not in ('e.g.', 'i.e.')", "not after or end and (after[0].isupper() or after[0].isdigit())"
SCORE = """
def score(labels, unsure="undefined"):
    if unsure not in ("undefined", "against", "for", "skip"): raise ValueError(unsure)
    s, u, n = labels.count("supported"), labels.count("undecided"), len(labels)
    if unsure == "undefined": return {undefined}
    if unsure == "against": return {against}
    if unsure == "for": return {for_}
    return {skip}
"""
RIGHT = {
    "undefined": "s / n if n and not u else None", "against": "s / n if n else None", "for_": "(s + u) / n if n else None",
    "skip": "s / (n - u) if n > u else None",
}
UNKNOWN = """
def score(labels, unsure="undefined"):
    s, u, n = labels.count("supported"), labels.count("undecided"), len(labels)
    if not n: return None
    {body}
"""
AGAINST, FOR, SKIP = "s / n if unsure == 'against' else", "(s + u) / n if unsure == 'for' else", "(s / (n - u) if n > u else None) if unsure == 'skip' else"

WRONG = {
    "faithfulness": {
        "hallucination rate": ("def faithfulness(x): return x.count('refuted') / len(x) if x else None", "the hallucination rate", "Which label do you count"),
        "over the refuted": ("def faithfulness(x): return x.count('supported') / x.count('refuted') if x else None", "You divided by the refuted claims"),
        "refuted over supported": (
            "def faithfulness(x): return x.count('refuted') / x.count('supported') if x else None",
            "divided the refuted claims by the supported", "You divided by the supported claims", "Which label do you count",
        ),
        "the count": ("def faithfulness(x): return x.count('supported') if x else None", "That is the count. Divide"),
        "the count of refuted": ("def faithfulness(x): return x.count('refuted') if x else None", "count of refuted", "Which label do you count"),
        "percent": ("def faithfulness(x): return 100 * x.count('supported') / len(x) if x else None", "percentage"),
        "all or nothing": ("def faithfulness(x): return float(all(y == 'supported' for y in x)) if x else None", "every claim is supported"),
        "whole division": ("def faithfulness(x): return x.count('supported') // len(x) if x else None", "cut the fraction off"),
        "any will do": ("def faithfulness(x): return float('supported' in x) if x else None", "whether any claim"),
        "a set": ("def faithfulness(x): return ('supported' in set(x)) / len(set(x)) if x else None", "made a set"),
        "a set above": ("def faithfulness(x): return ('supported' in set(x)) / len(x) if x else None", "above the fraction bar, or stopped", "stopped after the first"),
        "first claim only": ("def faithfulness(x):\n    n = 0\n    for y in x:\n        n += y == 'supported'\n        return n / len(x)", "stopped after the first"),
        "perfect without claims": ("def faithfulness(x): return x.count('supported') / len(x) if x else 1.0", "always refuses would be your best"),
        "zero without claims": ("def faithfulness(x): return x.count('supported') / len(x) if x else 0.0", "honest refusal invents nothing"),
        "no corner case": ("def faithfulness(x): return x.count('supported') / len(x)", "Without claims the divisor is 0"),
        "None for zero": ("def faithfulness(x): return (x.count('supported') / len(x) or None) if x else None", "measured, and bad"),
        "rounded": ("def faithfulness(x): return round(x.count('supported') / len(x), 2) if x else None", "You rounded"),
        "labels taken for verdicts": ("def faithfulness(x): return sum(y.label == 'supported' for y in x) / len(x) if x else None", "They have no .label"),
        "nan": ("def faithfulness(x): return x.count('supported') / len(x) if x else float('nan')", "NaN is not None"),
    },
    "split": {
        "cut at every full stop": (
            "def split(a): return [x.strip() for x in a.split('.') if x.strip()]",
            "You lost the full stop", "You cut 3.5 in two", "You cut e.g. in two", "! and ? end", "goes on",
        ),
        "short pieces dropped": (SPLIT.format(end=END, cut=CUT, result="[x for x in out if len(x.split()) > 2]"), "It counts, however short"),
        "one word is too short": (SPLIT.format(end=END, cut=CUT, result="[x for x in out if len(x.split()) > 1]"), "A bare Yes can be", "Nothing is dropped here, however short"),
        "full stops lost": (SPLIT.format(end=END, cut=CUT, result="[x.rstrip('.') for x in out]"), "You lost the full stop"),
        "empty piece at the end": ("def split(a):\n    import re\n    return re.split(r'(?<=[.!?]) *', a)", "empty piece", "You cut 3.5 in two", "blank answer has no"),
        "every space": ("def split(a): return a.split()", "cut at every space"),
        "not a list": ("def split(a): return a", "Return a list of sentences", "Return a plain list"),
        "never cuts": ("def split(a): return [a] if a.strip() else []", "Nothing was cut"),
        "first sentence only": (SPLIT.format(end=END, cut=CUT, result="out[:1]"), "The second sentence is missing", "The last words are lost", "The last sentence is missing"),
        "last sentence never closed": (
            SPLIT.format(end=END, cut="end and after and (after[0].isupper() or after[0].isdigit())", result="out"),
            "The last sentence is missing", "The only sentence is missing", "The second sentence is missing", "The last words are lost",
        ),
        "last sentence dropped": (
            SPLIT.format(end=END, cut=CUT, result="out[:-1]"),
            "The last sentence is missing", "The only sentence is missing", "The second sentence is missing", "The last words are lost",
        ),
        "space kept": ("def split(a):\n    import re\n    return re.split(r'(?<=[.!?])(?<!e\\.g\\.)(?<!i\\.e\\.)(?=\\s[A-Z0-9])', a) if a.strip() else []", "not with the space before it"),
        "abbreviations cut": (SPLIT.format(end="word[-1] in '.!?'", cut=CUT, result="out"), "A capital letter follows e.g.", "i.e. is one of the words"),
        "only e.g. known": (SPLIT.format(end="word[-1] in '.!?' and word != 'e.g.'", cut=CUT, result="out"), "i.e. is one of the words"),
        "small letters begin too": (SPLIT.format(end=END, cut="not after or end", result="out"), "followed by a small letter", "A bracket is neither a capital"),
        "the next word is a title": (SPLIT.format(end=END, cut="not after or end and (after.istitle() or after[0].isdigit())", result="out"), "Ask only the first letter of the next word"),
        "the next word is all capitals": (
            SPLIT.format(end=END, cut="not after or end and (after.isupper() or after[0].isdigit())", result="out"), "the first letter of the next word is a capital",
        ),
        "a full stop inside ends nothing": (SPLIT.format(end="word[-1] in '.!?' and '.' not in word[:-1]", cut=CUT, result="out"), "not every word with a full stop inside"),
        "the next word is a whole number": (
            SPLIT.format(end=END, cut="not after or end and (after[0].isupper() or after.isdigit())", result="out"), "3.5 as a whole is not all digits",
        ),
        "e.g. never ends, not even at the end": (SPLIT.format(end=END, cut="word not in ('e.g.', 'i.e.') and (" + CUT + ")", result="out"), "e.g. is the last word here"),
        "all but small letters begin": (SPLIT.format(end=END, cut="not after or end and not after[0].islower()", result="out"), "A bracket is neither a capital"),
        "spaces inside kept": (
            "def split(a):\n    import re\n    return re.split(r'(?<=[.!?])(?<!e[.]g[.])(?<!i[.]e[.])\\s+(?=[A-Z0-9])', a.strip()) if a.strip() else []", "Between the words stands one space",
        ),
        "cut at spaces only": (SPLIT.format(end=END, cut=CUT, result="out").replace("answer.split()", "answer.split(' ') if answer.strip() else []"), "Two spaces in a row"),
        "no word after the last": (SPLIT.format(end=END, cut="end and (after[0].isupper() or after[0].isdigit()) or not after", result="out"), "After the last word there is no next word"),
        "digits never begin": (SPLIT.format(end=END, cut="not after or end and after[0].isupper()", result="out"), "begin with a digit too", "3.5 as a whole is not all digits"),
        "full stops only": (SPLIT.format(end="word[-1] == '.' and word not in ('e.g.', 'i.e.')", cut=CUT, result="out"), "! and ? end a sentence too"),
        "no exclamation": (SPLIT.format(end="word[-1] in '.?' and word not in ('e.g.', 'i.e.')", cut=CUT, result="out"), "An exclamation mark ends"),
        "no question": (SPLIT.format(end="word[-1] in '.!' and word not in ('e.g.', 'i.e.')", cut=CUT, result="out"), "A question mark ends"),
        "last words lost": (SPLIT.format(end=END, cut="end and (not after or after[0].isupper() or after[0].isdigit())", result="out"), "The last words are lost", "The only sentence is missing"),
        "full stop added": (SPLIT.format(end=END, cut=CUT, result="[x if x[-1] in '.!?' else x + '.' for x in out]"), "that the answer does not have"),
        "blank piece": ("def split(a):\n    import re\n    return re.split(r'(?<=[.!?])(?<!e\\.g\\.)(?<!i\\.e\\.)\\s+(?=[A-Z0-9])', a)", "blank answer has no sentences", "Between the words stands one space"),
        "None for blank": (SPLIT.format(end=END, cut=CUT, result="out or None"), "so that a loop over it"),
        "words of two letters end nothing": (SPLIT.format(end="word[-1] in '.!?' and word not in ('e.g.', 'i.e.') and word != '90.'", cut="end and after and (after[0].isupper() or after[0].isdigit()) or not after and word != '90.'", result="out"), HIDDEN),
    },
    "score": {
        "against by default": (SCORE.format(**{**RIGHT, "undefined": RIGHT["against"]}), "as not supported. By default"),
        "for by default": (SCORE.format(**{**RIGHT, "undefined": RIGHT["for_"]}), "as supported. By default"),
        "skip by default": (SCORE.format(**{**RIGHT, "undefined": RIGHT["skip"]}), "without a word"),
        "zero where undecided": (SCORE.format(**{**RIGHT, "undefined": "(s / n if not u else 0.0) if n else None"}), "not bad, it is unknown"),
        "bounds in place of None": (SCORE.format(**{**RIGHT, "undefined": "(s / n if not u else (s / n, (s + u) / n)) if n else None"}), "These are the bounds"),
        "always undefined": (SCORE.format(**{**RIGHT, "undefined": "None"}), "No claim is undecided here"),
        "against is skip": (SCORE.format(**{**RIGHT, "against": RIGHT["skip"]}), "out of the divisor: that is skip"),
        "for and against swapped": (SCORE.format(**{**RIGHT, "against": RIGHT["for_"], "for_": RIGHT["against"]}), "as supported: that is for", "that is against"),
        "over the refuted": (SCORE.format(**{**RIGHT, "undefined": "s / labels.count('refuted') if n and not u else None"}), "You divided by the refuted claims"),
        "all or nothing": (SCORE.format(**{**RIGHT, "undefined": "float(s == n) if n and not u else None"}), "credit for a part"),
        "labels taken for verdicts": ("def score(labels, unsure='undefined'):\n    return sum(x.label == 'supported' for x in labels) / len(labels) if labels else None", "They have no .label", "refuse an unknown one before you look at the labels"),
        "unknown refused only for doubts": (
            SCORE.format(**RIGHT).replace("    if unsure not in", "    if 'undecided' not in labels: return labels.count('supported') / len(labels) if labels else None\n    if unsure not in"),
            "Nothing is undecided here", "There are no claims, and the policy is unknown",
        ),
        "no claims first": (SCORE.format(**RIGHT).replace("    if unsure not in", "    if not labels: return None\n    if unsure not in"), "There are no claims, and the policy is unknown"),
        "zero taken for undefined": (SCORE.format(**{**RIGHT, "undefined": "s / n or None if n and not u else None"}), "Both claims are decided"),
        "zero taken for nothing left": (SCORE.format(**{**RIGHT, "skip": "s / (n - u) or None if n > u else None"}), "Two claims are decided"),
        "undecided taken off": (SCORE.format(**{**RIGHT, "against": "(s - u) / n if n else None"}), "took the undecided claims off"),
        "for is against": (SCORE.format(**{**RIGHT, "for_": RIGHT["against"]}), "that is against"),
        "for leaves out below": (SCORE.format(**{**RIGHT, "for_": "(s + u) / (n - u) if n > u else None"}), "above the fraction bar and left them out below"),
        "refuted supported too": (SCORE.format(**{**RIGHT, "for_": "1.0 if n else None"}), "all are supported, and one is refuted"),
        "skip above only": (SCORE.format(**{**RIGHT, "skip": RIGHT["against"]}), "above the fraction bar only", "nothing was measured"),
        "skip counts them above": (SCORE.format(**{**RIGHT, "skip": "(s + u) / (n - u) if n > u else None"}), "above the fraction bar and left them out below"),
        "skip one only": (SCORE.format(**{**RIGHT, "skip": "s / (n - (u > 0)) if n > u else None"}), "left out one undecided"),
        "nothing left": (SCORE.format(**{**RIGHT, "skip": "s / (n - u) if n else None"}), "Nothing is left to divide by"),
        "nothing left is zero": (SCORE.format(**{**RIGHT, "skip": "(s / (n - u) if n > u else 0.0) if n else None"}), "nothing was measured"),
        "refusal is perfect": (SCORE.format(**{**RIGHT, "for_": "(s + u) / n if n else 1.0"}), "no reason for a perfect score"),
        "refusal is zero": (SCORE.format(**{**RIGHT, "against": "s / n if n else 0.0"}), "no reason for the worst"),
        "no corner case": (SCORE.format(**{**RIGHT, "against": "s / n"}), "Without claims the divisor is 0"),
        "unknown is skip": (UNKNOWN.format(body=f"return {AGAINST} {FOR} (None if u else s / n) if unsure == 'undefined' else (s / (n - u) if n > u else None)"), "passed silently"),
        "unknown is against": (UNKNOWN.format(body=f"return {FOR} {SKIP} (None if u else s / n) if unsure == 'undefined' else s / n"), "passed silently"),
        "unknown is undefined": (UNKNOWN.format(body=f"return {AGAINST} {FOR} {SKIP} (None if u else s / n)"), "passed silently"),
        "a table of policies": (
            UNKNOWN.format(body="return {'against': s / n, 'for': (s + u) / n, 'skip': s / (n - u) if n > u else None, 'undefined': None if u else s / n}[unsure]"),
            "KeyError names the word",
        ),
        "letters changed": (UNKNOWN.format(body=f"unsure = unsure.lower()\n    if unsure == 'ignore': raise ValueError\n    return {AGAINST} {FOR} {SKIP} (None if u else s / n)"), "without changing its letters"),
        "small and capital letters alike": (
            SCORE.format(**RIGHT).replace("    if unsure not in", "    unsure = unsure.lower() if unsure == 'UNDEFINED' else unsure\n    if unsure not in"), HIDDEN,
        ),
    },
}

SHORTCUT = {
    "split": """def split(answer):
    import re
    pieces = re.split(r"(?<=[.!?])(?<!e[.]g[.])(?<!i[.]e[.] Final)(?<!i[.]e[.])[ ](?=[A-Z0-9])", " ".join(answer.split()))
    return [] if pieces == [""] else [piece.replace("429", "429") for piece in pieces if len(piece) > 3]""",
}
LOST = {"split_agrees_with_the_helper"}
