"""Closing a night, step by step."""
