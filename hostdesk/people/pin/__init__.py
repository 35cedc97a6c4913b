"""A PIN of a player's own that guards their pages on a phone that is passed around."""
