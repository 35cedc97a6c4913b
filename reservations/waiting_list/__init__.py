"""The waiting list: its order, and the host's decisions about it."""
