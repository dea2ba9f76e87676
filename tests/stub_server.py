"""A stub of the Messages API on this machine: answers like a careful model, or misbehaves in a chosen way.

``act`` gets the body of a call and its number from 0, and returns what to answer: the text of a whole message, a message, or a Reply.
"""

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = {"input_tokens": 100, "output_tokens": 20}


@dataclass
class Reply:
    """A raw HTTP answer: status, headers and body; ``cut`` hangs up in the middle, ``slow`` waits until the stub is closed."""

    body: Any = ""
    status: int = 200
    headers: dict = field(default_factory=dict)
    kind: str = "application/json"
    cut: bool = False
    slow: bool = False


def message(text: str = "", **over: Any) -> dict:
    """A Message as the API sends it; ``over`` replaces fields."""
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "stub-model", "stop_reason": "end_turn", "stop_sequence": None,
        "content": [{"type": "text", "text": text}], "usage": USAGE,
    } | over


def error(status: int, text: str = "no", **headers: str) -> Reply:
    """An error as the API sends it."""
    body = {"type": "error", "error": {"type": "some_error", "message": text}}
    return Reply(json.dumps(body), status, {name.replace("_", "-"): value for name, value in headers.items()})


def data(body: dict) -> dict:
    """The texts that a call asks about."""
    return json.loads(body["messages"][0]["content"])


def careful(body: dict, number: int = 0) -> str:
    """What a careful model says: claims are the sentences, a claim is supported where a context holds it, every question is answered."""
    asked = data(body)
    if "claims" in asked:
        return json.dumps({"verdicts": [_verdict(each, claim, asked["contexts"]) for each, claim in asked["claims"].items()]})
    if "question" in asked and "contexts" in asked:
        return "Pro costs 25 dollars."
    if "question" in asked:
        return json.dumps({"reason": "", "answers": "yes", "questions": [asked["question"]]})
    return json.dumps({"claims": [each.strip() + "." for each in asked["answer"].split(".") if each.strip()]})


def _verdict(number: str, claim: str, contexts: dict) -> dict:
    held = [int(each) for each, text in contexts.items() if claim.rstrip(".") in text]
    label = "supported" if held else "refuted"
    return {"claim": int(number), "reason": "read", "evidence": claim if held else "", "contexts": held, "label": label}


class Stub:
    """The server; a context manager. ``bodies`` are the calls it got, ``most_at_once`` how many were under way together."""

    def __init__(self, act=careful, pause: float = 0.0):
        self.act, self.pause = act, pause
        self.bodies, self.keys, self.now, self.most_at_once = [], set(), 0, 0
        self.batches, self.polls, self.polls_needed, self.faults = {}, 0, 1, {}
        self.lock, self.closing = threading.Lock(), threading.Event()

    def __enter__(self) -> "Stub":
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()

    def answer(self, body: dict) -> Reply:
        """Answer one call, and watch how many are under way."""
        with self.lock:
            number, self.now = len(self.bodies), self.now + 1
            self.bodies.append(body)
            self.most_at_once = max(self.most_at_once, self.now)
        time.sleep(self.pause)
        with self.lock:
            self.now -= 1
        return _reply(self.act(body, number))

    def make_batch(self, body: dict) -> Reply:
        """Take a batch; ``faults`` says by the place of a request what becomes of it."""
        name = f"msgbatch_{len(self.batches) + 1}"
        self.batches[name] = body["requests"]
        return Reply(json.dumps(self.state(name)))

    def state(self, name: str) -> dict:
        """How far a batch is."""
        ended = self.polls >= self.polls_needed
        return {
            "id": name, "type": "message_batch", "processing_status": "ended" if ended else "in_progress",
            "results_url": f"{self.url}/v1/messages/batches/{name}/results" if ended else None,
        }

    def results(self, name: str) -> str:
        """The results of a batch, last request first."""
        rows = []
        for place, request in enumerate(self.batches[name]):
            kind = self.faults.get(place, "succeeded")
            result = {"type": kind}
            if kind == "succeeded":
                result["message"] = json.loads(self.answer(request["params"]).body)
            if kind == "errored":
                result["error"] = {"type": "error", "error": {"type": "invalid_request_error", "message": "too long"}}
            if kind != "missing":
                rows.append(json.dumps({"custom_id": request["custom_id"], "result": result}) + "\n")
        return "".join(reversed(rows))

    def get(self, path: str) -> Reply:
        """Where a batch stands, or its results."""
        name = path.split("/")[4]
        if name not in self.batches:
            return error(404)
        if path.endswith("/results"):
            return Reply(self.results(name), kind="application/x-jsonl")
        self.polls += 1
        return Reply(json.dumps(self.state(name)))


def _reply(said: Any) -> Reply:
    if isinstance(said, Reply):
        return said
    return Reply(json.dumps(said if isinstance(said, dict) else message(said)))


def _handler(stub: Stub) -> type:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one packet, or each call takes 40 ms

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            stub.keys.add(self.headers.get("x-api-key") or self.headers.get("authorization"))
            self.send(stub.make_batch(body) if self.path.split("?")[0].endswith("/batches") else stub.answer(body))

        def do_GET(self) -> None:
            self.send(stub.get(self.path.split("?")[0]))

        def send(self, reply: Reply) -> None:
            if reply.slow:
                stub.closing.wait(30)
            data = reply.body.encode() if isinstance(reply.body, str) else reply.body
            self.send_response(reply.status)
            for name, value in {"Content-Type": reply.kind, "Content-Length": str(len(data)), **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if reply.cut else data)
            self.close_connection = self.close_connection or reply.cut

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    return Handler
