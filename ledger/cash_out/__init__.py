"""Cashing out: the counts, the order of paying out, the final pot."""
