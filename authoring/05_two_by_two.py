# %% [markdown]
# # Lesson 5. The 2×2 diagnosis
#
# **25 minutes** to read and run. The exercises take another 40 to 50. No API key, no network.
#
# After this lesson you can
#
# - collect the evidence about one answer, and say what is missing;
# - name the fault and its owner by one rule, in one fixed order, whatever is missing;
# - read the 2×2, and say what it cannot show;
# - put a gate before the judge that costs nothing;
# - choose the one number for the dashboard, and say why an average is the wrong one.

# %% first=true

# %% [markdown]
# ## 1. One file for each answer
#
# Back to the open-book exam of lesson 0: an assistant fetches pages, a student writes from them. What went wrong? Do not start
# with an opinion. Start a file for each answer, with six entries:
#
# | in the exam | entry | in a RAG | who says so |
# |---|---|---|---|
# | Is the answer in the library at all? | `answerable` | a page of the corpus holds it | the golden set |
# | Did the student hand in "I don't know"? | `refused` | the answer abstains | a program |
# | Did the assistant bring what was needed? | `recall` | needed pages that came / needed pages | a program, from labels |
# | Is every sentence in the pages she had? | `faithfulness` | supported claims / claims | a judge |
# | Does it answer the question? | `relevance` | to the point, or beside it | a judge |
# | Is it right? | `correctness` | what the reference says is in the answer | a judge, from the reference |
#
# Each entry except `refused` can be missing: then it is `None`. Here are the golden five once more, and a **what-if** that we planted: question 2
# with the right pages, and an answer with Pro's number in the place of Scale's.

# %%
import re
from dataclasses import replace

from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import load_golden

pages, golden = load_corpus(), load_golden()
records = Docent(pages, k=2).run(golden[:5])
what_if = replace(records[1], id="what-if", answer="Backups are retained for 30 days on the Scale plan.")
cases = [*records, what_if]
for record in cases:
    print(f"{record.id:8} {', '.join(record.retrieved_ids):19} {record.answer[:62]}")

# %% [markdown]
# The judged entries come from published scores, on a scale from 1 to 5. They are stored with the course and played back, each with its origin:

# %%
from ragdiag_helpers.replies import load_replies

replies = load_replies("replies/published_scores")


def published(task, record):
    """The published score, 1 to 5, of a record; task is "faithfulness" or "relevance"."""
    read = {"contexts": list(record.contexts)} if task == "faithfulness" else {"question": record.question}
    return replies.find({"task": task, "scale": "1-5", **read, "answer": record.answer})


for record in cases:
    faithful, relevant = published("faithfulness", record), published("relevance", record)
    print(f"{record.id:8} faithfulness {faithful.reply['score']}  relevance {relevant.reply['score']}"
          f"  ({faithful.origin})")

# %% [markdown]
# The pass line is 4. (The scores are the published ones. The wording of the answers is the course's.)
#
# Docent refused `q5`, and the judge gave that a 5 for faithfulness. Write your guess first: which **faithfulness** goes into the file of `q5`?
#
# - `"a"` 1.0: a refusal invents nothing
# - `"b"` 0.0: it does not help the asker
# - `"c"` None: there is nothing to score

# %% predict="refusal_faithfulness"
prediction = None

# %%
from ragdiag_helpers import claims
from ragdiag_helpers.checks import compare_prediction

said = claims.split_claims(records[4].answer)
print("claims:", said, " faithfulness:", claims.faithfulness([]))
compare_prediction(prediction, "c" if claims.faithfulness([]) is None else "a")

# %% [markdown]
# Supported claims / claims would be 0/0. With a 1.0 in its place, a bot that refuses *everything* would be perfectly faithful. So a refusal has
# no faithfulness, and no relevance. That it refused is an entry of its own.
#
# Now the files. A score from 1 to 5 is no share, so we keep only whether it passed: 1.0 or 0.0. Whether the answer is right we look up.

# %%
from ragdiag_helpers import retrieval
from ragdiag_helpers.diagnosis import Evidence, Lines

facts = ["25 dollars", "90 days", "MERIDIAN_API_KEY", "24-hour", "60 requests per minute", "90 days"]
files = {}
for record, fact in zip(cases, facts):
    refused = claims.is_refusal(record.answer)
    passed = [float(published(task, record).reply["score"] >= 4) for task in ("faithfulness", "relevance")]
    judged = [None, None] if refused else passed
    recall = retrieval.recall(record.relevant_ids, record.retrieved_ids)
    files[record.id] = Evidence(True, refused, recall, *judged, float(fact in record.answer))
for name, file in files.items():
    print(f"{name:8} refused {file.refused!s:6} recall {file.recall}  faithfulness {file.faithfulness!s:5}"
          f" relevance {file.relevance!s:5} correctness {file.correctness}")

# %% [markdown]
# ## 2. Did it fail at all?
#
# `Evidence` is such a file: always these six entries, in this order.
#
# Nobody should look for the cause of a fault that is none. So this question comes first. What counts as good is set by **lines**:

# %%
def good(name, score):
    """Whether a score reaches its line: True, False, or None where the score is missing."""
    return None if score is None else score >= getattr(Lines(), name)


print(Lines())
print(good("recall", 0.5), good("relevance", 0.5), good("faithfulness", None))

# %% [markdown]
# Half of the needed pages is not enough. A relevance of 0.5 is: right answers often share few words with their question. And a missing score
# is neither good nor bad.
#
# An answer is fine if it is **right**, **supported** and **to the point**. Without a reference nobody can look up "right". Then we ask
# whether the needed page came.
#
# Here is a file: the needed page did *not* come, and yet the answer is right, supported, and to the point. Did it fail? Write your guess: `"yes"` or `"no"`.

# %% predict="other_page"
prediction = None

# %%
from ragdiag_helpers import diagnosis

row = Evidence(True, False, recall=0.0, faithfulness=1.0, relevance=1.0, correctness=1.0)
found = diagnosis.diagnose(row)
print(found.label, "-", found.reason.partition(" (")[0])
compare_prediction(prediction, "yes" if found.failed else "no")

# %% [markdown]
# If the answer is right and a page supports it, that page holds the answer too. What is wrong here is the *label*. A rule that starts with retrieval would send
# the search team after a fault that is none.
#
# **Exercise 5.1.** Write the first question of the rule: six entries in; `True`, `False` or `None` out. Row by row:
#
# | the file | did it fail? |
# |---|---|
# | it refused | yes, if a page holds the answer; no, if none does; `None`, if nobody said |
# | it answered, and no page holds an answer | yes, always |
# | it answered (and a page holds the answer, or nobody said) | yes, if one of the three signs is bad; no, if all are good; else `None` |
# | it answered, and there is **no** recall and **no** reference | as with most questions of real users: "right" counts as good, the other two signs decide |
#
# The last check tries **all** files whose scores are `None`, 0, 0.5 or 1. Where your rule first differs from `diagnosis.diagnose`, it says that file in words.
#
# <details><summary>Hint 1</summary>Deal with refusals in one line: one of the six entries says already what to return.</details>
# <details><summary>Hint 2</summary>"No page holds an answer" is <code>answerable is False</code>. <code>not answerable</code> would catch <code>None</code> too.</details>
# <details><summary>Hint 3</summary>Make a list of three signs with <code>good</code>: right, faithfulness, relevance. One <code>False</code> in it settles the matter, whatever else is
# missing. Only then ask for a <code>None</code> in it.</details>

