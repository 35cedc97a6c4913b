"""Who plays: names, marks, and players that were merged."""
