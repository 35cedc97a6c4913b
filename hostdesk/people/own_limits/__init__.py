"""The page on which a player limits their own play, and the host's line on places that help."""
