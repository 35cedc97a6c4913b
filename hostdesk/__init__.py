"""The project: settings, serving, house presets, and the commands that span reservations and ledger."""

VERSION = "1.0.0"
"""As in ``pyproject.toml``, which is not there to be read in every installation."""
