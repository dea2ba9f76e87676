# %% [markdown]
# # Lesson 1. Precision and recall by hand
#
# **30 minutes** to read and run, and about as much again for the exercises. No API key, no network.
#
# After this lesson you can
#
# - compute precision, recall, reciprocal rank and average precision on paper, corner cases included;
# - say what each one misses;
# - choose k, the number of pages to fetch, and name the price of a larger k;
# - catch published numbers that cannot be right.

# %% first=true

# %% [markdown]
# ## 1. Two questions about the assistant
#
# You send an assistant to the library for pages about bridges. She comes back with a stack. Two fair questions:
#
# | in plain words | the measure | divided by |
# |---|---|---|
# | How much of what she **brought** was useful? | **precision** | what was retrieved |
# | How much of what I **needed** did she bring? | **recall** | what is relevant |
#
# Both count the same thing, the useful pages in the stack. Only the divisor differs. An assistant who brings the whole library
# has perfect recall and dreadful precision. One who brings a single good page has perfect precision, and poor
# recall if more was needed.
#
# In a RAG, *relevant* are the documents that hold the answer; a person wrote down which. *Retrieved* is what came back, best first: a
# **ranking**. Real RAGs often cut pages into **chunks** and retrieve those. From here on, an
# *id* stands for whatever is retrieved: a page, a document or a chunk.
#
# Here are five toy questions (not the golden five yet), each with its relevant ids and its ranking.

# %%
cases = {
    "q1": (["c3"], ["c3", "c9", "c1"]),
    "q2": (["c2", "c5"], ["c2", "c8", "c4"]),
    "q3": (["c7"], ["c1", "c4", "c7", "c9", "c2"]),
    "q4": (["c6", "c6b"], ["c6", "c6b"]),
    "q5": (["c0"], ["c1", "c2", "c3"]),
}

# %% [markdown]
# Take `q2`. Two ids were needed, three came back. Write your guess first: what is its **precision**? Replace `None` with a number; `1/2` will do.

# %% predict="q2_precision"
prediction = None

# %%
from ragdiag_helpers.checks import compare_prediction

relevant, retrieved = cases["q2"]
useful = [each for each in retrieved if each in relevant]
print("useful:", useful)
compare_prediction(prediction, len(useful) / len(retrieved))

# %% [markdown]
# One useful id out of three retrieved. The same useful id, divided by the two that were needed, is recall.

# %%
print(f"precision {len(useful)}/{len(retrieved)} = {len(useful) / len(retrieved):.3f}")
print(f"recall    {len(useful)}/{len(relevant)} = {len(useful) / len(relevant):.3f}")

# %% [markdown]
# Drawn as two sets that overlap: precision is the share of the *retrieved* circle that lies in the overlap, recall the share of the *relevant* one.

# %%
from ragdiag_helpers.plots import overlap

fig, ax = overlap(relevant, retrieved)
print(fig.alt)

# %% [markdown]
# The same in five steps. Ticks mark what is counted, the frame marks what we divide by:

# %%
from ragdiag_helpers.study import ratio_stepper

ratio_stepper(relevant, retrieved)

# %% [markdown]
# ## 2. Write them down
#
# **Exercise 1.1.** Both measures treat the ids as sets: an id that was retrieved twice is still one document. First `precision`.
#
# One exception to lesson 0: if nothing came back, precision would be 0/0. By convention this course says 0.0, because bringing nothing is the
# retriever's own doing.
#
# <details><summary>Hint 1</summary>Turn both into sets first. Then nothing can be counted twice.</details>
# <details><summary>Hint 2</summary><code>a &amp; b</code> is the set of what is in both.</details>
# <details><summary>Hint 3</summary>The numerator is the size of the overlap. Which of the two sets gives the divisor? And what if that one is empty?</details>

# %% exercise="precision"
def precision(relevant, retrieved):
    """Return the share of the distinct retrieved ids that are relevant, from 0 to 1.

    relevant, retrieved: lists or sets of ids.
    Nothing useful came back, because nothing came back or nothing is relevant: 0.0.
    """
    ### BEGIN SOLUTION
    got = set(retrieved)
    return len(got & set(relevant)) / len(got) if got else 0.0
    ### END SOLUTION


# %% check="precision_divides_by_retrieved" points=1
"""Two of five retrieved ids are relevant: 2/5."""
from ragdiag_helpers.checks import expect

expect(precision, {"a", "b", "c"}, ["a", "b", "x", "y", "z"], wanted=2 / 5, mistakes={
    2 / 3: "You divided by how many were needed. That is recall. Precision divides by what was retrieved.",
    1 / 3: "You divided by everything on either side (the union). Precision divides by what was retrieved.",
    2: "That is the count of useful ids. Divide it by how many were retrieved.",
    40: "That is a percentage. Scores run from 0 to 1.",
    3 / 5: "You counted the ids that are not relevant.",
    1 / 5: "You divided by a fixed k. Precision divides by how many came back, whatever that number is.",
    1: "You asked whether anything useful came back. Precision asks what share of it is useful.",
    0: "You cut the fraction off, or asked whether everything was useful. Precision gives credit for a part.",
    TypeError: "They may be lists or sets. Turn both into sets first, then & works.",
})

# %% check="precision_counts_duplicates_once" points=1
"""An id that was retrieved twice counts once, above and below the fraction bar."""
from ragdiag_helpers.checks import expect

expect(precision, {"a", "b", "c", "d", "e", "f"}, ["a", "a", "b", "x", "y"], wanted=1 / 2, mistakes={
    3 / 5: "You counted the second copy of 'a' as a second find. Count distinct ids, above and below the fraction bar.",
    2 / 5: "You counted distinct ids above the fraction bar and every copy below it. Use the same set for both.",
    3 / 4: "You counted every copy above the fraction bar and distinct ids below it. Use the same set for both.",
})

# %% check="precision_of_nothing_is_zero" points=1
"""Nothing useful came back: 0.0, whatever the reason."""
from ragdiag_helpers.checks import expect

for no_ids in ([], set()):
    expect(precision, {"a"}, no_ids, wanted=0.0, mistakes={
        ZeroDivisionError: "With nothing retrieved the divisor is 0. Decide that case before you divide.",
        None: "By our convention precision is 0.0 here: no useful result, no credit.",
        1: "An empty stack is not a perfect one. Nothing useful came back: 0.0.",
    })
expect(precision, [], ["x"], wanted=0.0, mistakes={
    None: "Something came back, and none of it is useful: 0.0. (Recall is the one that is undefined here.)",
    1: "Nothing that came back is useful: 0.0.",
})

# %% [markdown]
# Now `recall`. Its corner case is another one: what if **nothing** is relevant, because no page holds the answer? Then there was nothing
# to find, and that is not the retriever's doing: neither 0 nor 1 would be fair. Nothing was measured, so the result is `None`, as in lesson 0.
#
# <details><summary>Hint 1</summary>The numerator is the same as for precision.</details>
# <details><summary>Hint 2</summary>Only the divisor changes, and with it the case in which it is 0.</details>
# <details><summary>Hint 3</summary>Test the divisor before you divide; an empty set counts as false in an <code>if</code>.</details>

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
"""Two of five relevant ids came back among three: 2/5."""
from ragdiag_helpers.checks import expect

