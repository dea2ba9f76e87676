"""Run one tool of the bench of judges against a stub, and write to result.json what it took: `python judge_tools.py TOOL URL`.

Each tool gets a process of its own, so that none shares a processor with the stub's thread or another tool's imports. Each makes its calls by
the real anthropic client, over at most eight connections. Nothing is timed but the work: not the imports, not the making of clients.
"""

import json
import sys
import time
from importlib.metadata import version

from judge_cost import IN_FLIGHT, MODEL, PAUSE, audited, audited_long, one_by_one, our_judge, samples

ELSEWHERE = []  # addresses outside this machine that something wanted to reach


def stay_here(event: str, arguments: tuple) -> None:
    """Refuse and note every connection and name look-up that leaves this machine."""
    if event in ("socket.connect", "socket.getaddrinfo"):
        address = arguments[1] if event == "socket.connect" else arguments[0]
        host = address[0] if isinstance(address, tuple) else address
        if host not in ("127.0.0.1", "::1", "localhost", None) and not str(host).startswith("/"):
            ELSEWHERE.append(str(host))
            raise OSError(f"the bench calls nobody but its stub, not {host}")


def ours(url: str, records, work=audited_long):
    """Our judge, or its prompts in another loop."""
    judge = our_judge(url)
    judge.check_key()
    return lambda: (work(judge, records), 0)


def bounded_client():
    """The http client for an asynchronous anthropic client: at most eight calls in flight."""
    import anthropic
    import httpx2

    return anthropic.DefaultAsyncHttpxClient(limits=httpx2.Limits(max_connections=IN_FLIGHT, max_keepalive_connections=IN_FLIGHT))


def ragas(url: str, records, pause: float = 0.0):
    """Its evaluate() with the model from its llm_factory; all jobs may run at once, so that only the calls are bounded.

    ``pause``: the seconds that an embedding takes. Ragas asks for them one after the other, and waits.
    """
    from anthropic import AsyncAnthropic
    from ragas import EvaluationDataset, RunConfig, evaluate
    from ragas.embeddings.base import BaseRagasEmbeddings
    from ragas.llms import llm_factory
    from ragas.metrics import Faithfulness, LLMContextPrecisionWithReference, LLMContextRecall, ResponseRelevancy

    from ragdiag_helpers.records import to_ragas

    class Embeddings(BaseRagasEmbeddings):
        """A cheap embedding on this machine, which is counted."""

        asked = 0

        def embed_documents(self, texts):
            self.asked += 1
            time.sleep(pause)
            return [[float(len(text)), 1.0] for text in texts]

        def embed_query(self, text):
            return self.embed_documents([text])[0]

        async def aembed_documents(self, texts):
            return self.embed_documents(texts)

        async def aembed_query(self, text):
            return self.embed_query(text)

    llm = llm_factory(MODEL, provider="anthropic", client=AsyncAnthropic(api_key="offline", base_url=url, http_client=bounded_client()))
    for gone in ("temperature", "top_p"):  # anthropic's client knows these no more
        llm.model_args.pop(gone, None)
    names = ("user_input", "response", "retrieved_contexts", "reference")
    rows = EvaluationDataset.from_list([{name: row[name] for name in names} for row in to_ragas(records)])
    metrics = [Faithfulness(), ResponseRelevancy(), LLMContextRecall(), LLMContextPrecisionWithReference()]
    embeddings, config = Embeddings(), RunConfig(max_workers=4 * len(records))

    def work():
        found = evaluate(rows, metrics, llm=llm, embeddings=embeddings, run_config=config, show_progress=False, raise_exceptions=True)
        return sum(int(score == score) for row in found.scores for score in row.values()), embeddings.asked

    return work


def deepeval(url: str, records, reasons: bool = True):
    """Its evaluate() with its own anthropic model; all cases may run at once, so that only the calls are bounded."""
    from deepeval import evaluate
    from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
    from deepeval.metrics import AnswerRelevancyMetric, ContextualPrecisionMetric, ContextualRecallMetric, FaithfulnessMetric
    from deepeval.models import AnthropicModel
    from deepeval.test_case import LLMTestCase

    model = AnthropicModel(MODEL, api_key="offline", base_url=url)
    model.kwargs["http_client"] = bounded_client()  # for the asynchronous client that it makes for each call
    kinds = (FaithfulnessMetric, AnswerRelevancyMetric, ContextualRecallMetric, ContextualPrecisionMetric)
    metrics = [kind(model=model, include_reason=reasons) for kind in kinds]
    cases = [
        LLMTestCase(input=each.question, actual_output=each.answer, expected_output=each.reference, retrieval_context=list(each.contexts))
        for each in records
    ]
    quiet = DisplayConfig(show_indicator=False, print_results=False, inspect_after_run=False)
    options = {"async_config": AsyncConfig(max_concurrent=len(cases)), "display_config": quiet, "cache_config": CacheConfig(False)}

    def work():
        found = evaluate(cases, metrics, **options)
        return sum(each.score is not None for result in found.test_results for each in result.metrics_data), 0

    return work


TOOLS = {
    "ours": ours, "ours-short": lambda *given: ours(*given, audited), "naive": lambda *given: ours(*given, one_by_one),
    "ragas": ragas, "ragas-remote": lambda *given: ragas(*given, pause=PAUSE),
    "deepeval": deepeval, "deepeval-brief": lambda *given: deepeval(*given, reasons=False),
}


def main(tool: str, url: str) -> None:
    sys.addaudithook(stay_here)
    try:
        work = TOOLS[tool](url, samples())
    except ImportError as missing:
        found = {"missing": str(missing)}
    else:
        start = time.perf_counter()
        scores, embeddings = work()
        seconds = time.perf_counter() - start
        package = tool.partition("-")[0]
        known = version(package) if package in ("ragas", "deepeval") else ""
        found = {"seconds": seconds, "scores": scores, "embeddings": embeddings, "version": known, "elsewhere": ELSEWHERE}
    with open("result.json", "w", encoding="utf-8") as file:
        json.dump(found, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
