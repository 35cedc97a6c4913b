"""Exports of programs for shared expenses: read, shown, and brought into THE BOOK or in as nights of results."""
