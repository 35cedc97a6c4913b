"""Requests that two programs could read in two ways, sent byte by byte: none is answered by the desk's pages."""

import contextlib
import socket

import pytest
import waitress

from hostdesk.site.connections_server import OpenServer
from hostdesk.site.http_server import HEADERS
from tests.hostdesk.crowd import PATIENCE, serving

SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: desk\r\n\r\n"
FORM = b"POST /form HTTP/1.1\r\nHost: desk\r\n"


def asked(application_paths):
    """The smallest application, which notes what it was asked for."""

    def application(environ, start_response):
        application_paths.append(environ["PATH_INFO"])
        start_response("200 OK", [("Content-Length", "4")])
        return [b"well"]

    return application


def told(port, *pieces):
    """Send the pieces by one connection and return all that comes back until it is closed."""
    came = b""
    with contextlib.closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as line:
        with contextlib.suppress(OSError):  # it is closed as soon as it is refused
            for piece in pieces:
                line.sendall(piece)
            line.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionResetError):
            while more := line.recv(65_536):
                came += more
    return came


AMBIGUOUS = {
    "both lengths": FORM + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "both lengths in HTTP/1.0": FORM.replace(b"1.1", b"1.0")
    + b"Connection: keep-alive\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    + SMUGGLED,
    "chunks": FORM + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n" + SMUGGLED,
    "chunks with an extension": FORM + b"Transfer-Encoding: chunked\r\n\r\n1;\n=x\r\nx\r\n0\r\n\r\n" + SMUGGLED,
    "another encoding": FORM + b"Transfer-Encoding: xchunked\r\nContent-Length: 4\r\n\r\n" + SMUGGLED,
    "two lengths": FORM + b"Content-Length: 0\r\nContent-Length: 38\r\n\r\n" + SMUGGLED,
    "two equal lengths": FORM + b"Content-Length: 0\r\nContent-Length: 0\r\n\r\n" + SMUGGLED,
    "a list of lengths": FORM + b"Content-Length: 0, 0\r\n\r\n" + SMUGGLED,
    "a signed length": FORM + b"Content-Length: +0\r\n\r\n" + SMUGGLED,
    "a negative length": FORM + b"Content-Length: -1\r\n\r\n" + SMUGGLED,
    "a length of letters": FORM + b"Content-Length: 0x0\r\n\r\n" + SMUGGLED,
    "space before the colon": FORM + b"Content-Length : 38\r\n\r\n" + SMUGGLED,
    "an encoding with space before the colon": FORM + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
    "a header that goes on": FORM + b"X-One: 1\r\n Content-Length: 38\r\n\r\n" + SMUGGLED,
    "a first header that goes on": FORM.replace(b"Host", b" Host") + b"\r\n" + SMUGGLED,
    "line feeds alone": b"GET / HTTP/1.1\nHost: desk\n\n" + SMUGGLED,
    "a line feed in a header": FORM + b"X-One: 1\nContent-Length: 38\r\n\r\n" + SMUGGLED,
    "a carriage return in a header": FORM + b"X-One: 1\rContent-Length: 38\r\n\r\n" + SMUGGLED,
    "a zero byte in a header": FORM + b"X-One: 1\0\r\n\r\n" + SMUGGLED,
    "two hosts": FORM + b"Host: evil.example\r\nContent-Length: 0\r\n\r\n" + SMUGGLED,
    "no colon": FORM + b"Content-Length\r\n\r\n" + SMUGGLED,
    "a version of its own": FORM.replace(b"1.1", b"1.2") + b"Content-Length: 0\r\n\r\n" + SMUGGLED,
    "no version": b"GET /form\r\nHost: desk\r\n\r\n" + SMUGGLED,
    "a small method": FORM.replace(b"POST", b"post") + b"\r\n" + SMUGGLED,
}


@pytest.mark.parametrize("request_bytes", AMBIGUOUS.values(), ids=AMBIGUOUS)
def test_what_could_be_read_in_two_ways_is_refused_and_the_connection_closed(request_bytes):
    paths = []

    with serving(OpenServer(asked(paths), threads=2, host="127.0.0.1", port=0)) as port:
        answer = told(port, request_bytes)

    assert (answer[9:12], answer.count(b"HTTP/1."), paths) == (b"400", 1, [])
    head = answer.partition(b"\r\n\r\n")[0].decode()
    said = dict(line.split(": ", 1) for line in head.split("\r\n")[1:])
    assert {name: said[name] for name in HEADERS} == HEADERS
    assert said["Connection"] == "close"


@pytest.mark.parametrize("name", ["both lengths", "a header that goes on", "two hosts"])
def test_waitress_by_itself_takes_it(name):
    """The control: what came behind is answered as a request of its own."""
    paths = []

    with serving(waitress.create_server(asked(paths), host="127.0.0.1", port=0)) as port:
        told(port, AMBIGUOUS[name])

    assert "/form" in paths


def test_what_is_plain_is_read_also_in_pieces_and_one_after_the_other():
    paths = []
    form = FORM + b"Content-Length: 4\r\n\r\na\n\nb"

    with serving(OpenServer(asked(paths), threads=2, host="127.0.0.1", port=0)) as port:
        answer = told(port, b"\r\n", *(form[place : place + 1] for place in range(len(form))), form, SMUGGLED)

    assert (answer.count(b"HTTP/1.1 200"), paths) == (3, ["/form", "/form", "/smuggled"])


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: desk\r\n\r\n", b"431"),
        (FORM + b"Content-Length: 9999999999\r\n\r\n", b"413"),
        (b"GET /broken HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n", b"500"),
    ],
)
def test_what_django_never_sees_is_told_in_one_line_with_every_header(request_bytes, status):
    def breaks(environ, start_response):
        raise RuntimeError("a fault outside of Django")

    with serving(OpenServer(breaks, threads=2, host="127.0.0.1", port=0)) as port:
        head, _, body = told(port, request_bytes).partition(b"\r\n\r\n")

    assert head[9:12] == status
    assert body.count(b"\n") == 1
    assert [name for name in HEADERS if f"{name}: {HEADERS[name]}".encode() not in head] == []