expect(recall, {"a", "b", "c", "d", "e"}, ["a", "b", "x"], wanted=2 / 5, mistakes={
    2 / 3: "You divided by what was retrieved. That is precision. Recall divides by what was needed.",
    1 / 3: "You divided by everything on either side (the union). Recall divides by what was needed.",
    2: "That is the count of useful ids. Divide it by how many were needed.",
    1: "You asked whether any relevant id came back (the hit rate). Recall asks how many of them.",
    0: "You cut the fraction off, or asked whether all came back. Recall gives credit for a part.",
    TypeError: "They may be lists or sets. Turn both into sets first, then & works.",
})

# %% check="recall_counts_duplicates_once" points=1
"""Finding the same id twice is one find."""
from ragdiag_helpers.checks import expect

expect(recall, {"a", "b", "c"}, ["a", "a", "x"], wanted=1 / 3, mistakes={
    2 / 3: "You counted the second copy of 'a' as a second find. Count distinct ids.",
})
expect(recall, ["a", "b", "a"], ["a"], wanted=1 / 2, mistakes={
    1 / 3: "The relevant list names 'a' twice. Count distinct ids below the fraction bar too.",
    2 / 3: "The relevant list names 'a' twice. Count distinct ids above and below the fraction bar.",
})

# %% check="recall_of_nothing_needed_is_undefined" points=1
"""No relevant id: undefined, so None. Something relevant and nothing retrieved: 0.0."""
from ragdiag_helpers.checks import expect

for no_ids in ([], set()):
    expect(recall, no_ids, ["x"], wanted=None, mistakes={
        1: "1 would reward the retriever for a question that nobody can answer. Return None, so that the mean leaves it out.",
        0: "0 would blame the retriever for not finding what does not exist. Return None, so that the mean leaves it out.",
        ZeroDivisionError: "With nothing relevant the divisor is 0. Decide that case before you divide.",
    })
expect(recall, {"a"}, [], wanted=0.0, mistakes={
    None: "There was something to find, and nothing came back: 0.0. None is for questions with nothing to find.",
    ZeroDivisionError: "You divide by what was retrieved. Recall divides by what was needed.",
})

# %% [markdown]
# Now the helper. `ragdiag_helpers.retrieval` has both functions under the same names. The next two checks compare yours with
# them on the five cases and one with a copy (and, when graded, on others).

# %% check="precision_agrees_with_the_helper" points=1
"""Your precision and the helper's agree."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

agree(precision, retrieval.precision, [
    (["c3"], ["c3", "c9", "c1"]), (["c2", "c5"], ["c2", "c8", "c4"]), (["c7"], ["c1", "c4", "c7", "c9", "c2"]),
    (["c6", "c6b"], ["c6", "c6b"]), (["c0"], ["c1", "c2", "c3"]), (["c3"], ["c3", "c3", "c9"]),
])
### BEGIN HIDDEN TESTS
expect(precision, ["p1", "p2", "p3"], ["p9", "p1", "p3", "p8", "p1", "p7", "p9"], wanted=2 / 5)
expect(precision, set(), ["n1", "n2"], wanted=0.0)
expect(precision, ["p1", "p2"], {"p1", "p9", "p8"}, wanted=1 / 3)
### END HIDDEN TESTS

# %% check="recall_agrees_with_the_helper" points=1
"""Your recall and the helper's agree."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

agree(recall, retrieval.recall, [
    (["c3"], ["c3", "c9", "c1"]), (["c2", "c5"], ["c2", "c8", "c4"]), (["c7"], ["c1", "c4", "c7", "c9", "c2"]),
    (["c6", "c6b"], ["c6", "c6b"]), (["c0"], ["c1", "c2", "c3"]), (["c3", "c5"], ["c3", "c3", "c9"]),
])
### BEGIN HIDDEN TESTS
expect(recall, ["p1", "p2", "p3", "p1"], ["p9", "p1", "p3", "p8", "p1", "p7", "p9"], wanted=2 / 3)
expect(recall, {"n1", "n2", "n3", "n4"}, [], wanted=0.0)
expect(recall, {"p1", "p2", "p3", "p4"}, {"p1"}, wanted=1 / 4)
expect(recall, set(), [], wanted=None)
### END HIDDEN TESTS

# %% [markdown]
# The five cases in one table, with the helper:

# %%
from ragdiag_helpers import retrieval

print("     precision  recall")
for name, case in cases.items():
    print(f"{name}   {retrieval.precision(*case):9.3f}  {retrieval.recall(*case):6.3f}")
precisions = [retrieval.precision(*case) for case in cases.values()]
recalls = [retrieval.recall(*case) for case in cases.values()]
print(f"mean {sum(precisions) / 5:9.3f}  {sum(recalls) / 5:6.3f}")

# %% [markdown]
# Compare `q3` with `q1`. Both found everything (recall 1). `q3` brought five ids for it, `q1` three, and only precision tells.
# `q5` has 0 twice, and neither number says what went wrong.

# %% [markdown]
# ## 3. The first k
#
# A generator has room for only so much text. So we cut the ranking after the first **k** ids and score what is left: precision@k, recall@k.
# Retrievers often return the same document twice, or nearly so. Write your guess first: the only relevant id is `A`, and the ranking
# is `A A X`. What is precision@3?

# %% predict="duplicates_at_3"
prediction = None

# %%
compare_prediction(prediction, retrieval.precision_at_k(["A"], ["A", "A", "X"], 3))
print("recall@3:", retrieval.recall_at_k(["A"], ["A", "A", "X"], 3))
print("A X at k = 5:", retrieval.precision_at_k(["A"], ["A", "X"], 5))

# %% [markdown]
# One find in three places; and one find in five, although only two came back. Two rules are behind this, and both surprise people:
#
# - a copy of an earlier id is no new find, but **it still takes up its rank**: another document could have stood there;
# - precision@k divides by **k**, even when fewer than k came back: an empty place is a wasted place.
#
# **Exercise 1.2.** Cut first, then count what is new. First `precision_at_k`.
#
# <details><summary>Hint 1</summary><code>retrieved[:k]</code> is the first k, or all of them where there are fewer.</details>
# <details><summary>Hint 2</summary>Cut the list before you make a set of it. The other way round moves later ids up.</details>
# <details><summary>Hint 3</summary>The divisor is k itself, not the length of anything.</details>

# %% exercise="precision_at_k"
def precision_at_k(relevant, retrieved, k):
    """Return the share of the k places that hold a new relevant id.

    relevant: a list or set of ids. retrieved: a list of ids, best first.
    A list shorter than k still divides by k.
    k below 1: raise ValueError.
    """
    ### BEGIN SOLUTION
    if k < 1:
        raise ValueError(f"k is {k}; it must be 1 or more")
    return len(set(retrieved[:k]) & set(relevant)) / k
    ### END SOLUTION


