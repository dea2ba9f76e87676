# %% [markdown]
# # Lesson 1. Precision and recall by hand
#
# **30 minutes.** No API key, no network.
#
# After this lesson you can
#
# - compute precision, recall, reciprocal rank and average precision on paper, corner cases included;
# - say what each of them does not see;
# - read a k sweep, and name the price of a larger k;
# - catch published numbers that cannot be right.

# %% first=true

# %% [markdown]
# ## 1. Two questions about the assistant
#
# You are writing about bridges and send an assistant to the library. She comes back with a stack of books. Two fair questions:
#
# | in plain words | the measure | divided by |
# |---|---|---|
# | How much of what she **brought** was useful? | **precision** | what was retrieved |
# | How much of what I **needed** did she bring? | **recall** | what is relevant |
#
# Both have the same numerator: the useful books in the stack. Only the divisor differs. An assistant who brings the whole library
# has perfect recall and dreadful precision. One who brings a single good book may have it the other way round.
#
# Here are five questions, each with its relevant chunks and with the ranking that came back, best first.

# %%
cases = {
    "q1": (["c3"], ["c3", "c9", "c1"]),
    "q2": (["c2", "c5"], ["c2", "c8", "c4"]),
    "q3": (["c7"], ["c1", "c4", "c7", "c9", "c2"]),
    "q4": (["c6", "c6b"], ["c6", "c6b"]),
    "q5": (["c0"], ["c1", "c2", "c3"]),
}

# %% [markdown]
# Take `q2`. Two chunks were needed, three came back. Commit yourself: what is its **precision**? Write a number for `None`.

# %% predict="q2_precision"
prediction = None

# %%
from ragdiag_helpers.checks import compare_prediction

relevant, retrieved = cases["q2"]
useful = [chunk for chunk in retrieved if chunk in relevant]
print("useful:", useful)
compare_prediction(prediction, len(useful) / len(retrieved))

# %% [markdown]
# One useful chunk out of three retrieved. The same useful chunk, divided by the two that were needed, is recall.

# %%
print(f"precision {len(useful)}/{len(retrieved)} = {len(useful) / len(retrieved):.3f}")
print(f"recall    {len(useful)}/{len(relevant)} = {len(useful) / len(relevant):.3f}")

# %% [markdown]
# Drawn as two sets that overlap: precision asks how much of the *right* circle lies in the overlap, recall how much of the *left* one.

# %%
from ragdiag_helpers.plots import overlap

fig, ax = overlap(relevant, retrieved)
print(fig.alt)

# %% [markdown]
# The same in five steps, with what is counted ticked and what it is divided by framed:

# %%
from ragdiag_helpers.study import ratio_stepper

ratio_stepper(relevant, retrieved)

# %% [markdown]
# ## 2. Write them down
#
# **Exercise 1.1.** Both measures treat the ids as sets: an id that was retrieved twice is still one chunk.
#
# <details><summary>Hint 1</summary>Turn both into sets first. Then nothing can be counted twice.</details>
# <details><summary>Hint 2</summary><code>a &amp; b</code> is the set of what stands in both.</details>
# <details><summary>Hint 3</summary>The numerator is the size of the overlap. Which of the two sets gives the divisor? And what if that one is empty?</details>

# %% exercise="precision"
def precision(relevant, retrieved):
    """Return the share of the distinct retrieved ids that are relevant, from 0 to 1.

    relevant, retrieved: lists or sets of ids.
    Nothing retrieved: 0.0, since no useful document came back.
    """
    ### BEGIN SOLUTION
    got = set(retrieved)
    return len(got & set(relevant)) / len(got) if got else 0.0
    ### END SOLUTION

# %% check="precision_divides_by_retrieved" points=1
"""One of four retrieved ids is relevant: 1/4."""
from ragdiag_helpers.checks import expect

expect(precision, {"a", "b"}, ["a", "x", "y", "z"], wanted=1 / 4, mistakes={
    1 / 2: "You divided by how many were needed. That is recall. Precision divides by what was retrieved.",
    1 / 5: "You divided by everything on either side (the union). Precision divides by what was retrieved.",
    1: "That is the count of useful ids. Divide it by how many were retrieved.",
    25: "That is a percentage. Scores run from 0 to 1.",
    3 / 4: "You counted the ids that are not relevant.",
})

# %% check="precision_counts_duplicates_once" points=1
"""An id that was retrieved twice counts once, above and below the line."""
from ragdiag_helpers.checks import expect

expect(precision, {"a", "b"}, ["a", "a", "x"], wanted=1 / 2, mistakes={
    2 / 3: "You counted the second copy of 'a' as a second find. Count distinct ids, above and below the line.",
    1 / 3: "You counted distinct ids above the line and every copy below it. Use the same set for both.",
    1: "You counted every copy above the line and distinct ids below it. Use the same set for both.",
})

# %% check="precision_of_nothing_is_zero" points=1
"""Nothing retrieved: 0.0."""
from ragdiag_helpers.checks import expect

expect(precision, {"a"}, [], wanted=0.0, mistakes={
    ZeroDivisionError: "With nothing retrieved the divisor is 0. Decide that case before you divide.",
    None: "By our convention precision is 0.0 here: who brings nothing has earned nothing. None is for recall.",
    1: "An empty stack is not a perfect one. Nothing useful came back: 0.0.",
})

# %% [markdown]
# Now `recall`.
#
# <details><summary>Hint 1</summary>The numerator is the same as for precision.</details>
# <details><summary>Hint 2</summary>Only the divisor changes, and with it the case in which it is 0.</details>
# <details><summary>Hint 3</summary>0.0 would say "looked for it and missed it". Was there anything to look for?</details>

