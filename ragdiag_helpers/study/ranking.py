"""Steppers of lesson 1: precision and recall of a ranking, and what its order is worth."""

from collections.abc import Collection, Sequence

from .page import Html, chip, chips, frame, stepper


def ratio_stepper(relevant: Collection[str], retrieved: Sequence[str]) -> Html:
    """Step through precision and recall of one ranking without repeats: numerator ticked, denominator framed."""
    if not relevant or not retrieved:
        raise ValueError("the stepper needs at least one relevant and one retrieved id to divide by")
    wanted, hits = sorted(relevant), [each for each in retrieved if each in set(relevant)]
    top, both, all_wanted = len(hits), len(retrieved), len(wanted)
    steps = [
        ("What was needed?", f"The relevant pages: {' '.join(chip(each, False) for each in wanted)}"),
        ("What came back?", f"The ranking: {chips(retrieved)}"),
        ("Which of them were needed?", f"Ticked: {chips(retrieved, hits)}<br>The numerator is <b>{top}</b>."),
        (
            "Precision divides by what came back",
            f"{frame(chips(retrieved, hits))}<br><b>{top}</b> ticked of {both} framed: {top}/{both} = {top / both:.3f}",
        ),
        (
            "Recall divides by what was needed",
            f"{frame(' '.join(chip(each, each in hits) for each in wanted))}<br>"
            f"<b>{top}</b> ticked of {all_wanted} framed: {top}/{all_wanted} = {top / all_wanted:.3f}",
        ),
    ]
    return stepper("Precision and recall, step by step", steps)


def rank_stepper(relevant: Collection[str], retrieved: Sequence[str]) -> Html:
    """Step through RR, average precision and rank-aware precision of one ranking: at each new find what stands above it is framed."""
    wanted, finds = set(relevant), []
    for rank, each in enumerate(retrieved, start=1):
        if each in wanted and each not in retrieved[: rank - 1]:
            finds.append(rank)
    if not finds:
        raise ValueError("the stepper needs a ranking that holds at least one relevant id")
    shares = [f"{count}/{rank}" for count, rank in enumerate(finds, start=1)]
    total, added = sum(count / rank for count, rank in enumerate(finds, start=1)), " + ".join(shares)
    steps = [
        ("Where are the new finds?", f"{chips(retrieved, wanted)}<br>At rank {', '.join(map(str, finds))}."),
        ("RR looks at the first find only", f"{_down_to(finds[0], retrieved, wanted)}<br>Rank {finds[0]}: RR = 1/{finds[0]} = {1 / finds[0]:.3f}"),
    ]
    for count, rank in enumerate(finds, start=1):
        told = f"<b>{count}</b> found in <b>{rank}</b> framed places: {count}/{rank} = {count / rank:.3f}"
        steps.append((f"The precision down to rank {rank}", f"{_down_to(rank, retrieved, wanted)}<br>{told}"))
    ids = frame(" ".join(chip(each, each in retrieved) for each in sorted(wanted)))
    steps += [
        ("AP divides the sum by what was needed", f"{ids}<br>({added}) / {len(wanted)} = {total / len(wanted):.3f}. What was never found counts in the divisor."),
        (
            "Rank-aware precision divides it by what was found",
            f"{frame(' '.join(chip(each, True) for each in sorted(wanted & set(retrieved))))}<br>({added}) / {len(finds)} = {total / len(finds):.3f}",
        ),
    ]
    return stepper("What the order is worth, step by step", steps)


def _down_to(rank: int, retrieved: Sequence[str], wanted: Collection[str]) -> str:
    """The ranking, framed down to a rank; a copy carries no tick."""
    parts = [chip(f"{at}. {each}", each in wanted and each not in retrieved[: at - 1]) for at, each in enumerate(retrieved, start=1)]
    return " ".join([frame(" ".join(parts[:rank])), *parts[rank:]])
