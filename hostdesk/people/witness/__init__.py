"""Phones as witnesses: they keep the acts they saw, and compare them with the desk's."""
