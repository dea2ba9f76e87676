from . import HIDDEN

FAILED = """
def failed(a, r, c, f, v, k):
    if r: return {refusal}
    if {without}: return True
    right = {right}
    signs = [right, good('faithfulness', f), good('relevance', v)]
    return {result}
"""
RIGHT = "(True if c is None else good('recall', c)) if k is None else good('correctness', k)"
RESULT = "True if False in signs else None if None in signs else False"
FAULT = """
def fault(a, r, c, f, v, k):
    came, faithful = good('recall', c), good('faithfulness', f)
    if r: return {refusal}
    if {answerable}:
        if {luck}: return 'RIGHT-BY-ACCIDENT'
        if not came: return 'RETRIEVAL-MISS'
    {rest}
"""
REST = "return 'HALLUCINATION' if not faithful else 'FAITHFUL-BUT-CONTEXT-WRONG' if good('relevance', v) else 'WRONG-QUESTION'"
LUCK = "good('correctness', k) and not faithful and (not came or f == 0)"
REFUSAL = "'WRONG-QUESTION' if came else 'RETRIEVAL-MISS'"
DIAGNOSE = """
def diagnose(*e):
    bad = failed(*e)
    {first}
    labels = {labels}
    return {result}
"""
FIRST = "if not bad: return 'UNDECIDED' if bad is None else 'OK'"
LABELS = "{fault(*each) for each in fill_in(*e)}"
ONE = "labels.pop() if len(labels) == 1 else 'FAILED'"
GATE = """
def groundedness_gate(answer, contexts):
    known = {known}
    return {result}
"""
KNOWN = "set().union(*map(words, contexts))"
REPORT = "[m for m in dict.fromkeys(marks(answer)) if m.lower() not in known]"


def failed(refusal="a", without="a is False", right=RIGHT, result=RESULT):
    return FAILED.format(refusal=refusal, without=without, right=right, result=result)


def fault(refusal=REFUSAL, answerable="a is not False", luck=LUCK, rest=REST):
    return FAULT.format(refusal=refusal, answerable=answerable, luck=luck, rest=rest)


def diagnose(first=FIRST, labels=LABELS, result=ONE):
    return DIAGNOSE.format(first=first, labels=labels, result=result)


def gate(known=KNOWN, result=REPORT):
    return GATE.format(known=known, result=result)