# %% exercise="recall"
def recall(relevant, retrieved):
    """Return the share of the distinct relevant ids that were retrieved, from 0 to 1.

    relevant, retrieved: lists or sets of ids.
    No relevant id (the docs hold no answer): None, since there was nothing to find.
    """
    ### BEGIN SOLUTION
    wanted = set(relevant)
    return len(wanted & set(retrieved)) / len(wanted) if wanted else None
    ### END SOLUTION

# %% check="recall_divides_by_relevant" points=1
"""One of three relevant ids came back among five: 1/3."""
from ragdiag_helpers.checks import expect

expect(recall, {"a", "b", "c"}, ["a", "v", "w", "x", "y"], wanted=1 / 3, mistakes={
    1 / 5: "You divided by how many were retrieved. That is precision. Recall divides by what was needed.",
    1 / 7: "You divided by everything on either side (the union). Recall divides by what was needed.",
    1: "You asked whether any relevant id came back (the hit rate). Recall asks how many of them.",
    0: "You asked whether all came back. Recall gives credit for a part: 1 of 3.",
})

# %% check="recall_counts_duplicates_once" points=1
"""Finding the same id twice is one find."""
from ragdiag_helpers.checks import expect

expect(recall, {"a", "b"}, ["a", "a", "x"], wanted=1 / 2, mistakes={
    1: "You counted the second copy of 'a' as if 'b' had been found. Count distinct ids.",
})

# %% check="recall_of_nothing_needed_is_undefined" points=1
"""No relevant id: undefined, so None."""
from ragdiag_helpers.checks import expect

expect(recall, [], ["x"], wanted=None, mistakes={
    1: "1 would reward the retriever for a question that nobody can answer. Return None, so that the mean leaves it out.",
    0: "0 would blame the retriever for not finding what does not exist. Return None, so that the mean leaves it out.",
    ZeroDivisionError: "With nothing relevant the divisor is 0. Decide that case before you divide.",
})

# %% [markdown]
# Now the helper. `ragdiag_helpers.retrieval` has both functions under the same names. The next check compares yours with
# them on the five cases (and, when graded, on others).

