"""The reminders of a night, as the host sees them beforehand: when each goes out, to whom, and its switch."""
