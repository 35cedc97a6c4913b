"""What the log may not hold."""

import logging
import re

_SECRET = re.compile(r"(/(?:link|set-up|calendar|table)/)[^/\s?\"']+")


class HideSecrets(logging.Filter):
    """Take the secret out of the address of a link, a calendar or a screen wherever a message repeats it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, without secrets."""
        record.msg, record.args = without_secrets(record.getMessage()), ()
        return True


def without_secrets(text: str) -> str:
    """Return the text with a dot for every secret of a link, a calendar or a screen."""
    return _SECRET.sub(r"\1…", text)
