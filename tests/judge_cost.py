"""What a judge costs, counted where the calls arrive: the twelve samples, a stub that any tool can read, and what it got.

The stub says the least that makes sense: every text makes two claims (its halves), and every verdict is good. It understands our judge by its
texts, and other tools by the JSON schema that they send, as a tool or as ``output_config``.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from unittest.mock import patch

from stub_server import data, message

from ragdiag_helpers.audit import audit, findings
from ragdiag_helpers.claims import answer_relevance, contextual_precision, contextual_recall, faithfulness
from ragdiag_helpers.corpus import load_corpus
from ragdiag_helpers.docent import Docent
from ragdiag_helpers.golden import load_golden
from ragdiag_helpers.judges import ClaudeJudge

SAMPLES, IN_FLIGHT, PAUSE, MODEL = 12, 8, 0.3, "claude-haiku-4-5"
METRICS = ("faithfulness", "answer_relevance", "contextual_recall", "contextual_precision")
# What our judge may cost: calls, tokens of prompts and texts, the same with schemas. As these samples are (their references are short, and
# taken whole), and where every reference must be split.
LIMITS = {"ours-short": (48, 7_200, 11_600), "ours": (60, 7_800, 12_800)}


@lru_cache
def samples() -> tuple:
    """Docent's records of the first twelve questions that have an answer. The answer is the golden set's ideal claims, which are full
    sentences; they are not given as claims, for the other tools cannot use them."""
    golden = [item for item in load_golden() if item.relevant_ids][:SAMPLES]
    records = Docent(load_corpus()).run(golden)
    return tuple(replace(record, answer=" ".join(record.claims), claims=None) for record in records)


def halves(text: str) -> list[str]:
    """The first and the second half of a text's words: its two claims. One word is one claim."""
    words = text.split()
    parts = words[: len(words) // 2], words[len(words) // 2 :]
    return [" ".join(part) for part in parts if part]


def sensible(body: dict, number: int = 0) -> dict:
    """A valid reply to a call of any tool in the bench."""
    if "tools" in body:
        tool = body["tools"][0]
        use = {"type": "tool_use", "id": "toolu_1", "name": tool["name"], "input": filled(tool["input_schema"], texts_of(body))}
        return message(content=[use], stop_reason="tool_use")
    if "system" in body:  # of these tools only our judge puts its prompt there
        return message(json.dumps(to_our_judge(data(body))))
    return message(json.dumps(filled(body["output_config"]["format"]["schema"], texts_of(body))))


def to_our_judge(asked: dict) -> dict:
    """A reply to our judge: two claims, all supported by the first context, and a question that is answered."""
    if "claims" in asked:
        words = " ".join(asked["contexts"]["1"].split()[:6])
        verdict = {"reason": "read", "evidence": words, "contexts": [1], "label": "supported"}
        return {"verdicts": [{"claim": int(number)} | verdict for number in asked["claims"]]}
    if "question" in asked:
        return {"reason": "read", "answers": "yes", "questions": [asked["question"]]}
    return {"claims": halves(asked["answer"])}


def filled(schema: dict, prompt: str, top: dict | None = None, name: str = "") -> object:
    """The smallest good value of a JSON schema: two elements a list, the first of several choices."""
    top = top or schema
    if "$ref" in schema:
        return filled(top["$defs"][schema["$ref"].rpartition("/")[2]], prompt, top, name)
    if "anyOf" in schema:
        return filled(schema["anyOf"][0], prompt, top, name)
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {each: filled(part, prompt, top, each) for each, part in schema["properties"].items()}
    if schema["type"] == "array":
        texts = schema["items"].get("type") == "string"
        return halves(said_in(prompt)) if texts else [filled(schema["items"], prompt, top, name)] * 2
    return {"string": "read", "integer": int(name != "noncommittal")}[schema["type"]]


def said_in(prompt: str) -> str:
    """The answer that stands in a prompt; where there is none, the first context that does."""
    answers, contexts = [each.answer for each in samples()], [text for each in samples() for text in each.contexts]
    return next(text for text in answers + contexts if text in prompt)


def texts_of(body: dict) -> str:
    """The texts of a call: the system prompt and all messages."""
    contents = [body.get("system", ""), *(each["content"] for each in body["messages"])]
    return "".join(part if isinstance(part, str) else "".join(block["text"] for block in part) for part in contents)


def cost_of(bodies: list[dict]) -> tuple[int, int, int]:
    """Calls, text tokens and all tokens."""
    return len(bodies), text_tokens(bodies), all_tokens(bodies)


def text_tokens(bodies: list[dict]) -> int:
    """Characters of prompts and texts / 4, over all calls."""
    return sum(-(-len(texts_of(body)) // 4) for body in bodies)


def all_tokens(bodies: list[dict]) -> int:
    """The same with the schemas of the replies, as compact JSON."""
    return text_tokens(bodies) + sum(-(-len(schema_of(body)) // 4) for body in bodies)


def within(cost: tuple[int, int, int], limit: tuple[int, int, int]) -> bool:
    """Whether calls, text tokens and all tokens each stay within their limit."""
    return all(found <= most for found, most in zip(cost, limit, strict=True))


def schema_of(body: dict) -> str:
    """What a call says of the shape of its reply, as compact JSON; "" where it says nothing."""
    shapes = [body[name] for name in ("output_config", "tools", "tool_choice") if name in body]
    return json.dumps(shapes, separators=(",", ":"))[1:-1]


def our_judge(url: str):
    """Our judge without a cache, with a client that calls the stub."""
    from anthropic import Anthropic

    return ClaudeJudge(Anthropic(api_key="offline", base_url=url), MODEL, IN_FLIGHT, cache=False)


def audited(judge, records, metrics=METRICS) -> int:
    """Audit with our judge; how many scores came of it. The references of these samples are short, so nobody is asked to split them."""
    found = audit(records, judge, metrics=metrics)
    return sum(found.mean(name).n for name in metrics)


def audited_long(judge, records, metrics=METRICS) -> int:
    """The same where every reference is put to the judge to be split, as long ones are: the most that an audit can cost."""
    with patch.object(findings, "SHORT", 0):
        return audited(judge, records, metrics)


def one_by_one(judge, records) -> int:
    """The same prompts in the loop that one writes first, one call a claim; how many scores came of it.

    Calls of one sample follow each other, the samples run at once, and the judge bounds the calls in flight as above.
    """
    with ThreadPoolExecutor(2 * IN_FLIGHT) as pool:
        return sum(pool.map(lambda record: sum(score is not None for score in _scores(judge, record)), records))


def _scores(judge, record) -> list[float | None]:
    ideal = judge.split(record.reference)
    each = [judge.verify([claim], record.contexts)[0] for claim in judge.split(record.answer)]
    recalled = [judge.verify([claim], record.contexts)[0] for claim in ideal]
    useful = [[judge.verify([claim], [context])[0].label == "supported" for claim in ideal] for context in record.contexts]
    relevance = answer_relevance(record.question, record.answer, judge)
    return [faithfulness(each), relevance, contextual_recall(recalled), contextual_precision([any(of_context) for of_context in useful])]