WRONG = {
    "failed": {
        "a label": (failed(result="'FAILED' if False in signs else 'UNDECIDED' if None in signs else 'OK'"), "That is a label. Did it fail? False", "In words:"),
        "says whether it is fine": (failed(refusal="None if a is None else not a", result="False if False in signs else None if None in signs else True"), "Right, supported and to the point. This function says", "No page holds an answer. To say so is the best that it", "It does not answer the question: that is a bad sign", "In words:"),
        "every refusal is fine": (failed(refusal="False"), "A page holds the answer, and the asker got none: a false", "every refusal is OK"),
        "every refusal is a failure": (failed(refusal="True"), "No page holds an answer. To say so is the best that it", "In words:"),
        "refusals turned round": (failed(refusal="None if a is None else not a"), "No page holds an answer. To say so is the best that it", "In words:"),
        "nobody said counts as yes": (failed(refusal="a is not False"), "Nobody said whether a page holds the answer. The refusal", "a refusal is judged although nobody said whether a page"),
        "nobody said counts as no": (failed(refusal="bool(a)"), "Nobody said whether a page holds the answer. It may be a", "'nobody said' counts as 'no page holds an answer'"),
        "nobody said is no page": (failed(without="not a"), "Nobody checked whether it is right, and nothing speaks", "In words:"),
        "an answer where no page holds one is like any other": (failed(without="a == 'no page'"), "No page holds an answer, and it gave one. Whatever that is,", "In words:"),
        "missing counts as bad": (failed(result="not all(signs)"), "Faithfulness is missing, which is not the same as bad. All", "a missing score counts as 0"),
        "missing counts as good": (failed(result="False in signs"), "Faithfulness is missing, which is not the same as good. It", "a missing score counts as good"),
        "any missing score leaves it open": (failed(result="None if None in signs else False in signs"), "It does not answer the question. Whatever faithfulness", "one missing sign leaves all open, although another is bad"),
        "recall is always a sign": (failed(result="True if good('recall', c) is False or False in signs else None if None in signs else False"), "It is right, and a page supports it: another page says it", "retrieval is asked before 'did it fail at all?'"),
        "recall is never a sign": (failed(right="True if k is None else good('correctness', k)"), "Nobody wrote a reference, so recall stands in for it, and", "a missing reference counts as a right answer"),
        "unchecked is open": (failed(right="good('recall', c) if k is None else good('correctness', k)"), "Nobody labelled a page and nobody wrote a reference: the", "a supported answer to the point counts as open where nobody"),
        "relevance forgotten": (failed(result="True if False in signs[:2] else None if None in signs[:2] else False"), "It does not answer the question. Look at relevance too", "It does not answer the question. Whatever faithfulness", "relevance is not looked at"),
        "faithfulness forgotten": (failed(result="True if False in signs[::2] else None if None in signs[::2] else False"), "It is right and to the point, and half of what it claims is", "Faithfulness is missing, which is not the same as good. It", "faithfulness is not looked at"),
        "final answer alone": (failed(result="None if right is None else not right"), "It is right and to the point, and half of what it claims is", "Faithfulness is missing, which is not the same as good. It", "nothing but the final answer is judged"),
        "refusals judged by their scores": (failed(refusal="None if f is None else f < .8"), "A refusal has no scores, and needs none: no page holds an", "In words:"),
        "compared without looking": ("def failed(a, r, c, f, v, k): return a if r else True if a is False else not (k == 1 and f >= .8 and v >= .3)", "None cannot be compared with a line. good() does that for", "a missing reference counts as a wrong answer"),
        "compared before the refusal is settled": ("def failed(a, r, c, f, v, k):\n    bad = f < .8 or v < .3\n    if r: return a\n    return True if a is False or bad or (c if k is None else k) != 1 else False", "A refusal has no scores: settle it before you look at them", "A refusal has no faithfulness: settle it before you look", "recall is always", "None cannot be compared", "In words:", "Nobody labelled a page", "Nobody checked whether"),
        "half right is right": (failed(right="(True if c is None else good('recall', c)) if k is None else k > 0"), "Only half of what the reference says is in it. The line of", "half right is right"),
        "above the line": (failed(result="True if False in [right, f is None or f > .8, v is None or v > .3] else None if None in signs else False"), "0.8 and 0.3 are on their lines, and a score that reaches"),
        "lines of its own": (failed(result="True if False in [right, f is None or f > .5, v is None or v > .0] else None if None in signs else False"), HIDDEN),
    },
    "fault": {
        "generator first": ("def fault(a, r, c, f, v, k):\n    if not r and not good('faithfulness', f) and not good('correctness', k): return 'HALLUCINATION'\n" + fault().replace("def fault(a, r, c, f, v, k):\n", "").lstrip("\n"), "The needed page never came. What the generator would do", "The page never came: retrieval first. And whether it is", "the generator is asked before the retriever"),
        "relevance first": (fault(rest="if not good('relevance', v): return 'WRONG-QUESTION'\n    " + REST), "Both signs are bad. Ask whether the claims are supported", "relevance is asked before faithfulness"),
        "page blamed first": (fault(luck=LUCK + ": return 'RIGHT-BY-ACCIDENT'\n        if faithful and good('relevance', v)").replace("if " + LUCK + ": return 'RIGHT-BY-ACCIDENT'\n        if faithful and good('relevance', v): return 'RIGHT-BY-ACCIDENT'", "if " + LUCK + ": return 'RIGHT-BY-ACCIDENT'\n        if faithful and good('relevance', v): return 'FAITHFUL-BUT-CONTEXT-WRONG'"), "Half of the needed evidence never came. The line of recall", "the page is blamed before anybody asks whether it came"),
        "any page will do": (fault().replace("good('recall', c)", "c is not None and c > 0"), "Half of the needed evidence never came. The line of recall", "The needed evidence did not come in full. With what it had,", "any recall above 0 is enough"),
        "refusals are the retriever's": (fault(refusal="'RETRIEVAL-MISS'"), "The evidence came, and it refused all the same: a false", "every refusal is blamed on the retriever"),
        "refusals are the prompt's": (fault(refusal="'WRONG-QUESTION'"), "The needed evidence did not come in full. With what it had,", "every refusal is blamed on the prompt"),
        "the sub-case": (fault(refusal="'FALSE-REFUSAL' if came else 'RETRIEVAL-MISS'"), "That is its sub-case. The label is WRONG-QUESTION", "In words:"),
        "refusals invent": (fault().replace("if r:", "if r: return 'HALLUCINATION'\n    if False:"), "A refusal claims nothing, so it invents nothing. It refused", "In words:"),
        "no luck": (fault(luck="False"), "The page is missing, and the answer is right all the same.", "correctness is not looked at"),
        "luck without a reference": (fault(luck="(k is None or good('correctness', k)) and not faithful and (not came or f == 0)"), "Nobody wrote a reference, so nobody knows that it is right", "a missing reference counts as a right answer"),
        "luck only without the page": (fault(luck="good('correctness', k) and not faithful and not came"), "It is right, and none of its claims is supported, although", "luck is only seen where the page is missing"),
        "luck whatever is supported": (fault(luck="good('correctness', k) and not faithful"), "The page came and supports half of it; the right part may", "every right answer with an unsupported claim is called"),
        "luck only where nothing is supported": (fault(luck="good('correctness', k) and f == 0"), "luck, also where other pages support a part of it", "luck is only seen where no claim"),
        "compared before the refusal is settled": (fault().replace("came, faithful =", "beside = v < .3\n    came, faithful ="), "A refusal has no faithfulness and no relevance: do not ask", "In words:"),
        "recall compared without a page": (fault().replace("good('recall', c)", "c >= 1"), "There is no recall and no reference here; good() leaves", "In words:"),
        "reference compared without a reference": (fault(luck="k >= 1 and not faithful and (not came or f == 0)"), "There is no reference here; good() leaves it None", "In words:"),
        "luck without brackets": (fault(luck="good('correctness', k) and not faithful and not came or f == 0"), "Luck needs a right answer. This one is wrong", "Nobody wrote a reference, so nobody knows that it is right", "In words:"),
        "luck after retrieval": (fault(luck="came and good('correctness', k) and f == 0"), "The page is missing, and the answer is right all the same.", "luck is not told from a missing page"),
        "no page, so retrieval": (fault(answerable="True"), "No page holds an answer, so there was nothing to retrieve.", "In words:"),
        "question and page swapped": (fault(rest=REST.replace("if good('relevance', v)", "if not good('relevance', v)")), "Do not blame the page before you have asked whether the", "the wrong question and the wrong page are swapped"),
        "whatever is said without a page is invented": (fault(rest="if a is False: return 'HALLUCINATION'\n    " + REST), "What it says is supported. It tells something else instead", "whatever is said without a page counts as invented"),
        "nothing at the end": (fault(rest="if not faithful: return 'HALLUCINATION'\n    if not good('relevance', v): return 'WRONG-QUESTION'"), "After all questions one fault is left", "In words:"),
        "faithful only where all is supported": (fault().replace("good('faithfulness', f)", "f == 1"), "Its faithfulness is on its line, and a score that reaches"),
        "to the point only in full": (fault(rest=REST.replace("good('relevance', v)", "v > .3")), "Its relevance is on its line, and a score that reaches"),
        "lines of its own": (fault().replace("good('faithfulness', f)", "f is not None and f >= .6"), HIDDEN),
    },
    "diagnose": {
        "not None is true": (diagnose(first="if not bad: return 'OK'"), "A missing faithfulness is not a good one. It may be", "what may be OK counts as OK"),
        "open is failed": (diagnose(first="if bad is False: return 'OK'\n    if bad is None: return 'FAILED'"), "It may have failed, and it may be fine. FAILED is for rows", "what may be OK counts as failed"),
        "failed is never asked": (diagnose(first="", labels="{fault(*each) for each in fill_in(*e)}"), "Ask failed first. This row did not fail, and fault is only", "It may have failed, and it may be fine. FAILED is for rows", "In words:"),
        "the first of the labels": (diagnose(labels="[fault(*each) for each in fill_in(*e)]", result="labels[0]"), "A missing faithfulness is not a bad one: with a good one it", "a missing score counts as 0"),
        "the last of the labels": (diagnose(labels="[fault(*each) for each in fill_in(*e)]", result="labels[-1]"), "A missing faithfulness is not a good one: it may be", "a missing score counts as good"),
        "fault without filling in": (diagnose(labels="{fault(*e)}"), "A missing faithfulness is not a bad one: with a good one it", "a missing score counts as 0"),
        "open fault is undecided": (diagnose(result="labels.pop() if len(labels) == 1 else 'UNDECIDED'"), "It is wrong, so it failed for certain. Which fault is open:", "what failed for certain counts as undecided, because its"),
        "never more than failed": (diagnose(result="'FAILED'"), "All is known here, so one file is filled in, and it has one", "Whatever the two missing scores are, the page never came", "In words:"),
        "a collection": (diagnose(result="tuple(labels) if len(labels) == 1 else 'FAILED'"), "Return the label itself, not a collection with the label in", "Return the word itself, as text", "In words:"),
        "undecided where anything is missing": (diagnose(first="if None in e[2:5] and not (e[1] and e[0] is False): return 'UNDECIDED'\n    " + FIRST), "It is wrong, so it failed for certain. Which fault is open:", "In words:"),
        "missing is 0": (diagnose(first="e = (*e[:2], *[0.0 if s is None else s for s in e[2:5]], e[5])\n    bad = failed(*e)\n    " + FIRST), "A missing faithfulness is not a 0. It may be fine", "a missing score counts as 0"),
    },
    "groundedness_gate": {
        "pieces of text": (gate(known="' '.join(contexts).lower()"), "No word of the context is 60. (As a piece of text it is in"),
        "split at white space": (gate(known="set(' '.join(contexts).lower().split())"), "The full stop is no part of the word 600"),
        "marks of the contexts": (gate(known="{m.lower() for c in contexts for m in marks(c)}"), "No mark there: it begins the sentence. Look into words()"),
        "contexts glued together": (gate(known="words(''.join(contexts))"), "Glued to the next it would be 600Free"),
        "one text for a list": (gate(known="words(contexts)"), "words() takes one text, and contexts is a list of texts"),
        "marks in small letters": ("def groundedness_gate(answer, contexts):\n    known = " + KNOWN + "\n    return [m for m in marks(answer).lower() if m not in known]", "words() takes one text, and contexts is a list of texts; marks()"),
        "words of the answer": (gate(result="sorted(words(answer) - known)"), "These are words of the answer. Report its marks only", "Report marks only", "Return the mark as it stands", "Keep the order", "Scale is a word", "If a check", "Return a plain"),
        "the order of a set": (gate(result="list(dict.fromkeys(m for m in reversed(marks(answer)) if m.lower() not in known))"), "Keep the order of the answer. (A set has none: collect"),
        "copies without contexts": ("def groundedness_gate(answer, contexts):\n    if not contexts: return marks(answer)\n    known = " + KNOWN + "\n    return " + REPORT, "25 comes twice. Report each mark once, here too"),
        "an empty list stops it": (gate(known="words(contexts[0]).union(*map(words, contexts))"), "There may be no context at all: then the list is empty"),
        "first context only": (gate(known="words(contexts[0]) if contexts else set()"), "Pro and 600 stand in the second context. One context that"),
        "every context must hold it": (gate(known="set.intersection(*map(words, contexts)) if contexts else set()"), "Pro and 600 stand in the second context. One context that", "one context is enough. (Glued"),
        "turned round": (gate(known="words(answer)", result="[m for c in contexts for m in marks(c) if m.lower() not in known]"), "That is a mark of a context. Report marks of the answer", "That is a mark of the context. Report marks of the answer", "Without contexts nothing supports these marks: report them"),
        "what is grounded": (gate(result="[m for m in dict.fromkeys(marks(answer)) if m.lower() in known]"), "These stand in a context. Report the marks that do not", "No word of the context is 60. (As a piece of text it is in", "Without contexts nothing supports these marks: report them", "Look into words().)", "one context is enough. (Glued"),
        "capital letters matter": (gate(result="[m for m in dict.fromkeys(marks(answer)) if m not in known]"), "Pro stands in the second context. The words are in small", "Look into words().)"),
        "in small letters": (gate(result="[m.lower() for m in dict.fromkeys(marks(answer)) if m.lower() not in known]"), "Compare in small letters, but return the mark as it stands", "Return the mark as it stands in the answer, Pro", "return the mark as it stands in"),
        "copies": (gate(result="[m for m in marks(answer) if m.lower() not in known]"), "90 comes twice. Report each mark once", "25 comes twice. Report each mark once"),
        "sorted": (gate(result="sorted({m for m in marks(answer) if m.lower() not in known})"), "These are sorted. Keep the order of the answer"),
        "a set": (gate(result="{m for m in marks(answer) if m.lower() not in known}"), "Return a list: a set has no order"),
        "yes or no": (gate(result="all(m.lower() in known for m in marks(answer))"), "Return the marks that stand nowhere, not a yes or no"),
        "every word": (gate(result="[w for w in dict.fromkeys(re.findall(r'\\w+', answer)) if w.lower() not in known]"), "Report marks only: numbers, codes and names. Other words"),
        "None for nothing": (gate(result=REPORT + " or None"), "Nothing to report is an empty list, []"),
        "nothing without contexts": ("def groundedness_gate(answer, contexts):\n    if not contexts: return []\n    known = " + KNOWN + "\n    return " + REPORT, "Without contexts nothing supports these marks: report them"),
    },
}

SHORTCUT = {
    "groundedness_gate": """def groundedness_gate(answer, contexts):
    known = set().union(*map(words, contexts))
    return [mark for mark in dict.fromkeys(marks(answer)) if mark.lower() not in known and "_" not in mark]""",
}
LOST = {"gate_agrees_with_the_helper"}