# %% check="precision_at_k_stops_at_k" points=1
"""Two of the first four are relevant; rank 5 does not count."""
from ragdiag_helpers.checks import expect

expect(precision_at_k, {"a", "b", "c", "d", "e"}, ["x", "a", "y", "b", "c"], 4, wanted=1 / 2, mistakes={
    3 / 4: "You counted a find beyond rank k. Only ranks 1 to k count, k included.",
    3 / 5: "You ignored k and scored the whole list.",
    1 / 4: "You stopped one rank too early. Rank k itself counts.",
    2 / 5: "You divided by how many were needed. That is recall@k. Precision@k divides by k.",
    1: "You asked whether any relevant id is there (the hit rate). Precision@k asks what share of the k places.",
    2: "That is the count. Divide it by k.",
    TypeError: "relevant may be a list or a set. A set has no places, so no [0]; and & wants a set on both sides.",
    0: "You cut the fraction off. Use / and keep what comes out.",
})

# %% check="precision_at_k_always_divides_by_k" points=1
"""Two came back although five were allowed: the divisor is still 5."""
from ragdiag_helpers.checks import expect

expect(precision_at_k, {"a"}, ["a", "x"], 5, wanted=1 / 5, mistakes={
    1 / 2: "You divided by how many came back. @k divides by k: an empty place is a wasted place.",
    IndexError: "Fewer than k came back. Stop at the end of the list, and still divide by k.",
    1: "You divided by how many were needed. @k divides by k.",
})

# %% check="precision_at_k_counts_a_copy_once" points=1
"""A copy is no new find, but it still takes up its rank."""
from ragdiag_helpers.checks import expect

expect(precision_at_k, {"a"}, ["a", "a", "x"], 3, wanted=1 / 3, mistakes={
    2 / 3: "You counted the copy of 'a' as a second find.",
    1 / 2: "You divided by the distinct ids. The copy takes up a place, so the divisor stays k.",
})
expect(precision_at_k, {"a", "b", "c"}, ["a", "a", "b", "c"], 2, wanted=1 / 2, mistakes={
    1: "'b' is third, beyond k = 2. The copy before it takes up a rank: cut first, then count distinct ids.",
})

# %% check="precision_at_k_refuses_k_below_1" points=1
"""k = 0 and k = -1 ask for nothing: ValueError."""
from ragdiag_helpers.checks import expect

for bad_k in (0, -1):
    expect(precision_at_k, {"a", "b"}, ["a", "b"], bad_k, wanted=ValueError, mistakes={
        ZeroDivisionError: "k = 0 ends in a division by 0, which tells the caller nothing. Raise ValueError with a message first.",
        0: "A score for a k below 1 hides a slip in the caller's code. Raise ValueError.",
        -1: "You refuse k = 0 only. A negative k counts from the end of the list. Raise ValueError for it too.",
        None: "None means undefined for this question. A k below 1 is a slip in the caller's code: raise ValueError.",
        AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
    })

# %% [markdown]
# Now `recall_at_k`.
#
# <details><summary>Hint 1</summary>Same numerator as precision@k.</details>
# <details><summary>Hint 2</summary>Where more ids are relevant than k has places, recall@k cannot reach 1. That is no mistake of yours.</details>
# <details><summary>Hint 3</summary>You may call your own <code>recall</code> with a shorter list.</details>

# %% exercise="recall_at_k"
def recall_at_k(relevant, retrieved, k):
    """Return the share of the distinct relevant ids that are among the first k.

    relevant: a list or set of ids. retrieved: a list of ids, best first.
    No relevant id: None. k below 1: raise ValueError.
    """
    ### BEGIN SOLUTION
    if k < 1:
        raise ValueError(f"k is {k}; it must be 1 or more")
    wanted = set(relevant)
    return len(wanted & set(retrieved[:k])) / len(wanted) if wanted else None
    ### END SOLUTION


# %% check="recall_at_k_divides_by_relevant" points=1
"""Two of five relevant ids are among the first three."""
from ragdiag_helpers.checks import expect

expect(recall_at_k, {"a", "b", "c", "d", "e"}, ["x", "a", "b", "c"], 3, wanted=2 / 5, mistakes={
    2 / 3: "You divided by k. Recall always divides by the number of relevant ids, even where k has fewer places than that.",
    1 / 2: "You divided by what was retrieved. Recall divides by the number of relevant ids.",
    3 / 5: "You counted a find beyond rank k. Only the first k count.",
    1 / 5: "You stopped one rank too early. Rank k itself counts.",
    1: "You asked whether any relevant id is there (the hit rate). Recall asks how many of them.",
    2: "That is the count. Divide it by the number of relevant ids.",
    TypeError: "relevant may be a list or a set. A set has no places, so no [0]; and & wants a set on both sides.",
    0: "You cut the fraction off, or asked whether all are there. Recall gives credit for a part.",
})

# %% check="recall_at_k_counts_a_copy_once" points=1
"""The copy of 'a' is no new find, and keeps 'b' out of the first two."""
from ragdiag_helpers.checks import expect

expect(recall_at_k, {"a", "b", "c", "d", "e"}, ["a", "a", "x"], 2, wanted=1 / 5, mistakes={
    2 / 5: "You counted the copy of 'a' as a find.",
    1 / 2: "You divided by k. Recall always divides by the number of relevant ids.",
})
expect(recall_at_k, {"a", "b", "c", "d", "e"}, ["a", "a", "b"], 2, wanted=1 / 5, mistakes={
    2 / 5: "'b' is third, beyond k = 2. The copy before it takes up a rank: cut first, then count distinct ids.",
})

# %% check="recall_at_k_corner_cases" points=1
"""Nothing relevant: None. k below 1: ValueError."""
from ragdiag_helpers.checks import expect

for no_ids in ([], set()):
    expect(recall_at_k, no_ids, ["x"], 1, wanted=None, mistakes={
        0: "0 would blame the retriever for not finding what does not exist. Return None.",
        1: "1 would reward the retriever for a question that nobody can answer. Return None.",
        ZeroDivisionError: "With nothing relevant the divisor is 0. Decide that case before you divide.",
    })
for bad_k in (0, -1):
    expect(recall_at_k, {"a", "b"}, ["a", "b"], bad_k, wanted=ValueError, mistakes={
        0: "A score for a k below 1 hides a slip in the caller's code. Raise ValueError.",
        1 / 2: "You refuse k = 0 only. A negative k counts from the end of the list. Raise ValueError for it too.",
        None: "A k below 1 is a slip in the caller's code, not an undefined score: raise ValueError.",
        AssertionError: "assert can be switched off. Raise ValueError, which callers can count on.",
    })

