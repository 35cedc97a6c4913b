"""Calculations for a hand: pots, bets and blinds. Nothing is recorded."""