# %% check="precision_and_recall_agree_with_the_helper" points=2
"""Yours and the helper's agree."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

published = [(["c3"], ["c3", "c9", "c1"]), (["c2", "c5"], ["c2", "c8", "c4"]), (["c0"], ["c1", "c2", "c3"])]
agree(precision, retrieval.precision, published)
agree(recall, retrieval.recall, published)
### BEGIN HIDDEN TESTS
expect(precision, ["p1", "p2", "p3"], ["p9", "p1", "p3", "p8", "p1", "p7", "p9"], wanted=2 / 5)
expect(recall, ["p1", "p2", "p3", "p1"], ["p9", "p1", "p3", "p8", "p1", "p7", "p9"], wanted=2 / 3)
expect(precision, set(), ["n1", "n2"], wanted=0.0)
expect(recall, {"n1", "n2", "n3", "n4"}, [], wanted=0.0)
expect(recall, set(), [], wanted=None)
### END HIDDEN TESTS

# %% [markdown]
# The five cases in one table, with the helper:

# %%
from ragdiag_helpers import retrieval

print("     precision  recall")
for name, (relevant, retrieved) in cases.items():
    print(f"{name}   {retrieval.precision(relevant, retrieved):9.3f}  {retrieval.recall(relevant, retrieved):6.3f}")
precisions = [retrieval.precision(*case) for case in cases.values()]
recalls = [retrieval.recall(*case) for case in cases.values()]
print(f"mean {sum(precisions) / 5:9.3f}  {sum(recalls) / 5:6.3f}")

# %% [markdown]
# Compare `q3` with `q1`. Both found everything (recall 1). `q3` brought five chunks for it, `q1` three, and only precision tells.
# Compare `q5`: both 0. Where it went wrong no number says.

# %% [markdown]
# ## 3. The first k
#
# A generator has room for so many chunks. So we cut the ranking after **k** and score what is left: precision@k, recall@k. Two
# rules surprise people:
#
# - precision@k divides by **k**, also where fewer than k came back: an empty place is a wasted place;
# - a copy of an earlier chunk is no new find, but **it still takes up its rank**.
#
# Commit yourself: the only relevant id is `A`, and `A A X` came back. What is precision@3?

# %% predict="duplicates_at_3"
prediction = None

# %%
compare_prediction(prediction, retrieval.precision_at_k(["A"], ["A", "A", "X"], 3))
print("recall@3:", retrieval.recall_at_k(["A"], ["A", "A", "X"], 3))

# %% [markdown]
# One find in three places. The copy fills a place that another chunk could have had. Retrievers that return overlapping
# chunks do this all day.
#
# **Exercise 1.2.** Cut first, then count what is new.
#
# <details><summary>Hint 1</summary><code>retrieved[:k]</code> is the first k, or all of them where there are fewer.</details>
# <details><summary>Hint 2</summary>Cut the list before you make a set of it. The other way round moves later chunks up.</details>
# <details><summary>Hint 3</summary>The divisor is k itself, not the length of anything.</details>

# %% exercise="precision_at_k"
def precision_at_k(relevant, retrieved, k):
    """Return the number of distinct relevant ids among the first k, divided by k.

    retrieved: a list of ids, best first. A list shorter than k still divides by k.
    k below 1: raise ValueError.
    """
    ### BEGIN SOLUTION
    if k < 1:
        raise ValueError(f"k is {k}; it must be 1 or more")
    return len(set(retrieved[:k]) & set(relevant)) / k
    ### END SOLUTION

# %% check="precision_at_k_stops_at_k" points=1
"""Two of the first three are relevant; rank 4 does not count."""
from ragdiag_helpers.checks import expect

expect(precision_at_k, {"a", "b", "c", "d"}, ["x", "a", "b", "c", "y"], 3, wanted=2 / 3, mistakes={
    1: "You counted a find beyond rank k. Only ranks 1 to k count, k included.",
    3 / 5: "You ignored k and scored the whole list.",
    1 / 3: "You stopped one rank too early. Rank k itself counts.",
    1 / 2: "You divided by how many were needed. That is recall@k. Precision@k divides by k.",
    2: "That is the count. Divide it by k.",
})

# %% check="precision_at_k_always_divides_by_k" points=1
"""Two came back although five were allowed: the divisor is still 5."""
from ragdiag_helpers.checks import expect

expect(precision_at_k, {"a"}, ["a", "x"], 5, wanted=1 / 5, mistakes={
    1 / 2: "You divided by how many came back. @k divides by k: an empty place is a wasted place.",
    1: "You divided by how many were needed. @k divides by k.",
})

# %% check="precision_at_k_counts_a_copy_once" points=1
"""A copy is no new find, but it still takes up its rank."""
from ragdiag_helpers.checks import expect

expect(precision_at_k, {"a"}, ["a", "a", "x"], 3, wanted=1 / 3, mistakes={
    2 / 3: "You counted the copy of 'a' as a second find.",
    1 / 2: "You divided by the distinct ids. The copy takes up a place, so the divisor stays k.",
})
expect(precision_at_k, {"a", "b"}, ["a", "a", "b"], 2, wanted=1 / 2, mistakes={
    1: "You removed the copy before you cut, so 'b' moved up from rank 3. Cut at k first, then count distinct ids.",
})

# %% check="precision_at_k_refuses_k_below_1" points=1
"""k = 0 asks for nothing: ValueError."""
from ragdiag_helpers.checks import expect

expect(precision_at_k, {"a"}, ["a"], 0, wanted=ValueError, mistakes={
    ZeroDivisionError: "k = 0 ends in a division by 0, which tells the caller nothing. Raise ValueError with a message first.",
    0: "A score for k = 0 hides a slip in the caller's code. Raise ValueError.",
    None: "None means undefined for this question. k = 0 is a slip in the caller's code: raise ValueError.",
})

# %% [markdown]
# Now `recall_at_k`.
#
# <details><summary>Hint 1</summary>Same numerator as precision@k.</details>
# <details><summary>Hint 2</summary>Where more ids are relevant than k has places, recall@k cannot reach 1. That is no mistake of yours.</details>
# <details><summary>Hint 3</summary>You may call your own <code>recall</code> with a shorter list.</details>

# %% exercise="recall_at_k"
def recall_at_k(relevant, retrieved, k):
    """Return the number of distinct relevant ids among the first k, divided by the number of relevant ids.

    retrieved: a list of ids, best first.
    No relevant id: None. k below 1: raise ValueError.
    """
    ### BEGIN SOLUTION
    if k < 1:
        raise ValueError(f"k is {k}; it must be 1 or more")
    wanted = set(relevant)
    return len(wanted & set(retrieved[:k])) / len(wanted) if wanted else None
    ### END SOLUTION

# %% check="recall_at_k_divides_by_relevant" points=1
"""Two of five relevant ids stand in the first three."""
from ragdiag_helpers.checks import expect

expect(recall_at_k, {"a", "b", "c", "d", "e"}, ["x", "a", "b", "c", "y"], 3, wanted=2 / 5, mistakes={
    2 / 3: "You divided by k. Recall always divides by the number of relevant ids, even where k has fewer places than that.",
    3 / 5: "You counted a find beyond rank k. Only the first k count.",
    1 / 5: "You stopped one rank too early. Rank k itself counts.",
    1: "You asked whether any relevant id is there (the hit rate). Recall asks how many of them.",
})

# %% check="recall_at_k_counts_a_copy_once" points=1
"""The copy of 'a' is no new find, and keeps 'b' out of the first two."""
from ragdiag_helpers.checks import expect

expect(recall_at_k, {"a", "b"}, ["a", "a", "b"], 2, wanted=1 / 2, mistakes={
    1: "You counted the copy of 'a' as a find, or removed it before you cut. A copy is no new find, but it takes up its rank.",
})

# %% check="recall_at_k_corner_cases" points=1
"""Nothing relevant: None. k = 0: ValueError."""
from ragdiag_helpers.checks import expect

expect(recall_at_k, [], ["x"], 1, wanted=None, mistakes={
    0: "0 would blame the retriever for not finding what does not exist. Return None.",
    1: "1 would reward the retriever for a question that nobody can answer. Return None.",
    ZeroDivisionError: "With nothing relevant the divisor is 0. Decide that case before you divide.",
})
expect(recall_at_k, {"a"}, ["a"], 0, wanted=ValueError, mistakes={
    0: "A score for k = 0 hides a slip in the caller's code. Raise ValueError.",
})

# %% check="at_k_agrees_with_the_helper" points=2
"""Yours and the helper's agree at every k."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

