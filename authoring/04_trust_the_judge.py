# %% [markdown]
# # Lesson 4. Can you trust the judge?
#
# **30 minutes** to read and run, labelling included. The exercises take another 40 to 50. No API key, no network.
#
# After this lesson you can
#
# - measure a judge against labels: agreement, Cohen's kappa, TPR and TNR, each with its interval;
# - say why 16 of 20 is thin, and why a judge that says yes to everything can look good;
# - test a judge for wobble, and for a liking of long, first or well-dressed answers;
# - correct a pass rate that a biased judge observed, and say when that cannot be done.

# %% first=true

# %% [markdown]
# ## 1. You first
#
# A school hires an examiner. She will mark thousands of papers, and nobody will look at them again. What are her marks
# worth? You mark a few papers **yourself**, without looking at hers. Then you compare.
#
# | at the school | in a RAG |
# |---|---|
# | the examiner | the **judge**: a model, or rules, that says whether a page supports a claim |
# | your own marks | **labels**: what a person decided |
# | marking without looking at hers | labelling **blind** |
# | comparing the two | **calibrating** the judge |
#
# So label first: 20 claims about Meridian, four to a page. Write `"yes"` if a careful reader with nothing but that
# page would sign the claim, else `"no"`.
#
# - Another number, unit, currency or time zone: no.
# - An added *at once*, *every*, *always*, that the page does not have: no.
# - Plausible, and not there: no.
# - Other words for the same thing: yes. Two sentences of the page that say it together: yes.
#
# Run a cell to see its page, write your four answers in place of `None`, and run it again. It takes about five minutes in all. In a hurry? Leave
# `None`: everything below runs without your labels, too.

# %%
from ragdiag_helpers.labels import load_labels
from ragdiag_helpers.study import claim_sheet

labels = load_labels()
claim = {label.id: label for label in labels}
on_backups = {"l49": None, "l61": None, "l31": None, "l67": None}
claim_sheet("Page 1 of 5: backups", [claim[each] for each in on_backups])

# %%
on_auth = {"l53": None, "l33": None, "l11": None, "l51": None}
claim_sheet("Page 2 of 5: authentication", [claim[each] for each in on_auth])

# %%
on_plans = {"l25": None, "l80": None, "l41": None, "l7": None}
claim_sheet("Page 3 of 5: plans", [claim[each] for each in on_plans])

# %%
on_sdks = {"l58": None, "l37": None, "l66": None, "l38": None}
claim_sheet("Page 4 of 5: SDKs", [claim[each] for each in on_sdks])

# %%
on_deletion = {"l64": None, "l35": None, "l29": None, "l55": None}
claim_sheet("Page 5 of 5: deleting data", [claim[each] for each in on_deletion])

# %% [markdown]
# ## 2. Another labeller first
#
# Before the judge, compare yourself with other labellers: those of the course. From here on `True` stands for *supported*.

# %%
from ragdiag_helpers.study import read_blind

mine = {**on_backups, **on_auth, **on_plans, **on_sdks, **on_deletion}
twenty = [claim[each] for each in mine]
blind = read_blind(mine, twenty)
course = {label.id: label.label == "supported" for label in labels}
print(f"You labelled {len(blind)} of 20 claims. All figures use the course's labels, some also yours.")
for each in blind:
    if blind[each] != course[each]:
        print(f"{each} {claim[each].claim}\n    the course: {claim[each].label}. {claim[each].reason}")
second = {label.id: label for label in load_labels("judge_labels_second_pass")}
same = sum(second[each].label == claim[each].label for each in claim)
print(f"Two passes of the course agree on {same} of {len(claim)}.")
print("Doubtful in the second pass:", [each for each in mine if second[each].reason.startswith("Doubtful")])

# %% [markdown]
# A claim where you differ is no fault of yours. Read the course's reason, and keep your label if you still believe in it. Two careful people usually differ more
# than these two passes.
#
# Whose labels are these? They are **course labels**: written for the course by its author, and labelled a second time in a separate session that saw
# only the guideline. That the two passes agree does not say that the guideline is right. Nobody checked these labels
# against real traffic. (If you hesitated at `l67` or `l55`, so did the second session.)

# %% [markdown]
# ## 3. Now the judge
#
# Here is what a judge said about the claims. **This judge is made up.** Its replies were written for the course, with weaknesses planted in them.
# So nothing here says how good any model is. How to find out is the same on a real judge.

# %%
from ragdiag_helpers.judges import get_judge

judge = get_judge("replay")
verdict = {label.id: judge.verify([label.claim], [label.context])[0] for label in labels}
print(sum(judge.origins.values()), "replies:", ", ".join(sorted({origin for origin, _ in judge.origins})))
said = {each: verdict[each].label == "supported" for each in verdict}
for each in mine:
    mark = " " if said[each] == course[each] else "<-- differ"
    print(f"{each:4} course {course[each]!s:6} judge {said[each]!s:6} {claim[each].claim} {mark}")

# %% [markdown]
# **Agreement** is the share on which both say the same: 16 of 20. A common rule says: from 0.8
# on, trust the judge. Here it is, exactly on the line.
#
# But another twenty claims would have given another number. Write your guess first: if 16 of 20 is all you
# know, how low may the judge's true agreement plausibly be (the lower end of a 95% interval)?
#
# - `"a"` about 0.79
# - `"b"` about 0.70
# - `"c"` below 0.60

# %% predict="how_low_is_sixteen_of_twenty"
prediction = None

# %%
from ragdiag_helpers.calibration import wilson_interval
from ragdiag_helpers.checks import compare_prediction

low, high = wilson_interval(16, 20)
compare_prediction(prediction, "a" if low > 0.75 else "b" if low > 0.6 else "c")
print(f"16 of 20 = {16 / 20:.2f}, 95% interval {low:.3f} to {high:.3f}")

# %% [markdown]
# From 0.584 to 0.919: from *wrong on two of five* to *wrong on one of twelve*. So **16 of 20 is thin**. The interval is the one of Wilson (1927), made
# for shares of few things. `told` prints a share with it. How many claims would do?

# %%
# We will need this often.
def told(part, whole):
    """A share and its Wilson 95% interval, as text."""
    if not whole:
        return "nothing to measure"
    low, high = wilson_interval(part, whole)
    return f"{part} of {whole} = {part / whole:.2f} [{low:.2f}, {high:.2f}]"


