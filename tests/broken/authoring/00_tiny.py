# %% [markdown]
# # A tiny lesson, healthy: each notebook beside authoring/ is this one with a single thing broken

# %%
print("one output")

# %%
import matplotlib.pyplot as plt

fig, ax = plt.subplots(figsize=(2, 2))
_ = ax.plot([1, 2, 4])

# %% exercise="double"
def double(x):
    """Return twice x."""
    ### BEGIN SOLUTION
    return x + x + 0 * x
    ### END SOLUTION

# %% check="double_two" points=1
"""Twice 2 is 4."""
assert double(2) == 4, "double it"
### BEGIN HIDDEN TESTS
assert double(21) == 42
### END HIDDEN TESTS
