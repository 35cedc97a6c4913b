"""Pages. Nights ahead: planned, answered, waited for, and carried to calendars."""
