"""Keeps secrets out of the log."""

import logging
import re

_SECRET = re.compile(r"(/(?:link|set-up|calendar|table)/)[^/\s?\"']+")


class HideSecrets(logging.Filter):
    """Takes the secret out of the address of a link, a calendar or a screen in every message."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without its secrets."""
        record.msg, record.args = without_secrets(record.getMessage()), ()
        return True


def without_secrets(text: str) -> str:
    """Return the text with "…" in place of every secret of a link, a calendar or a screen."""
    return _SECRET.sub(r"\1…", text)
