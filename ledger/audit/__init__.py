"""Checks of the whole ledger, and the search for what a count is off by."""
