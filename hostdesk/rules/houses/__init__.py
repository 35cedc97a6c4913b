"""Houses: presets, own games, the pages of their rules."""
