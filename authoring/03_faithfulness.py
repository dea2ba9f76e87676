# %% [markdown]
# # Lesson 3. Faithfulness by claims
#
# **30 minutes** to read and run, and about as much again for the exercises. No API key, no network.
#
# After this lesson you can
#
# - split an answer into claims, check each one, and compute its faithfulness, refusals and unsure verdicts included;
# - show what a score from 1 to 10 hides, and what a careless splitter does to a wrong answer;
# - say why a faithful answer can be wrong, and a faithful, right one beside the point;
# - read the faithfulness score of another tool: five published conventions give one answer five different scores.

# %% first=true

# %% [markdown]
# ## 1. Where does it say that?
#
# Back to the open-book exam: you mark the answer. You do not ask *do I like it?* You put a finger on each statement and ask: **where does it say that?**
# Either the student shows you the words in her two pages, or she cannot.
#
# | in plain words | the term |
# |---|---|
# | one statement that can be checked alone | a **claim** |
# | can she show the words? | the **verdict**: supported or not |
# | the words she shows | the **evidence** |
# | whoever decides: you, some rules, a language model | the **judge** |
# | supported claims / all claims | **faithfulness**, from 0 to 1 |
#
# A question to Docent, an answer (written for the course), and the page it rests on:

# %%
from ragdiag_helpers.corpus import load_corpus

pages = {page.id: page.text for page in load_corpus()}
question = "lost my key, can support look it up for me??"
answer = "No, a lost key can never be recovered, only rotated. Make another key and retire the old one."
print(pages["auth"], "", question, answer, sep="\n")

# %% [markdown]
# Split the answer on paper first: how many claims do you find? A good claim says **one** thing, and a stranger could check it without the rest: no *it*, no
# *they*, no half sentences. (*No* alone is no claim here: the words after it say what is meant.) We find three, each with the words of the page that carry
# it.

# %%
by_hand = {
    "A lost key can never be recovered.": "A lost key can never be recovered",
    "A lost key can only be rotated.": "only rotated",
    "One should make another key and retire the old one.": "make another one and retire the old one",
}
for claim, evidence in by_hand.items():
    print(evidence in pages["auth"], "  ", claim)

# %% [markdown]
# `True` three times: every quote really stands in the page. (Check that: people and models quote from memory.) Three of three claims are supported:
# faithfulness 3/3.
#
# Now the model adds a friendly sentence: *The rotation is processed instantly.* It sounds right. The page does not say it.
#
# Write your guess first: what is the **faithfulness** of the longer answer? Replace `None` with a number; `1/2` will do.

# %% predict="injected_sentence"
prediction = None

# %%
from ragdiag_helpers.checks import compare_prediction

longer_answer = f"{answer} The rotation is processed instantly."
by_hand["The rotation is processed instantly."] = ""  # no words carry it
supported = [claim for claim, evidence in by_hand.items() if evidence]
print(f"{len(supported)}/{len(by_hand)} = {len(supported) / len(by_hand):.2f}")
compare_prediction(prediction, len(supported) / len(by_hand))

# %% [markdown]
# 0.75, and we know **which** claim to look at. Not supported means either of two things: the page says otherwise, or it does not say it. Both count the same,
# since the reader cannot tell a true invention from a false one.
#
# In code a verdict holds a label (`supported`, `refuted` or `undecided`), the evidence, and a reason. As a table:

# %%
from ragdiag_helpers.claims import Verdict
from ragdiag_helpers.plots import claim_table

verdicts = [Verdict("supported" if words else "refuted", evidence=words) for words in by_hand.values()]
fig, ax = claim_table(list(by_hand), verdicts)
print(fig.alt)

# %% [markdown]
# The same in steps, in the very words. In the last step the dashed frame is what we divide by, and the ticks are what we count.

# %%
from ragdiag_helpers.study import faithfulness_stepper

words = ["a lost key can never be recovered", "only rotated", "Make another key and retire the old one",
         "The rotation is processed instantly"]
faithfulness_stepper(longer_answer, pages["auth"], words, verdicts)

# %% [markdown]
# Nobody does this by hand for a thousand answers. A **judge** splits the answer and gives one verdict a claim. Here we *replay* one: its replies are stored,
# the same on every machine, and each says where it came from.

# %%
from ragdiag_helpers.judges import get_judge

judge = get_judge("replay")
judged_claims = judge.split(longer_answer)
judged = judge.verify(judged_claims, [pages["auth"], pages["sdks"]])  # the two pages that Docent got
for claim, verdict in zip(judged_claims, judged):
    print(f"{verdict.label:10} {claim}")
print("origin:", ", ".join(sorted({origin for origin, _ in judge.origins})))
assert [each.label for each in judged] == [each.label for each in verdicts]  # judge and hand agree

# %% [markdown]
# Judge and hand agree. It is no recording of a model: a person wrote its replies for the course. How far to trust a real judge is lesson 4.

# %% [markdown]
# ## 2. Write it down
#
# **Exercise 3.1.** Faithfulness from the labels of an answer's claims. Two corners need thought:
#
# - The answer makes **no claims** ("I don't have that in the docs."). Nothing was claimed, so nothing was measured: `None`, as in lesson 0. Whoever
#   averages leaves it out and counts it as an **abstention**.
# - The answer makes claims, and there was **no context** at all. Then every claim is unsupported: `0.0`. That is measured, and bad.
#
# <details><summary>Hint 1</summary>Two claims with the same label are still two claims: a list, not a set.</details>
# <details><summary>Hint 2</summary>Count how many labels are <code>"supported"</code>.</details>
# <details><summary>Hint 3</summary>The divisor is the number of all labels. When is that 0, and what then?</details>
#
# The last check compares yours with the helper, `claims.faithfulness`, which takes verdict objects in place of labels.

# %% exercise="faithfulness"
def faithfulness(labels):
    """Return the share of an answer's claims that the context supports, from 0 to 1.

    labels: a list with "supported" or "refuted" for each claim.
    No claims (a refusal): None, since nothing was claimed.
    """
    ### BEGIN SOLUTION
    good = [label for label in labels if label == "supported"]
    return len(good) / len(labels) if labels else None
    ### END SOLUTION