# %% check="precision_at_k_agrees_with_the_helper" points=1
"""Your precision@k and the helper's agree at every k."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

agree(precision_at_k, retrieval.precision_at_k, [
    *[(["c2", "c5"], ["c2", "c8", "c4"], k) for k in (1, 2, 3, 6)], *[(["c7"], ["c1", "c4", "c7", "c9"], k) for k in (2, 3)],
])
### BEGIN HIDDEN TESTS
expect(precision_at_k, {"p1", "p2", "p3"}, ["p4", "p1", "p4", "p2", "p1", "p3"], 5, wanted=2 / 5)
expect(precision_at_k, {"p1", "p2"}, [], 2, wanted=0.0)
expect(precision_at_k, set(), ["p1"], 1, wanted=0.0)
expect(precision_at_k, ["p3", "p2", "p1"], ["p1", "p9"], 1, wanted=1.0)
expect(precision_at_k, {"p1"}, [], 0, wanted=ValueError)
### END HIDDEN TESTS

# %% check="recall_at_k_agrees_with_the_helper" points=1
"""Your recall@k and the helper's agree at every k."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

agree(recall_at_k, retrieval.recall_at_k, [
    *[(["c2", "c5"], ["c2", "c8", "c4"], k) for k in (1, 2, 3, 6)], *[(["c7"], ["c1", "c4", "c7", "c9"], k) for k in (2, 3)],
])
### BEGIN HIDDEN TESTS
expect(recall_at_k, {"p1", "p2", "p3"}, ["p4", "p1", "p4", "p2", "p1", "p3"], 5, wanted=2 / 3)
expect(recall_at_k, ["p1", "p2", "p1"], ["p1", "p9"], 1, wanted=1 / 2)
expect(recall_at_k, {"p1", "p2", "p3"}, ["p1"], 2, wanted=1 / 3)
expect(recall_at_k, {"p1"}, ["p1"], -3, wanted=ValueError)
### END HIDDEN TESTS

# %% [markdown]
# ## 4. How high up?
#
# Precision and recall do not see order. Take the first of the golden five, *How much does the Pro plan cost per month?* The needed page is
# `plans`. Docent put it second; another retriever might put it first.

# %%
for retrieved in (["ratelimits", "plans"], ["plans", "ratelimits"]):
    print(retrieved)
    print("   precision", retrieval.precision(["plans"], retrieved))
    print("   recall   ", retrieval.recall(["plans"], retrieved))

# %% [markdown]
# Same numbers, though a reader (or a generator that looks hardest at the top) would tell them apart. **Reciprocal rank** (RR) does: 1
# divided by the rank of the first relevant id.
#
# Write your guess first: the right page slips from rank 1 to rank 2, and later, in another system, from rank 2 to rank 10. Which drop lowers RR more?
# Write `"first"` or `"second"`.

# %% predict="which_fall_costs_more"
prediction = None

# %%
print([f"rank {rank}: {1 / rank:.2f}" for rank in (1, 2, 3, 4, 10)])
compare_prediction(prediction, "first" if 1 / 1 - 1 / 2 > 1 / 2 - 1 / 10 else "second")

# %% [markdown]
# RR cares about the very top and little else. The mean of RR over all questions is called **MRR**. Where only the first k ranks are looked at,
# we write RR@k and MRR@k.
#
# **Exercise 1.3.** Mind where the ranks begin.
#
# <details><summary>Hint 1</summary>Walk down the ranking and stop at the first id that is relevant.</details>
# <details><summary>Hint 2</summary><code>enumerate(ids, start=1)</code> gives ranks that begin at 1.</details>
# <details><summary>Hint 3</summary><code>retrieved[:None]</code> is the whole list, so the cut-off needs no <code>if</code>. And only after the
# whole walk do you know that nothing was found.</details>

# %% exercise="reciprocal_rank"
def reciprocal_rank(relevant, retrieved, k=None):
    """Return 1 / rank of the first relevant id, ranks counted from 1.

    relevant: a list or set of ids. retrieved: a list of ids, best first.
    k: look at the first k only; None looks at all.
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
"""The first relevant id is third: 1/3."""
from ragdiag_helpers.checks import expect

expect(reciprocal_rank, ["b", "c"], ["x", "y", "b", "w", "c"], wanted=1 / 3, mistakes={
    1 / 2: "You counted ranks from 0. The first place is rank 1.",
    1 / 4: "You counted one rank too many. The first place is rank 1.",
    3: "That is the rank. The score is 1 divided by it.",
    2: "That is the position counted from 0. The score is 1 / rank, and ranks begin at 1.",
    1 / 5: "You took the last relevant id. The first one counts.",
    8 / 15: "You added up 1/rank over all relevant ids. Only the first one counts.",
    4 / 15: "You averaged 1/rank over all relevant ids. Only the first one counts.",
    1: "1 means rank 1. Every id takes a rank, relevant or not; and keep the order: no set, no sort.",
    2 / 5: "That is a share of the list. RR asks only where the first relevant id is.",
    0: "You gave up at the first id that is not relevant, or divided with //. Return 0.0 only after the whole walk.",
})

# %% check="reciprocal_rank_takes_any_relevant" points=1
"""Any of the relevant ids will do: the one that is highest in the ranking."""
from ragdiag_helpers.checks import expect

expect(reciprocal_rank, ["z", "b"], ["x", "b"], wanted=1 / 2, mistakes={
    0: "You looked for one relevant id only, or gave up at the first id that is not relevant.",
    1: "You counted ranks from 0, or only relevant ids, or lost the order. The first place is rank 1, whatever is in it.",
    1 / 3: "You counted one rank too many. The first place is rank 1.",
    ValueError: "You looked up one relevant id that was not retrieved. Walk down the ranking instead.",
})
expect(reciprocal_rank, ["b", "c", "d"], ["x", "c", "b", "d"], wanted=1 / 2, mistakes={
    1 / 3: "You followed the order of the relevant list. 'c' is higher in the ranking.",
    1 / 4: "You took the last relevant id. The first one in the ranking counts.",
})

# %% check="reciprocal_rank_corner_cases" points=1
"""Not found: 0.0. Nothing to find: None."""
from ragdiag_helpers.checks import expect

expect(reciprocal_rank, {"a"}, ["x", "y"], wanted=0.0, mistakes={
    None: "There was something to find, and it was missed: 0.0. None is for questions with nothing to find.",
    1 / 3: "A rank after the end of the list is still a score above 0. Not found is 0.0.",
    TypeError: "relevant may be a list or a set. A set has no places, so no [0]: ask whether an id is `in` it.",
    AttributeError: "relevant may be a list or a set, and a set has no .index. Walk down the ranking, and ask whether each id is `in` it.",
})
for no_ids in ([], set()):
    expect(reciprocal_rank, no_ids, ["x"], wanted=None, mistakes={
        0: "0 would blame the retriever for not finding what does not exist. Return None.",
    })

# %% check="reciprocal_rank_respects_the_cutoff" points=1
"""RR@10 does not see rank 11; RR@2 does see rank 2; a k beyond the end does no harm."""
from ragdiag_helpers.checks import expect

eleventh = ["x"] * 10 + ["b"]
expect(reciprocal_rank, {"b"}, eleventh, 10, wanted=0.0, mistakes={
    1 / 11: "You ignored k. With k = 10 rank 11 is out of sight.",
    1 / 10: "You looked one rank too far, or counted ranks from 0. With k = 10 rank 11 is out of sight.",
    1 / 2: "Copies of 'x' take up their ranks too. Do not remove them.",
})
expect(reciprocal_rank, {"b"}, ["x", "b"], 2, wanted=1 / 2, mistakes={
    0: "You stopped before rank k, or gave up at the first id that is not relevant. k = 2 includes rank 2.",
    1: "You counted ranks from 0, or lost the order. The first place is rank 1.",
})
expect(reciprocal_rank, {"b"}, ["x", "y"], 5, wanted=0.0, mistakes={
    IndexError: "The list is shorter than k. Stop at its end.",
})

# %% check="reciprocal_rank_agrees_with_the_helper" points=2
"""Yours and the helper's agree."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

