"""Figures of reports and of histories, apart from ``plots``, so that a report need not load pyplot."""
