"""What players say of what is written about them: their own count of their chips, and objections."""