at_k = [(["c2", "c5"], ["c2", "c8", "c4"], k) for k in (1, 2, 3, 6)] + [(["c7"], ["c1", "c4", "c7", "c9"], k) for k in (2, 3)]
agree(precision_at_k, retrieval.precision_at_k, at_k)
agree(recall_at_k, retrieval.recall_at_k, at_k)
### BEGIN HIDDEN TESTS
ranked = ["p4", "p1", "p4", "p2", "p1", "p3"]
expect(precision_at_k, {"p1", "p2", "p3"}, ranked, 5, wanted=2 / 5)
expect(recall_at_k, {"p1", "p2", "p3"}, ranked, 5, wanted=2 / 3)
expect(precision_at_k, {"p1", "p2"}, [], 2, wanted=0.0)
expect(precision_at_k, {"p1"}, ["p1"], -1, wanted=ValueError)
expect(recall_at_k, {"p1"}, ["p1"], -3, wanted=ValueError)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. How high up?
#
# Precision and recall do not see order. Take the first golden question, *How much does the Pro plan cost per month?* The needed page is
# `plans`. Docent put it second; another retriever might put it first.

# %%
for retrieved in (["ratelimits", "plans"], ["plans", "ratelimits"]):
    print(retrieved)
    print("   precision", retrieval.precision(["plans"], retrieved), " recall", retrieval.recall(["plans"], retrieved))

# %% [markdown]
# Same numbers, though a reader (or a generator that looks hardest at the top) would tell them apart. **Reciprocal rank** (RR) does: 1
# divided by the rank of the first relevant id.
#
# Commit yourself: what is the reciprocal rank of the *first* ranking, the one with `plans` in second place?

# %% predict="rr_of_second_place"
prediction = None

# %%
compare_prediction(prediction, retrieval.reciprocal_rank(["plans"], ["ratelimits", "plans"]))
print([f"rank {rank}: {1 / rank:.2f}" for rank in range(1, 7)])

# %% [markdown]
# The fall from rank 1 to 2 costs as much as all later ranks together. The mean of RR over all questions is called **MRR**.
#
# **Exercise 1.3.** Mind where the ranks begin.
#
# <details><summary>Hint 1</summary>Walk down the ranking and stop at the first id that is relevant.</details>
# <details><summary>Hint 2</summary><code>enumerate(ids, start=1)</code> gives ranks that begin at 1.</details>
# <details><summary>Hint 3</summary><code>retrieved[:None]</code> is the whole list, so the cut-off needs no <code>if</code>.</details>

# %% exercise="reciprocal_rank"
def reciprocal_rank(relevant, retrieved, k=None):
    """Return 1 / rank of the first relevant id, ranks counted from 1.

    retrieved: a list of ids, best first. k: look at the first k only; None looks at all.
    None of them relevant: 0.0. No relevant id at all: None.
    """
    ### BEGIN SOLUTION
    if not relevant:
        return None
    for rank, each in enumerate(retrieved[:k], start=1):
        if each in relevant:
            return 1 / rank
    return 0.0
    ### END SOLUTION

# %% check="reciprocal_rank_counts_from_one" points=1
"""The first relevant id stands third: 1/3."""
from ragdiag_helpers.checks import expect

expect(reciprocal_rank, {"b", "c"}, ["x", "y", "b", "c", "w"], wanted=1 / 3, mistakes={
    1 / 2: "You counted ranks from 0. The first place is rank 1.",
    3: "That is the rank. The score is 1 divided by it.",
    2: "That is the position counted from 0. The score is 1 / rank, and ranks begin at 1.",
    1 / 4: "You took the last relevant id. The first one counts.",
    7 / 12: "You added up 1/rank over all relevant ids. Only the first one counts.",
    7 / 24: "You averaged 1/rank over all relevant ids. Only the first one counts.",
    1: "You lost the order: a set or a sort moved 'b' to the front. Walk down the list as it came.",
    2 / 5: "That is a share of the list. RR asks only where the first relevant id stands.",
})

# %% check="reciprocal_rank_takes_any_relevant" points=1
"""Any of the relevant ids will do, not just the first one on the relevant list."""
from ragdiag_helpers.checks import expect

expect(reciprocal_rank, ["z", "b"], ["x", "b"], wanted=1 / 2, mistakes={
    0: "You looked for one relevant id only. Any of them counts, whichever stands highest.",
    ValueError: "You looked up one relevant id that was not retrieved. Walk down the ranking instead.",
})

# %% check="reciprocal_rank_corner_cases" points=1
"""Not found: 0.0. Nothing to find: None."""
from ragdiag_helpers.checks import expect

expect(reciprocal_rank, {"a"}, ["x", "y"], wanted=0.0, mistakes={
    None: "There was something to find, and it was missed: 0.0. None is for questions with nothing to find.",
    1 / 3: "A rank after the end of the list is still a score above 0. Not found is 0.0.",
})
expect(reciprocal_rank, [], ["x"], wanted=None, mistakes={
    0: "0 would blame the retriever for not finding what does not exist. Return None.",
})

# %% check="reciprocal_rank_respects_the_cutoff" points=1
"""RR@10 does not see rank 11; RR@2 does see rank 2."""
from ragdiag_helpers.checks import expect

eleventh = ["x"] * 10 + ["b"]
expect(reciprocal_rank, {"b"}, eleventh, 10, wanted=0.0, mistakes={
    1 / 11: "You ignored k. With k = 10 rank 11 is out of sight.",
    1 / 2: "Copies of 'x' take up their ranks too. Do not remove them.",
})
expect(reciprocal_rank, {"b"}, ["x", "b"], 2, wanted=1 / 2, mistakes={
    0: "You stopped before rank k. k = 2 includes rank 2.",
})

