"""The mail account that the desk sends by and reads answers from, set up on a page."""