# %% exercise="failed"
def failed(answerable, refused, recall, faithfulness, relevance, correctness):
    """Return True if the row failed for certain, False if it is fine, None if that is open.

    answerable: a page holds the answer (True), none does (False), nobody said (None).
    refused: True or False. The four scores run from 0 to 1, or are None: missing.
    correctness None: nobody wrote a reference. good(name, score) compares a score with its line.
    """
    ### BEGIN SOLUTION
    if refused:
        return answerable
    if answerable is False:
        return True
    right = good("recall", recall) if correctness is None else good("correctness", correctness)
    if recall is None and correctness is None:
        right = True
    signs = [right, good("faithfulness", faithfulness), good("relevance", relevance)]
    return True if False in signs else None if None in signs else False
    ### END SOLUTION


# %% check="failed_needs_one_bad_sign" points=1
"""With everything known, one bad sign is a failure, and a missing page alone is none."""
from ragdiag_helpers.checks import expect

expect(failed, True, False, 1.0, 1.0, 1.0, 1.0, wanted=False, mistakes={
    1: "Right, supported and to the point. This function says whether it FAILED.",
    None: "Nothing is missing here, and nothing is bad: it did not fail.",
    "OK": "That is a label. Did it fail? False.",
})
expect(failed, True, False, 1.0, 0.5, 1.0, 1.0, wanted=True, mistakes={
    0: "It is right and to the point, and half of what it claims is not supported. The line of faithfulness is 0.8.",
    None: "Nothing is missing here. Half of its claims are not supported.",
})
expect(failed, True, False, 1.0, 1.0, 0.0, 1.0, wanted=True, mistakes={0: "It does not answer the question. Look at relevance too."})
expect(failed, True, False, 1.0, 1.0, 1.0, 0.5, wanted=True, mistakes={
    0: "Only half of what the reference says is in it. The line of correctness is 1.0.",
})
expect(failed, True, False, 1.0, 0.8, 0.3, 1.0, wanted=False, mistakes={
    1: "0.8 and 0.3 are on their lines, and a score that reaches its line is good. Ask good().",
    None: "Nothing is missing here, and every score reaches its line.",
})
expect(failed, True, False, 0.0, 1.0, 1.0, 1.0, wanted=False, mistakes={
    1: "It is right, and a page supports it: another page says it too. Where there is a reference, recall is no sign of failure.",
})
expect(failed, True, False, 0.5, 1.0, 1.0, None, wanted=True, mistakes={
    0: "Nobody wrote a reference, so recall stands in for it, and half of the needed pages did not come.",
    None: "No reference, but the recall is known and below its line. It stands in for correctness.",
})

# %% check="failed_knows_refusals" points=1
"""A refusal is right where no page holds an answer, wrong where one does, and open where nobody said."""
from ragdiag_helpers.checks import expect

expect(failed, False, True, None, None, None, None, wanted=False, mistakes={
    1: "No page holds an answer. To say so is the best that it could do.",
    None: "A refusal has no scores, and needs none: no page holds an answer, so it is right to refuse.",
    TypeError: "None cannot be compared with a number. A refusal has no scores: settle it before you look at them.",
})
expect(failed, True, True, 1.0, None, None, 0.0, wanted=True, mistakes={
    0: "A page holds the answer, and the asker got none: a false refusal.",
    None: "A refusal has no faithfulness and no relevance. They are not missing: ask about the refusal first.",
    TypeError: "None cannot be compared with a number. A refusal has no faithfulness: settle it before you look at scores.",
})
expect(failed, None, True, 1.0, None, None, None, wanted=None, mistakes={
    0: "Nobody said whether a page holds the answer. It may be a false refusal: open.",
    1: "Nobody said whether a page holds the answer. The refusal may be right: open.",
})
expect(failed, False, False, None, 1.0, 1.0, None, wanted=True, mistakes={
    0: "No page holds an answer, and it gave one. Whatever that is, it is not fine.",
    None: "No recall is needed here: no page holds an answer, and it gave one.",
})

# %% check="failed_never_guesses" points=1
"""A missing score is neither good nor bad; a bad sign beside it still decides."""
from ragdiag_helpers.checks import expect

expect(failed, True, False, 1.0, None, 1.0, 1.0, wanted=None, mistakes={
    1: "Faithfulness is missing, which is not the same as bad. All else is good, so it is open.",
    0: "Faithfulness is missing, which is not the same as good. It may be invented: open.",
    TypeError: "None cannot be compared with a line. good() does that for you.",
})
expect(failed, True, False, 1.0, None, 0.0, 1.0, wanted=True, mistakes={
    None: "It does not answer the question. Whatever faithfulness turns out to be, it failed.",
    0: "It does not answer the question: that is a bad sign.",
})
expect(failed, None, False, None, 1.0, 1.0, None, wanted=False, mistakes={
    None: "Nobody labelled a page and nobody wrote a reference: the last row of the table. The other two signs are good.",
    1: "Nobody checked whether it is right, and nothing speaks against it. The other two signs are good.",
})
expect(failed, None, False, None, 0.0, 1.0, None, wanted=True, mistakes={
    0: "It is not supported: that is a bad sign, whoever checked the rest.",
    None: "It is not supported. Whatever else is missing, that settles it.",
})

# %% check="failed_agrees_everywhere" points=2
"""Your first question and the package's agree on the whole space of evidence."""
from ragdiag_helpers import plain_diagnosis
from ragdiag_helpers.checks import expect

plain_diagnosis.agree_everywhere(failed, plain_diagnosis.failed)
### BEGIN HIDDEN TESTS
expect(failed, True, False, 1.0, 0.85, 0.35, 1.0, wanted=False)
expect(failed, True, False, 1.0, 0.79, 0.3, 1.0, wanted=True)
expect(failed, True, False, 1.0, 1.0, 0.29, None, wanted=True)
expect(failed, True, False, 0.75, 0.9, 0.9, None, wanted=True)
expect(failed, None, False, None, 0.9, None, 0.99, wanted=True)
expect(failed, None, False, None, 0.9, None, 1.0, wanted=None)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. Whose fault is it?
#
# It failed. Now the order, and with it the **owner**: the team that gets the ticket.
#
# | question, in this order | what is wrong | label | owner |
# |---|---|---|---|
# | 1. Did it fail at all? | right, though its context does not support it | RIGHT-BY-ACCIDENT | prompt/model team |
# | 2. Retrieval: did the needed evidence come? | it did not | RETRIEVAL-MISS | search team |
# | 3. Chunking: could a careful reader answer from the piece that came? | only a **person** who read it cold may say so | CHUNKING | ingestion team |
# | 4. Generation: is each claim supported? | invented | HALLUCINATION | prompt/model team |
# | 4. Generation: does it answer the question? | it does not, or it refused with the evidence in hand | WRONG-QUESTION | prompt team |
# | 5. Data: all of that is fine, and it is wrong | the page is stale or wrong | FAITHFUL-BUT-CONTEXT-WRONG | docs/data owner |
#
# Why this order? Each question stands on the one before. Watch what happens to those who skip question 2.
#
# The patient of lesson 0, `q5`, refuses. The usual cure is a new prompt: *"Do not refuse. Always answer."* Docent has no
# prompt, but it has a threshold: how well a sentence must fit before it is quoted. We lower it. Write your guess first. `q5` will
#
# - `"a"` answer 60 requests per minute
# - `"b"` still refuse
# - `"c"` answer something else, and sound sure of it

