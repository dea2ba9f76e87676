"""An answer in claims: what it says, one checkable sentence each; and whether it says anything at all."""
