"""Steppers of lesson 1: precision and recall of a ranking."""

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
