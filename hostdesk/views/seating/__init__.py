"""Pages. Where people sit tonight: the tables as they are drawn, split, balanced and printed."""
