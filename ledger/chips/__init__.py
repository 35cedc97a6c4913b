"""Chips by colour: counting them, handing them out, planning a case, reading counts in forms."""
