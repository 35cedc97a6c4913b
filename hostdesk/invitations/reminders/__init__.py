"""The reminders of a night on the host's page: their times, receivers and switches."""
