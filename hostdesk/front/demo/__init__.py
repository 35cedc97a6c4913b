"""A season of home poker to look around in: invented, recorded once, and posted through the commands.

``season.jsonl`` is a night log: half a year of nights, and two that are open.
``facts.jsonl`` has the facts of these nights and those ahead (``do`` is the command), also one a line. Their times were
recorded in UTC on Friday, 20 November 2026; ``dates`` moves them to the days before now.
"""
