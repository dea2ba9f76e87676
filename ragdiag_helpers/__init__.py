"""Tell a retrieval failure from a generation failure in a RAG. Each module answers to a lesson."""
