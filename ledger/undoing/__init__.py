"""Undoing: one act, a limit, a whole night; and what has to be undone before."""
