"""What a table asks about a hand: pots, bets and blinds. Nothing of it is recorded."""
