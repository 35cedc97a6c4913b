"""Who comes to a night: answers, seats, offers, cutoffs, and what is due by the clock."""
