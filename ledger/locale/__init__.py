"""The desk's locale: its time zone, how it writes amounts, its paper."""
