"""The inbox: what waits for a host or a banker, its number, and their answers."""
