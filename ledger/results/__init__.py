"""Nights of results only: what a group wrote down of its past, without chips or money."""
