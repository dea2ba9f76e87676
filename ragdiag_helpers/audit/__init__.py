"""Many records, diagnosed; what one change does to a failed one; tickets whose every number is recomputed.

``findings`` holds what a judge is asked about a record, ``rows`` what is made of it, ``run`` the audit of all, ``interventions`` the proofs,
``tickets`` the tickets and their check, ``reviews`` what people decided who read rows cold.
"""

from .findings import COUNTED, JUDGED, METRICS, Findings
from .interventions import KINDS, Intervention, failure_docent, failure_record, intervene, prove
from .reviews import apply_reviews
from .rows import Row, score_row
from .run import Audit, Mean, audit, relabel
from .tickets import check_ticket, tickets

__all__ = [
    "COUNTED", "JUDGED", "KINDS", "METRICS", "Audit", "Findings", "Intervention", "Mean", "Row", "apply_reviews", "audit", "check_ticket",
    "failure_docent", "failure_record", "intervene", "prove", "relabel", "score_row", "tickets",
]