# %% check="faithfulness_divides_by_all_claims" points=1
"""Three of five claims are supported: 3/5."""
from ragdiag_helpers.checks import expect

expect(faithfulness, ["supported", "refuted", "supported", "supported", "refuted"], wanted=3 / 5, mistakes={
    2 / 5: "That is the share of refuted claims, the hallucination rate. Faithfulness counts the supported ones.",
    3 / 2: "You divided by the refuted claims. Divide by all claims.",
    2 / 3: "You divided the refuted claims by the supported ones. Faithfulness is supported / all.",
    3: "That is the count. Divide it by the number of claims.",
    2: "That is the count of refuted claims. Faithfulness is supported / all.",
    60: "That is a percentage. Scores run from 0 to 1.",
    0: "You cut the fraction off, or asked whether every claim is supported. Faithfulness gives credit for a part.",
    1: "You asked whether any claim is supported, or counted every label. Look at each label.",
    1 / 2: "You made a set of the labels. Two claims with the same label are still two claims.",
    1 / 5: "You stopped after the first claim, or made a set of the labels above the fraction bar. Count every claim.",
    AttributeError: 'The labels are plain words such as "supported". They have no .label; compare them as they are.',
})

# %% check="faithfulness_without_support_is_zero" points=1
"""Claims without any support (or without any context): 0.0. All supported: 1.0."""
from ragdiag_helpers.checks import expect

expect(faithfulness, ["refuted", "refuted"], wanted=0.0, mistakes={
    None: "There are claims, and none is supported: measured, and bad. None is for answers without claims.",
    1: "None of these claims is supported. Which label do you count?",
    2: "None of these claims is supported. Which label do you count?",
    ZeroDivisionError: "You divided by the supported claims. Divide by all claims.",
})
expect(faithfulness, ["supported", "supported", "supported"], wanted=1.0, mistakes={
    ZeroDivisionError: "You divided by the refuted claims. Divide by all claims.",
    0: "All three are supported. Which label do you count?",
    3: "That is the count. Divide it by the number of claims.",
    1 / 3: "You made a set of the labels above the fraction bar, or stopped after the first. Count every claim.",
})

# %% check="faithfulness_of_no_claims_is_undefined" points=1
"""A refusal claims nothing: None."""
from ragdiag_helpers.checks import expect

expect(faithfulness, [], wanted=None, mistakes={
    1: "1 says: perfectly faithful. A bot that always refuses would be your best bot. Return None.",
    0: "0 says: invented everything. An honest refusal invents nothing. Return None.",
    ZeroDivisionError: "Without claims the divisor is 0. Decide that case before you divide.",
    IndexError: "There is no first label here. Decide the case without claims first.",
    "None": "That is the text 'None'. Return None itself, without quotes.",
})

# %% check="faithfulness_agrees_with_the_helper" points=1
"""Your faithfulness and the helper's agree."""
from ragdiag_helpers import claims
from ragdiag_helpers.checks import agree, expect


def helper_on_labels(labels):
    return claims.faithfulness([claims.Verdict(label) for label in labels])


agree(faithfulness, helper_on_labels, [
    ([],), (["supported"],), (["refuted"],), (["supported", "refuted"],), (["supported", "refuted", "supported"],),
])
### BEGIN HIDDEN TESTS
expect(faithfulness, ["refuted", "supported", "supported", "refuted", "refuted", "supported", "supported"], wanted=4 / 7)
expect(faithfulness, ["refuted"] * 9 + ["supported"], wanted=1 / 10)
expect(faithfulness, ["refuted"], wanted=0.0)
expect(faithfulness, [], wanted=None)
### END HIDDEN TESTS

# %% [markdown]
# ## 3. Where does a claim end?
#
# The divisor is the number of claims. So whoever splits the answer decides half of the score. One careless line is quickly written: cut at every full stop,
# drop what is too short to matter. And if no claims are left, score 1: nothing was invented.

# %%
def naive_claims(text):
    return [piece.strip() for piece in text.split(".") if len(piece.split()) > 3]


for text in ("The export is 3.5 GB, e.g. for audits. It takes an hour.", "A lost key can only be rotated."):
    print(naive_claims(text))

# %% [markdown]
# The second text survives. The first lost its number: *5 GB, e* was thrown away as short.
#
# Now a user asks how long backups are kept on **Scale**. The answer: **"30 days."** The page says 90. Write your guess first: what faithfulness does the
# naive rule give it?

# %% predict="thirty_days"
prediction = None

# %% folded=true
naive = naive_claims("30 days.")
print("claims found:", naive)
naive_score = 0.0 if naive else 1.0
compare_prediction(prediction, naive_score)

# %% [markdown]
# A perfect score for a wrong answer: two harmless rules did it together. **The shortest answers are often the ones that matter**: a number, a yes, a name.
# The package's splitter keeps them, and knows that a refusal claims nothing.

# %%
from ragdiag_helpers.claims import split_claims

print(split_claims("30 days."))
print(split_claims("The export is 3.5 GB, e.g. for audits. It takes an hour."))
print(split_claims("The Pro plan costs 25 dollars per month and includes 50 GB of storage."))
print(split_claims("I don't have that in the docs."))

# %% [markdown]
# Note the third: one sentence, two claims. If only the price is right, a whole-sentence verdict can only be all or nothing.
#
# **Exercise 3.2.** The first half of such a splitter: cut a text into sentences and lose nothing. (The second half, a sentence with two facts, needs grammar.)
#
# <details><summary>Hint 1</summary>Walk through the words with <code>answer.split()</code>. Collect them until a sentence ends, then begin a new one.</details>
# <details><summary>Hint 2</summary>Whether a full stop ends a sentence depends on the next word: is its first letter a capital
# (<code>str.isupper</code>) or a digit (<code>str.isdigit</code>)? Ask only the first letter: <code>SDKs</code> begins with a capital. A full stop inside
# a word, as in 3.5, ends nothing.</details>
# <details><summary>Hint 3</summary><code>zip(words, [*words[1:], ""])</code> gives each word with the one after it. After the last word a
# sentence ends in any case, with or without a full stop.</details>
#
# The last check compares yours with the package's splitter (which gives a tuple), on sentences that hold one fact each.