# %% predict="prompt_without_page"
prediction = None

# %%
from ragdiag_helpers.docent import ExtractiveGenerator

eager = Docent(pages, generator=ExtractiveGenerator(threshold=0.2), k=2).ask(golden[4].question)
print("asked: ", eager.question)
print("answer:", eager.answer)
refused = claims.is_refusal(eager.answer)
compare_prediction(prediction, "a" if "60" in eager.answer else "b" if refused else "c")
cured = Docent(pages, retriever="tfidf", k=2).ask(golden[4].question)
print("\nother pages:", ", ".join(cured.retrieved_ids), "-", cured.answer)

# %% [markdown]
# Worse than before: a refusal sends the asker elsewhere, and this answer looks like help. The
# last line mends the step that failed: another retriever, the generator as it was, and the right answer.
#
# And why is "right" not enough in question 1? Suppose that the model remembers the number from its training, and says it with two useless pages before it. (Written for
# the course.)

# %%
lucky = replace(records[4], id="lucky", answer="60 requests per minute.")
print("right:          ", "60 requests per minute" in lucky.answer)
print("in its contexts:", any("60" in context for context in lucky.contexts))
row = Evidence(True, False, recall=0.0, faithfulness=0.0, relevance=1.0, correctness=1.0)
found = diagnosis.diagnose(row)
print(found.label, "-", found.reason.partition(" (")[0])

# %% [markdown]
# Who grades the final answer alone lets it pass. Next month the limit changes, the page is updated, and the model still says 60.
#
# **Exercise 5.2.** Write questions 1 to 5 of the table for a row that failed. All you need is known here: missing scores come with Exercise 5.3. In five steps:
#
# - **a. It refused?** Two rows of the table are left for it. Settle it; the steps below are for answers.
# - **b. No page holds an answer?** Then skip steps c and d: nothing could be retrieved, and nothing can be right.
# - **c. Luck** (question 1). It is right, it is not faithful, **and** one of two: the needed page did not come, or **none** of its claims is supported.
#   (If the page came and supports a part, the right part may be that part.)
# - **d. Retrieval** (question 2). The needed page did not come? RETRIEVAL-MISS, whatever else is wrong.
# - **e. Generation, then data** (questions 4 and 5), for all that is left. An answer where no page holds one, supported and to the point? Then the
#   label or the page is wrong: question 5.
#
# <details><summary>Hint 1</summary>A refusal is one of two faults. Did it have the evidence in hand?</details>
# <details><summary>Hint 2</summary>Steps c and d stand under one <code>if</code>, which asks <code>answerable is not False</code>: <code>None</code> counts as
# True here. Compare with <code>good</code>: a plain <code>&lt;</code> stops with an error at <code>None</code>.</details>
# <details><summary>Hint 3</summary>Give each <code>if</code> its own <code>return</code>. Write the two parts of "one of two" in brackets, with
# <code>or</code> between them. What no <code>if</code> has caught at the end is the fault of question 5 of the table.</details>

# %% exercise="fault"
def fault(answerable, refused, recall, faithfulness, relevance, correctness):
    """Return the label of a row that failed: one of those in the table, and never CHUNKING.

    What is needed is known: of a refusal the recall, of an answer recall, faithfulness and relevance
    (no recall where answerable is False). correctness None: nobody wrote a reference.
    answerable None (nobody said) counts as True for an answer. good(name, score) compares with the line.
    """
    ### BEGIN SOLUTION
    came, faithful = good("recall", recall), good("faithfulness", faithfulness)
    if refused:
        return "WRONG-QUESTION" if came else "RETRIEVAL-MISS"
    if answerable is not False:
        if good("correctness", correctness) and not faithful and (not came or faithfulness == 0):
            return "RIGHT-BY-ACCIDENT"
        if not came:
            return "RETRIEVAL-MISS"
    if not faithful:
        return "HALLUCINATION"
    return "FAITHFUL-BUT-CONTEXT-WRONG" if good("relevance", relevance) else "WRONG-QUESTION"
    ### END SOLUTION


# %% check="fault_keeps_the_order" points=1
"""Retrieval before generation, support before relevance, data last."""
from ragdiag_helpers.checks import expect

expect(fault, True, False, 0.0, 0.0, 0.0, 0.0, wanted="RETRIEVAL-MISS", mistakes={
    "HALLUCINATION": "The needed page never came. What the generator would do with it, nobody knows: retrieval first.",
    "WRONG-QUESTION": "The needed page never came. Retrieval is asked before anything about the answer.",
    "FAITHFUL-BUT-CONTEXT-WRONG": "That is the last question of all. The needed page never came.",
    "RIGHT-BY-ACCIDENT": "Luck needs a right answer. This one is wrong.",
})
expect(fault, True, False, 0.5, 1.0, 1.0, 0.0, wanted="RETRIEVAL-MISS", mistakes={
    "FAITHFUL-BUT-CONTEXT-WRONG": "Half of the needed evidence never came. The line of recall is 1.0.",
    "OK": "It failed: it is wrong. Faithful to the wrong page is confidently, citably wrong.",
    "WRONG-QUESTION": "It is to the point. Half of the needed evidence never came.",
})
expect(fault, True, False, 1.0, 0.0, 0.0, 0.0, wanted="HALLUCINATION", mistakes={
    "WRONG-QUESTION": "Both signs are bad. Ask whether the claims are supported before you ask whether they fit the question.",
    "RETRIEVAL-MISS": "The evidence came: recall is 1.0. The retriever did its work.",
    "RIGHT-BY-ACCIDENT": "Luck needs a right answer. This one is wrong.",
})
expect(fault, True, False, 1.0, 1.0, 0.0, 0.0, wanted="WRONG-QUESTION", mistakes={
    "HALLUCINATION": "Every claim is supported: faithfulness is 1.0. It does not fit the question.",
    "FAITHFUL-BUT-CONTEXT-WRONG": "Do not blame the page before you have asked whether the question was answered.",
    "RETRIEVAL-MISS": "The evidence came: recall is 1.0. The retriever did its work.",
})
expect(fault, True, False, 1.0, 1.0, 1.0, 0.0, wanted="FAITHFUL-BUT-CONTEXT-WRONG", mistakes={
    "HALLUCINATION": "Every claim is supported. It says what the page says, and the page is wrong.",
    "WRONG-QUESTION": "It is to the point: relevance is 1.0. What it says stands in the page, and is wrong.",
    None: "Nothing came back. After all questions one fault is left: the page itself.",
})
expect(fault, True, False, 1.0, 0.8, 0.3, 0.5, wanted="FAITHFUL-BUT-CONTEXT-WRONG", mistakes={
    "HALLUCINATION": "Its faithfulness is on its line, and a score that reaches its line is good. Ask good().",
    "WRONG-QUESTION": "Its relevance is on its line, and a score that reaches its line is good. Ask good().",
    None: "Nothing came back. After all questions one fault is left: the page itself.",
})

