"""The inbox: the open matters of a host or a banker, their number, and the answers."""