# %% exercise="split"
def split(answer):
    """Return the sentences of an answer in order, full stops kept, words joined by one space.

    A sentence ends at a word that ends in . ! or ? if the next word begins with a capital letter or a digit,
    and at the last word. The words e.g. and i.e. never end a sentence, unless they are the last word.
    Nothing is dropped, however short. A blank answer: an empty list.
    """
    ### BEGIN SOLUTION
    words, sentences, begun = answer.split(), [], []
    for word, after in zip(words, [*words[1:], ""]):
        begun.append(word)
        may_end = word[-1] in ".!?" and word not in ("e.g.", "i.e.")
        if not after or (may_end and (after[0].isupper() or after[0].isdigit())):
            sentences.append(" ".join(begun))
            begun = []
    return sentences
    ### END SOLUTION


# %% check="split_keeps_short_sentences" points=1
"""The short answer is the whole answer."""
from ragdiag_helpers.checks import expect

expect(split, "30 days.", wanted=["30 days."], mistakes=[
    ([], "The only sentence is missing. It counts, however short, and it ends at its last word: no next word is needed."),
    (["30 days"], "You lost the full stop. Keep it: the next step wants the sentence as it was."),
    (["30 days", ""], "You cut at every full stop. Cut after the word that carries it, and leave no empty piece."),
    (["30 days.", ""], "There is an empty piece after the last full stop. An empty piece is no sentence."),
    (["30", "days."], "You cut at every space. A sentence ends only at a word with . ! or ? at its end."),
    ("30 days.", "Return a list of sentences, also where there is only one."),
    (IndexError, "After the last word there is no next word, and so no first letter. Decide that case before you ask for it."),
])
expect(split, "Yes. Backups are automatic.", wanted=["Yes.", "Backups are automatic."], mistakes=[
    (["Backups are automatic."], "The first sentence is missing. A bare Yes can be the claim that is wrong: drop nothing."),
    (["Yes. Backups are automatic."], "Nothing was cut. 'Yes.' ends in a full stop, and the first letter of the next word is a capital."),
    (["Yes", "Backups are automatic"], "You lost the full stops. Keep them."),
    (["Yes", "Backups are automatic", ""], "You cut at every full stop. Cut after the word that carries it, and leave no empty piece."),
    (["Yes", " Backups are automatic", ""], "You cut at every full stop. Cut after the word that carries it, and leave no empty piece."),
    (["Yes.", " Backups are automatic."], "A sentence begins with its first word, not with the space before it."),
    (["Yes."], "The second sentence is missing. Go on to the last word."),
])
expect(split, "Use one. SDKs retry.", wanted=["Use one.", "SDKs retry."], mistakes=[
    (["Use one."], "The last sentence is missing. It counts, however short, and ends at its last word."),
    (["Use one. SDKs retry."], "SDKs begins with a capital letter. Ask only the first letter of the next word, not the whole word."),
])
expect(split, "Two fit. 3.5 GB each.", wanted=["Two fit.", "3.5 GB each."], mistakes=[
    (["Two fit. 3.5 GB each."],
     "A sentence may begin with a digit too. Ask only the first character of the next word: 3.5 as a whole is not all digits."),
    (["Two fit."], "The last sentence is missing. It counts, however short, and ends at its last word."),
    (["Two fit.", "3.", "5 GB each."], "You cut 3.5 in two. A full stop inside a word ends nothing."),
])
expect(split, "One key.\nTwo  limits.", wanted=["One key.", "Two limits."], mistakes=[
    (["One key."], "The last sentence is missing. It counts, however short, and ends at its last word."),
    (["One key.", "Two  limits."], "Between the words stands one space, whatever the answer has there."),
    (["One key.\nTwo limits."], "A line break divides words as a space does. str.split() without arguments cuts at both."),
    (["One key.\nTwo  limits."], "A line break divides words as a space does, and between words stands one space."),
    (["One key.", "Two", "limits."], "There are two spaces between the words, and they are still two words of one sentence."),
    (IndexError, "Two spaces in a row: between them is no word, and so no letter. str.split() without arguments drops such pieces."),
])
expect(split, "Two keys. (one each)", wanted=["Two keys. (one each)"], mistakes=[
    (["Two keys.", "(one each)"], "A bracket is neither a capital letter nor a digit, so the sentence goes on."),
    (["Two keys."], "The last words are lost. A sentence ends at the last word, with or without a full stop."),
    ([], "The only sentence is missing. It ends at its last word, with or without a full stop."),
])

# %% check="split_survives_decimals_and_abbreviations" points=1
"""A full stop inside a number or an abbreviation ends nothing."""
from ragdiag_helpers.checks import expect

expect(split, "The export is 3.5 GB. Scale allows 500 GB.", wanted=["The export is 3.5 GB.", "Scale allows 500 GB."], mistakes=[
    (["The export is 3.", "5 GB.", "Scale allows 500 GB."], "You cut 3.5 in two. A full stop inside a word ends nothing."),
    (["The export is 3", "5 GB", "Scale allows 500 GB"], "You cut 3.5 in two. A full stop inside a word ends nothing."),
    (["The export is 3.5 GB. Scale allows 500 GB."],
     "Nothing was cut. 'GB.' ends in a full stop, and the first letter of the next word is a capital."),
    (["The export is 3.5 GB", "Scale allows 500 GB"], "You lost the full stops. Keep them."),
    (["The export is 3.5 GB."], "The second sentence is missing. Go on to the last word."),
])
expect(split, "Free has 1.5. Pro has more.", wanted=["Free has 1.5.", "Pro has more."], mistakes=[
    (["Free has 1.5. Pro has more."],
     "'1.5.' ends in a full stop of its own. Only e.g. and i.e. never end a sentence, not every word with a full stop inside."),
    (["Free has 1.5."], "The last sentence is missing. It counts, however short, and ends at its last word."),
    (["Free has 1.", "5.", "Pro has more."], "You cut 1.5 in two. A full stop inside a word ends nothing."),
])
expect(split, "Use an SDK, e.g. Python. Then go on.", wanted=["Use an SDK, e.g. Python.", "Then go on."], mistakes=[
    (["Use an SDK, e.g. Python."], "The last sentence is missing. It counts, however short, and ends at its last word."),
    (["Use an SDK, e.g.", "Python.", "Then go on."], "A capital letter follows e.g. here, and still it ends no sentence. Treat it apart."),
    (["Use an SDK, e.", "g.", "Python.", "Then go on."], "You cut e.g. in two. A full stop inside a word ends nothing."),
])
expect(split, "It is fixed, i.e. Final. Choose well.", wanted=["It is fixed, i.e. Final.", "Choose well."], mistakes=[
    (["It is fixed, i.e. Final."], "The last sentence is missing. It counts, however short, and ends at its last word."),
    (["It is fixed, i.e.", "Final.", "Choose well."], "i.e. is one of the words that never end a sentence here, like e.g."),
])