# %% check="fault_of_refusals_and_without_a_page" points=1
"""A refusal is a matter of the evidence alone; where no page holds an answer, retrieval cannot have failed."""
from ragdiag_helpers.checks import expect

expect(fault, True, True, 1.0, None, None, 0.0, wanted="WRONG-QUESTION", mistakes={
    "RETRIEVAL-MISS": "The evidence came, and it refused all the same: a false refusal.",
    "HALLUCINATION": "A refusal claims nothing, so it invents nothing. It refused with the evidence in hand.",
    "FALSE-REFUSAL": "That is its sub-case. The label is WRONG-QUESTION.",
    TypeError: "None cannot be compared with a number. A refusal has no faithfulness and no relevance: do not ask for them.",
})
expect(fault, True, True, 0.5, None, None, 0.0, wanted="RETRIEVAL-MISS", mistakes={
    "WRONG-QUESTION": "The needed evidence did not come in full. With what it had, it refused rightly.",
    "HALLUCINATION": "A refusal claims nothing, so it invents nothing. Did the evidence come?",
    TypeError: "None cannot be compared with a number. A refusal has no faithfulness and no relevance: do not ask for them.",
})
expect(fault, False, False, None, 0.0, 1.0, None, wanted="HALLUCINATION", mistakes={
    "RETRIEVAL-MISS": "No page holds an answer, so there was nothing to retrieve. The answer is not what its context says.",
    TypeError: "None cannot be compared with a number. There is no recall and no reference here; good() leaves them None.",
})
expect(fault, False, False, None, 1.0, 0.0, None, wanted="WRONG-QUESTION", mistakes={
    "RETRIEVAL-MISS": "No page holds an answer, so there was nothing to retrieve. It tells something else instead of saying so.",
    "HALLUCINATION": "What it says is supported. It tells something else instead of saying that no page answers.",
    TypeError: "None cannot be compared with a number. There is no recall and no reference here; good() leaves them None.",
})

# %% check="fault_sees_luck" points=1
"""Right and unsupported is luck, unless the page came and supports a part."""
from ragdiag_helpers.checks import expect

expect(fault, True, False, 0.0, 0.0, 1.0, 1.0, wanted="RIGHT-BY-ACCIDENT", mistakes={
    "OK": "Right, and nothing supports it. It gets a label of its own, so that it does not pass in silence.",
    "RETRIEVAL-MISS": "The page is missing, and the answer is right all the same. That is luck: ask for it before retrieval.",
    "HALLUCINATION": "It is right. What is unsupported and right is luck: ask for it first.",
})
expect(fault, True, False, 1.0, 0.0, 1.0, 1.0, wanted="RIGHT-BY-ACCIDENT", mistakes={
    "HALLUCINATION": "It is right, and none of its claims is supported, although the page came. It did not use the page.",
})
expect(fault, True, False, 0.0, 0.5, 1.0, 1.0, wanted="RIGHT-BY-ACCIDENT", mistakes={
    "RETRIEVAL-MISS": "The needed page did not come, and it is right: luck, also where other pages support a part of it.",
    "HALLUCINATION": "Unsupported and right, without the needed page: luck, also where other pages support a part of it.",
})
expect(fault, True, False, 1.0, 0.5, 1.0, 1.0, wanted="HALLUCINATION", mistakes={
    "RIGHT-BY-ACCIDENT": "The page came and supports half of it; the right part may be that half. The rest is invented.",
})
expect(fault, True, False, 0.0, 0.0, 1.0, None, wanted="RETRIEVAL-MISS", mistakes={
    "RIGHT-BY-ACCIDENT": "Nobody wrote a reference, so nobody knows that it is right.",
    "HALLUCINATION": "The page never came: retrieval first. And whether it is right by luck, nobody knows: there is no reference.",
    TypeError: "None cannot be compared with a number. There is no reference here; good() leaves it None.",
})

# %% check="fault_agrees_everywhere" points=2
"""Your order and the package's agree on every failure of which all is known."""
from ragdiag_helpers import plain_diagnosis
from ragdiag_helpers.checks import expect

plain_diagnosis.agree_everywhere(fault, plain_diagnosis.fault)
### BEGIN HIDDEN TESTS
expect(fault, True, False, 0.99, 0.8, 0.3, 0.4, wanted="RETRIEVAL-MISS")
expect(fault, True, False, 1.0, 0.9, 0.35, 0.4, wanted="FAITHFUL-BUT-CONTEXT-WRONG")
expect(fault, True, False, 1.0, 0.8, 0.2, 0.4, wanted="WRONG-QUESTION")
expect(fault, None, False, 1.0, 0.79, 0.2, None, wanted="HALLUCINATION")
expect(fault, True, False, 0.75, 0.7, 0.9, 1.0, wanted="RIGHT-BY-ACCIDENT")
expect(fault, False, False, None, 0.9, 0.4, None, wanted="FAITHFUL-BUT-CONTEXT-WRONG")
### END HIDDEN TESTS

# %% [markdown]
# ## 4. When evidence is missing
#
# Judges fail, time out, or cannot decide. People forget labels. To put a 0 there, or a 1, would invent evidence.
#
# Instead try **every** value that the missing score could have. If the rule says the same each time, the score does not matter. If not, say so.

# %%
def fill_in(answerable, refused, recall, faithfulness, relevance, correctness):
    """Return every file that this one could turn out to be: a missing score is tried at 0, 0.5 and 1."""
    def tries(score):
        return [0.0, 0.5, 1.0] if score is None else [score]

    return [(answerable, refused, came, faithful, relevant, correctness)
            for came in tries(recall) for faithful in tries(faithfulness) for relevant in tries(relevance)]


for each in fill_in(True, False, 1.0, None, 1.0, 0.0):
    print(each)

# %% [markdown]
# Faithfulness is missing; the page came, the answer is to the point and wrong. Write your guess first: **how many different labels** come out of these three files?

# %% predict="open_labels"
prediction = None

