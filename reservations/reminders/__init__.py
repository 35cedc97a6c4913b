"""Reminders before a night: their times and receivers, their switches, and sending one now."""