# %% check="split_looks_at_the_next_word" points=1
"""A small letter goes on, a digit begins anew, and ! and ? end sentences too."""
from ragdiag_helpers.checks import expect

expect(split, "Wait 2 min. before a retry. 429 is no fault.", wanted=["Wait 2 min. before a retry.", "429 is no fault."], mistakes=[
    (["Wait 2 min. before a retry."], "The last sentence is missing. It counts, however short, and ends at its last word."),
    (["Wait 2 min.", "before a retry.", "429 is no fault."], "min. is followed by a small letter: the sentence goes on."),
    (["Wait 2 min. before a retry. 429 is no fault."], "Nothing was cut. A sentence may begin with a digit too, and 429 does."),
])
expect(split, "Is it safe? Yes! It is.", wanted=["Is it safe?", "Yes!", "It is."], mistakes=[
    (["Is it safe? Yes! It is."], "Nothing was cut. ! and ? end a sentence too, where the first letter of the next word is a capital."),
    (["Is it safe?", "Yes!"], "The last sentence is missing. It counts, however short, and ends at its last word."),
    (["Is it safe?", "Yes! It is."], "An exclamation mark ends a sentence as well."),
    (["Is it safe? Yes!", "It is."], "A question mark ends a sentence as well."),
    (["Is it safe?", "It is."], "'Yes!' is missing. Nothing is dropped here, however short."),
])

# %% check="split_at_the_end" points=1
"""The last sentence needs no full stop, and a blank answer has no sentences."""
from ragdiag_helpers.checks import expect

expect(split, "Two keys. One limit each", wanted=["Two keys.", "One limit each"], mistakes=[
    (["Two keys."], "The last words are lost. They have no full stop, and still a sentence ends at the last word."),
    (["Two keys.", "One limit each."], "You added a full stop that the answer does not have."),
    (IndexError, "After the last word there is no next word, and so no first letter. Decide that case before you ask for it."),
])
expect(split, "Take an SDK, e.g.", wanted=["Take an SDK, e.g."], mistakes=[
    ([], "The sentence is missing. e.g. is the last word here, and a sentence ends at the last word."),
    (["Take an SDK,"], "The last word is lost. e.g. belongs to its sentence."),
])
for no_words in ("", "  "):
    expect(split, no_words, wanted=[], mistakes=[
        ([""], "A blank answer has no sentences: return an empty list."),
        (["  "], "A blank answer has no sentences: return an empty list."),
        (IndexError, "A blank answer has no first word. Your loop should simply not run."),
        (None, "A blank answer has no sentences. Return an empty list, so that a loop over it does nothing."),
    ])

# %% check="split_agrees_with_the_helper" points=1
"""Your split and the helper's agree on sentences that hold one fact each."""
from ragdiag_helpers import claims
from ragdiag_helpers.checks import agree, expect


def helper_as_a_list(answer):
    return list(claims.split_claims(answer))


agree(split, helper_as_a_list, [
    ("30 days.",), ("The export is 3.5 GB. Scale allows 500 GB.",), ("Backups run at 03:00 UTC! They are kept for 90 days.",),
    ("Wait 2 min. before a retry. 429 is no fault.",), ("One region is fixed, i.e. final. A move needs an export.",), ("",),
])
### BEGIN HIDDEN TESTS
expect(split, "No. The limit is 1.5 GB, e.g. Free. 60 calls fit! Why? It says so", wanted=[
    "No.", "The limit is 1.5 GB, e.g. Free.", "60 calls fit!", "Why?", "It says so"])
expect(split, "90.", wanted=["90."])
expect(split, "See sec. four. Then stop. 2 keys", wanted=["See sec. four.", "Then stop.", "2 keys"])
expect(split, "A key has a limit, i.e. Sixty. Scale has more", wanted=["A key has a limit, i.e. Sixty.", "Scale has more"])
expect(split, " \n ", wanted=[])
### END HIDDEN TESTS

# %% [markdown]
# ## 4. One number for the whole answer?
#
# The quick way is to show a judge the whole answer and ask for *quality from 1 to 10*: a **vibe score**. Here is such a judge, replayed. (A person wrote its
# replies for the course, after a known habit of judges: polite sevens and eights. Lesson 4 measures it.)
#
# The answer *"Backups are kept for 30 days on the Scale plan."* has one claim, and the page in the judge's hand says 90. Write your
# guess first: which score from 1 to 10 does it get?

# %% predict="vibe_of_a_wrong_answer"
prediction = None

# %%
from ragdiag_helpers.replies import load_replies

vibes = {reply.request["answer"]: reply for reply in load_replies("replies/vibe_scores") if reply.run == 1}
wrong = "Backups are kept for 30 days on the Scale plan."
print("origin:", vibes[wrong].origin)
compare_prediction(prediction, vibes[wrong].reply["score"])

# %% [markdown]
# It reads well, and it is wrong. Now five answers by both methods, with the same pages. Below them, the vibe judge asked three times about one answer.

# %%
from ragdiag_helpers import claims

print("vibe  claims")
for text, vibe in vibes.items():
    if text.startswith(("The Pro plan costs 25", "Yes.", "Backups are kept for 30", "No, a lost", "I don't")):
        value = claims.faithfulness(judge.verify(judge.split(text), vibe.request["contexts"]))
        print(f"{vibe.reply['score']:4}  {value!s:>6}  {text[:70]}")
again = [each for each in load_replies("replies/vibe_scores") if each.request["answer"] == longer_answer]
print("three runs of the lost key:", [each.reply["score"] for each in again])