# %% check="reciprocal_rank_agrees_with_the_helper" points=2
"""Yours and the helper's agree."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

ranked = [(["c3"], ["c3", "c9"]), (["c7"], ["c1", "c4", "c7"]), (["c0"], ["c1", "c2"]), (["c5"], ["x"] * 10 + ["c5"])]
agree(reciprocal_rank, retrieval.reciprocal_rank, ranked)
### BEGIN HIDDEN TESTS
expect(reciprocal_rank, ["p2", "p9"], ["p1", "p1", "p5", "p9", "p2"], wanted=1 / 4)
expect(reciprocal_rank, {"p9"}, ["p1", "p1", "p5", "p9"], 3, wanted=0.0)
expect(reciprocal_rank, {"p9"}, ["p9"], 1, wanted=1)
expect(reciprocal_rank, {"p9"}, [], wanted=0.0)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. One sum, two divisors
#
# RR stops at the first find. **Average precision** (AP) goes on: at each rank where a *new* relevant id stands, take the precision up
# to there; add these up; divide by the number of **relevant** ids. What was never found adds nothing, and still counts below the line.
#
# **Rank-aware precision** takes the same sum and divides by the number of relevant ids **found**. (Ragas calls it *context precision*.)
#
# Two ids are relevant, `A` and `B`. Only `A` came back, at rank 1. Commit yourself: what is the **rank-aware precision**?

# %% predict="rank_aware_half_found"
prediction = None

# %%
compare_prediction(prediction, retrieval.rank_aware_precision(["A", "B"], ["A"]))
print("average precision:", retrieval.average_precision(["A", "B"], ["A"]))

# %% [markdown]
# Half of what was needed never came, and rank-aware precision is perfect. It asks how high the finds stand, not how many there
# are. If a tool shows you "context precision 1.0", look at recall before you rejoice.
#
# **Exercise 1.4.** Write both.
#
# <details><summary>Hint 1</summary>Walk down the ranking with a set of the finds so far. The precision at a rank is the number of finds so far / the rank.</details>
# <details><summary>Hint 2</summary>Add only at ranks where something new is found. A copy adds nothing, but its rank is counted.</details>
# <details><summary>Hint 3</summary>Work out <code>a x b y</code> with relevant a, b, c on paper first: the sum is 1/1 + 2/3. Then choose the divisor.</details>

# %% exercise="average_precision"
def average_precision(relevant, retrieved):
    """Return the sum of the precision at each rank of a new relevant id, divided by the number of relevant ids.

    retrieved: a list of ids, best first. No relevant id: None.
    """
    ### BEGIN SOLUTION
    wanted, seen, total = set(relevant), set(), 0.0
    for rank, each in enumerate(retrieved, start=1):
        if each in wanted and each not in seen:
            seen.add(each)
            total += len(seen) / rank
    return total / len(wanted) if wanted else None
    ### END SOLUTION


def rank_aware_precision(relevant, retrieved):
    """Return the same sum divided by the number of relevant ids found; none found: 0.0."""
    ### BEGIN SOLUTION
    found = len(set(relevant) & set(retrieved))
    return average_precision(relevant, retrieved) * len(set(relevant)) / found if found else 0.0
    ### END SOLUTION

# %% check="average_precision_divides_by_relevant" points=1
"""a at rank 1, b at rank 3, c never: (1/1 + 2/3) / 3."""
from ragdiag_helpers.checks import expect

expect(average_precision, {"a", "b", "c"}, ["a", "x", "b", "y"], wanted=(1 + 2 / 3) / 3, mistakes={
    (1 + 2 / 3) / 2: "You divided by how many were found. That is rank-aware precision. AP divides by how many were needed.",
    (1 + 2 / 3) / 4: "You divided by the length of the ranking. AP divides by how many were needed.",
    (1 + 1 / 2 + 2 / 3 + 2 / 4) / 4: "You averaged the precision over all ranks. Only ranks where something new is found count.",
    (1 + 1 / 2 + 2 / 3 + 2 / 4) / 3: "You added the precision at every rank. Only ranks where something new is found count.",
    (1 + 1 / 3) / 3: "You added 1/rank. Add the precision at that rank: the finds so far / the rank.",
    1 + 2 / 3: "That is the sum. Divide it by the number of relevant ids.",
})

# %% check="average_precision_counts_a_copy_once" points=1
"""Only A was found, twice: AP is 1/2."""
from ragdiag_helpers.checks import expect

expect(average_precision, {"A", "B"}, ["A", "A"], wanted=1 / 2, mistakes={
    1: "You added again for the copy of 'A'. Add only where something new is found.",
    3 / 4: "You added again for the copy of 'A'. Add only where something new is found.",
})
expect(average_precision, {"A", "B"}, ["A", "A", "B"], wanted=(1 + 2 / 3) / 2, mistakes={
    1: "You removed the copy first, so 'B' moved up to rank 2. The copy takes up its rank.",
})
expect(average_precision, [], ["x"], wanted=None, mistakes={
    0: "0 would blame the retriever for not finding what does not exist. Return None.",
    ZeroDivisionError: "With nothing relevant the divisor is 0. Decide that case before you divide.",
})

# %% check="rank_aware_divides_by_found" points=1
"""The same ranking, divided by the two that were found; and nothing found is 0.0."""
from ragdiag_helpers.checks import expect

expect(rank_aware_precision, {"a", "b", "c"}, ["a", "x", "b", "y"], wanted=(1 + 2 / 3) / 2, mistakes={
    (1 + 2 / 3) / 3: "You divided by how many were needed. That is AP. Rank-aware precision divides by how many were found.",
    (1 + 2 / 3) / 4: "You divided by the length of the ranking. Divide by how many were found.",
})
expect(rank_aware_precision, {"a"}, ["x"], wanted=0.0, mistakes={
    ZeroDivisionError: "With nothing found the divisor is 0. Decide that case before you divide.",
    None: "Something was needed and nothing found: 0.0.",
})

# %% check="average_precision_agrees_with_the_helper" points=2
"""Yours and the helper's agree."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

