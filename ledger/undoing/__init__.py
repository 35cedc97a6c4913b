"""Undoing: one act, a limit, a whole night, after the acts that depend on them."""