ranked_cases = [(["c3"], ["c3", "c9"]), (["c7"], ["c1", "c4", "c7"]), (["c0"], ["c1", "c2"]), (["c5"], ["x"] * 10 + ["c5"])]
agree(reciprocal_rank, retrieval.reciprocal_rank, ranked_cases)
### BEGIN HIDDEN TESTS
expect(reciprocal_rank, ["p2", "p9"], ["p1", "p1", "p5", "p9", "p2"], wanted=1 / 4)
expect(reciprocal_rank, {"p9"}, ["p1", "p1", "p5", "p9"], 3, wanted=0.0)
expect(reciprocal_rank, {"p9"}, ["p9"], 1, wanted=1)
expect(reciprocal_rank, {"p9"}, [], wanted=0.0)
expect(reciprocal_rank, {"p7"}, [f"p{number}" for number in range(30, 0, -1)], wanted=1 / 24)
### END HIDDEN TESTS

# %% [markdown]
# ## 5. One sum, two divisors
#
# RR stops at the first find. **Average precision** (AP) goes on: at each rank of a *new* relevant id, take the precision up
# to and including that rank; add these up; divide by the number of **relevant** ids. What was never found adds nothing, and still counts
# in the divisor.
#
# **Rank-aware precision** takes the same sum and divides by the number of relevant ids **found**. (Ragas, a tool
# that many teams use, calls a close relative of this *context precision*; the differences are at the end of this lesson.)
#
# An example: relevant are `a`, `b` and `c`; the ranking is `a x b y`.

# %%
total = 1 / 1 + 2 / 3  # a at rank 1: one find in one place. b at rank 3: two finds in three places.
print(f"sum {total:.2f}, average precision {total / 3:.2f}, rank-aware precision {total / 2:.2f}")

# %% [markdown]
# The same in steps. The frame holds the places down to each find:

# %%
from ragdiag_helpers.study import rank_stepper

rank_stepper(["a", "b", "c"], ["a", "x", "b", "y"])

# %% [markdown]
# Two ids are relevant, `A` and `B`. Only `A` came back, at rank 1. Write your guess first: what is the **rank-aware precision**?

# %% predict="rank_aware_half_found"
prediction = None

# %%
compare_prediction(prediction, retrieval.rank_aware_precision(["A", "B"], ["A"]))
print("average precision:", retrieval.average_precision(["A", "B"], ["A"]))

# %% [markdown]
# Half of what was needed never came, and rank-aware precision is perfect. It asks how high the finds are, not how many there
# are. If a tool shows you "context precision 1.0", look at recall before you celebrate.
#
# **Exercise 1.4.** Write both. The second may use the first: it is the same sum with another divisor.
#
# <details><summary>Hint 1</summary>Walk down the ranking with a set of the finds so far. The precision at a rank is the number of finds so far / the rank.</details>
# <details><summary>Hint 2</summary>Add only at ranks where something new is found. A copy adds nothing, but its rank is counted.</details>
# <details><summary>Hint 3</summary>Work out <code>a x b y</code> with relevant a, b, c on paper first: as in the example above. Then choose the divisor.</details>

# %% exercise="average_precision"
def average_precision(relevant, retrieved):
    """Return the sum of the precision at each rank of a new relevant id / number of distinct relevant ids.

    relevant: a list or set of ids. retrieved: a list of ids, best first. No relevant id: None.
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
    """Return the same sum divided by the number of distinct relevant ids found; none found: 0.0."""
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
    1 / 6: "You took the precision before that rank. Include the rank itself: [:i + 1] if i counts from 0.",
    1 + 2 / 3: "That is the sum. Divide it by the number of relevant ids.",
    TypeError: "relevant may be a list or a set. A set has no places, so no [0]; and & wants a set on both sides.",
})
expect(average_precision, {"A", "B"}, ["A"], wanted=1 / 2, mistakes={
    1: "You divided by what came back. What was never found still counts in the divisor.",
})

# %% check="average_precision_counts_a_copy_once" points=1
"""A copy adds nothing and keeps its rank; nothing relevant is None."""
from ragdiag_helpers.checks import expect

expect(average_precision, {"A", "B", "C"}, ["A", "A", "x", "y"], wanted=1 / 3, mistakes={
    2 / 3: "You added again for the copy of 'A'. Add only where something new is found.",
    1 / 2: "You added again for the copy of 'A'. Add only where something new is found.",
    3 / 4: "You added again for the copy of 'A', and averaged over what you added. Divide by how many were needed, found or not.",
    1 / 4: "You divided by the length of the ranking. AP divides by how many were needed.",
    1: "You divided by what was found, or not at all.",
})
expect(average_precision, {"A", "B"}, ["A", "A", "B"], wanted=(1 + 2 / 3) / 2, mistakes={
    1: "At rank 3 the precision is 2/3: two distinct finds, three places. The copy is no find, and keeps its place.",
})
for no_ids in ([], set()):
    expect(average_precision, no_ids, ["x"], wanted=None, mistakes={
        0: "0 would blame the retriever for not finding what does not exist. Return None.",
        ZeroDivisionError: "With nothing relevant the divisor is 0. Decide that case before you divide.",
    })

# %% check="rank_aware_divides_by_found" points=1
"""The same ranking, divided by the two that were found; and nothing found is 0.0."""
from ragdiag_helpers.checks import expect

expect(rank_aware_precision, {"a", "b", "c"}, ["a", "x", "b", "y"], wanted=(1 + 2 / 3) / 2, mistakes={
    (1 + 2 / 3) / 3: "You divided by how many were needed. That is AP. Rank-aware precision divides by how many were found.",
    (1 + 2 / 3) / 4: "You divided by the length of the ranking. Divide by how many were found.",
    1 / 2: "That is plain precision, which does not see the order. Add up the precision at each find, then divide.",
})
expect(rank_aware_precision, {"a"}, ["x"], wanted=0.0, mistakes={
    ZeroDivisionError: "With nothing found the divisor is 0. Decide that case before you divide.",
    None: "Something was needed and nothing found: 0.0.",
})
expect(rank_aware_precision, [], ["x"], wanted=0.0, mistakes={
    None: "Nothing found is 0.0, also where nothing was needed: it is a precision, like the one of exercise 1.1.",
    TypeError: "average_precision gives None here, and you went on to multiply it. Decide the case of nothing found first.",
    ZeroDivisionError: "With nothing found the divisor is 0. Decide that case before you divide.",
})

# %% check="average_precision_agrees_with_the_helper" points=1
"""Your average precision and the helper's agree."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

