"""Conduct at the table: jumped bets, warnings, rulings, calls of the clock."""
