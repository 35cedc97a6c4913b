"""The first run of a desk: its first host, its place and its first house."""
