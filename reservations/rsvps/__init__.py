"""RSVPs to a night: answers, seats, offers, cutoffs, reminders, and steps due by the clock."""
