P = """
def problems(item, pages):
    quoted = {quoted}
    faults = {{
        "page": {page},
        "quote": {quote},
        "unquoted": {unquoted},
        "unread": {unread},
    }}
    return {result}
"""
PARTS = {
    "quoted": "{p for p, _ in item['evidence']}",
    "page": "any(p not in pages for p in item['relevant_ids'])",
    "quote": "any(q not in pages.get(p, '') for p, q in item['evidence'])",
    "unquoted": "any(p not in quoted for p in item['relevant_ids'])",
    "unread": "not item['read_by'].strip()",
    "result": "[word for word, found in faults.items() if found]",
}
R = """
def relevant_chunks(spans, chunks):
    ids = set()
    for p, s, e in spans:
        part = [c for c in chunks if {part}]
        whole = [c for c in part if {whole}]
        ids |= {{c[0] for c in {kept}}}
    return {result}
"""
PIECES = {
    "part": "c[1] == p and c[2] < e and s < c[3]",
    "whole": "c[2] <= s and e <= c[3]",
    "kept": "whole or part",
    "result": "[c[0] for c in chunks if c[0] in ids]",
}
CP = """
def contextual_precision_of(useful):
    if None in useful: return None
    hits = [{hit} for i, x in enumerate(useful, {start}) if {when}]
    return {result}
"""
STEPS = {"hit": "sum(useful[:i]) / i", "start": "1", "when": "x", "result": "sum(hits) / len(hits) if hits else 0.0"}


def draft(**changed):
    return P.format(**{**PARTS, **changed})


def carried(**changed):
    return R.format(**{**PIECES, **changed})


def precision(**changed):
    return CP.format(**{**STEPS, **changed})


