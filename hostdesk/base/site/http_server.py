"""The reader of requests before Django, and the headers of every answer.

A request whose end is ambiguous is refused, and its connection closed: behind a proxy, one program could take the end
of a form for the next request, that of another visitor.
"""

from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.task import ErrorTask
from waitress.utilities import BadRequest, RequestEntityTooLarge

# Only the desk's own files: no inline script or style, no request to elsewhere.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; media-src 'self'; "
    "object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Keeps the address of the page, which may hold a secret, out of the Referer. With no-referrer browsers would also
    # hide the origin of a form, and the form would be refused as another site's.
    "Referrer-Policy": "strict-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

MOST_UNREAD = 100_000_000  # bytes; of a form that is too large this much is read and thrown away

_ONCE = (b"content-length", b"host")


class OneMeaning(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """Reads a request, and refuses one that could be read in two ways."""

    path, completed = "", False  # also of a request refused before it had one
    unread = 0  # bytes still to come of a form that is too large

    def received(self, data: bytes) -> int:
        """Take received data and return how many bytes of it belong to this request."""
        is_head = self.body_rcv is None and not self.completed
        # Some programs end a line at a single line feed, and the head at two.
        if is_head and b"\n\n" in (self.header_plus + data).partition(b"\r\n\r\n")[0].lstrip():
            self.error, self.completed = BadRequest("Lines end with CR LF."), True
            return len(data)
        taken = int(super().received(data))
        if not isinstance(self.error, RequestEntityTooLarge) or self.command != "POST":
            return taken
        # Django answers with a page of the desk: it refuses a plain form of that length before it reads any of it.
        self.error, self.expect_continue = None, False
        self.headers |= {"CONNECTION": "close", "CONTENT_TYPE": "application/x-www-form-urlencoded"}
        self.unread = min(self.content_length, MOST_UNREAD) - (len(data) - taken)
        return len(data)

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of a request. Raises ``ParsingError``.

        Browsers send the length of a form. Chunks could also be read by a length, so they are refused.
        """
        _, *lines = header_plus.split(b"\r\n")
        names = [line.partition(b":")[0].lower() for line in lines]
        if b"transfer-encoding" in (name.strip() for name in names):
            raise ParsingError("The desk takes no Transfer-Encoding: say how long it is by Content-Length.")
        if twice := [name.decode() for name in _ONCE if names.count(name) > 1]:
            raise ParsingError(f"There is more than one {twice[0]}.")
        if any(name[:1] in (b" ", b"\t") for name in names):
            raise ParsingError("A header goes on in the next line.")
        super().parse_header(header_plus)
        if self.version not in ("1.0", "1.1"):
            raise ParsingError("The desk speaks the versions 1.0 and 1.1 of HTTP.")


class InAFewWords(ErrorTask):  # type: ignore[misc]  # waitress has no types
    """Answers a request that Django never sees: refused while it was read, or failed outside of it."""

    def execute(self) -> None:
        """Answer with one line on the fault, and close the connection."""
        error: Any = self.request.error
        body = f"{error.reason}. {error.body}\n".encode()
        self.status, self.content_length = f"{error.code} {error.reason}", len(body)
        plain = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
        self.response_headers.extend({**plain, **HEADERS}.items())
        self.set_close_on_finish()
        self.write(body)


class StrictChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection on which every request has one meaning.

    A browser reads the answer to a form that is too large only if the connection stays open while it still sends the
    form: the rest is read and thrown away, and then the connection closes.
    """

    parser_class, error_task_class = OneMeaning, InAFewWords
    unread = 0

    def service(self) -> None:
        """Answer a request, in a thread."""
        self.unread = self.requests[0].unread
        super().service()

    def handle_write(self) -> None:
        """Send all waiting data, and close the connection after the last of it."""
        if self.unread > 0:
            self.close_when_flushed = False
        super().handle_write()

    def received(self, data: bytes) -> bool:
        """Take received data: requests, or the rest of a form that is too large."""
        if not self.unread:
            return bool(super().received(data))
        self.unread -= len(data)
        self.will_close = self.unread <= 0
        return True