ranked = [(["c3"], ["c3", "c9", "c1"]), (["c2", "c5"], ["c2", "c8", "c4"]), (["c6", "c6b"], ["c6", "c6b"]), (["c0"], ["c1"])]
agree(average_precision, retrieval.average_precision, ranked)
agree(rank_aware_precision, retrieval.rank_aware_precision, ranked)
### BEGIN HIDDEN TESTS
expect(average_precision, {"p1", "p2", "p3"}, ["p9", "p1", "p1", "p3"], wanted=(1 / 2 + 2 / 4) / 3)
expect(rank_aware_precision, {"p1", "p2", "p3"}, ["p9", "p1", "p1", "p3"], wanted=1 / 2)
expect(average_precision, {"p1", "p2"}, [], wanted=0.0)
expect(rank_aware_precision, set(), ["p1"], wanted=0.0)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. Docent on the golden five
#
# Enough letters. Here is the real run: five questions about Meridian, two pages each, the keyword retriever.

# %%
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import load_golden

pages, golden = load_corpus(), load_golden()
records = Docent(pages, k=2).run(golden)
for record in records:
    print(record.id, "needed:", record.relevant_ids[0].ljust(10), " came back:", ", ".join(record.retrieved_ids))

# %%
summary = retrieval.evaluate(records, k=2)
print(summary)

# %% [markdown]
# A precision of 0.40 looks poor. Is it? Each question needs one page, and two are always fetched. Commit yourself: what is the
# **best** precision@2 that any retriever could reach on these five questions?

# %% predict="precision_ceiling"
prediction = None

# %%
compare_prediction(prediction, retrieval.precision_at_k(["plans"], ["plans", "any other page"], 2))

# %% [markdown]
# The ceiling is 0.50. Never read a precision without asking how many relevant documents there are and how many places k gives. That is
# the first thing a single number does not see. Now the patient, row by row:

# %%
for row in summary.rows:
    print(f"{row.id}  recall {row.recall:.0f}  precision {row.precision:.2f}  RR {row.reciprocal_rank:.2f}")

# %% [markdown]
# `q5` has recall 0: the patient of lesson 0. And `q1` has recall 1 but an RR of 0.50: the right page came second.
#
# Why did `q5` miss its page? The keyword retriever counts how many different words of the question stand on a page, with whatever
# punctuation sticks to them. Count along:

# %%
asked = set(golden[4].question.lower().split())
for page in pages:
    shared = asked & set(f"{page.title} {page.text}".lower().split())
    print(f"{page.id:11} {len(shared)}  {' '.join(sorted(shared))}")

# %% [markdown]
# `regions` wins with *free, is, on, plan, the, what*: words that say nothing about the question. The words that do, *per-minute*, *request*
# and *cap*, match nothing: the right page writes *requests per minute*. The right page is fourth.

# %% [markdown]
# ## 7. The k sweep
#
# If the right page is fourth, why not fetch more pages? Nobody has to touch the prompt. Commit yourself: at k = 4, what will mean **precision** be?

# %% predict="precision_at_4"
prediction = None

# %%
ranked = Docent(pages, k=8).run(golden)
sweep = [retrieval.evaluate(ranked, k) for k in range(1, 9)]
compare_prediction(prediction, sweep[3].precision.value)

# %%
from ragdiag_helpers.plots import k_sweep

fig, ax = k_sweep(sweep)
print(fig.alt)

# %% [markdown]
# Recall climbs to 1.00 at k = 4 and stays. Precision falls from the first step. No row of numbers shows as plainly as this picture that
# you **choose a point on a trade**, and that beyond k = 4 you pay and get nothing.
#
# Does it cure the patient? And what is the price in words that the generator has to read?

# %%
for k in (2, 4):
    records = Docent(pages, k=k).run(golden)
    words = sum(len(context.split()) for record in records for context in record.contexts)
    precision_at = retrieval.evaluate(records, k).precision.value
    print(f"k = {k}: {words / len(records):.0f} words a question, {precision_at:.2f} precision")
    print("       ", records[4].answer)

# %% [markdown]
# Cured, and the prompt was never touched. The price: the generator reads about twice as many words for **every** question, four of which
# were fine before. With a language model that is money, time, and more text to get lost in.
#
# **Exercise 1.5.** Find the cheapest k that is good enough, and say what it costs. You may use `retrieval.recall_at_k` and friends.
#
# <details><summary>Hint 1</summary>Try k = 1, 2, 3, ... and stop at the first that reaches the target.</details>
# <details><summary>Hint 2</summary>The largest k worth a try is the length of the longest ranking.</details>
# <details><summary>Hint 3</summary><code>zip(relevant, rankings)</code> walks through the questions in step. Score each, add up, divide by the number of questions.</details>

