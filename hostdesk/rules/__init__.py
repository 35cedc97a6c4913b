"""The houses: the presets, their documents, and their rules as people read them."""
