# %% [markdown]
# # Lesson 0. The open-book exam
#
# **15 minutes.** No API key, no network.
#
# After this lesson you can
#
# - say what the two halves of a RAG do, and how each of them fails;
# - read one answer in five steps, and say which half to look at first;
# - work with the graded cells of this course.

# %% [markdown]
# ## 1. Is everything here?
#
# Press **Shift + Enter** to run a cell and go to the next one. Do it now, until you have run the grey line below. It is a folded cell: only
# its first line shows.
#
# Enter on a text cell opens its raw text. Close it with Esc, then Shift + Enter.

# %% first=true

# %% [markdown]
# `Ready`? Go on. An error instead says which Python runs this notebook and what to type.

# %% [markdown]
# ## 2. The exam
#
# A student sits an open-book exam. She may not answer from memory. For each question an assistant runs to the
# library, comes back with **two pages**, and she answers from those two pages only.
#
# | in the exam | in a RAG | how it fails |
# |---|---|---|
# | the assistant fetches pages | the **retriever** picks *k* documents (here k = 2) | brings the wrong pages |
# | the student writes the answer | the **generator** (usually a language model) answers from them | has the right page, writes something else |
#
# RAG is short for *retrieval-augmented generation*: fetch first, then write.
#
# Two people can fail here, and the fixes have nothing in common. Scolding the student does not help when the
# assistant brought the wrong page.

# %% [markdown]
# ## 3. Meet Docent
#
# **Meridian** is a hosted database (we made it up). **Docent** answers questions about it from eight short pages of
# documentation.

# %%
from ragdiag_helpers.corpus import load_corpus

pages = load_corpus()
for page in pages:
    print(f"{page.id:12} {page.title}")

# %% [markdown]
# One of the eight, in full:

# %%
plans = pages[2]
print(plans.text)

# %% [markdown]
# Ask Docent something that this page answers.

# %%
from ragdiag_helpers.docent import Docent

docent = Docent(pages)
record = docent.ask("How much does the Pro plan cost per month?")
print("pages: ", ", ".join(record.retrieved_ids))
print("answer:", record.answer)

# %% [markdown]
# Right: 25 dollars. Docent fetched two pages and quoted the sentence that fits. It uses no language model here: it can only quote the sentence that
# shares most words with the question, or, if none shares enough, say that it does not know. So what you see is the same on every run. A `record` holds one question, what came back, and the answer.

# %% [markdown]
# ## 4. An easy question
#
# The next question is just as easy, and the documentation answers it: the Free plan allows 60 requests per minute.
#
# Before you run it, **write down a guess**. A guess that you wrote down teaches you more than one you
# only thought. Replace `None` with one of the letters, in quotes.
#
# - `"a"` Docent answers 60 requests per minute
# - `"b"` Docent answers with the wrong number, 600
# - `"c"` Docent says that it does not know

# %% predict="first_patient"
prediction = None

# %%
from ragdiag_helpers.checks import compare_prediction

record = docent.ask("What is the per-minute request cap on the Free plan pricing tier?")
print("answer:", record.answer)
compare_prediction(prediction, "b" if "600" in record.answer else "a" if "60" in record.answer else "c")

# %% [markdown]
# Docent says it has no answer. But the answer is there, in black and white:

# %%
rate_limits = pages[1]
print(rate_limits.text.splitlines()[0])

# %% [markdown]
# A refusal although the documentation holds the answer is a **false refusal**. This question is the first **patient** of this course.
#
# What would you do? Many teams would rewrite the prompt, the instructions to the language model: *"Try harder. Do not refuse."* Hold
# that thought, and look at what the generator was given.

# %%
print("pages handed over:", ", ".join(record.retrieved_ids))
print("page needed:       ratelimits")

# %% [markdown]
# The needed page never arrived. No prompt in the world makes a student quote a page that she does not have. Why did the
# assistant prefer `regions` and `backups`? Lesson 1 finds out.

# %% [markdown]
# ## 5. Five steps for any answer
#
# Always in this order. For each step, say your own answer about the patient first, then open it (click, or Tab and Enter).

# %% folded=true
from ragdiag_helpers.study import chips, stepper

stepper(
    "Grading one answer",
    [
        ("What was asked, and which page is needed?", f"The per-minute cap on the Free plan. Needed: {chips(['ratelimits'])}"),
        ("What came back?", f"{chips(record.retrieved_ids)}. The needed page is not among them."),
        ("Does the answer keep to what came back?", f"It says: <i>{record.answer}</i> It claims nothing, so it invents nothing."),
        ("Does it answer the question?", "No. The asker still does not know the cap."),
        ("Which half do we look at first?", "Retrieval: step 2 failed, and all later steps depend on it."),
    ],
)

# %% [markdown]
# Step 2 looks at the **retriever**, step 3 at the **generator**. Together they give a grid of four fields:
#
# | | the answer keeps to the pages | the answer goes beyond the pages |
# |---|---|---|
# | **the needed page arrived** | healthy so far | the generator invents: *hallucination* |
# | **it did not arrive** | the most dangerous field | both failed: retrieval first |
#
# Why is the lower left field dangerous? See for yourself:

# %%
record = docent.ask("How do I create an API key?")
print("pages: ", ", ".join(record.retrieved_ids), "  (needed: auth)")
print("answer:", record.answer)
print("word for word in ratelimits:", record.answer in rate_limits.text)

# %% [markdown]
# A true sentence, word for word from the documentation, and no help at all: it comes from a page that is not about the question. Our
# patient sits in this field too, but a refusal warns you. This answer does not. Whoever looks only at the answer lets it pass.
#
# And *healthy so far* because step 4 is still open:

# %%
record = docent.ask("Can I relocate a database from us-east to eu-west later?")
print("pages: ", ", ".join(record.retrieved_ids), "  (needed: regions)")
print("answer:", record.answer)
print("regions says:", pages[3].text.splitlines()[1])

# %% [markdown]
# The page arrived, the answer keeps to it, and it answers another question. Lesson 5 turns all five steps into one rule. Today the grid is enough.

# %% [markdown]
# **Live.** Steps 3 and 4 can be put to a language model, a *judge*. This cell would ask Claude whether that answer addresses the question. It prints the
# cost and asks nobody unless you change the first line; it is never graded. How to set a key, or use a model on your own machine: `docs/judges.md`.
# (`docs/...` is always a file in the course folder, beside `notebooks/`, where JupyterLab does not look.)

# %% live=true
ASK_CLAUDE = False

from ragdiag_helpers.judges.live import live

live(ASK_CLAUDE, lambda judge: judge.relevance(record.question, record.answer))

# %% [markdown]
# ## 6. One number hides all this
#
# Here are five questions with known answers, the **golden five**. The last one, `q5`, is the patient.

# %%
from ragdiag_helpers.golden import load_golden

golden = load_golden()[:5]
for item in golden:
    print(item.id, item.question)

# %% [markdown]
# Docent answers each. We look for the known fact in its words.

# %%
records = docent.run(golden)
facts = ["25 dollars", "90 days", "MERIDIAN_API_KEY", "24-hour", "60 requests per minute"]
right = [fact in record.answer for fact, record in zip(facts, records)]
print(f"{sum(right)} of {len(right)} answers contain the fact: {sum(right) / len(right):.2f}")

# %% [markdown]
# 0.80. Is that a retrieval problem or a generation problem? The number cannot say. Look at both halves side by side. (A question's
# `relevant_ids` are the pages it needs.)

# %%
from ragdiag_helpers.plots import score_card

found = [record.relevant_ids[0] in record.retrieved_ids for record in records]
fig, ax = score_card(list(zip([record.id for record in records], found, right)))
print(fig.alt)

# %% [markdown]
# Four questions are fine in both columns. The one that failed, `q5`, failed in the first column already. That is what this
# course is about: **look at the halves apart, from left to right.**

# %% [markdown]
# ## 7. How graded cells work
#
# An exercise cell holds a function with a hole in it. Replace the `raise` line with your code, run the cell, then run the
# folded check cells below it. A check that fails says what came back, what was wanted, and what to think about. `NameError`? After a restart of the
# kernel nothing is defined any more: run the exercise cell above first.
#
# Some checks are hidden: they run your function on other data when an instructor grades it. In your notebook such a cell holds only a comment and prints
# nothing. So solve the general case, not the examples.
#
# **Exercise 0.1.** Nearly every score in this course is a share: so many out of so many. Here is the smallest of them, with its corner case.
#
# <details><summary>Hint 1</summary>Which value of <code>whole</code> makes a division fail?</details>
# <details><summary>Hint 2</summary>Ask for that value first, with <code>if</code>, and return <code>None</code> there.</details>

# %% exercise="share"
def share(part, whole):
    """Return which share of whole the part is, as a number from 0 to 1.

    part, whole: integers, 0 <= part <= whole.
    Where there is nothing to take a share of, the result is undefined: None.
    """
    ### BEGIN SOLUTION
    return part / whole if whole else None
    ### END SOLUTION


# %% check="share_is_a_fraction" points=1
"""Four of five is 0.8, and none of five is 0."""
from ragdiag_helpers.checks import expect

expect(share, 4, 5, wanted=0.8, mistakes={
    1.25: "You divided the whole by the part. A share cannot be above 1.",
    80: "That is a percentage. Scores in this course run from 0 to 1.",
    0: "You cut the fraction off: // and int() do that. Use / and keep what comes out.",
    1: "You rounded to a whole number. Keep the fraction.",
    4: "That is the count. Divide it by the whole.",
})
expect(share, 0, 5, wanted=0, mistakes={
    None: "None of five is 0: measured, and bad. Only a whole of 0 is undefined. Which of the two did you ask about?",
})

# %% check="share_of_nothing_is_undefined" points=1
"""A share of nothing is undefined, not 0 and not 1."""
from ragdiag_helpers.checks import expect