# %% exercise="cheapest_k"
def cheapest_k(relevant, rankings, target):
    """Return (k, mean recall@k, mean precision@k) for the smallest k whose mean recall@k reaches target.

    relevant: a list with the relevant ids of each question (at least one each).
    rankings: a list with the ranking of each question, in the same order.
    target: from 0 to 1; reached means >= target. No k reaches it: None.
    """
    ### BEGIN SOLUTION
    for k in range(1, max(map(len, rankings)) + 1):
        recall = sum(retrieval.recall_at_k(need, got, k) for need, got in zip(relevant, rankings)) / len(rankings)
        if recall >= target:
            precision = sum(retrieval.precision_at_k(need, got, k) for need, got in zip(relevant, rankings)) / len(rankings)
            return k, recall, precision
    return None
    ### END SOLUTION

# %% check="cheapest_k_on_the_golden_five" points=1
"""On the golden five, recall 1 needs k = 4 and costs precision 0.25."""
from ragdiag_helpers.checks import expect
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import load_golden

run = Docent(load_corpus(), k=8).run(load_golden())
needed, rankings = [list(each.relevant_ids) for each in run], [list(each.retrieved_ids) for each in run]
expect(cheapest_k, needed, rankings, 1.0, wanted=(4, 1.0, 0.25), mistakes={
    4: "k is right. Return all three: (k, mean recall, mean precision).",
    3: "You counted k from 0. k = 1 is the first page.",
    (4, 1.0): "Recall is what you gain. Return what it costs too: the mean precision at that k.",
    (8, 1.0, 0.125): "That is the largest k that reaches the target. Every page costs: return the smallest.",
    (5, 1.0, 0.2): "One page too many: k = 4 reaches the target already. Do you ask for more than the target, or start too late?",
    None: "k = 4 reaches the target exactly. Reached means >= target.",
    (4, 1.0, 0.125): "You took precision over the whole ranking. Cut it at k.",
    ValueError: "Something asked for k = 0. Start at k = 1.",
})

# %% check="cheapest_k_reached_means_at_least" points=1
"""Exactly on target is reached; a target that no k reaches gives None."""
from ragdiag_helpers.checks import expect

expect(cheapest_k, [["a"], ["b"]], [["a", "x"], ["y", "z"]], 0.5, wanted=(1, 0.5, 0.5), mistakes={
    None: "Mean recall is exactly the target at k = 1. Reached means >= target.",
    (2, 0.5, 0.25): "k = 1 reaches the target already.",
})
expect(cheapest_k, [["a"], ["b"]], [["a", "x"], ["y", "z"]], 1.0, wanted=None, mistakes={
    (1, 1.0, 0.5): "You stopped when one question was fine. The mean over all questions must reach the target.",
    (2, 0.5, 0.25): "This k does not reach the target. Say so with None instead of returning the last one tried.",
})

# %% check="cheapest_k_hidden" points=2
# Hidden check: other questions, several relevant ids, rankings of different length.
### BEGIN HIDDEN TESTS
from ragdiag_helpers.checks import expect

needed = [["p1", "p2"], ["p3"], ["p4"]]
rankings = [["p1", "p9", "p2"], ["p8", "p3"], ["p4"]]
expect(cheapest_k, needed, rankings, 0.5, wanted=(1, 0.5, 2 / 3))
expect(cheapest_k, needed, rankings, 1, wanted=(3, 1, (2 / 3 + 1 / 3 + 1 / 3) / 3))
expect(cheapest_k, [["n1"]], [["n2", "n3"]], 0.1, wanted=None)
### END HIDDEN TESTS

# %% [markdown]
# ## 8. The museum of impossible numbers
#
# A published tutorial scores two questions at k = 5 and prints **precision@5 0.5, recall@5 1.0, MRR 0.75**. Here are its data:

# %%
relevant = [{"042", "043"}, {"077"}]
rankings = [["043", "001", "042", "099", "017"], ["077", "022", "031", "009", "055"]]

# %% [markdown]
# You need no computer for the first doubt. In both rankings the first id is relevant, so every first find has rank 1. Commit yourself: what
# must MRR be?

# %% predict="published_mrr"
prediction = None

# %%
ranks = [retrieval.reciprocal_rank(need, got) for need, got in zip(relevant, rankings)]
first = [retrieval.precision_at_k(need, got, 1) for need, got in zip(relevant, rankings)]
compare_prediction(prediction, sum(ranks) / 2)
print("precision@1:", sum(first) / 2)

# %% [markdown]
# MRR can never be below precision@1: whoever is right in first place has RR 1. A printed MRR of 0.75 beside these rankings is
# impossible, and you saw it without running their code. Such rules are called **invariants**. They are the cheapest review there is.
#
# **Exercise 1.6.** Write the review as a function: which published means are wrong, and what should they be? Published numbers
# are rounded to two digits, so a difference below 0.005 is no fault.
#
# <details><summary>Hint 1</summary>First compute all three means in a dictionary of the same names.</details>
# <details><summary>Hint 2</summary>A mean is taken over questions: score each question, then average. Do not pool the counts.</details>
# <details><summary>Hint 3</summary>Then keep the names where <code>abs(published - right)</code> is 0.005 or more.</details>

# %% exercise="wrong_numbers"
def wrong_numbers(published, relevant, rankings, k):
    """Return {name: right value} for every published mean that is off by 0.005 or more; {} where all are right.

    published: {"precision": ..., "recall": ..., "mrr": ...}, the means of precision@k, recall@k and reciprocal rank.
    relevant, rankings: one entry a question, in the same order; each question has a relevant id.
    """
    ### BEGIN SOLUTION
    pairs = list(zip(relevant, rankings))
    scores = {
        "precision": [retrieval.precision_at_k(need, got, k) for need, got in pairs],
        "recall": [retrieval.recall_at_k(need, got, k) for need, got in pairs],
        "mrr": [retrieval.reciprocal_rank(need, got) for need, got in pairs],
    }
    right = {name: sum(each) / len(each) for name, each in scores.items()}
    return {name: right[name] for name in published if abs(published[name] - right[name]) >= 0.005}
    ### END SOLUTION

