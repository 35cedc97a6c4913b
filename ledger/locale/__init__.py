"""The desk's locale: its time zone, its way to write amounts, its paper."""
