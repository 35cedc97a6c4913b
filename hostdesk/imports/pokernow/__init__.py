"""Ledgers of PokerNow, posted as nights."""