for whole in (20, 50, 100, 200):
    print("agreement 0.80:", told(whole * 8 // 10, whole), "   0.90:", told(whole * 9 // 10, whole))
agreed = sum(said[each] == course[each] for each in said)
print("\nour judge on all 92 claims:  ", told(agreed, len(said)))
print("our judge against your labels:", told(sum(said[each] == blind[each] for each in blind), len(blind)))

# %% [markdown]
# With an agreement of exactly 0.80 no number of labels lifts the lower end to 0.8. With 0.90, fifty just miss it. A fair form of the
# rule is: **the lower end must reach 0.8.** On all 92 claims our judge has 0.86, and the interval still reaches below.
#
# (We *picked* the twenty so that many kinds of claims occur and the agreement lies on the line. In your own work draw them at random.)

# %% [markdown]
# ## 4. What does chance give?
#
# A worse problem than few labels: agreement alone cannot tell a judge from a rubber stamp. Take a bot of whose claims 9 of 10
# are supported, and a judge that says *supported* to **everything**. Write your guess first: what is its agreement?

# %% predict="agreement_of_a_rubber_stamp"
prediction = None

# %%
from ragdiag_helpers import calibration

good_bot = [True] * 9 + [False]
yes_to_all = [True] * 10
compare_prediction(prediction, calibration.agreement(yes_to_all, good_bot))
wanted = list(course.values())
print(f"and on our 92 claims: {calibration.agreement([True] * 92, wanted):.2f}")

# %% [markdown]
# 0.90, for nothing. The better your bot, the better the rubber stamp looks. Even where about half of the claims are supported, it gets 0.48.
#
# **Cohen's kappa** takes this luck away. It asks: how much of the way from chance to perfect did the judge go?
#
# *kappa = (observed agreement - expected agreement) / (1 - expected agreement)*
#
# *Expected* is what two raters would reach by luck: each says yes as often as it does now, and neither looks at the claims. By hand, for
# 24 claims: both yes 13, judge alone yes 2, label alone yes 0, both no 9. Below it the same in steps (click, or Tab and Enter).

# %%
from ragdiag_helpers.study import kappa_stepper

observed = (13 + 9) / 24
by_luck_yes = (13 + 2) / 24 * (13 + 0) / 24
by_luck_no = (0 + 9) / 24 * (2 + 9) / 24
expected = by_luck_yes + by_luck_no
print(f"observed {observed:.3f}, expected {expected:.3f}, kappa {(observed - expected) / (1 - expected):.3f}")
kappa_stepper(calibration.Confusion(tp=13, fp=2, fn=0, tn=9))

# %% [markdown]
# Chance alone gives 0.510; of the room above it, 0.830 was used.
#
# **Exercise 4.1.** Write kappa. One corner: if the *labels* hold one kind only, nothing can tell a good judge from a rubber stamp, so kappa is
# undefined, `None`. A *judge* that holds one kind only is another matter: that is the rubber stamp, and it gets its 0.
#
# <details><summary>Hint 1</summary>Observed agreement: <code>zip</code> the two lists and count the pairs that are equal. It needs lists of the same length: look first, because <code>zip</code> does not.</details>
# <details><summary>Hint 2</summary>The share of yes of each side is <code>sum(side) / len(side)</code>. The share of no is 1 minus that.</details>
# <details><summary>Hint 3</summary>Expected agreement has two parts: both yes by luck, both no by luck. In each, multiply the share of the one side with the share of the other.</details>

# %% exercise="cohen_kappa"
def cohen_kappa(judge, labels):
    """Return Cohen's kappa, from -1 to 1; 0 is what chance gives.

    judge, labels: lists of True (supported) and False, of the same length, in the same order.
    Other lengths: raise ValueError.
    The labels hold one kind only, or there is none: None (undefined).
    """
    ### BEGIN SOLUTION
    if len(judge) != len(labels):
        raise ValueError(f"{len(judge)} verdicts and {len(labels)} labels")
    if len(set(labels)) < 2:
        return None
    n = len(labels)
    observed = sum(one == other for one, other in zip(judge, labels)) / n
    yes, truly = sum(judge) / n, sum(labels) / n
    expected = yes * truly + (1 - yes) * (1 - truly)
    return (observed - expected) / (1 - expected)
    ### END SOLUTION


# %% check="kappa_takes_chance_away" points=1
"""The table above, as two lists: 0.830."""
from ragdiag_helpers.checks import expect

expect(cohen_kappa, [True] * 15 + [False] * 9, [True] * 13 + [False] * 11, wanted=39 / 47, mistakes={
    22 / 24: "That is the observed agreement. Kappa takes away what chance gives.",
    22: "That is how many agree. Make it a share, then take away what chance gives.",
    2 / 24: "That is the share on which they differ.",
    294 / 576: "That is the expected agreement: what chance gives.",
    234 / 576: "That is the difference alone. Divide it by the room above chance, 1 - expected.",
    234 / 294: "You divided by the expected agreement. Divide by the room above it, 1 - expected.",
    333 / 381: "You counted luck on yes only. Both may say no by luck, too.",
    5 / 6: "You took 0.5 for chance. That holds only where a side says yes half of the time. Multiply the shares that are there.",
    238 / 286: "You used the labels' shares for both sides. The judge has shares of its own.",
    222 / 270: "You used the judge's shares for both sides. The labels have shares of their own.",
    29 / 35: "You pooled both sides into one share of yes. Kappa multiplies the share of the one side with that of the other.",
    246 / 294: "You multiplied yes with no: that is luck in differing. Multiply yes with yes, and no with no.",
    -39 / 47: "The sign is turned round: observed minus expected.",
    -60 / 576: "Brackets are missing: 1 - expected is one divisor, so write it in brackets.",
    22 / 24 - 294 / 282: "Brackets are missing: only expected was divided. Subtract first, then divide.",
    (22 - 294 / 576) / (282 / 576): "Observed is a count here. Make it a share: divide by the number of claims.",
    (22 / 24 - 294) / (1 - 294): "Expected comes from counts here. Make each a share: divide by the number of claims.",
    (22 / 24 - 363) / (1 - 363): "Expected comes from counts here. Make each a share: divide by the number of claims.",
    (22 / 24 - 12.25) / (1 - 12.25): "Expected is a count here. Make it a share: divide by the number of claims.",
    (22 - 12.25) / (1 - 12.25): "Observed and expected are counts here, and the 1 is a share. Make both shares.",
})

# %% check="kappa_can_be_negative" points=1
"""A judge that differs more than chance has a kappa below 0."""
from ragdiag_helpers.checks import expect

expect(cohen_kappa, [True, True, True, False, False, False, False], [True, False, False, True, True, True, False], wanted=-0.4, mistakes={
    0: "You stopped at 0, or rounded. A judge can be worse than chance: let kappa go below 0.",
    0.4: "The sign is lost. This judge differs more often than chance would, so kappa is below 0.",
    2 / 7: "That is the observed agreement. Kappa takes away what chance gives.",
    24 / 49: "That is the expected agreement: what chance gives.",
    -10 / 49: "That is the difference alone. Divide it by the room above chance, 1 - expected.",
    -10 / 24: "You divided by the expected agreement. Divide by the room above it, 1 - expected.",
    2 / 37: "You counted luck on yes only. Both may say no by luck, too.",
    -3 / 7: "Chance is not 0.5 here. Multiply the share of the one side with that of the other: yes with yes, no with no.",
    -11 / 24: "Chance is not 25/49 here. Multiply the share of the one side with that of the other: yes with yes, no with no.",
    5 / 7: "That is the share on which they differ.",
    -34 / 49: "Brackets are missing: 1 - expected is one divisor, so write it in brackets.",
    2 / 7 - 24 / 25: "Brackets are missing: only expected was divided. Subtract first, then divide.",
    (2 - 24 / 49) / (25 / 49): "Observed is a count here. Make it a share: divide by the number of claims.",
    (2 / 7 - 24) / (1 - 24): "Expected comes from counts here. Make each a share: divide by the number of claims.",
    (2 / 7 - 18) / (1 - 18): "Expected comes from counts here. Make each a share: divide by the number of claims.",
    (2 / 7 - 24 / 7) / (1 - 24 / 7): "Expected is a count here. Make it a share: divide by the number of claims.",
    (2 - 24 / 7) / (1 - 24 / 7): "Observed and expected are counts here, and the 1 is a share. Make both shares.",
})

# %% check="kappa_of_a_rubber_stamp_is_zero" points=1
"""A judge that always says yes gets 0: defined, and no better than chance."""
from ragdiag_helpers.checks import expect

expect(cohen_kappa, [True] * 5, [True, False, True, True, False], wanted=0, mistakes={
    None: "The judge says one thing only; the labels do not. Kappa is defined here, and it is 0.",
    3 / 5: "That is the agreement (and what chance gives). Take chance away, and nothing is left.",
    1 / 5: "You took 0.5 for chance. Here chance gives 3/5, because the judge always says yes.",
    -1 / 4: "Chance is not 17/25 here. Multiply the share of the one side with that of the other: yes with yes, no with no.",
    2 / 5: "That is the share on which they differ.",
    -3 / 5: "Brackets are missing: 1 - expected is one divisor, so write it in brackets.",
    3 / 5 - 3 / 2: "Brackets are missing: only expected was divided. Subtract first, then divide.",
    (3 - 0.6) / 0.4: "Observed is a count here. Make it a share: divide by the number of claims.",
    (0.6 - 23) / (1 - 23): "Expected comes from counts here. Make each a share: divide by the number of claims.",
    (0.6 - 15) / (1 - 15): "Expected comes from counts here. Make each a share: divide by the number of claims.",
    (0.6 - 3) / (1 - 3): "Expected is a count here. Make it a share: divide by the number of claims.",
    ZeroDivisionError: "The labels are of both kinds, so 1 - expected is not 0 here. What do you divide by?",
})

# %% check="kappa_needs_labels_of_both_kinds" points=1
"""Labels of one kind only, or none at all: undefined, so None."""
from ragdiag_helpers.checks import expect

for verdicts_here, labels_here in (([True, False, True], [True] * 3), ([True] * 4, [True] * 4), ([False] * 2, [False] * 2), ([], [])):
    expect(cohen_kappa, verdicts_here, labels_here, wanted=None, mistakes={
        0: "0 says: no better than chance. With labels of one kind only nobody can tell. Return None.",
        1: "1 says: perfect. A rubber stamp would do as well on these labels. Return None.",
        ZeroDivisionError: "The divisor is 0 here. Look at the labels before you divide.",
        ValueError: "Both lists are of the same length, so nothing is to be refused. Kappa is undefined: None.",
    })

# %% check="kappa_refuses_lists_of_different_length" points=1
"""Three verdicts and two labels: somebody lost a row."""
from ragdiag_helpers.checks import expect

expect(cohen_kappa, [True, False, True], [True, False], wanted=ValueError, mistakes={
    1: "zip stops at the shorter list and drops the third verdict without a word. Compare the lengths first.",
    None: "None says that kappa is undefined. Here the input is broken: raise ValueError.",
    AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
    IndexError: "Compare the lengths first, and raise ValueError: it tells the caller what is wrong.",
})

# %% check="kappa_agrees_with_the_helper" points=1
"""Your kappa and the helper's agree."""
from ragdiag_helpers import calibration
from ragdiag_helpers.checks import agree, expect

agree(cohen_kappa, calibration.cohen_kappa, [
    ([True, True, False, True], [True, True, False, False]), ([True, False] * 6, [True] * 5 + [False] * 7),
    ([False] * 4, [True, False, False, True]), ([True] * 3, [False] * 3), ([True, False, False], [True, False, False]),
])
### BEGIN HIDDEN TESTS
expect(cohen_kappa, [True] * 7 + [False] * 3, [True] * 4 + [False] * 4 + [True] * 2, wanted=(0.5 - 0.54) / 0.46)
expect(cohen_kappa, [False] * 6, [False] * 5 + [True], wanted=0)
expect(cohen_kappa, [True, False], [False, True], wanted=-1)
expect(cohen_kappa, [False, True, True], [False] * 3, wanted=None)
expect(cohen_kappa, [True], [True, False], wanted=ValueError)
### END HIDDEN TESTS

# %% [markdown]
# Now the rubber stamp and our judge: on all claims, on the twenty, and (if you labelled) against you:

# %%
print(f"rubber stamp: {calibration.cohen_kappa([True] * 92, wanted):.2f}")
references = {"all 92": course, "the twenty": {each: course[each] for each in mine}, "your own": blind}
for name, reference in references.items():
    kappa = calibration.cohen_kappa([said[each] for each in reference], list(reference.values()))
    print(f"{name}: {'undefined' if kappa is None else f'{kappa:.2f}'}")

# %% [markdown]
# The rubber stamp has nothing left. Half of the twenty are supported, so chance gives about half, and an agreement of 0.80 is a kappa of 0.60.
#
# Another judge agrees with the labels on **90%** of 100 claims. Judge and labels each say yes 90% of the time. Write your guess
# first: what is kappa?

# %% predict="kappa_of_ninety_percent"
prediction = None

# %%
judge_said = [True] * 85 + [True] * 5 + [False] * 5 + [False] * 5
label_said = [True] * 85 + [False] * 5 + [True] * 5 + [False] * 5
print(f"agreement {calibration.agreement(judge_said, label_said):.2f}")
compare_prediction(prediction, calibration.cohen_kappa(judge_said, label_said))
luck = 0.9 * 0.9 + 0.1 * 0.1
print(f"expected {luck:.2f}; {0.9 - luck:.2f} of {1 - luck:.2f} = {(0.9 - luck) / (1 - luck):.3f}")

# %% [markdown]
# 0.444: luck alone agrees on 0.82 of them. This judge agrees more often than ours (0.90, ours 0.80), and its kappa is lower (0.444,
# ours 0.60). Kappa depends on the labels, not on the judge alone. Here is one judge that is
# right on 9 of 10 claims of **each** kind, on sets with more and more supported claims:

# %%
from ragdiag_helpers.plots import kappa_by_share

fig, ax = kappa_by_share(tpr=0.9, tnr=0.9)
print(fig.alt)

# %% [markdown]
# The judge stays the same, and so does its agreement; kappa falls where nearly all labels are alike. So never compare the kappas of two judges on two
# different sets. Put both to the same labels.

# %% [markdown]
# ## 5. Two ways to be wrong
#
# The judge can be wrong in two ways, and they do not cost the same. It can call a supported claim refuted: somebody looks into a good answer for nothing. Or
# it can call an unsupported claim supported: **a hallucination passes**. Two rates keep them apart.
#
# | | of the claims whose label says ... | the judge gets this share right |
# |---|---|---|
# | **TPR**, true positive rate | supported | TP / (TP + FN) |
# | **TNR**, true negative rate | not supported | TN / (TN + FP) |
#
# How many claims of each label there are does not move these two. *Positive* means: called supported. TP and TN are the right verdicts; FP is a false *supported*, FN a false *refuted*.
#
# The rubber stamp has TPR 1 and TNR 0, and is caught at once.
#
# **Exercise 4.2.** Each rate looks at the claims of one label only. With no such claim it is undefined.
#
# <details><summary>Hint 1</summary>Split the verdicts in two lists first: those where the label is True, and those where it is False.</details>
# <details><summary>Hint 2</summary>TPR is the share of True in the first list. TNR is the share of False in the second.</details>
# <details><summary>Hint 3</summary>Either list may be empty, alone or with the other. Decide that for each rate on its own.</details>

# %% exercise="tpr_tnr"
def tpr_tnr(judge, labels):
    """Return (TPR, TNR), each from 0 to 1, or None where no label is of that kind.

    judge, labels: lists of True (supported) and False, of the same length, in the same order.
    """
    ### BEGIN SOLUTION
    on_true = [said for said, label in zip(judge, labels) if label]
    on_false = [not said for said, label in zip(judge, labels) if not label]
    return tuple(sum(right) / len(right) if right else None for right in (on_true, on_false))
    ### END SOLUTION


# %% check="rates_divide_by_the_labels" points=1
"""Five labels say yes, the judge finds four; five say no, it finds three."""
from ragdiag_helpers.checks import expect

verdicts_here = [True, True, True, True, False, True, True, False, False, False]
expect(tpr_tnr, verdicts_here, [True] * 5 + [False] * 5, wanted=(4 / 5, 3 / 5), mistakes={
    (3 / 5, 4 / 5): "The order is (TPR, TNR): first the labels that say supported.",
    (4 / 6, 3 / 4): "You divided by what the judge called so. That is precision. Divide by what the labels say.",
    (4 / 10, 3 / 10): "You divided by all claims. Each rate divides by the claims of one label only.",
    (4, 3): "These are counts. Divide each by the number of claims with that label.",
    (4 / 5, 2 / 5): "The second is the share that the judge gets wrong (false positives). TNR is the share that it gets right.",
    (1 / 5, 2 / 5): "These are the shares that the judge gets wrong. Return those that it gets right.",
    (2 / 5, 1 / 5): "These are the shares that the judge gets wrong. Return those that it gets right.",
    4 / 5: "That is TPR alone. Return both: (TPR, TNR).",
    7 / 10: "That is the agreement, which mixes the two. Return both rates: (TPR, TNR).",
})

# %% check="rate_without_such_a_label_is_undefined" points=1
"""No label of a kind: that rate is None. The other one is still measured."""
from ragdiag_helpers.checks import expect

expect(tpr_tnr, [True, False, True], [True, True, True], wanted=(2 / 3, None), mistakes={
    (2 / 3, 0): "TNR 0 says: measured, and always wrong. No label says no here: None.",
    (2 / 3, 1): "TNR 1 says: measured, and always right. No label says no here: None.",
    None: "TPR is measured here. Decide for each rate on its own.",
    (None, None): "TPR is measured here. Decide for each rate on its own.",
    (1, 0): "You divided by what the judge called so. Divide by what the labels say: three say yes, and the judge finds two.",
    (1, None): "You divided by what the judge called so. Divide by what the labels say: three say yes, and the judge finds two.",
    ZeroDivisionError: "No label says no, so the divisor of TNR is 0. Decide that case before you divide.",
})
expect(tpr_tnr, [True, False, False, False], [False] * 4, wanted=(None, 3 / 4), mistakes={
    (0, 3 / 4): "TPR 0 says: measured, and always wrong. No label says yes here: None.",
    (1, 3 / 4): "TPR 1 says: measured, and always right. No label says yes here: None.",
    None: "TNR is measured here. Decide for each rate on its own.",
    (None, None): "TNR is measured here. Decide for each rate on its own.",
    (0, 1): "You divided by what the judge called so. Divide by what the labels say: four say no, and the judge finds three.",
    (None, 1): "You divided by what the judge called so. Divide by what the labels say: four say no, and the judge finds three.",
    ZeroDivisionError: "No label says yes, so the divisor of TPR is 0. Decide that case before you divide.",
})
expect(tpr_tnr, [], [], wanted=(None, None), mistakes={
    None: "Return a pair also here: both rates are undefined.",
    (0, 0): "Nothing was measured here: None for both.",
    ZeroDivisionError: "With no claim both divisors are 0. Decide that case before you divide.",
})

# %% check="rates_catch_the_rubber_stamp" points=1
"""Yes to everything: every supported claim is found, and no other one."""
from ragdiag_helpers.checks import expect

expect(tpr_tnr, [True] * 10, [True] * 9 + [False], wanted=(1, 0), mistakes={
    (1, None): "One label says no, and the judge misses it: 0, measured. None is only for labels that are not there.",
    (1, 1): "The TNR is the share of the no labels that the judge calls no. It calls none so.",
    (9 / 10, 0): "You divided by what the judge called so, or by all claims. Nine labels say supported, and it finds nine.",
    (9 / 10, None): "You divided by what the judge called so. Divide by what the labels say.",
    ZeroDivisionError: "Both labels occur here, so neither divisor is 0. Divide by what the labels say, not by what the judge called so.",
    (0, 1): "The order is (TPR, TNR), and each is the share that the judge gets right.",
})

# %% check="rates_agree_with_the_helper" points=1
"""Your rates and the helper's agree."""
from ragdiag_helpers import calibration
from ragdiag_helpers.checks import agree, expect

agree(tpr_tnr, calibration.tpr_tnr, [
    ([True] * 15 + [False] * 9, [True] * 13 + [False] * 11), ([False] * 5, [True, False, False, True, False]),
    ([True, False, True], [False, True, False]), ([False] * 2, [True] * 2),
])
### BEGIN HIDDEN TESTS
expect(tpr_tnr, [True, False, True, False, True, False, False], [True, True, False, False, False, False, False], wanted=(1 / 2, 3 / 5))
expect(tpr_tnr, [False] * 7, [False] * 6 + [True], wanted=(0, 1))
expect(tpr_tnr, [True] * 3 + [False], [False] * 4, wanted=(None, 1 / 4))
expect(tpr_tnr, [False, True], [True, True], wanted=(1 / 2, None))
### END HIDDEN TESTS

# %%
from ragdiag_helpers.plots import confusion_rates

judged = list(said.values())
fig, ax = confusion_rates(calibration.confusion(judged, wanted))
print(fig.alt)

# %% [markdown]
# That is our judge on all 92 claims, in a **confusion matrix**. The upper row is good: the judge misses 3 of 44. The lower row is not: 10 of 48 unsupported claims
# pass, about one in five, and the interval allows one in three. This judge is **lenient**. No agreement of 0.86 would have told you.
#
# `calibrate` asks a judge about every label and puts all of it on one page. (For labels of your own: `ragdiag calibrate YOURS.jsonl`.)

# %%
print(calibration.calibrate(judge, labels))

# %% [markdown]
# Look at the misses and at the kinds. It lets plausible extras pass, and added degrees such as *instantly*: it takes *nothing speaks against it* for *the
# page says so*. Claims that take *several sentences* it gets wrong as often, mostly in the other direction: it reads one sentence at a time, and misses
# supported ones. (With seven or ten claims a kind, the columns say where to look and no more.)
# The last line says *trustworthy* only if the **lower ends** reach 0.8 for agreement and 0.6 for kappa.
#
# **What an uncalibrated judge does to a dashboard.** In lesson 3 the verdicts on an answer's claims became a score: the share that is supported. Take the
# claims on each context as one answer. How far is the judge's score from that of the labels, on average? That
# is the **mean absolute error** (MAE): drop the signs, then take the mean. Its interval is a *bootstrap*: it draws
# twelve of the twelve answers again and again, some twice, some not at all.

# %%
contexts = {label.context: [] for label in labels}
for label in labels:
    contexts[label.context].append(label.id)
by_judge = [sum(said[each] for each in ids) / len(ids) for ids in contexts.values()]
by_label = [sum(course[each] for each in ids) / len(ids) for ids in contexts.values()]
print("judge: ", " ".join(f"{score:.2f}" for score in by_judge))
print("labels:", " ".join(f"{score:.2f}" for score in by_label))
error = [one - other for one, other in zip(by_judge, by_label)]
low, high = calibration.bootstrap_interval([abs(each) for each in error])
print(f"MAE by hand {sum(map(abs, error)) / len(error):.3f}")
print(f"the helper  {calibration.mean_absolute_error(by_judge, by_label):.3f}")
print(f"95% interval {low:.2f} to {high:.2f}; mean with its sign {sum(error) / len(error):+.3f}")
print("20 of 20 right: bootstrap", calibration.bootstrap_interval([1] * 20), "Wilson", told(20, 20))

# %% [markdown]
# The MAE says how far off a score is, the mean *with* its sign in which direction: upwards, as from a lenient judge.
#
# Mind the last line. Where no error was seen a bootstrap has none to draw, so its interval shrinks to a point, as if nothing could go wrong. (The
# interval of kappa is a bootstrap, too.) Wilson allows for errors not seen yet: 0.84 to 1.
#
# ## 6. Ask three times
#
# The file holds three runs of the judge on each claim, all of them written for the course. Is it the same judge each time?

# %%
runs = []
for run in (1, 2, 3):
    again = get_judge("replay", run=run)
    this = [again.verify([label.claim], [label.context])[0].label == "supported" for label in labels]
    print(f"run {run}: {calibration.agreement(this, wanted):.3f}, {calibration.confusion(this, wanted)}")
    runs.append(this)

# %% [markdown]
# Three times 0.859, and even the confusion matrix is the same. Write your guess first: on how many of the 92 claims did the judge say
# different things in the three runs?
#
# - `"a"` none: all figures are the same
# - `"b"` one to five
# - `"c"` more than five

# %% predict="how_many_claims_flip"
prediction = None

# %%
flipped = [label.id for label, *three in zip(labels, *runs) if len(set(three)) > 1]
compare_prediction(prediction, "a" if not flipped else "b" if len(flipped) <= 5 else "c")
print(told(len(flipped), len(labels)), "claims flipped:", " ".join(flipped))
majority = [sum(three) >= 2 for three in zip(*runs)]
print("majority of the three runs:", calibration.confusion(majority, wanted))

# %% [markdown]
# Ten, and each run hides it: what goes wrong in one place goes right in another. (That the sums match to the last claim was planted. That figures move less than verdicts
# is usual.) The share of items that flip is the **flip rate**: here 0.11. If one claim decides whether a case passes, run it again before you
# believe it.
#
# A majority of three helps a little, at three times the price. It smooths the wobble; it does not cure leniency: nine unsupported claims still pass, most of
# them because there the judge is wrong *every* time.
#
# **Exercise 4.3.** An item flips if the runs do not *all* say the same. How often it changes does not matter.
#
# <details><summary>Hint 1</summary><code>zip(*runs)</code> gives one tuple an item, with what each run said of it.</details>
# <details><summary>Hint 2</summary>A set of such a tuple has one element if all runs say the same.</details>
# <details><summary>Hint 3</summary>Before that: are there two runs or more, are they of the same length, and is there any item?</details>

# %% exercise="flip_rate"
def flip_rate(runs):
    """Return the share of items on which the runs do not all say the same, from 0 to 1.

    runs: a list with one list a run; each holds the verdicts on the same items, in the same order,
    as "supported", "refuted" or "undecided" (which is a verdict like the others here).
    Fewer than two runs (or none at all), or runs of different length: raise ValueError.
    Else, if there is no item: None.
    """
    ### BEGIN SOLUTION
    if len(runs) < 2:
        raise ValueError("it takes two runs to see a flip")
    if len(set(map(len, runs))) > 1:
        raise ValueError("the runs differ in length")
    items = list(zip(*runs))
    return sum(len(set(item)) > 1 for item in items) / len(items) if items else None
    ### END SOLUTION


# %% check="flips_are_counted_over_all_runs" points=1
"""Four of ten items are not the same in all three runs."""
from ragdiag_helpers.checks import expect

yes, no = "supported", "refuted"
three_runs = [
    [yes, no, yes, yes, yes, no, no, no, no, no],
    [no, yes, yes, yes, yes, no, no, no, no, yes],
    [yes, yes, no, yes, yes, no, no, no, no, yes],
]
expect(flip_rate, three_runs, wanted=4 / 10, mistakes={
    3 / 10: "You compared two of the runs only. An item flips if any of them differs.",
    2 / 10: "You compared two of the runs only. An item flips if any of them differs.",
    8 / 30: "You averaged over pairs of runs. Count items: an item flips or it does not.",
    5 / 10: "You counted changes from run to run. An item that changes and changes back flipped once.",
    5 / 20: "You counted changes from run to run. Count items: an item flips or it does not.",
    4 / 30: "You divided by all verdicts. Divide by the number of items.",
    4 / 3: "You divided by the number of runs. Divide by the number of items.",
    6 / 10: "That is the share of items on which all runs agree. You want the others.",
    4: "That is the count. Divide it by the number of items.",
    1: "You asked whether the runs differ as wholes, or counted something in every item. Look at each item: one from each run.",
})

# %% check="undecided_is_a_verdict" points=1
"""Three runs, three different verdicts: one item, one flip. Three times undecided is stable."""
from ragdiag_helpers.checks import expect

expect(flip_rate, [["supported", "undecided"], ["refuted", "undecided"], ["undecided", "undecided"]], wanted=1 / 2, mistakes={
    None: "Nothing came back. If you left the undecided items out: undecided is a verdict here.",
    1: "Three different verdicts on one item are one flip, and three times undecided is none. Count items.",
    0: "The first item is different in every run. That is a flip.",
    3 / 2: "Three different verdicts on one item are one flip, not three.",
})
expect(flip_rate, [["supported"], ["undecided"]], wanted=1, mistakes={
    0: "From supported to undecided is a flip: undecided is a verdict here.",
    None: "There is an item, and it flips: undecided is a verdict here.",
    1 / 2: "There is one item, and it flips. Divide by the number of items.",
})

# %% check="flip_rate_corner_cases" points=1
"""One run cannot show a flip, runs must match in length, and no item is undefined."""
from ragdiag_helpers.checks import expect

expect(flip_rate, [["supported", "refuted"]], wanted=ValueError, mistakes={
    0: "0 says: measured, and stable. One run cannot show a flip: raise ValueError.",
    None: "None is for no items. One run is a slip of the caller: raise ValueError.",
    AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
})
expect(flip_rate, [], wanted=ValueError, mistakes={
    None: "None is for runs without items. No run at all is a slip of the caller: raise ValueError.",
    0: "0 says: measured, and stable. Without runs nothing was measured: raise ValueError.",
    IndexError: "There may be no run at all. Count the runs first.",
    ZeroDivisionError: "There may be no run at all. Count the runs first.",
    AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
})
expect(flip_rate, [["supported", "refuted"], ["supported"]], wanted=ValueError, mistakes={
    0: "zip stops at the shorter run and drops an item without a word. Compare the lengths first.",
    IndexError: "Compare the lengths first, and raise ValueError: it tells the caller what is wrong.",
    None: "None is for no items. Runs that do not match are a slip of the caller: raise ValueError.",
    AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
})
expect(flip_rate, [["supported", "refuted"], ["supported", "refuted"], ["supported"]], wanted=ValueError, mistakes={
    0: "The third run is shorter, and zip drops an item without a word. Compare the lengths of all runs first.",
    IndexError: "Compare the lengths of all runs first, and raise ValueError: it tells the caller what is wrong.",
    None: "None is for no items. Runs that do not match are a slip of the caller: raise ValueError.",
    AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
})
expect(flip_rate, [[], []], wanted=None, mistakes={
    0: "0 says: measured, and stable. There was no item to measure: None.",
    ZeroDivisionError: "With no item the divisor is 0. Decide that case before you divide.",
    ValueError: "Two runs of the same length are fine, though empty. The rate is undefined: None.",
})

# %% check="flip_rate_agrees_with_the_helper" points=1
"""Your flip rate and the helper's agree."""
from ragdiag_helpers import calibration
from ragdiag_helpers.checks import agree, expect

agree(flip_rate, calibration.flip_rate, [
    ([["supported", "refuted"], ["supported", "supported"]],), ([["refuted"] * 5] * 4,),
    ([["supported", "refuted", "undecided"], ["undecided", "refuted", "supported"]],), ([[], [], []],),
])
### BEGIN HIDDEN TESTS
expect(flip_rate, [["supported"] * 7, ["supported"] * 7, ["supported"] * 7, ["refuted"] * 2 + ["supported"] * 5], wanted=2 / 7)
expect(flip_rate, [["supported", "refuted", "undecided", "refuted"], ["supported", "refuted", "undecided", "undecided"]], wanted=1 / 4)
expect(flip_rate, [["supported"], ["supported", "refuted"]], wanted=ValueError)
expect(flip_rate, [[]], wanted=ValueError)
### END HIDDEN TESTS

# %% [markdown]
# ## 7. From 1 to 10, or yes or no?
#
# So far the judge was asked a **narrow** question: *does this page support this claim, yes or no?* Many teams ask a wide one instead: *how good is this
# answer, from 1 to 10?* Lesson 3 met such a **vibe score**. That made-up judge scored fourteen answers of
# Docent, three times each. The course labels ten of the fourteen as failing.
#
# A usual line is: 7 or more passes. Write your guess first: how many of the **ten failing** answers pass in the first run?

# %% predict="failing_answers_that_pass"
prediction = None

# %%
from ragdiag_helpers.labels import load_failures
from ragdiag_helpers.replies import load_replies

vibes = {}
for reply in load_replies("replies/vibe_scores"):
    vibes.setdefault((reply.request["question"], reply.request["answer"]), []).append(reply.reply["score"])
failing = {(failure.question, failure.answer) for failure in load_failures()}
passed = [asked for asked in failing if vibes[asked][0] >= 7]
compare_prediction(prediction, len(passed))
print("failing answers with 7 or more:", told(len(passed), len(failing)), "scores:", reply.origin)
for (question, answer), scores in sorted(vibes.items(), key=lambda row: row[0] in failing):
    print(scores, "fails" if (question, answer) in failing else "fine ", answer[:70])
every = [score for scores in vibes.values() for score in scores]
print("7s and 8s:", told(sum(score in (7, 8) for score in every), len(every)))

# %% [markdown]
# Seven of ten. Look at the last line of the fails: 19 dollars gets a 9, like the right price at the top. Over half of all scores are a 7 or an 8, and nobody can say
# what the step from 7 to 8 means. (The last interval is too narrow: three runs of one answer are not three answers.)
#
# The narrow questions for the same answers: is each claim supported, and is the question answered? Answered by another made-up judge, a careful one:

# %%
careful = get_judge("replay")
alarm = {}
for asked in load_replies("replies/vibe_scores"):
    question, answer = asked.request["question"], asked.request["answer"]
    claims = careful.verify(careful.split(answer), asked.request["contexts"])
    answered = careful.relevance(question, answer).answers
    alarm[question, answer] = not answered or any(each.label != "supported" for each in claims)
print("failing, caught:    ", told(sum(alarm[each] for each in failing), len(failing)))
fine = [each for each in alarm if each not in failing]
print("fine, false alarm:  ", told(sum(alarm[each] for each in fine), len(fine)))
print("failing, not caught:", *(answer for question, answer in failing if not alarm[question, answer]))
print("replies:            ", *sorted({origin for origin, _ in careful.origins}))

# %% [markdown]
# Nine of ten, each with a reason that can be checked, and no false alarm on the four fine ones. (Always look
# at both kinds: who rejects everything catches ten of ten.) The tenth is the
# stale page: the answer keeps to a page that is itself wrong. To find that takes a reference answer (lesson 5).
#
# (Both judges are made up, so this does not say which is better.) What carries over is the form. A narrow question can be labelled, so its judge can be calibrated. A 7 cannot.

# %% [markdown]
# ## 8. Three labs for bias
#
# Judges that choose between two answers have known weaknesses. Each lab holds eight pairs and one question.
#
# | lab | what differs | what a fair judge does |
# |---|---|---|
# | **verbosity** | same facts, one short and one long | picks the long one about half of the time |
# | **position** | one right, one wrong; shown in both orders | picks the same answer in both |
# | **style** | same facts, formal and casual, sentence and list | picks each about half of the time |

# %%
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.labels import load_pairs

pages = {page.id: page.text for page in load_corpus()}
preferences = load_replies("replies/preferences")
print(len(preferences), "replies:", ", ".join(sorted({reply.origin for reply in preferences})))


def prefer(pair, first, second):
    """Which of the two answers the judge prefers when it sees them in this order: its text."""
    request = {"task": "prefer", "question": pair.question, "context": pages[pair.doc_ids[0]]}
    request |= {"first": first, "second": second}
    return {"first": first, "second": second}[preferences.find(request).reply["preferred"]]


picked = {}
for pair in load_pairs():
    both = prefer(pair, pair.answer_a, pair.answer_b), prefer(pair, pair.answer_b, pair.answer_a)
    picked.setdefault(pair.bias, []).append((pair, *both))
pair, first_order, second_order = picked["verbosity"][0]
print(f"{pair.question}\n  short: {pair.answer_a}\n  long:  {pair.answer_b}\n  the judge: {first_order}")

# %% [markdown]
# We count pairs, not replies: a pair shown in both orders gives two replies, and they are not independent.
#
# First lab. The judge prefers the long answer, in both orders, on **six of eight** pairs. The bias is planted, so it *is* there. Write your guess first: does the 95%
# interval lie wholly above one half? Write `"yes"` or `"no"`.

# %% predict="do_six_of_eight_show_it"
prediction = None

# %%
long_wins = sum(one == other == pair.answer_b for pair, one, other in picked["verbosity"])
compare_prediction(prediction, "yes" if wilson_interval(long_wins, 8)[0] > 0.5 else "no")
print("verbosity, the long one wins:", told(long_wins, len(picked["verbosity"])))
print("\nIf the long one went on winning three times out of four:")
for whole in (16, 24, 40, 80):
    print("   ", told(whole * 3 // 4, whole))

# %% [markdown]
# The interval begins at 0.41: a fair judge could do this by luck. **So little do eight pairs say**, even about a planted bias. With sixteen
# such pairs it would begin at 0.51, just above one half. The other two labs:

# %%
turned = [(pair, one, other) for pair, one, other in picked["position"] if one != other]
formal = sum(one == other == pair.answer_a for pair, one, other in picked["style"])
print("position, another answer in the other order:", told(len(turned), len(picked["position"])))
print("style, the formal sentence wins:            ", told(formal, len(picked["style"])))
for pair, one, other in turned:
    print(f"{pair.question}\n    first order: {one}  other order: {other}")

# %% [markdown]
# *Position*: one such pair is enough. The judge called the wrong answer the better one, only because it
# came first. How often it does so is open, anything from 0.14 to 0.69. The cure is cheap: ask in both orders, and count a pair only if both replies agree.
#
# *Style*, five of eight, says nothing either way. And **self-preference**, a judge that likes answers of its own kind? It cannot be measured here: it takes answers from the
# judge's own model and from others, with labels that say which is better. Never let a model be the only judge of its own answers.
#
# ## 9. Correcting a biased pass rate
#
# A judge that is wrong in a *known* way can be corrected, like a kitchen scale that always shows 20 grams too much. Say TPR is 0.92 and TNR 0.88, and the judge lets
# **0.80** of a bot's claims pass. Write your guess first: is the true share higher (`"higher"`), lower (`"lower"`) or the same (`"same"`)?

# %% predict="which_way_does_the_correction_go"
prediction = None

# %% folded=true
true_rate = (0.80 + 0.88 - 1) / (0.92 + 0.88 - 1)
compare_prediction(prediction, "higher" if true_rate > 0.80 else "lower" if true_rate < 0.80 else "same")
print(f"true rate {true_rate:.2f}; check it forwards:")
kept, let_pass = true_rate * 0.92, (1 - true_rate) * (1 - 0.88)
print(f"kept {kept:.3f} + let pass {let_pass:.3f} = observed {kept + let_pass:.3f}")

# %% [markdown]
# Higher: 0.85. Of the many supported claims the judge loses some; of the few others it lets even fewer pass. The last line goes forwards, from the
# true rate to the observed one. Solved for the true rate it is the formula of Rogan and Gladen (1978), who counted diseases with imperfect tests:
#
# *true = (observed + TNR - 1) / (TPR + TNR - 1)*
#
# **Exercise 4.4.** With sampling noise it can leave the range from 0 to 1; then return the nearest end. And a judge whose TPR and TNR sum to 1 or
# less is no better than chance: then nothing can be read from what it observed.
#
# <details><summary>Hint 1</summary>First refuse what is no share, then decide what is undefined, and only then compute.</details>
# <details><summary>Hint 2</summary><code>min</code> and <code>max</code> bring a number back into a range.</details>
# <details><summary>Hint 3</summary>A rate can be None, as <code>tpr_tnr</code> returns it. Ask for that before you compare it with a number.</details>

# %% exercise="corrected_rate"
def corrected_rate(observed, tpr, tnr):
    """Return the true share of supported claims behind an observed one, clipped to 0-1.

    observed: the share that the judge calls supported, from 0 to 1.
    tpr, tnr: the judge's rates, from 0 to 1, or None (undefined).
    A share outside 0-1: raise ValueError, also where a rate is None.
    Else, if tpr or tnr is None, or tpr + tnr is 1 or less: None.
    """
    ### BEGIN SOLUTION
    for share in (observed, tpr, tnr):
        if share is not None and not 0 <= share <= 1:
            raise ValueError(f"{share} is no share from 0 to 1")
    if tpr is None or tnr is None or tpr + tnr <= 1:
        return None
    return min(1.0, max(0.0, (observed + tnr - 1) / (tpr + tnr - 1)))
    ### END SOLUTION


# %% check="correction_goes_back_to_the_true_rate" points=1
"""Observed 0.60 with TPR 0.90 and TNR 0.80 was 4/7; and the example above was 0.85."""
from ragdiag_helpers.checks import expect

expect(corrected_rate, 0.60, 0.90, 0.80, wanted=4 / 7, mistakes={
    0.60: "That is the observed rate, uncorrected.",
    0.40: "That is the numerator. Divide it by TPR + TNR - 1.",
    0.70: "That is the divisor, TPR + TNR - 1.",
    5 / 7: "TPR and TNR are exchanged in the numerator. It is observed + TNR - 1.",
    2 / 3: "You divided by TPR alone. The claims that the judge lets pass wrongly count, too.",
    0.62: "You went forwards, from a true rate to an observed one. Go back.",
    0.4 / 1.7: "The divisor lacks its - 1.",
    2: "The numerator lacks its - 1.",
    1: "The numerator lacks its - 1, or the result was rounded up.",
    3 / 7: "That is the share that is not supported.",
    0.54: "You multiplied by TPR. That goes forwards; go back.",
})
expect(corrected_rate, 0.80, 0.92, 0.88, wanted=0.85)

# %% check="correction_stays_in_range" points=1
"""More than the judge could ever observe: the nearest end."""
from ragdiag_helpers.checks import expect

expect(corrected_rate, 0.95, 0.90, 0.80, wanted=1, mistakes={
    75 / 70: "A share is never above 1. Bring it back to the nearest end.",
    None: "It is defined: the nearest end, 1.",
    ValueError: "All three are shares, so nothing is to be refused. Bring the result back to the nearest end.",
})
expect(corrected_rate, 0.10, 0.90, 0.80, wanted=0, mistakes={
    -1 / 7: "A share is never below 0. Bring it back to the nearest end.",
    1 / 7: "The sign was dropped. The nearest end of the range is 0.",
    None: "It is defined: the nearest end, 0.",
    ValueError: "All three are shares, so nothing is to be refused. Bring the result back to the nearest end.",
})

# %% check="correction_needs_a_judge_better_than_chance" points=1
"""TPR + TNR of 1 or less, or a rate that nobody knows: None."""
from ragdiag_helpers.checks import expect

expect(corrected_rate, 0.60, 0.50, 0.50, wanted=None, mistakes={
    ZeroDivisionError: "TPR + TNR - 1 is 0: a judge that tosses a coin. Decide that case before you divide.",
    0: "0 says: nothing is supported. A judge that tosses a coin cannot tell: None.",
    1: "1 says: all is supported. A judge that tosses a coin cannot tell: None.",
    0.60: "That is the observed rate. A judge that tosses a coin says nothing about the true one: None.",
})
expect(corrected_rate, 0.60, 0.20, 0.30, wanted=None, mistakes={
    0.2: "TPR + TNR is below 1: worse than chance. The formula gives a number that looks fine; return None.",
    0: "TPR + TNR is below 1: worse than chance. Nothing can be read from that: None.",
    1: "TPR + TNR is below 1: worse than chance. Nothing can be read from that: None.",
    0.60: "That is the observed rate. This judge is worse than chance: None.",
    ValueError: "All three are shares, so nothing is to be refused. The result is undefined: None.",
})
for missing in ((None, 0.80), (0.90, None)):
    expect(corrected_rate, 0.60, *missing, wanted=None, mistakes={
        TypeError: "A rate may be None (no label of that kind). Ask for it before you compute.",
        0.60: "That is the observed rate. Without both rates nothing can be corrected: None.",
        ValueError: "A rate of None is allowed: it was undefined. The result is then undefined, too.",
    })

# %% check="correction_refuses_what_is_no_share" points=1
"""80 is a percentage, and a share below 0 is a slip."""
from ragdiag_helpers.checks import expect

for broken in ((80, 0.90, 0.80), (0.60, 92, 0.80), (0.60, 0.90, -0.1), (-0.6, 0.90, 0.80)):
    expect(corrected_rate, *broken, wanted=ValueError, mistakes={
        1: "The range hides the slip: what was given is no share. Refuse it before you compute.",
        0: "The range hides the slip: what was given is no share. Refuse it before you compute.",
        None: "None is for a judge at chance. What was given is no share: raise ValueError.",
        -0.5 / -0.2: "What was given is no share. Refuse it before you compute.",
        79.8 / 0.7: "What was given is no share. Refuse it before you compute.",
        -0.8 / 0.7: "What was given is no share. Refuse it before you compute.",
        0.4 / 91.8: "What was given is no share. Refuse it before you compute.",
        AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
    })
for broken in ((80, None, 0.80), (0.60, 92, None)):
    expect(corrected_rate, *broken, wanted=ValueError, mistakes={
        None: "A rate is None here, and another value is no share. Refuse what is no share before you ask for None.",
        TypeError: "A rate may be None, which cannot be compared with a number. Skip it, and look at the others.",
        AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
    })

# %% check="correction_agrees_with_the_helper" points=1
"""Yours and the helper's agree."""
from ragdiag_helpers import calibration
from ragdiag_helpers.checks import agree, expect

agree(corrected_rate, calibration.rogan_gladen, [
    (0.5, 0.95, 0.7), (0.55, 0.93, 0.79), (0.02, 0.9, 0.9), (1, 1, 0.5), (0.4, 0.6, 0.4), (0, 1, 1), (0.3, None, None),
])
### BEGIN HIDDEN TESTS
expect(corrected_rate, 0.45, 0.85, 0.65, wanted=0.2)
expect(corrected_rate, 0.97, 0.9, 0.95, wanted=1)
expect(corrected_rate, 0.05, 0.7, 0.9, wanted=0)
expect(corrected_rate, 0.5, 0.7, 0.2, wanted=None)
expect(corrected_rate, 0.5, None, 0.9, wanted=None)
expect(corrected_rate, 1.2, 0.9, 0.9, wanted=ValueError)
expect(corrected_rate, 0.5, 0.9, 90, wanted=ValueError)
### END HIDDEN TESTS

# %% [markdown]
# Now our lenient judge. It lets 51 of 92 claims pass. The rates from the *same* 92 would give back the labels' own share, whatever the judge
# does. So calibrate on every other claim, and correct the rest.

# %%
for known, new in ((slice(0, None, 2), slice(1, None, 2)), (slice(1, None, 2), slice(0, None, 2))):
    tpr, tnr = calibration.tpr_tnr(judged[known], wanted[known])
    observed, true = (sum(side[new]) / len(side[new]) for side in (judged, wanted))
    corrected = calibration.rogan_gladen(observed, tpr, tnr)
    print(f"TPR {tpr:.2f}, TNR {tnr:.2f}; observed {observed:.2f} -> {corrected:.2f}, labels {true:.2f}")

# %% [markdown]
# Once it comes much nearer. Once it goes past the mark: 0.60, where the observed 0.67 was nearer to 0.65. The rates have noise of their own, and it goes into the result. How
# much? Put in the ends of the intervals of TPR and TNR from all 92:

# %%
tp, fp, fn, tn = calibration.confusion(judged, wanted)
print(f"observed {(tp + fp) / 92:.2f}")
for tpr in wilson_interval(tp, tp + fn):
    for tnr in wilson_interval(tn, tn + fp):
        print(f"TPR {tpr:.2f}, TNR {tnr:.2f} -> {calibration.rogan_gladen((tp + fp) / 92, tpr, tnr):.2f}")

# %% [markdown]
# Anything from about a third to nearly two thirds. A corrected rate removes the bias and **keeps the uncertainty**: print it with its range, or not at all. It gets worse as
# TPR + TNR comes near 1. Look what one point more, 0.56 for 0.55 observed, does to the result:

# %%
for tpr, tnr in ((0.92, 0.88), (0.75, 0.70), (0.60, 0.50), (0.52, 0.50), (0.50, 0.50)):
    results = [calibration.rogan_gladen(share, tpr, tnr) for share in (0.55, 0.56)]
    print(f"TPR + TNR = {tpr + tnr:.2f}:", [None if each is None else round(each, 2) for each in results])

# %% [markdown]
# At 1.80 one point stays about one point. At 1.10 it becomes ten. At 1.02 both run into the end of the range, and at 1.00 there is no answer. A judge near chance
# cannot be corrected.
#
# ## 10. The museum of impossible numbers
#
# Numbers that belong together bind each other. Agreement is an average of TPR and TNR, weighted by how many claims of each label there are. Can it lie
# outside the two? And can kappa, with chance taken away, be above agreement? Try every table of up to 15 claims.

# %%
from itertools import product

tables, outside, above = 0, 0, 0
for tp, fp, fn, tn in product(range(16), repeat=4):
    n = tp + fp + fn + tn
    if n <= 15 and tp + fn and tn + fp:
        tables += 1
        right, rates = (tp + tn) / n, (tp / (tp + fn), tn / (tn + fp))
        outside += not min(rates) - 1e-9 <= right <= max(rates) + 1e-9
        chance = ((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)) / n ** 2
        above += (right - chance) / (1 - chance) > right + 1e-9
print(f"{tables} tables: agreement outside TPR and TNR in {outside}, kappa above agreement in {above}")

# %% [markdown]
# Never. Two **invariants**. Small tables are no proof; but the sentence about averages is one, and agreement - kappa is
# expected × (1 - agreement) / (1 - expected), never below 0.
#
# Now three lines of the kind you meet in blog posts. We made them up.
#
# - A: *Our judge reaches an accuracy of 0.91, with TPR 0.88 and TNR 0.85.* (Accuracy is another word for agreement.)
# - B: *The judge finds 0.85 of the supported claims and 0.60 of the others; accuracy is 0.82.*
# - C: *Agreement with our annotators is 0.82, Cohen's kappa 0.85.*
#
# Write your guess first: which of them cannot be true, whatever the data? The letters in order, as `"b"` or `"ab"`.

# %% predict="which_lines_are_impossible"
prediction = None

# %% folded=true
possible = {"a": 0.85 <= 0.91 <= 0.88, "b": 0.60 <= 0.82 <= 0.85, "c": 0.85 <= 0.82}
print("0.91 within 0.85 to 0.88:", possible["a"], " 0.82 within 0.60 to 0.85:", possible["b"])
compare_prediction(prediction, "".join(line for line in possible if not possible[line]))

# %% [markdown]
# A and C. In line A, 0.91 is above both rates. In line C two numbers were probably
# exchanged. Line B may be true: then most of its claims are supported, and the accuracy hides the 0.60.
#
# ## 11. A judge that is not made up
#
# **Live.** The next cell would calibrate Claude, or a model on your own machine, on the twenty claims.
# It is never graded. As it stands it asks nobody and only says what it would cost. (If you do ask: twenty claims are thin for Claude, too.)

# %% live=true
ASK_CLAUDE = False
from ragdiag_helpers.judges.live import live

found = live(ASK_CLAUDE, lambda model: calibration.calibrate(model, twenty))
print(found or "No figures, because nobody was asked.")

# %% [markdown]
# ## 12. Check yourself

# %%
from ragdiag_helpers.study import flashcards, quiz

quiz("04_trust_the_judge")

# %%
flashcards("04_trust_the_judge")

# %% [markdown]
# ## 13. What we saw
#
# - Label blind, first, and with a guideline. Then ask the judge.
# - 16 of 20 is an interval from 0.584 to 0.919. The lower end must reach the line, not the number itself.
# - A rubber stamp agrees on 0.90 where 9 of 10 claims are supported. Its kappa is 0, and its TNR, too.
# - Kappa depends on the labels: compare judges on the same ones. TPR and TNR say which way a judge is wrong; ours is lenient.
# - Three runs with the same agreement hid ten flips.
# - Narrow questions can be labelled and calibrated. A 7 or an 8 cannot.
# - Six of eight pairs show nothing yet. Ask in both orders, count pairs, print the interval.
# - A pass rate can be corrected where TPR + TNR is well above 1. The uncertainty stays.
#
# Other tools differ. Many call agreement *accuracy*, TPR *recall* or *sensitivity*, and TNR *specificity*. scikit-learn's `cohen_kappa_score` gives 0 where the labels hold one kind
# and the judge both, and NaN where both hold the same one kind. Some tools print no interval, or the one of the normal approximation, which shrinks to a point at 20 of 20, like the bootstrap.
#
# **Done means:** every line below says *done*, and you can say what is wrong with "our judge has 90% accuracy, so we trust it".

# %%
from ragdiag_helpers.checks import progress

progress({"cohen_kappa": 9, "tpr_tnr": 6, "flip_rate": 9, "corrected_rate": 15})

# %% [markdown]
# **Where it connects.** Lesson 3 built scores out of verdicts; now you know what stands under them. Lesson 5 puts judged faithfulness beside recall. Lesson 7
# prints the judge's agreement beside every judged number, and its gate only *warns* inside that noise.
