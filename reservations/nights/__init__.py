"""Nights: their plans, the series they belong to, and the calendars they appear in."""
