"""The frame of every request: the headers of the response, the network it may come from, and the desk's locale."""

import logging
import re
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from http import HTTPStatus
from typing import cast

from django.conf import settings
from django.core.exceptions import BadRequest, MiddlewareNotUsed
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject

from hostdesk.base.needs.queries import Needs, needs_now
from hostdesk.base.sign_in.access_denied_page import whole_page
from hostdesk.base.sign_in.guard import DeskRequest
from hostdesk.base.site.addresses import is_own
from hostdesk.base.site.http_server import HEADERS
from hostdesk.base.site.league_queries import waits_for_standby
from hostdesk.base.site.rounds import HEALTH
from hostdesk.base.site.server import build_mark
from hostdesk.base.site.troubles import NOT_FOLLOWED
from hostdesk.mail.messages.commands import draft_messages
from ledger.files.csv_rows import KINDS
from ledger.locale.queries import in_locale, the_desk
from ledger.money.cents import without_thousands

log = logging.getLogger(__name__)
GetResponse = Callable[[HttpRequest], HttpResponseBase]

# Pages, style sheets, scripts, icons in SVG; pictures, typefaces, papers and copies are compressed already.
_WORDS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_COMMENTS = re.compile(rb"\s*/\*.*?\*/", re.DOTALL)


def _middleware(answer: Callable[[GetResponse, HttpRequest], HttpResponseBase]) -> Callable[[GetResponse], GetResponse]:
    """Make a middleware from a function that answers a request, given the function inside it."""
    return lambda get_response: partial(answer, get_response)


@_middleware
def security_headers(get_response: GetResponse, request: HttpRequest) -> HttpResponseBase:
    """Add `HEADERS` to every response: pages, files, refusals and errors. Only content for all readers is cached.

    The mark of the build lets an open page notice that the desk was updated.
    """
    response = get_response(request)
    response.headers.setdefault("Cache-Control", "no-store")
    for name, value in (*HEADERS.items(), ("Desk-Version", build_mark())):
        response.headers[name] = value
    return response


class _GZipOfFiles(GZipMiddleware):
    # Random bytes hide a page's length from guesses at its content; a file has nothing to guess.
    max_random_bytes = 0


@_middleware
def compressed(get_response: GetResponse, request: HttpRequest) -> HttpResponseBase:
    """Compress whole text answers for a browser that accepts this, style sheets without their comments.

    Compressing weakens the tag of a file; the file server compares the strong one.
    """
    if tag := request.META.get("HTTP_IF_NONE_MATCH"):
        request.META["HTTP_IF_NONE_MATCH"] = tag.removeprefix("W/")
    response = get_response(request)
    if response.status_code != HTTPStatus.OK or not response.headers.get("Content-Type", "").startswith(_WORDS):
        return response
    if isinstance(response, StreamingHttpResponse) and request.path.endswith(".css"):
        response.streaming_content = [_COMMENTS.sub(b"", response.getvalue())]
        del response.headers["Content-Length"]
    zipping = _GZipOfFiles if response.streaming else GZipMiddleware
    return zipping(lambda _: response).process_response(request, response)


@_middleware
def recorded_guard(get_response: GetResponse, request: HttpRequest) -> HttpResponseBase:
    """Answer "recorded" if an act or a fact was recorded, and only its response failed.

    It lies outside the sessions, which write last of all.
    """
    response = get_response(request)
    failed = response.status_code == HTTPStatus.BAD_REQUEST or response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
    if failed and getattr(request, "is_recorded", False):
        fault = getattr(response, "fault", "")
        return whole_page(request, render(request, "base/site/recorded.html", {"fault": fault}))
    return response


@_middleware
def network_guard(get_response: GetResponse, request: HttpRequest) -> HttpResponseBase:
    """Answer the home's own network and those of HOSTDESK_NETWORKS, and 403 to all others.

    With TLS the desk is behind a proxy and answers everybody, unless networks are named.
    """
    if (settings.TLS and not settings.NETWORKS) or is_own(request.META.get("REMOTE_ADDR", ""), settings.NETWORKS):
        return get_response(request)
    return render(request, "base/site/outside.html", status=403)


@_middleware
def head_without_body(get_response: GetResponse, request: HttpRequest) -> HttpResponseBase:
    """Answer HEAD as GET, and leave the page out."""
    response = get_response(request)
    if request.method == "HEAD" and isinstance(response, HttpResponse):
        response.headers.setdefault("Content-Length", str(len(response.content)))
        response.content = b""
    return response


@_middleware
def forms_that_can_be_read(get_response: GetResponse, request: HttpRequest) -> HttpResponseBase:
    """Refuse a form that is not UTF-8: Django would keep it as a name with a "\ufffd"."""
    if request.method == "POST" and any("\ufffd" in name + "".join(values) for name, values in request.POST.lists()):
        raise BadRequest("The form holds characters that cannot be read (they are not UTF-8).")
    return get_response(request)


@_middleware
def messages_of_facts(get_response: GetResponse, request: HttpRequest) -> HttpResponseBase:
    """Write the messages about a fact that the view recorded; after a failure the desk's round tries again."""
    response = get_response(request)
    if getattr(request, "is_noted", False):
        try:
            draft_messages()
        except Exception:
            log.exception("The messages could not be written.")
    return response


def standby_guard(get_response: GetResponse) -> GetResponse:
    """Make the middleware that refuses all forms while PostgreSQL waits for its standby; SQLite has none.

    The form would wait as long as the standby is away, and soon no thread would be left to show a page.
    """
    if connection.vendor != "postgresql":
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method == "POST" and waits_for_standby():
            raise OperationalError(NOT_FOLLOWED.what)
        return get_response(request)

    return answer


@_middleware
def desk_locale(get_response: GetResponse, request: HttpRequest) -> HttpResponseBase:
    """Read the desk's row as ``request.desk`` and answer in its time zone and locale.

    The features in use are read as ``request.needs`` on first access. A list as a file has no sign between thousands:
    programs read it too.
    """
    if request.path_info == HEALTH:
        return get_response(request)  # in time, also with a slow database
    desk_request = cast(DeskRequest, request)
    desk_request.desk, desk_request.needs = the_desk(), cast(Needs, SimpleLazyObject(needs_now))
    with in_locale(desk_request.desk), without_thousands() if request.GET.get("as") in KINDS else nullcontext():
        return get_response(request)