# %%
labels = [diagnosis.diagnose(Evidence(*each)).label for each in fill_in(True, False, 1.0, None, 1.0, 0.0)]
print(labels)
compare_prediction(prediction, len(set(labels)))

# %% [markdown]
# It failed for certain; which team is open. That is more than nothing, so it gets a word of its own, **FAILED**. Where even "fine" is possible, the word
# is **UNDECIDED**. Neither is a 0 in any mean.
#
# **Exercise 5.3.** Put the pieces together: your `failed`, your `fault`, and `fill_in`.
#
# <details><summary>Hint 1</summary><code>failed</code> has three answers. Two of them give the label at once.</details>
# <details><summary>Hint 2</summary>For the third, collect what <code>fault</code> says about each of the filled-in files in a set: <code>{... for each in fill_in(...)}</code>. A
# tuple is handed over with a star: <code>fault(*each)</code>.</details>
# <details><summary>Hint 3</summary>How many labels are in the set when the missing scores do not matter? Take that one out with <code>pop()</code>. Mind that
# <code>failed(...)</code> may be <code>None</code>, and <code>not None</code> is true.</details>

# %% exercise="diagnose"
def diagnose(answerable, refused, recall, faithfulness, relevance, correctness):
    """Return the label of a row: OK, UNDECIDED, FAILED, or a fault.

    OK: it did not fail. UNDECIDED: whether it failed is open. FAILED: it failed for certain, and the
    filled-in files do not all have the same fault. Else that fault. No missing score decides anything.
    """
    ### BEGIN SOLUTION
    entries = (answerable, refused, recall, faithfulness, relevance, correctness)
    bad = failed(*entries)
    if bad is None:
        return "UNDECIDED"
    labels = {fault(*each) for each in fill_in(*entries)} if bad else {"OK"}
    return labels.pop() if len(labels) == 1 else "FAILED"
    ### END SOLUTION


# %% check="diagnose_what_is_known" points=1
"""With all evidence there it is failed, then fault."""
from ragdiag_helpers.checks import expect

expect(diagnose, True, False, 1.0, 1.0, 1.0, 1.0, wanted="OK", mistakes={
    "FAITHFUL-BUT-CONTEXT-WRONG": "Ask failed first. This row did not fail, and fault is only for rows that did.",
    "UNDECIDED": "failed gives False here, which is not None. It did not fail: OK.",
    "FAILED": "failed gives False here: it did not fail.",
})
expect(diagnose, True, False, 1.0, 0.0, 1.0, 0.0, wanted="HALLUCINATION", mistakes={
    "FAILED": "All is known here, so one file is filled in, and it has one fault: return that.",
    ("HALLUCINATION",): "Return the label itself, not a collection with the label in it.",
    "OK": "failed gives True here: it failed. Return its fault.",
    "UNDECIDED": "failed gives True here: it failed for certain, and all is known.",
})
expect(diagnose, False, True, None, None, None, None, wanted="OK", mistakes={
    "UNDECIDED": "No page holds an answer, and it refused. Nothing more is needed.",
    "RETRIEVAL-MISS": "Ask failed first. To refuse was right.",
    "WRONG-QUESTION": "Ask failed first. To refuse was right.",
    "FAILED": "Ask failed first. To refuse was right.",
})

# %% check="diagnose_says_what_is_open" points=1
"""A missing score decides nothing; a score that does not matter leaves nothing open."""
from ragdiag_helpers.checks import expect

expect(diagnose, True, False, 1.0, None, 1.0, 1.0, wanted="UNDECIDED", mistakes={
    "OK": "A missing faithfulness is not a good one. It may be invented.",
    "HALLUCINATION": "A missing faithfulness is not a bad one. It may be fine.",
    "RIGHT-BY-ACCIDENT": "A missing faithfulness is not a 0. It may be fine.",
    "FAILED": "It may have failed, and it may be fine. FAILED is for rows that failed for certain.",
})
expect(diagnose, True, False, 1.0, None, 1.0, 0.0, wanted="FAILED", mistakes={
    "UNDECIDED": "It is wrong, so it failed for certain. Which fault is open: that is FAILED.",
    "HALLUCINATION": "A missing faithfulness is not a bad one: with a good one it would be the page's fault.",
    "FAITHFUL-BUT-CONTEXT-WRONG": "A missing faithfulness is not a good one: it may be invented.",
})
expect(diagnose, True, False, 0.0, None, None, 0.0, wanted="RETRIEVAL-MISS", mistakes={
    "FAILED": "Whatever the two missing scores are, the page never came and the answer is wrong: one fault is left.",
    "UNDECIDED": "Whatever the two missing scores are, it failed, and one fault is left.",
})
expect(diagnose, True, True, None, None, None, None, wanted="FAILED", mistakes={
    "RETRIEVAL-MISS": "A missing recall is not a 0. The evidence may have come.",
    "WRONG-QUESTION": "A missing recall is not a 1. The evidence may not have come.",
    "UNDECIDED": "A page holds the answer, and it refused: it failed for certain. Whose fault is open.",
})

# %% check="diagnose_agrees_everywhere" points=3
"""Your rule and the package's agree on the whole space of evidence."""
from ragdiag_helpers import plain_diagnosis
from ragdiag_helpers.checks import expect

plain_diagnosis.agree_everywhere(diagnose, plain_diagnosis.diagnose)
### BEGIN HIDDEN TESTS
expect(diagnose, None, False, None, 0.9, 0.4, None, wanted="OK")
expect(diagnose, None, False, None, 0.7, 0.4, None, wanted="FAILED")
expect(diagnose, None, True, 0.3, None, None, None, wanted="UNDECIDED")
expect(diagnose, True, False, None, 0.9, 0.9, 0.7, wanted="FAILED")
expect(diagnose, False, False, None, 0.3, None, None, wanted="HALLUCINATION")
expect(diagnose, True, False, 0.7, 0.9, 0.9, 1.0, wanted="OK")
### END HIDDEN TESTS

# %% [markdown]
# The package's rule also says *what* is missing. One more way to be missing is `unscored`: there is a reference, and the comparison with it failed.

# %%
row = Evidence(True, False, recall=1.0, faithfulness=None, relevance=1.0, correctness=0.0)
print(diagnosis.diagnose(row).reason)
row = Evidence(True, False, recall=1.0, faithfulness=1.0, relevance=1.0, unscored=("correctness",))
print(diagnosis.diagnose(row).reason)

# %% [markdown]
# ## 5. Six files, diagnosed
#
# The golden five and the what-if, from the published scores:

# %%
for name, file in files.items():
    found = diagnosis.diagnose(file)
    print(f"{name:8} {found.label:15} {found.owner:18} {found.reason.partition(' (')[0]}")

# %% [markdown]
# Two different faults, two owners: `q5` goes to the search team, the what-if to the prompt team.
#
# The what-if, question by question. Try to say each answer before you open it. The verdicts on its claims are replayed.

