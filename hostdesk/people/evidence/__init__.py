"""Players' own evidence: their counts of their chips, and their objections to lines about them."""
