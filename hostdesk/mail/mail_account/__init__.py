"""The mail account by which the desk sends e-mail and reads answers, set up on a page."""