# %%
from ragdiag_helpers.audit import audit, failure_record
from ragdiag_helpers.judges import get_judge
from ragdiag_helpers.study import rule_stepper

judge = get_judge("replay")
scored = audit(cases, judge)
print("verdicts:", ", ".join(sorted({origin for origin, _ in judge.origins})))
rule_stepper(scored.row("what-if"), [quote for _, quote in golden[1].evidence])

# %% [markdown]
# **Live.** The next cell would diagnose the golden five with Claude, or a model on your own machine, as the judge. It prints the cost first, and asks nobody
# unless you change its first line. It is never graded.

# %% live=true
ASK_CLAUDE = False
from ragdiag_helpers.judges.live import live

live(ASK_CLAUDE, lambda judge: audit(records, judge).tally)

# %% [markdown]
# ## 6. The 2×2, and what it cannot show
#
# Two of the entries cut the cases into four fields: recall (did the evidence come?) and faithfulness (does the answer keep to it?).
#
# | | faithfulness high | faithfulness low |
# |---|---|---|
# | **recall high** | healthy | hallucination |
# | **recall low** | **confidently, citably wrong** | retrieval first |
#
# We add three failures of Docent, which lesson 6 will audit in full:

# %%
from ragdiag_helpers.labels import load_failures

failures = {each.id: each for each in load_failures()}
chosen = [failures[name] for name in ("f2", "f3", "f10")]
for each in chosen:
    print(f"{each.id:4}{each.question}\n    {each.answer}   (right: {each.reference})")

# %% [markdown]
# All three are wrong. The price in `f10` is an old one. Write your guess: in which field will `f10` stand? Write `"healthy"`, `"hallucination"`,
# `"retrieval first"` or `"confidently, citably wrong"`.

# %% predict="stale_field"
prediction = None

# %%
judge = get_judge("replay")
scored = audit([*cases, *map(failure_record, chosen)], judge)
print("verdicts:", ", ".join(sorted({origin for origin, _ in judge.origins})))
for field, ids in scored.quadrants.items():
    print(f"{field:27} {', '.join(ids)}")
compare_prediction(prediction, next(field for field, ids in scored.quadrants.items() if "f10" in ids))

# %%
from ragdiag_helpers.plots import quadrant_plot

fig, ax = quadrant_plot({row.id: row.evidence for row in scored.rows})
print(fig.alt)

# %% [markdown]
# Read the four fields:
#
# - `f2`, lower left, is the most dangerous. Every word stands in the documentation, and a citation would check out. It is the wrong page.
# - `what-if`, upper right, has the page and says something else. `f3`, lower right, has neither.
# - `f10`, upper left, is called **healthy, and is wrong**: its page came, it is out of date, and Docent quoted it faithfully. To see a stale page it takes
#   `correctness`; to see an answer to another question, `relevance`.
# - `q5` is not in the picture: a refusal has no faithfulness.
#
# So the 2×2 is no substitute for the five questions. The rule on the same cases:

# %%
for row in scored.failures:
    print(f"{row.id:8} {row.diagnosis.label:27} {row.diagnosis.owner}")

# %% [markdown]
# ## 7. A gate before the judge
#
# A judge costs a call and can be wrong. Some inventions can be found without one: a number, a code or a name in the answer that stands **nowhere** in the contexts.
# Regular expressions find these **marks**. A name is a word with a capital letter that neither begins a sentence nor follows a colon. And `words` gives all
# the words of a text, in small letters:

# %%
def marks(text):
    """The numbers, codes and names of a text, in order: a list."""
    number, code, name = r"\w*\d\w*(?:[.,:]\d+)*", r"\w+_\w+", r"(?<=[^.!?:\n] )[A-Z]\w*"
    return re.findall(f"{number}|{code}|{name}", text)


def words(text):
    """The set of the words of a text, numbers and codes included, in small letters."""
    return set(re.findall(r"\w+(?:[.,:]\d+)*", text.lower()))


print(marks("Yes. Meridian runs in Tokyo, and MERIDIAN_KEY gives you 60 calls at 03:00."))
print("60" in "Pro allows 600 requests.", "60" in words("Pro allows 600 requests."))

# %% [markdown]
# Mind the last line. As a piece of text, 60 is *in* 600. As a word it is not.
#
# **Exercise 5.4.** Write the gate.
#
# <details><summary>Hint 1</summary>One set with the words of all contexts is enough. <code>a |= b</code> adds all of the set b to the set a.</details>
# <details><summary>Hint 2</summary>The words are in small letters and the marks are not. Compare in small letters, and return the mark as it stands.</details>
# <details><summary>Hint 3</summary>A set has no order, so collect the marks in a list. How will you notice that a mark is in it already?</details>

# %% exercise="groundedness_gate"
def groundedness_gate(answer, contexts):
    """Return a list: the marks of the answer that are no word of any context; in order, each once.

    contexts: a list of texts. A mark that is a word of any of them is fine, wherever in a sentence it
    stands. Capital letters make no difference. Nothing to report: an empty list. No contexts: every mark.
    """
    ### BEGIN SOLUTION
    known = set()
    for context in contexts:
        known |= words(context)
    return [mark for mark in dict.fromkeys(marks(answer)) if mark.lower() not in known]
    ### END SOLUTION


# %% check="gate_reports_what_stands_nowhere" points=1
"""Two names stand in no context; what any one of the contexts holds is fine."""
from ragdiag_helpers.checks import expect

two_pages = ["It runs in us-east and eu-west.", "Free allows 60 requests, Pro 600."]
expect(groundedness_gate, "It runs in Tokyo, and Pro gives 600.", two_pages, wanted=["Tokyo"], mistakes=[
    (["Tokyo", "Pro", "600"], "Pro and 600 stand in the second context. One context that holds a mark is enough: look into all of them."),
    (["Tokyo", "Pro"], "Pro stands in the second context. The words are in small letters, the mark is not."),
    (["Pro", "600"], "These stand in a context. Report the marks that do not."),
    (["60"], "That is a mark of a context. Report marks of the answer."),
    (["Free", "60"], "These are words of a context. Report marks of the answer."),
    (["Tokyo", "600"], "The full stop is no part of the word 600. words() leaves such signs out."),
    (["tokyo"], "Compare in small letters, but return the mark as it stands in the answer."),
    ("Tokyo", "Return a list, also where it holds one mark."),
    ({"Tokyo"}, "Return a list: a set has no order."),
    (["Tokyo", "gives"], "Report marks only: numbers, codes and names. Other words may be reworded."),
    (["gives", "tokyo"], "These are words of the answer. Report its marks only, as they stand: numbers, codes and names."),
    (["tokyo", "gives"], "These are words of the answer. Report its marks only, as they stand: numbers, codes and names."),
    ({"tokyo", "gives"}, "These are words of the answer. Report its marks only, as they stand: numbers, codes and names."),
    (AttributeError, "words() takes one text, and contexts is a list of texts; marks() gives a list. Go through a list one by one."),
    ([], "Tokyo stands in neither context."),
    (0, "Return the marks that stand nowhere, not a yes or no."),
    (1, "Return the marks that stand nowhere, not a yes or no."),
])

