"""A season of home poker to look around in: made up, the same every time, and posted through the commands."""

from hostdesk.demo.posting import build

__all__ = ["build"]
