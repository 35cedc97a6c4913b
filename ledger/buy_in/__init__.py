"""Buying chips: limits, allowance, buy-ins, chip sales."""