# %% check="gate_compares_whole_words" points=1
"""60 is not in 600; each mark comes once, in order."""
from ragdiag_helpers.checks import expect

expect(groundedness_gate, "Pro allows 60 requests.", ["The Pro plan allows 600 requests."], wanted=["60"], mistakes=[
    (AttributeError, "words() takes one text, and contexts is a list of texts; marks() gives a list. Go through a list one by one."),
    ([], "No word of the context is 60. (As a piece of text it is in 600, so `in` on a text will not do.)"),
    (["allows", "60", "requests"], "Report marks only: numbers, codes and names."),
    (["600"], "That is a mark of the context. Report marks of the answer."),
])
expect(groundedness_gate, "It keeps 90 days, not 30, and Scale keeps 90.", ["They are kept."], wanted=["90", "30", "Scale"], mistakes=[
    (["90", "30", "Scale", "90"], "90 comes twice. Report each mark once."),
    (["30", "90", "Scale"], "These are sorted. Keep the order of the answer."),
    (["30", "Scale", "90"], "Keep the order of the answer, by the first place of each mark."),
    (["Scale", "30", "90"], "Keep the order of the answer. (A set has none: collect in a list.)"),
    (["Scale", "90", "30"], "Keep the order of the answer. (A set has none: collect in a list.)"),
    (["90", "Scale", "30"], "Keep the order of the answer. (A set has none: collect in a list.)"),
    (["90", "30", "scale"], "Compare in small letters, but return the mark as it stands in the answer."),
    (["90", "30"], "Scale is a name, and stands in no context. Report it, too."),
])

# %% check="gate_takes_words_of_each_context" points=1
"""A mark may be any word of a context, the first one too; and each context is a text of its own."""
from ragdiag_helpers.checks import expect

expect(groundedness_gate, "We offer Scale.", ["Scale keeps them."], wanted=[], mistakes=[
    (["Scale"], "Scale is a word of the context, so all is fine. (No mark there: it begins the sentence. Look into words().)"),
    (["Scale."], "The full stop is no part of the name. Take the marks of the answer from marks()."),
    (["scale"], "Scale is a word of the context: compare with words()."),
    (None, "Nothing to report is an empty list, []."),
    (AttributeError, "words() takes one text, and contexts is a list of texts; marks() gives a list. Go through a list one by one."),
])
expect(groundedness_gate, "Pro gives 600.", ["Limits: Pro 600", "Free 60"], wanted=[], mistakes=[
    (["600"], "600 ends the first context, and one context is enough. (Glued to the next it would be 600Free.)"),
    (["Pro"], "Pro begins the answer, so it is no mark; and it stands in the first context."),
    (None, "Nothing to report is an empty list, []."),
    (AttributeError, "words() takes one text, and contexts is a list of texts; marks() gives a list. Go through a list one by one."),
])

# %% check="gate_corner_cases" points=1
"""Without contexts every mark is reported; without marks nothing is."""
from ragdiag_helpers.checks import expect

expect(groundedness_gate, "It costs 25 dollars on Pro, and 25 it stays.", [], wanted=["25", "Pro"], mistakes=[
    (["25", "Pro", "25"], "25 comes twice. Report each mark once, here too."),
    (["Pro", "25"], "Keep the order of the answer. (A set has none: collect in a list.)"),
    (["25", "pro"], "Return the mark as it stands in the answer, Pro."),
    (AttributeError, "words() takes one text, and contexts is a list of texts; marks() gives a list. Go through a list one by one."),
    (IndexError, "There may be no context at all: then the list is empty, and every mark is reported."),
    (TypeError, "There may be no context at all: then the list is empty, and every mark is reported."),
    ([], "Without contexts nothing supports these marks: report them all."),
    (None, "Without contexts nothing supports these marks: report them all."),
])
expect(groundedness_gate, "I do not have that in the docs.", ["Three plans."], wanted=[], mistakes=[
    (None, "Nothing to report is an empty list, []."),
])

# %% check="gate_agrees_with_the_helper" points=1
"""Your gate and the package's agree."""
from ragdiag_helpers import groundedness
from ragdiag_helpers.checks import agree, expect
from ragdiag_helpers.labels import load_failures

agree(groundedness_gate, groundedness.groundedness_gate, [(each.answer, list(each.contexts)) for each in load_failures()])
### BEGIN HIDDEN TESTS
expect(groundedness_gate, "The key is MERIDIAN_TOKEN, at 04:30.", ["Set MERIDIAN_API_KEY.", "It runs at 03:00."], wanted=["MERIDIAN_TOKEN", "04:30"])
expect(groundedness_gate, "So the GB count is 5, then 50, then 5.", ["50 GB"], wanted=["5"])
expect(groundedness_gate, "In short: the API of Fenwick.", ["an api"], wanted=["Fenwick"])
### END HIDDEN TESTS

# %% [markdown]
# Now the gate on our cases. Write your guess first: does it stop the **what-if**, *30 days on the Scale plan*? Write `"yes"` or `"no"`.

# %% predict="gate_and_what_if"
prediction = None

# %%
from ragdiag_helpers import groundedness

for each in [what_if, lucky, *(failures[name] for name in ("f2", "f3", "f7", "f10"))]:
    reported = groundedness.groundedness_gate(each.answer, each.contexts)
    print(f"{each.id:8} {reported!s:22} {each.answer[-56:]}")
reported = groundedness.groundedness_gate(what_if.answer, what_if.contexts)
compare_prediction(prediction, "yes" if reported else "no")
print("false alarm:", groundedness.groundedness_gate("You get 0.5 TB.", ["It includes 500 GB of storage."]))

# %% [markdown]
# It catches the cities of `f3`, and our lucky answer. It lets through
#
# - the what-if: 30 stands in the page, for another plan;
# - `f7`, *processed instantly*: an invention without a number or a name;
# - `f2` and `f10`: their words do stand in what came.
#
# And it raises false alarms: 0.5 TB *is* 500 GB. So a report is worth a look, and silence proves nothing. Put the gate **before** the judge, never in its place.

# %% [markdown]
# ## 8. Seventy questions, one number
#
# Now the whole golden set, 70 questions, with both retrievers of lesson 1. The offline generator quotes its pages, so it invents
# nothing. Whether each answer is to the point and right, the course's author read and wrote down.

# %%
from ragdiag_helpers.judges import ReplayJudge
from ragdiag_helpers.plots import tally_plot

judge = ReplayJudge(load_replies("replies/golden_seventy"))
judged = ("faithfulness", "answer_relevance", "correctness")
keyword = audit(Docent(pages, "keyword", k=2).run(golden), judge, metrics=judged)
print("verdicts:", ", ".join(sorted({origin for origin, _ in judge.origins})))
fig, ax = tally_plot(keyword.tally)
print(fig.alt)

