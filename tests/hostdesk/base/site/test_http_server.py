"""Requests that two programs could read in two ways, sent byte by byte: none reaches the desk's pages."""

import contextlib
import socket

import pytest
import waitress

from hostdesk.base.site.connections_server import OpenServer
from hostdesk.base.site.http_server import HEADERS
from tests.hostdesk.crowd import PATIENCE, serving

SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: desk\r\n\r\n"
FORM = b"POST /form HTTP/1.1\r\nHost: desk\r\n"


def asked(application_paths):
    """The smallest possible application; it notes the paths of its requests."""

    def application(environ, start_response):
        application_paths.append(environ["PATH_INFO"])
        start_response("200 OK", [("Content-Length", "4")])
        return [b"well"]

    return application


def told(port, *pieces):
    """Send the pieces over one connection and return everything that comes back until it is closed."""
    came = b""
    with contextlib.closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as line:
        with contextlib.suppress(OSError):  # the server closes the connection as soon as it refuses
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
    """Control: waitress answers the bytes behind the form as a request of their own."""
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
        (FORM.replace(b"POST", b"PUT") + b"Content-Length: 9999999999\r\n\r\n", b"413"),
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


# Forms that are too large


def limits(form_lengths):
    """An application that refuses by the length alone, as Django does."""

    def application(environ, start_response):
        form_lengths.append((environ["CONTENT_LENGTH"], environ["CONTENT_TYPE"], environ["wsgi.input"].read()))
        start_response("413 Content Too Large", [("Content-Length", "9")])
        return [b"too large"]

    return application


def large_form(length, *headers):
    kind = b"Content-Type: multipart/form-data; boundary=x"
    return FORM + b"\r\n".join([kind, *headers, b"Content-Length: %d" % length, b"", b""])


def small_server(application):
    return OpenServer(application, threads=2, host="127.0.0.1", port=0, max_request_body_size=5_000)


def sent_whole(port, head, body):
    """Send everything before reading, as browsers do, and return the reply up to the end of the connection."""
    with contextlib.closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as line:
        line.sendall(head + body)
        return b"".join(iter(lambda: line.recv(65_536), b""))


@pytest.mark.parametrize("headers", [[], [b"Connection: close"]], ids=["kept", "closed"])
def test_a_form_that_is_too_large_is_answered_while_it_is_sent_and_nothing_of_it_is_read(headers):
    lengths, length = [], 20_000_000

    with serving(small_server(limits(lengths))) as port:
        answer = sent_whole(port, large_form(length, *headers), b"a" * length)

    head, _, body = answer.partition(b"\r\n\r\n")
    assert (head[9:12], body, b"Connection: close" in head) == (b"413", b"too large", True)
    assert lengths == [(str(length), "application/x-www-form-urlencoded", b"")]


def test_what_comes_in_a_form_that_is_too_large_or_after_it_is_no_request():
    lengths, body = [], SMUGGLED * 1_000

    with serving(small_server(limits(lengths))) as port:
        answer = sent_whole(port, large_form(len(body)), body + SMUGGLED)

    assert (answer.count(b"HTTP/1."), len(lengths)) == (1, 1)


def test_who_asks_before_sending_a_form_that_is_too_large_is_not_told_to_go_on():
    with serving(small_server(limits([]))) as port:
        answer = told(port, large_form(20_000_000, b"Expect: 100-continue"))

    assert answer[9:12] == b"413"


def taken_of_an_endless_form(port, pieces):
    """Send a form of a terabyte in pieces of 65,536 bytes; return the number sent before the connection was closed."""
    taken, piece = 0, b"a" * 65_536
    with contextlib.closing(socket.create_connection(("127.0.0.1", port), PATIENCE)) as line:
        line.sendall(large_form(10**12))
        with contextlib.suppress(ConnectionError):
            while taken < pieces:
                line.sendall(piece)
                taken += 1
    return taken


def test_of_a_form_without_an_end_only_so_much_is_taken(monkeypatch):
    monkeypatch.setattr("hostdesk.base.site.http_server.MOST_UNREAD", 200_000)

    with serving(small_server(limits([]))) as port:
        taken = taken_of_an_endless_form(port, 1_000)

    assert taken < 900  # the buffers of the connection hold some of it