ranked_cases = [(["c3"], ["c3", "c9", "c1"]), (["c2", "c5"], ["c2", "c8", "c4"]), (["c6", "c6b"], ["c6", "c6b"]), (["c0"], ["c1"])]
agree(average_precision, retrieval.average_precision, ranked_cases)
### BEGIN HIDDEN TESTS
expect(average_precision, {"p1", "p2", "p3"}, ["p9", "p1", "p1", "p3"], wanted=(1 / 2 + 2 / 4) / 3)
expect(average_precision, {"p1", "p2"}, [], wanted=0.0)
expect(average_precision, ["p1", "p2", "p1"], ["p1"], wanted=1 / 2)
expect(average_precision, {"p1"}, ["p9", "p9", "p1"], wanted=1 / 3)
### END HIDDEN TESTS

# %% check="rank_aware_precision_agrees_with_the_helper" points=1
"""Your rank-aware precision and the helper's agree."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import agree, expect

ranked_cases = [(["c3"], ["c3", "c9", "c1"]), (["c2", "c5"], ["c2", "c8", "c4"]), (["c6", "c6b"], ["c6", "c6b"]), (["c0"], ["c1"])]
agree(rank_aware_precision, retrieval.rank_aware_precision, ranked_cases)
### BEGIN HIDDEN TESTS
expect(rank_aware_precision, {"p1", "p2", "p3"}, ["p9", "p1", "p1", "p3"], wanted=1 / 2)
expect(rank_aware_precision, ["p1", "p2", "p1"], ["p9", "p1"], wanted=1 / 2)
### END HIDDEN TESTS

# %% [markdown]
# ## 6. Docent on the golden five
#
# Enough toy data. Here is the real run of lesson 0: five questions about Meridian, two pages each. Docent's **keyword retriever** picks the
# pages that share the most words with the question.

# %%
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import load_golden

pages, golden = load_corpus(), load_golden()[:5]
records = Docent(pages, k=2).run(golden)
for record in records:
    print(f"{record.id}  needed: {record.relevant_ids[0]:11} came back: {', '.join(record.retrieved_ids)}")

# %%
summary = retrieval.evaluate(records, k=2)
print(summary)

# %% [markdown]
# *Over 5 of 5* is the coverage: all five questions were scored, none was left out as undefined.
#
# A precision of 0.40 looks poor. Is it? Each question needs one page, and two are always fetched. Write your guess first: what is the
# **best** precision@2 that any retriever could reach on these five questions?

# %% predict="precision_ceiling"
prediction = None

# %%
compare_prediction(prediction, retrieval.precision_at_k(["plans"], ["plans", "any other page"], 2))

# %% [markdown]
# The ceiling is 0.50. Never read a precision without asking how many relevant documents there are and how many places k gives. A single
# number hides both. Now row by row:

# %%
for row in summary.rows:
    print(f"{row.id}  recall {row.recall:.0f}  precision {row.precision:.2f}  RR {row.reciprocal_rank:.2f}")

# %% [markdown]
# `q5` has recall 0: the patient of lesson 0. And `q1` has recall 1 but an RR of 0.50: the right page came second.
#
# Why did `q5` miss its page? The keyword retriever counts how many different words of the question are in a page's title or text, with
# whatever punctuation sticks to them. Count along:

# %%
asked = set(golden[4].question.lower().split())
for page in pages:
    shared = asked & set(f"{page.title} {page.text}".lower().split())
    print(f"{page.id:11} {len(shared)}  {' '.join(sorted(shared))}")

# %% [markdown]
# `regions` wins with *is, on, the, what* and two words about plans. Every word weighs the same, and the ones that carry the question, *per-minute*,
# *request* and *cap*, match nothing: the right page writes *requests per minute*. It shares three words with the question, as `errors` does;
# ties keep the order of the pages. Too few for the first two places.

# %% [markdown]
# ## 7. The k sweep
#
# If the right page stands further down, why not fetch more? Nobody has to touch the prompt. Write your guess first: at k = 4, what will mean
# **precision** be?

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
# Recall climbs to 1.00 at k = 4, where `q5` finds its page. Precision falls from the first step. You **choose a
# point on a trade-off**, and beyond k = 4 you pay and get nothing.
#
# Does it cure the patient? And what is the price in words that the generator has to read?

# %%
for k in (2, 4):
    records = Docent(pages, k=k).run(golden)
    words = [sum(len(context.split()) for context in record.contexts) for record in records]
    price = retrieval.evaluate(records, k).precision.value
    print(f"k = {k}: {min(words)} to {max(words)} words per question, precision {price:.2f}")
    for record in records:
        print("  ", record.id, record.answer[:90])

# %% [markdown]
# `q5` is cured, the others answer as before, and the prompt was never touched. The price: the generator reads about twice as many words for **every** question, even for the
# four that were already fine. With a language model that is money, time, and more text to get lost in.
#
# Is a larger k the best cure? It is the cheapest to try. Another retriever may do better: one that ignores punctuation and lets rare words weigh more
# (TF-IDF, *term frequency times inverse document frequency*) puts every needed page first, and cures `q5` at k = 2.

# %%
records = Docent(pages, retriever="tfidf", k=2).run(golden)
print(retrieval.evaluate(records, k=2))
print("q5:", records[4].answer)

# %% [markdown]
# For the last two exercises you need means over many questions. This function computes them: score each question, then average.

# %%
def mean_scores(relevant, rankings, k):
    """Return mean precision@k, mean recall@k and MRR (over the whole rankings) of many questions.

    Each question has at least one relevant id; otherwise there is nothing to average.
    """
    pairs = list(zip(relevant, rankings))
    return {
        "precision": sum(retrieval.precision_at_k(need, got, k) for need, got in pairs) / len(pairs),
        "recall": sum(retrieval.recall_at_k(need, got, k) for need, got in pairs) / len(pairs),
        "mrr": sum(retrieval.reciprocal_rank(need, got) for need, got in pairs) / len(pairs),
    }


# %% [markdown]
# **Exercise 1.5.** Find the cheapest k that is good enough, and say what it costs.
#
# <details><summary>Hint 1</summary>Try k = 1, 2, 3, ... with <code>mean_scores</code>, and stop at the first that reaches the target.</details>
# <details><summary>Hint 2</summary>Use a <code>for</code> over a range, not <code>while</code>: with a target that is never reached it would never end.</details>
# <details><summary>Hint 3</summary>The largest k worth a try is the length of the longest ranking. After the loop you know that no k reached the target.</details>

# %% exercise="cheapest_k"
def cheapest_k(relevant, rankings, target):
    """Return (k, mean recall@k, mean precision@k) for the smallest k that reaches target.

    relevant: a list with the relevant ids of each question (at least one each).
    rankings: a list with the ranking of each question, in the same order; they may differ in length.
    target: from 0 to 1; reached means mean recall@k >= target. No k reaches it: None.
    """
    ### BEGIN SOLUTION
    for k in range(1, max(map(len, rankings)) + 1):
        scores = mean_scores(relevant, rankings, k)
        if scores["recall"] >= target:
            return k, scores["recall"], scores["precision"]
    return None
    ### END SOLUTION


# %% check="cheapest_k_on_the_golden_five" points=1
"""On the golden five, recall 1 needs k = 4 and costs precision 0.25."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import expect
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import load_golden

