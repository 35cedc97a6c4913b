"""Exports of programs for shared expenses."""
