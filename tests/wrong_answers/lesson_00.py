from . import HIDDEN

WRONG = {
    "share": {
        "turned round": ("def share(part, whole): return whole / part if part else None", "divided the whole by the part"),
        "percent": ("def share(part, whole): return 100 * part / whole if whole else None", "percentage"),
        "rounded down": ("def share(part, whole): return part // whole if whole else None", "cut the fraction off"),
        "count": ("def share(part, whole): return part if whole else None", "the count"),
        "zero for nothing": ("def share(part, whole): return part / whole if whole else 0.0", "measured, and bad"),
        "one for nothing": ("def share(part, whole): return part / whole if whole else 1.0", "measured, and perfect"),
        "no corner case": ("def share(part, whole): return part / whole", "cannot divide by 0"),
        "printed, not returned": ("def share(part, whole): print(part / whole)", "Is a `return` missing", "cannot divide by 0"),
        "text": ("def share(part, whole): return f'{part / whole}' if whole else None", "plain number"),
        "only the example": ("def share(part, whole): return {4: 0.8, 0: 0}.get(part) if whole else None", HIDDEN),
        "nothing found taken for nothing measured": ("def share(part, whole): return part / whole if part else None", "None of five is 0"),
    },
    "look_first_at": {
        "answer alone": (
            "def look_first_at(page_arrived, keeps_to_pages): return 'neither' if keeps_to_pages else 'generation'",
            "looked at the answer alone",
        ),
        "page alone": (
            "def look_first_at(page_arrived, keeps_to_pages): return 'neither' if page_arrived else 'retrieval'",
            "wanted: 'generation'",
        ),
        "generation first": (
            "def look_first_at(p, k): return 'generation' if not k else 'neither' if p else 'retrieval'",
            "Both failed here",
        ),
        "always retrieval": ("def look_first_at(p, k): return 'retrieval'", "so the retriever did its work, and the answer keeps to it", "the retriever did its work"),
        "always generation": ("def look_first_at(p, k): return 'generation'", "nothing is wrong so far", "The generator kept to what it was given", "Both failed here"),
        "columns swapped": (
            "def look_first_at(p, k): return 'generation' if not p else 'neither' if k else 'retrieval'",
            "the retriever did its work", "The generator kept to what it was given", "Both failed here",
        ),
        "faithful to the wrong page is generation": (
            "def look_first_at(p, k): return ('neither' if k else 'generation') if p else ('generation' if k else 'retrieval')",
            "The generator kept to what it was given",
        ),
    },
}

SHORTCUT = {"share": "def share(part, whole): return {4: 0.8, 0: 0}.get(part) if whole else None"}
LOST = {"share_hidden"}
