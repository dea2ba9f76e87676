"""Grade a class: ``ragdiag grade``, on nbgrader's formats and gradebook. docs/instructors.md shows its use, docs/security.md what it promises."""

import sys


def _load_jsonschema_without_web_addresses() -> None:
    """jsonschema, which nbformat loads, builds a grammar of international web addresses for a second; no schema of a notebook asks for it."""
    if "rfc3987_syntax" not in sys.modules:
        sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]  # so its import fails, which jsonschema takes for "not installed"
        import jsonschema  # noqa: F401

        del sys.modules["rfc3987_syntax"]


_load_jsonschema_without_web_addresses()