docent_run = Docent(load_corpus(), k=8).run(load_golden()[:5])
asked_ids, run_ids = [list(each.relevant_ids) for each in docent_run], [list(each.retrieved_ids) for each in docent_run]
expect(cheapest_k, asked_ids, run_ids, 1.0, wanted=(4, 1.0, 0.25), mistakes={
    4: "k is right. Return all three: (k, mean recall, mean precision).",
    3: "You counted k from 0. k = 1 is the first page.",
    (4, 1.0): "Recall is what you gain. Return what it costs too: the mean precision at that k.",
    (4, 0.25, 1.0): "The order is (k, recall, precision).",
    (8, 1.0, 0.125): "That is the largest k that reaches the target. Every page costs: return the smallest.",
    (5, 1.0, 0.2): "One page too many: k = 4 reaches the target already. Do you ask for more than the target, or start too late?",
    (1, 0.6, 0.6): "You stopped at the first k. Its mean recall is 0.6: compare that with the target.",
    (1, 1.0, 0.6): "You stopped when one question was fine. The mean over all questions must reach the target.",
    (4, 1.0, 0.125): "You took precision over the whole ranking. Cut it at k.",
    (4, 5.0, 1.25): "These are sums. Divide them by the number of questions.",
    None: "Either no k reached the target, or nothing was returned. Look at the return, at the range of k, and at >=.",
})

# %% check="cheapest_k_reached_means_at_least" points=1
"""Exactly on target is reached; a target that no k reaches gives None; the longest ranking sets the limit."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import expect

asked_ids, ranked_ids = [["a"], ["b"]], [["a", "x"], ["y", "z"]]
expect(cheapest_k, asked_ids, ranked_ids, 0.5, wanted=(1, 0.5, 0.5), mistakes={
    1: "k is right. Return all three: (k, mean recall, mean precision).",
    None: "Mean recall is exactly the target at k = 1. Reached means >= target.",
    (2, 0.5, 0.25): "k = 1 reaches the target already.",
    (1, 1.0, 0.5): "You looked at one question. Return the mean over all questions.",
})
expect(cheapest_k, asked_ids, ranked_ids, 1.0, wanted=None, mistakes={
    (1, 1.0, 0.5): "You stopped when one question was fine. The mean over all questions must reach the target.",
    (2, 0.5, 0.25): "This k does not reach the target. Say so with None instead of returning the last one tried.",
})
expect(cheapest_k, asked_ids, [["a"], ["x", "y", "b"]], 1.0, wanted=(3, 1.0, 1 / 3), mistakes={
    None: "The longest ranking sets the limit for k: not the shortest, not the first, and not the number of questions.",
})
expect(cheapest_k, [["n1"]], [["n2", "n3", "n1"]], 1.0, wanted=(3, 1.0, 1 / 3), mistakes={
    None: "You stopped before k = 3. The longest ranking sets the limit for k, and range ends before its end.",
})

# %% check="cheapest_k_hidden" points=2
# Hidden check: other questions, several relevant ids, rankings of different length.
### BEGIN HIDDEN TESTS
from ragdiag_helpers.checks import expect

asked_ids, run_ids = [["p1", "p2"], ["p3"], ["p4"]], [["p1", "p9", "p2"], ["p8", "p3"], ["p4"]]
expect(cheapest_k, asked_ids, run_ids, 0.5, wanted=(1, 0.5, 2 / 3))
expect(cheapest_k, asked_ids, run_ids, 0.6, wanted=(2, 5 / 6, 1 / 2))
expect(cheapest_k, asked_ids, run_ids, 1, wanted=(3, 1, (2 / 3 + 1 / 3 + 1 / 3) / 3))
expect(cheapest_k, [["p4"], ["p3"]], [["p4"], ["p8", "p3"]], 1, wanted=(2, 1, 1 / 2))
expect(cheapest_k, [["n11"]], [[f"n{number}" for number in range(12)]], 1, wanted=(12, 1, 1 / 12))
expect(cheapest_k, [["p1"], ["p2"], ["p3"]], [["p1"], ["p2"], ["p9", "p3"]], 0.67, wanted=(2, 1, 1 / 2))
expect(cheapest_k, [["n1"]], [["n2", "n3"]], 0.1, wanted=None)
### END HIDDEN TESTS

# %% [markdown]
# ## 8. The museum of impossible numbers
#
# A published tutorial (we leave its name out) scores two questions at k = 5 and prints **precision@5 0.5, recall@5 1.0, MRR 0.75**. Its data:

# %%
relevant = [{"042", "043"}, {"077"}]
rankings = [["043", "001", "042", "099", "017"], ["077", "022", "031", "009", "055"]]

# %% [markdown]
# Before you recompute them: *could* these numbers be right? Two rules that always hold help.
#
# - Precision@k has a **ceiling**: a question with few relevant ids cannot fill k places.
# - MRR is **never below precision@1**: whoever is right in first place has RR 1.
#
# Write your guess first, from the ceiling alone: with two and one relevant ids, how high can mean precision@5 be?

# %% predict="precision_at_5_ceiling"
prediction = None

# %%
ceiling = sum(retrieval.precision_at_k(need, list(need), 5) for need in relevant) / len(relevant)
compare_prediction(prediction, ceiling)
print("published precision@5 0.5 can be right:", 0.5 <= ceiling)

# %% [markdown]
# The printed 0.5 is impossible, whatever the retriever did. Now the other rule. Look at the first place of each ranking.

# %%
first = [ranking[0] in need for need, ranking in zip(relevant, rankings)]
print("precision@1:", sum(first) / len(first))
print("published MRR 0.75 can be right:", 0.75 >= sum(first) / len(first))

# %% [markdown]
# Two of the three published numbers are refuted, and we never ran the tutorial's code. Such rules are called **invariants**. They are the cheapest review there is.
# A third: recall@k never falls as k grows.
#
# **Exercise 1.6.** Invariants say *that* a number is wrong. Now compute which ones are, and what they should be. Published numbers
# are rounded to two digits, so a difference below 0.006 is no fault.
#
# <details><summary>Hint 1</summary><code>mean_scores</code> gives the right values under the same names.</details>
# <details><summary>Hint 2</summary>Keep a name if <code>abs(published - right)</code> is 0.006 or more.</details>
# <details><summary>Hint 3</summary>A dictionary comprehension does it: <code>{name: ... for name in published if ...}</code>.</details>

# %% exercise="wrong_numbers"
def wrong_numbers(published, relevant, rankings, k):
    """Return {name: right value} for every published mean that is off by 0.006 or more.

    published: {"precision": ..., "recall": ..., "mrr": ...}: mean precision@k, mean recall@k, and the
    MRR over the whole rankings. relevant, rankings: one entry per question, in the same order,
    each with at least one relevant id.
    All of them right: an empty dictionary.
    """
    ### BEGIN SOLUTION
    right = mean_scores(relevant, rankings, k)
    return {name: right[name] for name in published if abs(published[name] - right[name]) >= 0.006}
    ### END SOLUTION


# %% check="wrong_numbers_finds_the_published_bug" points=1
"""Two of the three published means are wrong."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import expect

