"""Backups of the database: made, checked, and restored."""
