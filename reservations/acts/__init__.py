"""The records: acts and facts, their keys, their chain, and the frame of a command."""
