from . import HIDDEN

T = """
def tally(rows):
    c, o, u = {{}}, {{}}, 0
    for case, l, w in rows:
        {body}
    return {result}
"""
COUNT = "c[l] = c.get(l, 0) + 1; o[w] = o.get(w, 0) + 1"
UNDECIDED = "if l == 'UNDECIDED': u += 1; continue"


def _tally(*body: str, result: str = "c, o, u") -> str:
    return T.format(body="\n        ".join(body), result=result)


P = """
def proves(change, before, after, diagnosis):
    (a, x), (b, y) = before, after
    {body}
"""


def _proves(body: str) -> str:
    return P.format(body=body.replace("; ", "\n    "))


NO_KIND = "if diagnosis not in KINDS[change]: return False; "
SAME = "if a == b: return False; "
NOTHING = "if x == 'OK': return False; "
STILL = "if y not in ('OK', 'UNDECIDED'): return False; "
OPEN = "return None if 'UNDECIDED' in (x, y) else True"

W = """
def ticket(label, found, changes):
    rows = [row for row in found.rows if row.diagnosis.label == label]
    {absent}
    ids = [row.id for row in rows]
    recalls = {recalls}
    tried = {tried}
    text = f"{head}" + "\\n" + f"{cases}"
    if {asked}:
        before, after = [each.before.scores['correctness'] for each in tried], [each.after.scores['correctness'] for each in tried]
        text += "\\n" + f"{proof}"
    return text
"""
PARTS = {
    "absent": "if not rows: return None",
    "recalls": "[row.scores['recall'] for row in rows if row.scores['recall'] is not None]",
    "tried": "[each for each in changes if each.id in ids]",
    "head": "{label}, {rows[0].diagnosis.owner}: {len(rows)} of {len(found.failures)} failures.",
    "cases": "Cases {', '.join(f'`{each}`' for each in ids)}: mean recall {sum(recalls) / len(recalls):.2f}.",
    "asked": "tried",
    "proof": (
        "The {tried[0].kind} repairs {sum(each.repaired for each in tried)} of {len(tried)} cases, "
        "and correctness rises by {(sum(after) - sum(before)) / len(tried):.2f}."
    ),
}


def _ticket(**parts: str) -> str:
    return W.format(**{**PARTS, **parts})


RISE = "{(sum(after) - sum(before)) / len(tried):.2f}"