# %% check="wrong_numbers_finds_the_published_bug" points=1
"""Two of the three published means are wrong."""
from ragdiag_helpers.checks import expect

need = [["042", "043"], ["077"]]
got = [["043", "001", "042", "099", "017"], ["077", "022", "031", "009", "055"]]
claimed = {"precision": 0.5, "recall": 1.0, "mrr": 0.75}
expect(wrong_numbers, claimed, need, got, 5, wanted={"precision": 0.3, "mrr": 1.0}, mistakes=[
    ({"precision": 0.3, "recall": 1.0, "mrr": 1.0}, "The published recall is right. Return only what is wrong."),
    ({"precision": 0.5, "mrr": 0.75}, "These are the published values. Return the right ones."),
    ({"recall": 1.0}, "You kept the names that are right. Keep those that differ."),
    (["precision", "mrr"], "The names are right. Return a dictionary with the right value beside each."),
    ({"precision": 0.3}, "Look at MRR again: in both rankings the first id is relevant."),
    ({}, "Work out precision@5 of the second question on paper: one find in five places."),
])

# %% check="wrong_numbers_accepts_rounding" points=1
"""These means are right and rounded to two digits: nothing to report."""
from ragdiag_helpers.checks import expect

need, got = [["a", "b", "c"], ["d"]], [["a", "x", "y", "b"], ["z", "w", "d"]]
claimed = {"precision": 0.33, "recall": 0.67, "mrr": 0.67}
expect(wrong_numbers, claimed, need, got, 3, wanted={}, mistakes=[
    ({"precision": 1 / 3, "recall": 2 / 3, "mrr": 2 / 3}, "0.33 is 1/3 rounded. A difference below 0.005 is no fault."),
    ({"recall": 1 / 2}, "You pooled all questions: 2 of 4 ids. A mean takes the recall of each question first: (1/3 + 1) / 2."),
    ({"mrr": 1 / 2}, "You took 1 / the mean rank. MRR is the mean of 1 / rank: (1 + 1/3) / 2."),
    ({"precision": 5 / 12, "recall": 5 / 6}, "You ignored k. Cut each ranking at k first."),
    ({"precision": 1 / 2}, "You divided a sum by the wrong number. Score each question, add up, divide by the number of questions."),
    (None, "Nothing is wrong here: return an empty dictionary, {}."),
])

# %% check="wrong_numbers_hidden" points=2
# Hidden check: other tables of published numbers.
### BEGIN HIDDEN TESTS
from ragdiag_helpers.checks import expect

need, got = [["p1"], ["p2", "p3"]], [["p1"], ["p9", "p2", "p8", "p3", "p7", "p6"]]
expect(wrong_numbers, {"precision": 0.75, "recall": 1.0, "mrr": 0.75}, need, got, 5, wanted={"precision": 0.3})
expect(wrong_numbers, {"precision": 0.3, "recall": 0.9, "mrr": 0.5}, need, got, 5, wanted={"recall": 1.0, "mrr": 0.75})
expect(wrong_numbers, {"precision": 0.3, "recall": 1.0, "mrr": 0.75}, need, got, 5, wanted={})
### END HIDDEN TESTS

# %% [markdown]
# ## 9. When the input is wrong
#
# A score of nonsense looks like any other score. What is the precision of the *string* `"plans"`?

# %%
print(sorted(set("plans")))

# %% [markdown]
# A string is a sequence too, so a metric that does not look would score five letters. The helper looks:

# %%
for wrong in ("plans", {"plans", "auth"}):
    try:
        retrieval.reciprocal_rank(["plans"], wrong)
    except ValueError as error:
        print(error)

# %% [markdown]
# ## 10. Check yourself

# %%
from ragdiag_helpers.study import flashcards, quiz

quiz("01_precision_recall")

# %%
flashcards("01_precision_recall")

# %% [markdown]
# ## 11. What we saw
#
# - Precision divides by what was retrieved, recall by what was needed. Nothing needed: recall is undefined, not 0.
# - @k cuts first. Precision@k divides by k, always. A copy is no new find, but takes up its rank.
# - RR sees only the first find, AP all of them, and rank-aware precision not what is missing.
# - The golden five: recall@2 0.80, precision@2 0.40, MRR 0.70. The ceiling of that precision is 0.50.
# - k = 4 cures `q5` without touching the prompt, and every question pays for it.
# - Invariants find impossible numbers without any code.
#
# Other tools differ: Ragas' context precision is our rank-aware precision (plus 1e-10 in the divisor); some tools give 0 or 1 where
# nothing is relevant; some divide precision@k by the length of a short list. Before you compare two tools, compare their corner cases.
#
# **Done means:** every line below says *done*, and you can explain to a colleague why precision@2 = 0.40 is not a bad grade.

# %%
from ragdiag_helpers.checks import progress

progress({
    "precision": 4,
    "recall": 4,
    "precision_at_k": 6,
    "recall_at_k": 5,
    "reciprocal_rank": 7,
    "average_precision": 5,
    "rank_aware_precision": 3,
    "cheapest_k": 3,
    "wrong_numbers": 2,
})

# %% [markdown]
# **Where it connects.** All of this assumed that somebody knows which pages are relevant. Lesson 2 is about those labels: who writes
# them, and why they break when chunks change. Lesson 5 uses recall as one axis of the diagnosis.