asked_ids = [["042", "043"], ["077"]]
ranked_ids = [["043", "001", "042", "099", "017"], ["077", "022", "031", "009", "055"]]
claims = {"precision": 0.5, "recall": 1.0, "mrr": 0.75}
expect(wrong_numbers, claims, asked_ids, ranked_ids, 5, wanted={"precision": 0.3, "mrr": 1.0}, mistakes=[
    ({"precision": 0.3, "recall": 1.0, "mrr": 1.0}, "The published recall is right. Return only what is wrong."),
    ({"precision": 0.5, "mrr": 0.75}, "These are the published values. Return the right ones."),
    ({"precision": (0.5, 0.3), "mrr": (0.75, 1.0)}, "Return the right value alone, without the published one."),
    ({"recall": 1.0}, "You kept the names that are right. Keep those that differ."),
    (["precision", "mrr"], "The names are right. Return a dictionary with the right value beside each."),
    ({"precision": 0.3}, "MRR is missing: it was published too low. Compare with abs()."),
    ({"mrr": 1.0}, "Precision is missing: it was published too high. Compare with abs()."),
    ({"precision": 0.4, "mrr": 1.0}, "You scored the first question alone. A mean takes all of them."),
    ({"precision": -0.2, "mrr": 0.25}, "These are differences. Return the right values."),
    ({"precision": 0.2, "mrr": -0.25}, "These are differences. Return the right values."),
    ({}, "Work out precision@5 of the second question on paper: one find in five places."),
])

# %% check="wrong_numbers_accepts_rounding" points=1
"""These means are right and rounded to two digits: nothing to report."""
from ragdiag_helpers import retrieval
from ragdiag_helpers.checks import expect

asked_ids, ranked_ids = [["a", "b", "c"], ["d"]], [["a", "x", "y", "b"], ["z", "w", "d"]]
claims = {"precision": 0.33, "recall": 0.67, "mrr": 0.67}
expect(wrong_numbers, claims, asked_ids, ranked_ids, 3, wanted={}, mistakes=[
    ({"precision": 1 / 3, "recall": 2 / 3, "mrr": 2 / 3}, "0.33 is 1/3 rounded. Report only what is off by 0.006 or more."),
    ({"recall": 1 / 2}, "You pooled all questions: 2 of 4 ids. A mean takes the recall of each question first: (1/3 + 1) / 2."),
    ({"mrr": 1 / 2}, "You took 1 / the mean rank. MRR is the mean of 1 / rank: (1 + 1/3) / 2."),
    ({"precision": 5 / 12, "recall": 5 / 6}, "You ignored k. Cut each ranking at k first."),
    (None, "Nothing is wrong here: return an empty dictionary, {}."),
])

# %% check="wrong_numbers_hidden" points=2
# Hidden check: other tables of published numbers.
### BEGIN HIDDEN TESTS
from ragdiag_helpers.checks import expect

asked_ids, ranked_ids = [["p1"], ["p2", "p3"]], [["p1"], ["p9", "p2", "p8", "p3", "p7", "p6"]]
expect(wrong_numbers, {"precision": 0.75, "recall": 1.0, "mrr": 0.75}, asked_ids, ranked_ids, 5, wanted={"precision": 0.3})
expect(wrong_numbers, {"precision": 0.3, "recall": 0.9, "mrr": 0.5}, asked_ids, ranked_ids, 5, wanted={"recall": 1.0, "mrr": 0.75})
expect(wrong_numbers, {"precision": 0.3, "recall": 1.0, "mrr": 0.75}, asked_ids, ranked_ids, 5, wanted={})
asked_ids, ranked_ids = [["p1"], ["p2"], ["p3"]], [["p1", "p4"], ["p5", "p2"], ["p6", "p7", "p8", "p3"]]
expect(wrong_numbers, {"precision": 0.34, "recall": 0.671, "mrr": 0.5}, asked_ids, ranked_ids, 2, wanted={"precision": 1 / 3, "mrr": 7 / 12})
### END HIDDEN TESTS

# %% [markdown]
# ## 9. When the input is wrong
#
# A score of nonsense looks like any other score. What are the ids in the *string* `"plans"`?

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
# **Live.** Where nobody has labelled pages, tools let a language model say which retrieved page is useful, and compute rank-aware
# precision from that. This is the same with Claude for `q1`: one question a page. It prints the cost and asks nobody unless you change the first line. It is
# never graded. What a key is, and how to use a model on your own machine instead, is in `docs/judges.md`.

# %% live=true
ASK_CLAUDE = False

from ragdiag_helpers.judges.live import live

fact = "The Pro plan costs 25 dollars per month."
live(ASK_CLAUDE, lambda judge: [judge.verify([fact], context) for context in records[0].contexts])

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
# - Invariants find impossible numbers before anything is recomputed.
#
# Other tools differ. Some give 0 or 1 where nothing is relevant. Some divide precision@k by the length of a short list. Ragas computes its context
# precision from judged chunks, counts every copy, and adds 1e-10 to the divisor. Before you compare two tools, compare their corner cases.
#
# **Done means:** every line below says *done*, and you can explain to a colleague why precision@2 = 0.40 is not a bad grade.

# %%
from ragdiag_helpers.checks import progress

progress({
    "precision": 6, "recall": 7, "precision_at_k": 7, "recall_at_k": 8, "reciprocal_rank": 10,
    "average_precision": 7, "rank_aware_precision": 4, "cheapest_k": 5, "wrong_numbers": 2,
})

# %% [markdown]
# **Where it connects.** All of this assumed that somebody knows which pages are relevant. Lesson 2 will be about those labels: who writes
# them, and why they break when chunks change. Lesson 5 will use recall as one axis of the diagnosis.
