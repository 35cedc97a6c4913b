"""The project: settings, serving, house presets, and the commands that need reservations and ledger."""

VERSION = "1.0.0"
"""As in ``pyproject.toml``, which some installations lack."""
