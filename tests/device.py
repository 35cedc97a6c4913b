"""A browser without a screen: it holds its connection open and sends the cookies of a session."""

import http.client
import json
import time
from urllib.parse import urlencode


class Device:
    """A device at a desk of this machine. Without a session, nobody is signed in."""

    def __init__(self, port: int, session: str = "", *, patience: float = 120, place: str = "127.0.0.1") -> None:
        self.connection = http.client.HTTPConnection(place, port, timeout=patience)
        token = "a" * 32
        cookies = f"form{port}={token}" + (f"; desk{port}={session}" if session else "")
        self.headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token}

    def ask(self, method: str, path: str, body: str | bytes | None = None) -> tuple[int, bytes]:
        """Send a request and return the status and the page. Raises ``OSError`` and ``HTTPException``.

        If the desk has closed an idle connection, the request is sent once more, as browsers do.
        """
        try:
            self.connection.request(method, path, body, self.headers)
            answer = self.connection.getresponse()
        except (ConnectionResetError, BrokenPipeError):
            self.close()
            self.connection.request(method, path, body, self.headers)
            answer = self.connection.getresponse()
        return answer.status, answer.read()

    def post(self, path: str, said: dict[str, str]) -> int:
        """Send a form and return the status."""
        return self.ask("POST", path, urlencode(said))[0]

    def get(self, path: str) -> bytes:
        """Return a page."""
        return self.ask("GET", path)[1]

    def keys(self, number: int) -> list[str]:
        """Return keys from the server."""
        minted: list[str] = []
        while len(minted) < number:
            minted += json.loads(self.get("/keys/?count=200"))["keys"]
        return minted[:number]

    def until_open(self, tries: int = 600) -> None:
        """Wait for a desk that is starting, a minute at most. Raises ``OSError``."""
        for left in reversed(range(tries)):
            try:
                self.get("/healthz")
            except OSError:
                self.close()
                if not left:
                    raise
                time.sleep(0.1)
            else:
                return

    def close(self) -> None:
        """Hang up."""
        self.connection.close()