WRONG = {
    "problems": {
        "any page will do": (draft(quote="any(not any(q in text for text in pages.values()) for _, q in item['evidence'])"), "stand in another page", "holds no quote either", "and so holds no quote"),
        "words in any order": (draft(quote="any(not set(q.split()) <= set(pages.get(p, '').replace('.', '').split()) for p, q in item['evidence'])"), "in another order"),
        "case ignored": (draft(quote="any(q.lower() not in pages.get(p, '').lower() for p, q in item['evidence'])"), "do not change the case"),
        "first quote only": (draft(quote="any(q not in pages.get(p, '') for p, q in item['evidence'][:1])"), "look at all of them", "The second quote is wrong"),
        "all quotes must be wrong": (draft(quote="bool(item['evidence']) and all(q not in pages.get(p, '') for p, q in item['evidence'])"), "One wrong quote is enough", "The second quote is wrong"),
        "all of nothing is wrong": (draft(quote="all(q not in pages.get(p, '') for p, q in item['evidence'])"), "There is no quote that could be wrong", "One wrong quote is enough", "The second quote is wrong"),
        "quote is the whole page": (draft(quote="any(q != pages.get(p, '') for p, q in item['evidence'])"), "as a part of that text"),
        "missing page breaks": (draft(quote="any(q not in pages[p] for p, q in item['evidence'])"), "Treat it as a page without text"),
        "missing page holds anything": (draft(quote="any(p in pages and q not in pages[p] for p, q in item['evidence'])"), "A page that is not there holds no quote either", "and so holds no quote"),
        "page ids never checked": (draft(page="False"), "The id itself is wrong as well", "And 'price' is no page"),
        "first page id only": (draft(page="item['relevant_ids'][:1] != [] and item['relevant_ids'][0] not in pages"), "One wrong id is enough"),
        "ids counted against quotes": (draft(unquoted="len(item['evidence']) < len(item['relevant_ids'])"), "as many quotes as ids is not enough"),
        "no evidence is a fault": (draft(unquoted="not item['evidence']"), "An unanswerable item is a good item", "Nothing is quoted from 'backups'", "each relevant id needs one"),
        "any page quoted is enough": (draft(unquoted="bool(item['relevant_ids']) and all(p not in quoted for p in item['relevant_ids'])"), "Nothing is quoted from 'backups'", "each relevant id needs one"),
        "blank reader accepted": (draft(unread="not item['read_by']"), "only blanks"),
        "nobody need read": (draft(unread="False"), "read_by names nobody", "stopped at the first fault"),
        "one word a quote": (draft(result="[w for w, f in faults.items() for _ in range(len(item['evidence']) if w == 'quote' and f and not quoted - {'backups'} and len([q for p, q in item['evidence'] if q not in pages[p]]) > 1 else f)]"), "wanted once"),
        "first fault only": (draft(result="[word for word, found in faults.items() if found][:1]"), "stopped at the first fault", "holds no quote either", "each relevant id needs one"),
        "another order": (draft(result="[word for word, found in reversed(faults.items()) if found]"), "in the order of the docstring"),
        "what is in order": (draft(result="[word for word, found in faults.items() if not found]"), "those of the faults"),
        "unquoted asks whether the quote is right": (draft(quoted="{p for p, q in item['evidence'] if q in pages.get(p, '')}"), "ask only which pages the quotes name"),
        "as many pages as ids": (draft(unquoted="len(quoted) < len(item['relevant_ids'])"), "Compare the ids, not how many"),
        "no other page may be quoted": (draft(unquoted="quoted != set(item['relevant_ids'])"), "not about quotes from other pages"),
        "quotes of relevant pages only": (
            draft(quote="any(q not in pages.get(p, '') for p, q in item['evidence'] if p in item['relevant_ids'])"), "also one from a page that is not among the relevant",
        ),
        "a page that only a quote names": (draft(page="any(p not in pages for p in [*item['relevant_ids'], *quoted])"), "named by a quote only"),
        "looked up in the relevant pages": (
            draft(quote="any(all(q not in pages.get(p, '') for p in item['relevant_ids']) for _, q in item['evidence'])"), "also where that page is not relevant",
        ),
        "a wrong quote quotes nothing, and is not named": (
            draft(quoted="{p for p, q in item['evidence'] if q in pages.get(p, '')}", quote="False"),
            "A quote is there. It is wrong", "look at all of them", "name both faults", "You stopped at the first fault", "Wrong is the second quote", "The second quote is wrong",
        ),
        "None for nothing": (draft(result="[word for word, found in faults.items() if found] or None"), "return an empty list"),
        "True for fine": (draft(result="not any(faults.values())"), "Return the list of problems"),
    },
    "relevant_chunks": {
        "pages ignored": (carried(part="c[2] < e and s < c[3]"), "cut from another page"),
        "parts always count": (carried(kept="part"), "Parts count only where nobody holds the whole"),
        "parts never count": (carried(kept="whole"), "no chunk holds it whole", "No chunk holds this quote whole", "You looked at the first quote only, or decided"),
        "where it starts": (carried(kept="[c for c in part if c[2] <= s < c[3]]"), "holds the first part of the quote only", "holds it whole, and 'p#0' only a part", "inside the quote holds a part", "You looked at the first quote only, or decided"),
        "where it ends": (carried(kept="[c for c in part if c[2] < e <= c[3]]"), "holds the last part of the quote only"),
        "touching counts, before": (carried(part="c[1] == p and c[2] <= e and s <= c[3]", kept="part"), "begins where the quote has ended", "ends where the quote begins", "where the quote has ended: end is", "Parts count only"),
        "end excluded": (carried(whole="c[2] <= s and e < c[3]", part="c[1] == p and c[2] <= s and e < c[3]"), "lies whole in a chunk that ends at 50", "no chunk holds it whole", "No chunk holds this quote whole", "You looked at the first quote only, or decided"),
        "start excluded": (carried(whole="c[2] < s and e <= c[3]", part="c[1] == p and c[2] < s and e <= c[3]"), "begin with the first character", "no chunk holds it whole", "No chunk holds this quote whole", "You looked at the first quote only, or decided"),
        "only the end compared": (carried(part="c[1] == p and c[2] < e", whole="False"), "Both ends of the chunk", "It holds none of it", "Parts count only", "in the order of chunks"),
        "an end must lie inside": (carried(part="c[1] == p and (c[2] <= s < c[3] or c[2] < e <= c[3])"), "A chunk inside the quote"),
        "first whole only": (carried(kept="whole[:1] or part"), "'p#1' holds it whole as well"),
        "last whole only": (carried(kept="whole[-1:] or part"), "'p#0' holds it whole as well"),
        "decided for all quotes": (
            "def relevant_chunks(spans, chunks):\n"
            "    near = lambda c: any(c[1] == p and c[2] < e and s < c[3] for p, s, e in spans)\n"
            "    holds = lambda c: any(c[1] == p and c[2] <= s and e <= c[3] for p, s, e in spans)\n"
            "    whole = [c[0] for c in chunks if holds(c)]\n    return whole or [c[0] for c in chunks if near(c)]",
            "decided for all quotes at once",
        ),
        "first quote only": (carried().replace("in spans:", "in spans[:1]:"), "first quote only"),
        "last quote only": (carried().replace("in spans:", "in spans[-1:]:"), "last quote only"),
        "order of the quotes": (carried(result="list(dict.fromkeys(c[0] for p, s, e in spans for c in ([d for d in chunks if d[1] == p and d[2] <= s and e <= d[3]] or [d for d in chunks if d[1] == p and d[2] < e and s < d[3]])))"), "not in the order of the quotes", "or followed the quotes"),
        "copies kept": (carried(result="[c[0] for c in chunks for p, s, e in spans if c[0] in ids and c[1] == p and c[2] < e and s < c[3]]"), "Give each id once"),
        "sorted as text": (carried(result="sorted(ids)"), "sorted the ids as text"),
        "every chunk": ("def relevant_chunks(spans, chunks): return [c[0] for c in chunks]", "You return every chunk", "return every chunk", "begins after the quote", "carries any", "'p#1' begins where", "holds none of it"),
        "part, its end one late": (carried(part="c[1] == p and c[2] <= e and s < c[3]"), "where the quote has ended: end is the first character after it"),
        "part, its start one early": (carried(part="c[1] == p and c[2] < e and s <= c[3]"), "ends where the quote begins, at 50"),
        "part, its end one early": (carried(part="c[1] == p and c[2] < e - 1 and s < c[3]"), "Character 50 is the first of"),
        "part, its start one late": (carried(part="c[1] == p and c[2] < e and s < c[3] - 1"), "Character 49 is the last of"),
        "whole, its end one early": (carried(whole="c[2] <= s and e < c[3]"), "ends at 60 and so does the quote"),
        "whole, its end one late": (carried(whole="c[2] <= s and e <= c[3] + 1"), "lacks the last character of the quote", "Character 50 is the first of"),
        "whole, its start one late": (carried(whole="c[2] < s and e <= c[3]"), "with the first character of 'p#1'"),
        "whole chunks": (carried(result="[c for c in chunks if c[0] in ids]"), "That is the whole chunk"),
        "sorted by page and number": (
            carried(result="sorted(ids, key=lambda name: (name.split('#')[0], int(name.split('#')[1])))"), "You sorted the chunks, or followed the quotes",
        ),
        "sorted by place": (carried(result="[c[0] for c in sorted(chunks, key=lambda c: c[2]) if c[0] in ids]"), "You sorted the chunks, or followed the quotes"),
        "two parts at the most": (carried(kept="(whole or part[:2])"), "The quote ends at 110, inside"),
        "page of the first quote": (carried().replace("in spans:", "in [(spans[0][0], s, e) for p, s, e in spans]:"), "on another page, in 'q#0'"),
        "None for nothing": (carried(result="[c[0] for c in chunks if c[0] in ids] or None"), "an empty list"),
    },
    "contextual_recall_of": {
        "not supported counted": ("def contextual_recall_of(s): return None if not s or None in s else s.count(False) / len(s)", "not supported"),
        "count": ("def contextual_recall_of(s): return None if not s or None in s else sum(s)", "That is the count"),
        "any": ("def contextual_recall_of(s): return None if not s or None in s else float(any(s))", "asked whether any claim"),
        "over the supported": ("def contextual_recall_of(s): return None if not s or None in s else sum(s) / sum(s)", "divided by the supported", "You divide by the supported claims"),
        "all or nothing": ("def contextual_recall_of(s): return None if not s or None in s else float(all(s))", "credit for a part"),
        "percent": ("def contextual_recall_of(s): return None if not s or None in s else 100 * sum(s) / len(s)", "percentage"),
        "with rank": ("def contextual_recall_of(s):\n    if not s or None in s: return None\n    h = [sum(s[:i]) / i for i, x in enumerate(s, 1) if x]\n    return sum(h) / len(h) if h else 0.0", "Claims have no rank"),
        "nothing supported is undefined": ("def contextual_recall_of(s): return None if not any(s) or None in s else sum(s) / len(s)", "neither is supported: 0.0"),
        "no claims is zero": ("def contextual_recall_of(s): return None if None in s else sum(s) / len(s) if s else 0.0", "blame the retriever"),
        "no claims is perfect": ("def contextual_recall_of(s): return None if None in s else sum(s) / len(s) if s else 1.0", "no praise"),
        "no corner case": ("def contextual_recall_of(s): return None if None in s else sum(s) / len(s)", "the divisor is 0"),
        "undecided is no": ("def contextual_recall_of(s): return s.count(True) / len(s) if s else None", "as not supported"),
        "undecided is yes": ("def contextual_recall_of(s): return 1 - s.count(False) / len(s) if s else None", "as supported"),
        "undecided left out": ("def contextual_recall_of(s):\n    s = [x for x in s if x is not None]\n    return sum(s) / len(s) if s else None", "the less it counts"),
        "undecided breaks": ("def contextual_recall_of(s): return sum(s) / len(s) if s else None", "None cannot be added"),
    },
    "contextual_precision_of": {
        "plain precision": (precision(result="sum(useful) / len(useful) if useful else 0.0"), "plain precision", "nothing could be better"),
        "first only": (precision(result="hits[0] if hits else 0.0"), "stopped at the first useful chunk"),
        "over all chunks": (precision(result="sum(hits) / len(useful) if hits else 0.0"), "divided by all chunks", "nothing could be better"),
        "sum": (precision(result="sum(hits)"), "That is the sum"),
        "reciprocal ranks": (precision(hit="1 / i"), "took 1/rank"),
        "before the rank": (precision(hit="sum(useful[:i - 1]) / max(i - 1, 1)"), "before that rank", "nothing could be better"),
        "ranks from 0": (precision(hit="sum(useful[:i + 1]) / i", start="0"), "counted ranks from 0"),
        "every rank": (precision(when="True"), "averaged over every rank"),
        "every rank over useful": (precision(when="True", result="sum(hits) / sum(useful) if sum(useful) else 0.0"), "at every rank"),
        "nothing useful is undefined": (precision(result="sum(hits) / len(hits) if hits else None"), "like the precision of lesson 1"),
        "no corner case": (precision(result="sum(hits) / len(hits)"), "the divisor is 0"),
        "undecided is no": (precision().replace("if None in useful: return None", "useful = [x is True for x in useful]"), "as useless"),
        "undecided is yes": (precision().replace("if None in useful: return None", "useful = [x is not False for x in useful]"), "as useful"),
        "undecided taken out": (precision().replace("if None in useful: return None", "useful = [x for x in useful if x is not None]"), "moved up"),
        "undecided breaks": (precision().replace("if None in useful: return None", "pass"), "None cannot be added"),
        "undecided only at the end is seen": (precision().replace("if None in useful: return None", "if None in useful and True in useful: return None\n    useful = [bool(x) for x in useful]"), "Here the result is None"),
    },
}

SHORTCUT = {
    "relevant_chunks": """def relevant_chunks(spans, chunks):
    carrying = set()
    for page, start, end in spans:
        part = [chunk for chunk in chunks if chunk[1] == page and chunk[2] < end and start < chunk[3]]
        whole = [chunk for chunk in part if chunk[2] <= start and end <= chunk[3]]
        carrying |= {chunk[0] for chunk in whole or part}
    return [chunk[0] for chunk in sorted(chunks, key=lambda chunk: chunk[1] == "n") if chunk[0] in carrying]""",
}
LOST = {"relevant_chunks_agrees_with_the_helper"}
