"""What a judge or generator is asked: the request that a reply belongs to, and the message that goes to a model for it.

A request is plain: the task and its texts. One that a model answers names the prompt and the model too, so a reply to another wording is
never taken for a reply to this one. The texts go to the model as one JSON object, apart from the prompt: whatever stands in a
context or an answer stays inside its quotes, and is data.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

MAX_TOKENS = 8192  # a bound, not a cost; a model that thinks first needs room, or its verdict is cut off
Request = Mapping[str, Any]


class Task(NamedTuple):
    """One kind of question: its prompt file, the JSON schema of the reply (None: plain text), and the same as an example."""

    prompt: str
    schema: dict | None = None
    example: str = ""


def _object(**properties: dict) -> dict:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list(items: dict) -> dict:
    return {"type": "array", "items": items}


_TEXT, _NUMBER = {"type": "string"}, {"type": "integer"}
_VERDICT = _object(
    claim=_NUMBER, reason=_TEXT, evidence=_TEXT, contexts=_list(_NUMBER), label=_TEXT | {"enum": ["supported", "refuted", "undecided"]}
)
SPLIT, VERIFY, RELEVANCE, GENERATE = "split", "verify", "answers-the-question", "generate"
TASKS = {
    SPLIT: Task("split", _object(claims=_list(_TEXT)), '{"claims": ["..."]}'),
    VERIFY: Task(
        "verify", _object(verdicts=_list(_VERDICT)),
        '{"verdicts": [{"claim": 1, "reason": "short", "evidence": "", "contexts": [1], "label": "supported"}]}, one a claim, in order',
    ),
    RELEVANCE: Task(
        "relevance", _object(reason=_TEXT, answers=_TEXT | {"enum": ["yes", "no", "undecided"]}, questions=_list(_TEXT)),
        '{"reason": "short", "answers": "yes", "questions": ["..."]}, answers being yes, no or undecided',
    ),
    GENERATE: Task("generate"),
}
GROUNDED = Task("generate_grounded")


def split_request(answer: str) -> dict:
    """The plain request for the claims of an answer."""
    return {"task": SPLIT, "answer": answer}


def verify_request(claims: Sequence[str], contexts: Sequence[str]) -> dict:
    """The plain request for a verdict on each claim."""
    return {"task": VERIFY, "contexts": list(contexts), "claims": list(claims)}


def relevance_request(question: str, answer: str) -> dict:
    """The plain request whether an answer answers its question."""
    return {"task": RELEVANCE, "question": question, "answer": answer}


def generate_request(question: str, contexts: Sequence[str]) -> dict:
    """The plain request for an answer from contexts."""
    return {"task": GENERATE, "question": question, "contexts": list(contexts)}


def sent_to(model: str, request: Request, task: Task | None = None) -> dict:
    """The request as a model gets it: with the fingerprint of the prompt and the name of the model."""
    return {**request, "prompt": fingerprint_of(task or TASKS[request["task"]]), "model": model}


@lru_cache
def prompt_text(name: str) -> str:
    """The text of one prompt file of this package."""
    return files(__package__).joinpath("prompts", f"{name}.md").read_text(encoding="utf-8").strip()


def fingerprint_of(task: Task) -> str:
    """16 hex digits that change with one character of the prompt, or with the shape of the reply."""
    return short_hash([prompt_text(task.prompt), task.schema, task.example])


def prompts_fingerprint() -> str:
    """16 hex digits over the prompts of all tasks of a judge."""
    return short_hash([fingerprint_of(task) for task in TASKS.values() if task.schema])


def short_hash(value: Any) -> str:
    """16 hex digits over anything that JSON can hold.

    >>> short_hash(["x"]) == short_hash(["x"])
    True
    """
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def data_of(request: Request) -> str:
    """The texts of a request as one line of JSON; contexts and claims carry their numbers.

    >>> data_of({"task": "verify", "contexts": ["Pro costs 25."], "claims": ["Pro is free."], "model": "m"})
    '{"contexts":{"1":"Pro costs 25."},"claims":{"1":"Pro is free."}}'
    """
    texts = {name: value for name, value in request.items() if name not in ("task", "prompt", "model")}
    shown = {name: _numbered(value) if isinstance(value, list) else value for name, value in texts.items()}
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


def _numbered(texts: list[str]) -> dict[str, str]:
    return {str(number): text for number, text in enumerate(texts, start=1)}


def message_for(request: Request, structured: bool = True, task: Task | None = None) -> dict:
    """The arguments of ``messages.create``. Where the server knows no ``output_config``, the prompt says what the JSON looks like."""
    task = task or TASKS[request["task"]]
    message = {
        "model": request["model"], "max_tokens": MAX_TOKENS, "system": prompt_text(task.prompt),
        "messages": [{"role": "user", "content": data_of(request)}],
    }
    if task.schema and structured:
        message["output_config"] = {"format": {"type": "json_schema", "schema": task.schema}}
    elif task.schema:
        message["system"] += f"\nReply with one JSON object and nothing else, like {task.example}."
    return message
