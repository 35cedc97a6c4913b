"""Signing in: passwords, links, devices, and who may see what."""
