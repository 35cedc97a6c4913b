"""A player's PIN, which guards their pages on a phone that is passed around."""