# %% [markdown]
# The vibe score puts a right answer at 9, and three answers with inventions at 7 and 8. Which would you stop? By claims they are far apart, and the verdicts
# say *what* to repair. And is 8 and then 9 an improvement? Nobody can say what an 8 is. *Three of four claims* means the same every day.

# %% [markdown]
# ## 5. An answer that claims nothing
#
# The golden five, scored by claims. The last is the patient of lesson 0: *I don't have that in the docs.* Below it stands what a judge who gives a whole
# answer 1 to 5 points said of that refusal: a published figure (only the wording of the answers is ours).

# %%
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import load_golden

records = Docent(load_corpus()).run(load_golden()[:5])
scores = [claims.faithfulness(judge.verify(judge.split(each.answer), each.contexts)) for each in records]
measured = [score for score in scores if score is not None]
print(f"{scores}: {sum(measured) / len(measured):.2f} over {len(measured)} of {len(scores)}; 1 abstained")
for reply in load_replies("replies/published_scores"):
    if reply.request["answer"] == records[4].answer:
        print(f"{reply.request['task']}: {reply.reply['score']} of 5 ({reply.origin})")

# %% [markdown]
# Perfectly faithful, says the published judge. `None`, says our convention, and the line says what the mean left out: **1.00 over 4 of 5** is another message
# than 1.00.
#
# Why not count a refusal as 1, since it invents nothing? Or as 0, since it helps nobody? Meet **Mute**, a bot that refuses every question: eight that the
# pages answer, and two that they do not.

# %%
mute = ["I don't have that in the docs."] * 10
no_score = [text for text in mute if not judge.split(text)]  # no claims: nothing to divide by
print("counted as 1:", 10 / len(mute), " the most faithful bot in the world")
print("counted as 0:", 0 / len(mute), " an inventor, though it never invented anything")
print("counted as None: over", len(mute) - len(no_score), "of", len(mute), "-", len(no_score), "abstained")

# %% [markdown]
# Only the last line is true. Whether a refusal was *right* (two of Mute's were) is another question: lesson 5 asks it.

# %% [markdown]
# ## 6. One transcript, five scores
#
# Everybody agrees on *supported / claims*. So two tools should give one answer one score? A question: *Which plan allows more than 60 requests per minute, and what does it cost?*
# The pages: `ratelimits` and `plans`. The answer, in four sentences:
#
# > The Pro plan allows 600 requests per minute. A plan with 600 requests per minute costs 25 dollars per month. It includes 500 GB of storage, and an upgrade takes effect
# > instantly. With two keys you may send 1200 requests per minute.
#
# Its five claims, each with the verdict of a judge who saw both pages, and then the pages:

# %%
transcript = [  # sentence, claim, verdict, pages that say it all by themselves
    (1, "The Pro plan allows 600 requests per minute.", "supported", ["ratelimits"]),
    (2, "A plan with 600 requests per minute costs 25 dollars per month.", "supported", []),
    (3, "The Pro plan includes 500 GB of storage.", "contradicted", []),
    (3, "An upgrade takes effect instantly.", "not said", []),
    (4, "With two keys you may send 1200 requests per minute.", "unsure", []),
]
said = [verdict for _, _, verdict, _ in transcript]
print(pages["ratelimits"], pages["plans"], "origin of the rest: written for the course", sep="\n\n")

# %% [markdown]
# Check the verdicts. The second claim needs **two** pages: one has the limit, the other the price. The third sentence makes **two** claims. Of the last claim
# the judge cannot tell: the page says that keys do not share an allowance, not what two may send together.

# %% [markdown]
# Five published ways to make one number of this, each read from the code of the version named:
#
# | convention | the unit | counts as good | no claims |
# |---|---|---|---|
# | **ours** | claim | supported; an unsure claim leaves the score undefined, between two **bounds**: as if refuted, as if supported | `None` |
# | **Ragas** (ragas 0.4.3) | claim | follows from all pages together; there is no third word | NaN, *not a number* |
# | **DeepEval** (deepeval 4.3.1) | claim | whatever the pages do not **contradict**, unless `penalize_ambiguous_claims` is set | 1 |
# | **TruLens** (trulens-feedback 2.16.0, groundedness) | **sentence** without pleasantries | a grade from 0 to 3, divided by 3; to admit not knowing earns a 3 | 0 |
# | **RAGChecker** (ragchecker 0.1.9) | claim and page | **one page alone** says all of it | 0 |
#
# TruLens needs a grade for each sentence. The same judge gives 3, 3, 0 and, being unsure, 1.
#
# Work out the four that are defined on paper, one line each. Then write your guess: how far apart are the highest and the lowest? (A number from 0 to 1.)

# %% predict="spread_of_conventions"
prediction = None

# %%
# One function a tool; what it takes is what its judge says.
def ragas(verdicts):
    return verdicts.count("supported") / len(verdicts) if verdicts else float("nan")


def deepeval(verdicts):
    return 1 - verdicts.count("contradicted") / len(verdicts) if verdicts else 1.0


def trulens(grades, top=3):
    return sum(grades) / (top * len(grades)) if grades else 0.0


def ragchecker(pages_alone):
    return sum(bool(each) for each in pages_alone) / len(pages_alone) if pages_alone else 0.0


others = [ragas(said), deepeval(said), trulens([3, 3, 0, 1]), ragchecker([alone for *_, alone in transcript])]
print([f"{value:.2f}" for value in others])
compare_prediction(prediction, max(others) - min(others))

# %% [markdown]
# Ours comes from the helper; for it, contradicted and not said are both *refuted*. All five beside each other, with the pass line of this course: from 0.80 on, an answer counts as faithful (lesson 5).

# %%
from ragdiag_helpers.plots import convention_scores

LABELS = {"supported": "supported", "contradicted": "refuted", "not said": "refuted", "unsure": "undecided"}
our_verdicts = [Verdict(LABELS[verdict]) for verdict in said]
print("ours:", claims.faithfulness(our_verdicts))
tools = ["ours", "ragas 0.4.3", "deepeval 4.3.1", "trulens-feedback 2.16.0", "ragchecker 0.1.9"]
fig, ax = convention_scores(dict(zip(tools, [claims.bounds(our_verdicts), *others])))
print(fig.alt)

