"""The host's pages of players."""
