"""Reminders before a night: when they go out and to whom, the switch of each, and sending one now."""