# %% [markdown]
# The same verdicts: from 0.20 to 0.80, and one convention lets the answer pass. None of them is a mistake. They answer different questions: *can I show the
# words for it?* (ours, Ragas), *does a page contradict it?* (DeepEval), *how well is each sentence covered?* (TruLens), *does one page alone carry it?*
# (RAGChecker). And each tool also asks its judge in its own words, so in real use the verdicts differ too.
#
# Is our arithmetic theirs? TruLens publishes an example, checked below: two sentences, graded 10 and 0 out of 10, give 0.5. For all four,
# `tests/oracle_conventions.py` calls the published scoring functions with our verdicts: the same scores.
#
# The widest gap is at the edge. Take the plain refusal: no claims, and for TruLens one sentence that admits not knowing. Write your guess first: **how many
# of the five** give it a perfect 1?

# %% predict="perfect_refusals"
prediction = None

# %%
print("TruLens' example:", trulens([10, 0], top=10))
edge = [claims.faithfulness([]), ragas([]), deepeval([]), trulens([3]), ragchecker([])]
for name, value in zip(tools, edge):
    print(f"{name:24} {value}")
compare_prediction(prediction, edge.count(1.0))

# %% [markdown]
# `None`, NaN, 1, 1 and 0 for the same refusal. Mute is perfectly faithful on two dashboards, unmeasured on two, and the worst possible on one. (TruLens has a
# second version that first asks whether the question was answerable.)

# %% [markdown]
# ## 7. Your policy
#
# Three decisions hide in every faithfulness score: what to do with **no claims**, with **refusals**, and with **unsure** verdicts. Decide for your own RAG,
# and give a reason that a colleague could disagree with. Not graded.

# %%
my_policy = """
No claims:      ...
Refusals:       ...
Unsure verdict: ...
Because ...
"""
print(my_policy)

# %% [markdown]
# <details><summary>The course's policy, and its reason</summary>No claims and refusals: None, left out of the mean and counted beside it, because nothing was claimed, and because whether the refusal was
# right is a question of its own. Unsure: None with bounds, because a judge's weakness is not the answer's. The price: a mean over fewer rows, so the coverage must always be printed.
# </details>
#
# **Exercise 3.3.** One function, four policies for undecided claims. Yours is probably among them.
#
# <details><summary>Hint 1</summary>Count the supported and the undecided labels first. All four policies are made of these two counts and the number of labels.</details>
# <details><summary>Hint 2</summary>"for" changes what is above the fraction bar, "skip" what is below it, "against" neither.</details>
# <details><summary>Hint 3</summary>After you have decided what is above and below, one test of the divisor serves both the refusal and an answer of which
# nothing is left. Refuse an unknown policy before anything else.</details>

# %% exercise="score"
def score(labels, unsure="undefined"):
    """Return the faithfulness of an answer some of whose claims may be undecided, from 0 to 1 or None.

    labels: a list with "supported", "refuted" or "undecided" for each claim.
    No labels: None, under each of the four policies.
    unsure: what an undecided claim does.
        "undefined"  one undecided claim makes the score None (the course's policy)
        "against"    it counts as not supported
        "for"        it counts as supported
        "skip"       it is left out, above and below the fraction bar; nothing left: None
    Any other unsure: raise ValueError. This comes first, also without labels and where nothing is undecided.
    """
    ### BEGIN SOLUTION
    if unsure not in ("undefined", "against", "for", "skip"):
        raise ValueError(f"unsure is {unsure!r}; it must be undefined, against, for or skip")
    doubtful = labels.count("undecided")
    if doubtful and unsure == "undefined":
        return None
    above = labels.count("supported") + (doubtful if unsure == "for" else 0)
    below = len(labels) - (doubtful if unsure == "skip" else 0)
    return above / below if below else None
    ### END SOLUTION


# %% check="score_undefined_is_the_default" points=1
"""One undecided claim leaves the score undefined; without one it is plain faithfulness."""
from ragdiag_helpers.checks import expect

mixed = ["supported", "undecided", "supported", "refuted", "supported", "undecided"]
expect(score, mixed, wanted=None, mistakes={
    3 / 6: "You counted the undecided claims as not supported. By default they leave the score undefined: None.",
    5 / 6: "You counted the undecided claims as supported. By default they leave the score undefined: None.",
    3 / 4: "You left the undecided claims out without a word. By default they leave the score undefined: None.",
    0: "Undecided is not bad, it is unknown: None.",
    AttributeError: 'The labels are plain words such as "supported". They have no .label; compare them as they are.',
    (3 / 6, 5 / 6): "These are the bounds. The score itself is undefined: None.",
})
expect(score, ["supported", "refuted", "refuted", "supported", "supported"], wanted=3 / 5, mistakes={
    None: "No claim is undecided here, so the score is defined. When do you return None?",
    2 / 5: "That is the share of refuted claims. Count the supported ones.",
    3 / 2: "You divided by the refuted claims. Divide by all claims.",
    3: "That is the count. Divide it by the number of claims.",
    0: "You cut the fraction off, or asked whether every claim is supported. The score gives credit for a part.",
})
expect(score, ["refuted", "refuted"], wanted=0.0, mistakes={
    None: "Both claims are decided, and neither is supported: 0.0. None is for no claims, or for an undecided one.",
})

# %% check="score_against_and_for_are_the_bounds" points=1
"""Against gives the lower bound, for the upper one."""
from ragdiag_helpers.checks import expect

mixed = ["supported", "undecided", "supported", "refuted", "supported", "undecided"]
expect(score, mixed, "against", wanted=3 / 6, mistakes={
    3 / 4: "You left the undecided claims out of the divisor: that is skip. Against keeps them below the fraction bar.",
    5 / 6: "You counted the undecided claims as supported: that is for.",
    1 / 6: "You took the undecided claims off the supported ones. They were never among them.",
    None: "This policy gives a number also where claims are undecided. Only undefined and an empty divisor give None.",
    0: "0 says that nothing is supported. Three claims are; each undecided one is one more that is not.",
})
expect(score, mixed, "for", wanted=5 / 6, mistakes={
    3 / 6: "You counted the undecided claims as not supported: that is against.",
    3 / 4: "You left the undecided claims out: that is skip.",
    5 / 4: "You counted the undecided claims above the fraction bar and left them out below it. A share cannot be above 1.",
    None: "This policy gives a number also where claims are undecided. Only undefined and an empty divisor give None.",
    1: "1 says that all are supported, and one is refuted. Only the undecided ones change sides.",
    4 / 6: "You counted one undecided claim, or the refuted one. Every undecided claim counts as supported.",
})

