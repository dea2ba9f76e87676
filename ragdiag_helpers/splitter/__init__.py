"""The parts of ``splitting``: Markdown blocks, sentences, clauses, and the phrases that claim nothing or refuse."""
