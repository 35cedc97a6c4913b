"""Backups of the database: each checked before it counts, and the way back from one."""