expect(share, 0, 0, wanted=None, mistakes={
    0: "0 says: measured, and bad. Nothing was measured here. Return None, so that a mean can leave it out.",
    1: "1 says: measured, and perfect. Nothing was measured here. Return None, so that a mean can leave it out.",
    ZeroDivisionError: "Python cannot divide by 0. Decide what happens before you divide.",
    "None": "That is the text 'None'. Return None itself, without quotes.",
    "undefined": "That is a text. Return None itself, without quotes.",
})

# %% check="share_hidden" points=1
# Hidden check: the same rule on other numbers.
### BEGIN HIDDEN TESTS
from ragdiag_helpers.checks import expect

expect(share, 3, 7, wanted=3 / 7)
expect(share, 0, 9, wanted=0)
expect(share, 6, 6, wanted=1)
### END HIDDEN TESTS

# %% [markdown]
# **Exercise 0.2.** Now the grid of section 5 as a rule. The function gets two facts about an answer and says which half to look
# at first: *retrieval* (the retriever's step) or *generation* (the generator's). If the page is missing, it is always retrieval: every later step
# depends on it.
#
# <details><summary>Hint 1</summary>Fill in the four fields of the grid on paper first, with one of the three words in each.</details>
# <details><summary>Hint 2</summary>Ask about the page first. Only where it arrived does the second fact decide.</details>

# %% exercise="look_first_at"
def look_first_at(page_arrived, keeps_to_pages):
    """Return "retrieval", "generation" or "neither".

    page_arrived: True if the needed page was retrieved.
    keeps_to_pages: True if the answer claims nothing beyond the retrieved pages.
    """
    ### BEGIN SOLUTION
    if not page_arrived:
        return "retrieval"
    return "neither" if keeps_to_pages else "generation"
    ### END SOLUTION


# %% check="grid_healthy_and_invented" points=1
"""With the page there, the answer decides."""
from ragdiag_helpers.checks import expect

expect(look_first_at, True, True, wanted="neither", mistakes={
    "generation": "The page arrived and the answer keeps to it. In this grid nothing is wrong so far.",
    "retrieval": "The page arrived, so the retriever did its work, and the answer keeps to it.",
    "generator": "The page arrived and the answer keeps to it. In this grid nothing is wrong so far.",
    "healthy": "That names the field. Return the half to look at first: 'neither'.",
})
expect(look_first_at, True, False, wanted="generation", mistakes={
    "retrieval": "The page arrived, so the retriever did its work. The answer went beyond it.",
    "neither": "You looked at the page alone. The answer went beyond it.",
    "generator": "Right half. This function calls it 'generation'.",
    "hallucination": "That names the fault. Return the half to look at first.",
})

# %% check="grid_retrieval_comes_first" points=1
"""Without the page, retrieval comes first, however good the answer looks."""
from ragdiag_helpers.checks import expect

expect(look_first_at, False, True, wanted="retrieval", mistakes={
    "retriever": "Right half. This function calls it 'retrieval'.",
    "neither": "You looked at the answer alone. It keeps to the pages, but they are the wrong pages: the dangerous field.",
    "generation": "The generator kept to what it was given. What it was given was wrong.",
})
expect(look_first_at, False, False, wanted="retrieval", mistakes={
    "generation": "Both failed here. Every later step depends on the page: retrieval first.",
    "neither": "Nothing is right here: the page is missing, and the answer invents. Retrieval first.",
    "retriever": "Right half. This function calls it 'retrieval'.",
    "both": "Both failed, but say only where to look first.",
})

# %% check="grid_hidden" points=1
# Hidden check: all four fields, in another order.
### BEGIN HIDDEN TESTS
from ragdiag_helpers.checks import expect

fields = {(0, 1): "retrieval", (1, 0): "generation", (0, 0): "retrieval", (1, 1): "neither"}
for (arrived, keeps), half in fields.items():
    expect(look_first_at, bool(arrived), bool(keeps), wanted=half)
### END HIDDEN TESTS

# %% [markdown]
# Save the notebook with Ctrl + S. In a class you hand in this file. **Validate** in the toolbar runs the whole notebook afresh and lists
# the checks that fail.

# %% [markdown]
# ## 8. Check yourself

# %%
from ragdiag_helpers.study import flashcards, quiz

quiz("00_open_book_exam")

# %%
flashcards("00_open_book_exam")

# %% [markdown]
# ## 9. What we saw
#
# - A RAG has two halves: the retriever fetches, the generator writes. Each can fail alone.
# - The patient, `q5`, got a false refusal. The needed page never arrived.
# - The most dangerous answer keeps to the wrong page.
# - One number over the final answers (0.80) cannot say which half failed.
#
# **Done means:** both exercises say *done* below, and you can say the five steps without looking.

# %%
from ragdiag_helpers.checks import progress

progress({"share": 3, "look_first_at": 4})

# %% [markdown]
# **Where it connects.** [Lesson 1](../01_precision_recall/01_precision_recall.ipynb) measures the left column with numbers you compute by
# hand, and finds out why the page of `q5` stayed away. Lesson 3 will measure the right column, and lesson 5 put both together.
