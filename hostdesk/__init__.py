"""The project: settings, serving, house presets, and the commands that span reservations and ledger."""