# %% check="score_skip_leaves_out_above_and_below" points=1
"""Skip divides by the decided claims; where none is left the score is undefined."""
from ragdiag_helpers.checks import expect

mixed = ["supported", "undecided", "supported", "refuted", "supported", "undecided"]
expect(score, mixed, "skip", wanted=3 / 4, mistakes={
    3 / 6: "You left the undecided claims out above the fraction bar only: that is against. Take them out of the divisor too.",
    5 / 6: "You counted the undecided claims as supported: that is for.",
    5 / 4: "You counted the undecided claims above the fraction bar and left them out below it.",
    None: "Four claims are decided, so there is something to divide by.",
    3 / 5: "You left out one undecided claim. Leave out all of them.",
})
expect(score, ["refuted", "undecided", "refuted"], "skip", wanted=0.0, mistakes={
    None: "Two claims are decided, and neither is supported: 0.0. None is for where nothing is left.",
})
doubts = ["undecided", "undecided", "undecided"]
expect(score, doubts, "skip", wanted=None, mistakes={
    ZeroDivisionError: "Nothing is left to divide by. Test the divisor, not the list of labels.",
    0: "Nothing is left after skipping, so nothing was measured: None.",
    1: "Nothing is left after skipping, so nothing was measured: None.",
})

# %% check="score_without_claims_is_undefined" points=1
"""A refusal has no score under any policy."""
from ragdiag_helpers.checks import expect

for any_policy in ("undefined", "against", "for", "skip"):
    expect(score, [], any_policy, wanted=None, mistakes={
        ZeroDivisionError: "Without claims the divisor is 0. Decide that case before you divide.",
        1: "No claims is no reason for a perfect score. Return None.",
        0: "No claims is no reason for the worst score. Return None.",
    })

# %% check="score_refuses_an_unknown_policy" points=1
"""A policy that does not exist must not pass as one that does."""
from ragdiag_helpers.checks import expect

for bad_policy in ("ignore", None, "Skip"):
    expect(score, ["supported", "undecided"], bad_policy, wanted=ValueError, mistakes={
        None: "An unknown policy passed silently. A slip in the caller's code should be heard: raise ValueError.",
        1 / 2: "An unknown policy passed silently. A slip in the caller's code should be heard: raise ValueError.",
        1: "An unknown policy passed silently. A slip in the caller's code should be heard: raise ValueError.",
        KeyError: "KeyError names the word and not the choices. Raise ValueError with a message that names them.",
        AttributeError: "Take the policy without changing its letters, and refuse an unknown one before you look at the labels.",
        AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
    })
expect(score, ["supported", "refuted"], "ignore", wanted=ValueError, mistakes={
    1 / 2: "Nothing is undecided here, and the policy is unknown all the same. Refuse it before anything else.",
})
expect(score, [], "ignore", wanted=ValueError, mistakes={
    None: "There are no claims, and the policy is unknown all the same. Refuse it before anything else.",
    ZeroDivisionError: "Refuse the unknown policy before anything else, also before you divide.",
})

# %% check="score_agrees_with_the_helper" points=1
"""Yours under three policies, and the helper's faithfulness and bounds."""
from ragdiag_helpers import claims
from ragdiag_helpers.checks import agree, expect


def helper_on_policy(labels, unsure):
    verdict_list = [claims.Verdict(label) for label in labels]
    low, high = claims.bounds(verdict_list) or (None, None)
    return {"undefined": claims.faithfulness(verdict_list), "against": low, "for": high}[unsure]


agree(score, helper_on_policy, [
    *[(["supported", "undecided", "refuted"], each) for each in ("undefined", "against", "for")], (["supported", "refuted"], "undefined"),
    *[(["undecided", "undecided"], each) for each in ("undefined", "against", "for")], ([], "for"),
])
### BEGIN HIDDEN TESTS
for policy, share in {"undefined": None, "against": 2 / 9, "for": 5 / 9, "skip": 2 / 6}.items():
    expect(score, ["undecided"] * 3 + ["supported"] * 2 + ["refuted"] * 4, policy, wanted=share)
expect(score, ["refuted", "undecided", "undecided"], "skip", wanted=0.0)
expect(score, ["undecided"], "against", wanted=0.0)
expect(score, ["refuted", "supported", "supported"], "skip", wanted=2 / 3)
expect(score, ["supported", "refuted"], "UNDEFINED", wanted=ValueError)
### END HIDDEN TESTS

# %% [markdown]
# **Live.** The next cell would put the five claims and both pages to Claude, or to a local model behind the same interface. It prints the cost first and asks
# nobody unless you set `ASK_CLAUDE = True`. It is never graded. If you run it, compare its verdict on the last claim with the judge's *unsure*.

# %% live=true
ASK_CLAUDE = False
from ragdiag_helpers.judges.live import live

five_claims, both_pages = [claim for _, claim, *_ in transcript], [pages["ratelimits"], pages["plans"]]
live(ASK_CLAUDE, lambda judge: judge.verify(five_claims, both_pages))

# %% [markdown]
# ## 8. Faithful is not right
#
# Somebody forgot to update a page: in the *stale* edition of the documentation the Pro plan has its old price.

# %%
stale = load_corpus("meridian-stale")
record = Docent(stale).ask("How much does the Pro plan cost per month?")
print("answer:   ", record.answer)
print("reference:", load_golden()[0].reference)

# %% [markdown]
# 19 dollars where 25 would be right. Write your guess first: what is the **faithfulness** of this answer?

# %% predict="stale_faithfulness"
prediction = None

# %%
stale_claims = judge.split(record.answer)
(reference_verdict,) = judge.verify(load_golden()[0].claims, f"# {record.question}\n\n{record.answer}")
print("vibe score:", vibes[record.answer].reply["score"], "of 10")
print(load_golden()[0].claims[0], "In the answer?", reference_verdict.label)
compare_prediction(prediction, claims.faithfulness(judge.verify(stale_claims, record.contexts)))

