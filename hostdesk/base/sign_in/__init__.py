"""Signing in: passwords, links, devices, and the audience of every page."""