# %% [markdown]
# Who has most to mend? The search team, with 27 of 44. So the retriever is replaced by TF-IDF, and 17 of the 27 misses are gone.
#
# Write your guess first: **how many more** of the 70 answers are OK now?

# %% predict="tfidf_gain"
prediction = None

# %%
tfidf = audit(Docent(pages, "tfidf", k=2).run(golden), judge, metrics=judged)
for label in keyword.tally:
    print(f"{label:15} keyword {keyword.tally[label]:2}   tfidf {tfidf.tally[label]:2}")
refusals = [sum(row.diagnosis.subcase == "FALSE-REFUSAL" for row in run.failures) for run in (keyword, tfidf)]
print(f"false refusals  keyword {refusals[0]:2}   tfidf {refusals[1]:2}")
compare_prediction(prediction, tfidf.tally["OK"] - keyword.tally["OK"])

# %% [markdown]
# 17 misses fewer, and only 6 answers more. The cure worked, and it uncovered the next fault: WRONG-QUESTION grew by 11,
# and the false refusals in it by 7. The page is there now, and Docent refuses all the same. The next ticket goes to the prompt team. Without the causes
# you would have taken the cure back.
#
# Now the dashboard. There is room for one number. Many teams average their scores:

# %%
for name, run in (("keyword", keyword), ("tfidf", tfidf)):
    recall, faith = run.mean("recall").value, run.mean("faithfulness").value
    blend, share = (recall + faith) / 2, run.tally["OK"] / len(run.rows)
    print(f"{name:8} recall {recall:.2f}  faithfulness {faith:.2f}  blend {blend:.2f}   share OK {share:.2f}")

# %% [markdown]
# The blend calls the second system excellent. Fewer than half of its answers are OK. Refusals have no faithfulness, so they do not lower its mean. And an
# average lets a good half pay for a bad one.
#
# Three systems of ten questions each, made up for this lesson: `A` misses the page four times and then keeps to what came. `B` always has the page, and
# invents the answer four times. `C` always has the page, and **two of five** claims in **every** answer are invented.

# %%
fine, missed = Evidence(True, False, 1.0, 1.0, 1.0, 1.0), Evidence(True, False, 0.0, 1.0, 1.0, 0.0)
invented, padded = Evidence(True, False, 1.0, 0.0, 1.0, 0.0), Evidence(True, False, 1.0, 0.6, 1.0, 1.0)
systems = {"A": [fine] * 6 + [missed] * 4, "B": [fine] * 6 + [invented] * 4, "C": [padded] * 10}
for name, rows in systems.items():
    recall, faith = sum(row.recall for row in rows) / 10, sum(row.faithfulness for row in rows) / 10
    print(f"{name}  recall {recall:.2f}  faithfulness {faith:.2f}  blend {(recall + faith) / 2:.2f}")

# %% [markdown]
# One blend, 0.80, three times. Write your guess first: what is the **share of OK answers** of system `C`?

# %% predict="share_of_c"
prediction = None

# %%
from collections import Counter

tallies = {name: Counter(diagnosis.diagnose(row).label for row in rows) for name, rows in systems.items()}
for name, tally in tallies.items():
    print(name, dict(tally))
compare_prediction(prediction, tallies["C"]["OK"] / 10)

# %%
from ragdiag_helpers.plots import blend_plot

shown = {}
for name, rows in systems.items():
    recall, faith = sum(row.recall for row in rows) / 10, sum(row.faithfulness for row in rows) / 10
    shown[name] = {"recall": recall, "faithfulness": faith, "blend": (recall + faith) / 2}
    shown[name]["share OK"] = tallies[name]["OK"] / 10
fig, ax = blend_plot(shown)
print(fig.alt)

# %% [markdown]
# `A` and `B` need different teams. `C` looks just as good and serves nobody a clean answer.
#
# **Which number goes on the dashboard?** The **share of answers that are OK**, over all questions. It counts answers, so nothing can pay for anything else.
# But `A` and `B` share even that number: 0.60. So never show it alone. Beside it belong
#
# - the tally by cause, which says who acts next;
# - how many rows are UNDECIDED, which says how far to trust it;
# - the judge's own agreement with people (lesson 4), where a judge decided.

# %% [markdown]
# ## 9. The museum of impossible numbers
#
# A figure of the kind you meet in blog posts (we made this one up): *"We evaluated 40 answers."*

# %%
claimed = {"healthy": 22, "hallucination": 6, "confidently, citably wrong": 5, "retrieval first": 9}
quality = {"recall": 0.70, "faithfulness": 0.68, "overall quality": 0.74}
print(claimed)
print(quality, "(overall: the mean of the two)")

# %% [markdown]
# You do not need their data. Write your guess: what cannot be right?
#
# - `"a"` the counts
# - `"b"` the overall quality
# - `"c"` both

# %% predict="museum"
prediction = None

# %%
counts_wrong = sum(claimed.values()) > 40
overall_wrong = not quality["faithfulness"] <= quality["overall quality"] <= quality["recall"]
print("cases in the four fields:", sum(claimed.values()), "of 40")
print("overall lies between its parts:", not overall_wrong)
compare_prediction(prediction, "c" if counts_wrong and overall_wrong else "a" if counts_wrong else "b")

# %% [markdown]
# Each answer stands in one field or in none, so the four counts cannot exceed the number of answers. (Fewer is fine: refusals have no place.) And a mean, weighted or
# not, lies between its smallest and its largest part. 0.74 lies above both.

# %% [markdown]
# ## 10. Check yourself

# %%
from ragdiag_helpers.study import flashcards, quiz

quiz("05_two_by_two")

# %%
flashcards("05_two_by_two")

# %% [markdown]
# ## 11. What we saw
#
# - Six entries make a file. A refusal has no faithfulness; a missing score is neither 0 nor 1.
# - One order: did it fail at all, retrieval, chunking (a person says so), generation, data.
# - Low recall with high faithfulness is confidently, citably wrong. A right answer without support is luck.
# - The 2×2 has two axes. A stale page stands in its healthy field.
# - The gate finds numbers, codes and names that stand nowhere. The what-if passes it.
# - One blend, three systems. The share of OK answers, with the tally beside it, is the number to show.
#
# Other tools differ. Ragas and DeepEval give scores and leave the diagnosis to you. RAGChecker tells the retriever's faults from the generator's by claims, where we
# go by answers. Some tools score a refusal as fully faithful, others as 0; some put a 0 where a judge failed. *Groundedness* is often another name for faithfulness.
#
# **Done means:** every line below says *done*, and you can say the five questions, in order, with an owner for each.

# %%
from ragdiag_helpers.checks import progress

progress({"failed": 16, "fault": 16, "diagnose": 8, "groundedness_gate": 8})

# %% [markdown]
# **Where it connects.** Recall came from lesson 1, the claims from lesson 3, and how far to trust the judge from lesson 4. Lesson 6 takes ten failures, has
# a person read the doubtful ones cold, and proves each diagnosis by mending it.
