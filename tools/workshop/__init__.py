"""Everything for a live session, derived from the lessons along the path of authoring/workshop.toml."""
