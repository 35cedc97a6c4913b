"""Every request is answered as the desk's place tells the time and writes amounts."""

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from hostdesk.sign_in.guard import DeskRequest
from ledger.money.locale_queries import at, the_desk


def regional(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return the middleware that reads the desk's row, once, as ``request.desk``, and answers as its place writes."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        desk = the_desk()
        cast(DeskRequest, request).desk = desk
        with at(desk):
            return get_response(request)

    return answer