WRONG = {
    "tally": {
        "OK counted": (_tally(UNDECIDED, COUNT), "OK is no failure"),
        "OK counted as a class": (_tally(UNDECIDED, "c[l] = c.get(l, 0) + 1", "if w: o[w] = o.get(w, 0) + 1"), "Leave it out of the classes too"),
        "OK counted for an owner": (_tally(UNDECIDED, "o[w] = o.get(w, 0) + 1", "if l != 'OK': c[l] = c.get(l, 0) + 1"), "has no owner, and is counted nowhere"),
        "undecided are failures": (_tally("if l == 'OK': continue", COUNT), "UNDECIDED stands among the failures."),
        "undecided in both places": (
            _tally("if l == 'OK': continue", "u += l == 'UNDECIDED'", COUNT), "UNDECIDED stands among the failures and apart",
        ),
        "undecided have an owner": (
            _tally("if l == 'OK': continue", "o[w] = o.get(w, 0) + 1", UNDECIDED, "c[l] = c.get(l, 0) + 1"), "An undecided case has no owner yet",
        ),
        "undecided among the classes": (
            _tally("if l == 'OK': continue", "c[l] = c.get(l, 0) + 1", UNDECIDED, "o[w] = o.get(w, 0) + 1"), "UNDECIDED stands among the classes and apart",
        ),
        "undecided dropped": (_tally("if l in ('OK', 'UNDECIDED'): continue", COUNT), "a table that drops them"),
        "undecided yes or no": (_tally("if l == 'UNDECIDED': u = 1; continue", "if l == 'OK': continue", COUNT), "do not only ask whether there are any"),
        "FAILED taken for undecided": (
            _tally("if l in ('UNDECIDED', 'FAILED'): u += 1; continue", "if l == 'OK': continue", COUNT), "a failure, not an undecided case",
        ),
        "FAILED dropped": (_tally(UNDECIDED, "if l in ('OK', 'FAILED'): continue", COUNT), "FAILED is missing"),
        "right by accident is right": (_tally(UNDECIDED, "if l in ('OK', 'RIGHT-BY-ACCIDENT'): continue", COUNT), "RIGHT-BY-ACCIDENT is missing"),
        "order": (_tally(UNDECIDED, "if l == 'OK': continue", COUNT, result="o, c, u"), "The order is (by class, by owner, undecided)"),
        "two results": (_tally(UNDECIDED, "if l == 'OK': continue", COUNT, result="c, o"), "Return the number of undecided cases too"),
        "set of names": (_tally(UNDECIDED, "if l == 'OK': continue", "c[l] = 1; o[w] = 1"), "Count how often"),
        "shares": (
            _tally(UNDECIDED, "if l == 'OK': continue", COUNT, result="{k: v / sum(c.values()) for k, v in c.items()}, {k: v / sum(c.values()) for k, v in o.items()}, u"),
            "These are shares",
        ),
        "cases in place of counts": (
            _tally(UNDECIDED, "if l == 'OK': continue", "c.setdefault(l, []).append(case); o.setdefault(w, []).append(case)"), "These are the cases",
        ),
        "return inside the loop": (_tally(UNDECIDED, "if l == 'OK': continue", COUNT, "return c, o, u"), "Only the first row was counted", "is the return inside the loop"),
        "return inside the loop, no continue": (
            _tally("if l == 'UNDECIDED': u += 1", "elif l != 'OK': " + COUNT, "return c, o, u"), "Only the first row was counted", "Nothing was counted",
        ),
        "stops at the first that is OK": (_tally("if l == 'OK': break", UNDECIDED, COUNT), "Pass over that row", "Nothing was counted"),
        "a new name begins with 1": (_tally(UNDECIDED, "if l == 'OK': continue", COUNT.replace("0) + 1", "1) + 1")), "Each count is one too high"),
        "cases in place of classes": (_tally("l, case = case, l", UNDECIDED, "if l == 'OK': continue", COUNT), "A row is (case, class, owner)"),
        "what is left over is undecided": (_tally("if l in ('OK', 'UNDECIDED'): continue", COUNT, result="c, o, len(rows) - sum(c.values())"), "Only the class UNDECIDED is counted apart"),
        "classes counted for each owner": (
            _tally(UNDECIDED, "if l == 'OK': continue", "o[w] = o.get(w, 0) + (l not in c)", "c[l] = c.get(l, 0) + 1"), "Count cases, not classes",
        ),
        "at most two undecided": (_tally(UNDECIDED, "if l == 'OK': continue", COUNT, result="c, o, min(u, 2)"), HIDDEN),
        "nothing for no rows": ("def tally(rows):\n    if not rows: return None\n" + _tally(UNDECIDED, "if l == 'OK': continue", COUNT).split("\n", 2)[2], "No rows: nothing failed"),
    },
    "proves": {
        "moved is enough": (_proves(NO_KIND + SAME + NOTHING + "return None if 'UNDECIDED' in (x, y) else True"), "Moved is not repaired", "This is no repair"),
        "same words are a repair": (_proves(NO_KIND + NOTHING + STILL + OPEN), "The words are the same on both sides", "This is no repair"),
        "any change proves": (_proves(SAME + NOTHING + STILL + OPEN), "a new prompt cannot prove that a page was missing", "A larger k cannot prove"),
        "class before in place of the diagnosis": (
            _proves("if x not in KINDS[change] and x != 'UNDECIDED': return False; " + SAME + NOTHING + STILL + OPEN), "A person set CHUNKING", "A larger k cannot prove",
        ),
        "class before must be the diagnosis": (_proves("if x not in (diagnosis, 'UNDECIDED'): return False; " + NO_KIND + SAME + STILL + OPEN), "A person set CHUNKING"),
        "OK before is a repair": (_proves(NO_KIND + SAME + STILL + OPEN), "there was nothing to repair", "This is no repair"),
        "undecided is no": (_proves(NO_KIND + SAME + NOTHING + "return x != 'UNDECIDED' and y == 'OK'"), "Saying no claims as much"),
        "undecided after is no": (_proves(NO_KIND + SAME + NOTHING + "if y != 'OK': return False; " + OPEN), "Saying no claims as much"),
        "undecided before counts as failed": (_proves(NO_KIND + SAME + NOTHING + STILL + "return None if y == 'UNDECIDED' else True"), "It may be a repair, and the judge cannot tell"),
        "undecided after counts as right": (_proves(NO_KIND + SAME + NOTHING + STILL + "return None if x == 'UNDECIDED' else True"), "It may be a repair, and the judge cannot tell"),
        "undecided first": (_proves("if 'UNDECIDED' in (x, y): return None; " + NO_KIND + SAME + NOTHING + "return y == 'OK'"), "whatever UNDECIDED would have been", "A larger k cannot prove"),
        "None for no": (_proves(NO_KIND + SAME + NOTHING + STILL + OPEN).replace("False", "None"), "Nothing is undecided here", "This is no repair", "A larger k cannot prove"),
        "always yes": (
            _proves("return True"), "Moved is not repaired", "a new prompt cannot prove", "It may be a repair", "This is no repair",
        ),
        "always no": (_proves("return False"), "What more do you ask for", "each change can prove all classes of its list", "Saying no claims as much"),
        "first class of the list only": (_proves("if diagnosis != KINDS[change][0]: return False; " + SAME + NOTHING + STILL + OPEN), "each change can prove all classes of its list"),
        "right by accident is a repair": (
            _proves(NO_KIND + SAME + NOTHING + "if y not in ('OK', 'UNDECIDED', 'RIGHT-BY-ACCIDENT'): return False; " + OPEN), "the words are right, and no context supports them",
        ),
        "FAILED before did not fail": (_proves(NO_KIND + SAME + "if x in ('OK', 'FAILED'): return False; " + STILL + OPEN), "If a check above fails"),
        "the class may be that of the side before": (_proves("if x not in KINDS[change] and diagnosis not in KINDS[change]: return False; " + SAME + NOTHING + STILL + OPEN), HIDDEN),
        "text": (_proves(NO_KIND + SAME + NOTHING + STILL + "return None if 'UNDECIDED' in (x, y) else 'proved'"), "Return a plain bool"),
    },
    "ticket": {
        "improve the RAG": ("def ticket(label, found, changes): return 'Improve the RAG.' if label in found.tally else None", "names no class of failure"),
        "no owner": (_ticket(head="{label}: {len(rows)} of {len(found.failures)} failures."), "name the owner"),
        "one owner for all": (_ticket(head="{label}, search team: {len(rows)} of {len(found.failures)} failures."), "belongs to the ingestion team, not to the search team"),
        "rows called failures": (_ticket(head="{label}, {rows[0].diagnosis.owner}: {len(rows)} of {len(found.rows)} failures."), "3 of 7 is no count of this audit"),
        "ten typed": (_ticket(head="{label}, {rows[0].diagnosis.owner}: {len(rows)} of 10 failures."), "3 of 10 is no count of this audit"),
        "no count": (_ticket(head="{label}, {rows[0].diagnosis.owner}: many failures."), "it gives no count"),
        "cases without backticks": (_ticket(cases="Cases {', '.join(ids)}: mean recall {sum(recalls) / len(recalls):.2f}."), "it does not name case `f1`"),
        "first case only": (_ticket(cases="See `{ids[0]}`. Mean recall is {sum(recalls) / len(recalls):.2f}."), "it does not name case `f2`"),
        "all cases of the audit": (
            _ticket(cases="Cases {', '.join(f'`{row.id}`' for row in found.failures)}. Mean recall {sum(recalls) / len(recalls):.2f}."), "not RETRIEVAL-MISS",
        ),
        "unknown recall is 0": (_ticket(recalls="[row.scores['recall'] or 0.0 for row in rows]"), "0.50 cannot be computed again: the mean recall of CHUNKING is 1.00"),
        "a recall that is None is summed": (_ticket(recalls="[row.scores['recall'] for row in rows]"), "A recall may be None: here that of `f5` is"),
        "recall over all rows": (
            _ticket(recalls="[row.scores['recall'] for row in found.rows if row.scores['recall'] is not None]"), "cannot be computed again: the mean recall",
        ),
        "no full stops": (
            _ticket(head=PARTS["head"][:-1], cases=PARTS["cases"][:-1], proof=PARTS["proof"][:-1]), "end each sentence with a full stop",
        ),
        "no recall": (_ticket(cases="Cases {', '.join(f'`{each}`' for each in ids)}."), "it does not give the mean recall"),
        "changes of all classes": (_ticket(tried="list(changes)"), "is no count of this audit"),
        "tried called repaired": (
            _ticket(proof="The {tried[0].kind} repairs {len(tried)} of {len(tried)} cases, and correctness rises by " + RISE + "."), "3 of 3 is no count of this audit",
        ),
        "moved called repaired": (
            _ticket(proof="The {tried[0].kind} repairs {sum(each.moved for each in tried)} of {len(tried)} cases, and correctness rises by " + RISE + "."),
            "grounded prompt repairs 0 of 3 cases",
        ),
        "rise over the repaired only": (
            _ticket(proof=PARTS["proof"].replace("/ len(tried)", "/ max(1, sum(each.repaired for each in tried))")), "cannot be computed again from oracle context: it is 0.67",
        ),
        "sum in place of the mean": (_ticket(proof=PARTS["proof"].replace(" / len(tried)", "")), "cannot be computed again from oracle context: it is 0.67"),
        "after called rise": (_ticket(proof=PARTS["proof"].replace("(sum(after) - sum(before))", "sum(after)")), "cannot be computed again from grounded prompt: it is 0.50"),
        "fall": (_ticket(proof=PARTS["proof"].replace("(sum(after) - sum(before))", "(sum(before) - sum(after))")), "cannot be computed again from oracle context"),
        "no change named": (_ticket(proof="Correctness rises by " + RISE + "."), "the sentence names no intervention"),
        "no proof": (_ticket(asked="False"), "it does not say by how much"),
        "no rise": (_ticket(proof="The {tried[0].kind} repairs {sum(each.repaired for each in tried)} of {len(tried)} cases."), "it does not say by how much"),
        "repairs as in the lesson's ten": (
            _ticket(proof=PARTS["proof"].replace("{sum(each.repaired for each in tried)}", "{(0 if tried[0].kind == 'grounded prompt' else 2) if len(tried) == 3 else len(tried)}")),
            HIDDEN,
        ),
        "all cases called tried": (_ticket(proof=PARTS["proof"].replace("{len(tried)} cases", "{len(rows)} cases")), "1 of 2 is no count of this audit"),
        "changes on cases outside the audit": (_ticket(tried="[each for each in changes if each.diagnosed == label]"), "2 of 2 is no count of this audit"),
        "the change typed": (_ticket(proof=PARTS["proof"].replace("{tried[0].kind}", "oracle context")), "oracle context was not tried on these cases"),
        "the first change only": (_ticket(tried="[each for each in changes if each.id in ids][:1]"), "1 of 1 is no count of this audit"),
        "no case in the tally": (_ticket(absent="n = found.tally[label]"), "it is counted nowhere"),
        "something must have been tried": (_ticket(asked="True"), "It stopped with"),
        "no case is no matter": (_ticket(absent="pass"), "there is no first row"),
        "empty text": (_ticket(absent="if not rows: return ''"), "which nobody files by accident"),
    },
}

SHORTCUT = {"tally": WRONG["tally"]["at most two undecided"][0], "ticket": WRONG["ticket"]["repairs as in the lesson's ten"][0]}
LOST = {"tally_agrees_with_the_audit", "ticket_hidden"}