# %% [markdown]
# Both claims stand in the page that it was given. The answer is **faithful and wrong**. Faithfulness compares it with its **context**; correctness compares
# it with the **truth**, here the reference, and finds 25 dollars nowhere in it. The owner of the page must repair this, not the owner of the prompt.
#
# Now put the very same answer beside today's page:

# %%
for name, text in {"stale page": stale[2].text, "today's page": pages["plans"]}.items():
    quotes = ("costs 19 dollars", "includes 20 GB")
    shown = [Verdict("supported" if quote in text else "refuted") for quote in quotes]
    print(f"{name:13} faithfulness {claims.faithfulness(shown):.2f}")

# %% [markdown]
# So faithfulness belongs to the answer **and what it was given**. A log that keeps only the answers has thrown this score away: keep the contexts.
#
# | | right | wrong |
# |---|---|---|
# | **faithful** | fine | the page is wrong: *docs owner* |
# | **not faithful** | right by accident: it will not last | an invention: *prompt or model team* |

# %% [markdown]
# ## 9. Does it answer what was asked?
#
# Three answers that Docent gave or could give. Is each **to the point**? A trick measures it: read only the answer, say which question it answers, and
# compare that with the question that was asked. We play the reader by hand; in a tool it is a model.

# %%
asked = {  # answer: the question that was asked
    "Meridian runs in us-east, eu-west and ap-south.": "Can I move a database from us-east to eu-west?",
    "The Pro plan costs 25 dollars per month.": "How much does the Pro plan cost per month?",
    "Backups are kept for 30 days on the Scale plan.": "How long are backups kept on the Scale plan?",
}
guessed = {  # answer: the question that it answers, by hand
    "Meridian runs in us-east, eu-west and ap-south.": "In which regions does Meridian run?",
    "The Pro plan costs 25 dollars per month.": "What does the Pro plan cost per month?",
    "Backups are kept for 30 days on the Scale plan.": "How long are backups kept on the Scale plan?",
}

# %% [markdown]
# How alike two questions are says the **cosine**: 0 with nothing in common, 1 with the same content words (small
# words such as *how*, *what* and *does* do not count). The *backups* answer is the **wrong** one: the page says 90 days.
# Write your guess first: what does it score? (A number from 0 to 1.)

# %% predict="relevance_of_a_wrong_answer"
prediction = None

# %%
from ragdiag_helpers.similarity import cosine

names = ["regions", "price", "backups"]
alike = {name: cosine(asked[text], guessed[text]) for name, text in zip(names, asked)}
print({name: f"{value:.2f}" for name, value in alike.items()})
compare_prediction(prediction, round(alike["backups"], 2))

# %% [markdown]
# Wrong, and exactly to the point. The *regions* answer is true, word for word from its page, and answers another question. This number sees the
# **topic**, never the facts.
#
# The helper, `claims.answer_relevance`, asks a judge for the question. With a judge that says what we said by hand, it must give the same numbers:

# %% folded=true
from ragdiag_helpers.verdicts import Relevance


class ByHand:
    def relevance(self, question, answer):
        return Relevance(None, questions=(guessed[answer],))


for name, text in zip(alike, asked):
    assert claims.answer_relevance(asked[text], text, ByHand()) == alike[name]
print("by hand and helper agree on", len(alike), "answers")

# %% [markdown]
# A dashboard with room for one number takes the mean of both. For the first and the last answer:

# %%
for name, text in zip(alike, asked):
    if text in vibes:  # the contexts of these two are stored with the vibe scores
        value = claims.faithfulness(judge.verify(judge.split(text), vibes[text].request["contexts"]))
        blended = (value + alike[name]) / 2
        print(f"{name}: faithfulness {value:.2f}, relevance {alike[name]:.2f}, blended {blended:.2f}")

# %% [markdown]
# The same blended score, and opposite faults: one answer keeps to the page and misses the question, the other invents. **Never blend**: keep the numbers
# apart, as with precision and recall.

# %% [markdown]
# ## 10. The museum of impossible numbers
#
# A figure of the kind you meet in blog posts (we made this one up): a screenshot of **one** answer, cut into **four** claims, and below it **faithfulness 0.85**.
# Write your guess first:
#
# - `"a"` possible: three claims are good and one is nearly good
# - `"b"` possible, but only with an undecided claim
# - `"c"` impossible

# %% predict="museum"
prediction = None

# %%
possible = [supported / 4 for supported in range(5)]
print(possible)
compare_prediction(prediction, "c" if all(abs(0.85 - each) > 0.005 for each in possible) else "a")
fewest = next(n for n in range(1, 100) if any(round(supported / n, 2) == 0.85 for supported in range(n + 1)))
print("one answer with 0.85, rounded, has at least", fewest, "claims")

# %% [markdown]
# Four claims give quarters and nothing else; with an undecided one skipped, thirds. 0.85 must be a mean over several answers, or no share at all.

# %% [markdown]
# ## 11. Check yourself

# %%
from ragdiag_helpers.study import flashcards, quiz

quiz("03_faithfulness")

# %%
flashcards("03_faithfulness")

# %% [markdown]
# ## 12. What we saw
#
# - Faithfulness = supported claims / claims. One plausible sentence took it from 1.00 to 0.75.
# - No claims: `None`, an abstention, counted beside the mean. Claims without context: 0.0.
# - Whoever splits decides the divisor. A careless splitter gave the wrong answer *30 days.* a 1.0.
# - A score from 1 to 10 gave it an 8, and cannot say what to repair.
# - Faithful is not right (the stale page), and right is not to the point (the regions).
# - The same verdicts give 0.20, 0.40, 0.58 or 0.80, and a refusal `None`, NaN, 1, 1 or 0.
#
# Other tools differ: section 6 says how, for the versions named there. Before you compare two scores, ask: what is a claim, what does *unsure* count, what
# does a refusal get?
#
# **Done means:** every line below says *done*, and you can defend your policy to somebody who chose another.

# %%
from ragdiag_helpers.checks import progress

progress({"faithfulness": 5, "split": 17, "score": 18})

# %% [markdown]
# **Where it connects.** Lesson 2 asked the same of the *ideal* answer: contextual recall. This lesson believed its judge; lesson 4 asks whether you can.
# Lesson 5 puts recall and faithfulness on two axes and names the fault.
