"""RSVPs to a night: answers, seats, offers, cutoffs, and steps due by the clock."""
