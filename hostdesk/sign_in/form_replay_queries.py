"""A form that was filled in while nobody was signed in any more: it is carried over the sign-in and offered again.

Passwords are not carried, nor is anything sent without somebody's click.
"""

from dataclasses import dataclass

from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme

LARGEST = 20_000
"""How much is carried, in characters of an encoded form; a whole evening's list of names has 2,000."""

TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of Django's field


@dataclass(frozen=True)
class Carried:
    """Where a form was going, and its fields as one line of text."""

    path: str
    body: str

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The fields in their order, repeated ones too."""
        read = QueryDict(self.body)
        return [(name, value) for name in read for value in read.getlist(name)]


def carried_by(request: HttpRequest) -> Carried | None:
    """Return the form of a request; nothing where there is none, it is too large, or another site sent it."""
    origin = request.headers.get("Origin", "")
    if request.method != "POST" or origin not in ("", f"{request.scheme}://{request.get_host()}"):
        return None
    fields = request.POST.copy()
    for name in [name for name in fields if name == TOKEN or "password" in name.lower()]:
        del fields[name]
    body = fields.urlencode()
    return Carried(request.get_full_path(), body) if len(body) <= LARGEST else None


def carried_in(fields: QueryDict) -> Carried | None:
    """Return what the sign-in form carries in its own fields; nothing where it leads nowhere on this desk."""
    path, body = fields.get("path", ""), fields.get("body", "")
    return Carried(path, body) if is_page(path) and len(body) <= LARGEST else None


def is_page(path: str) -> bool:
    """Tell whether an address is one of this desk's own pages."""
    if not path.startswith("/") or not url_has_allowed_host_and_scheme(path, allowed_hosts=None):
        return False
    try:
        resolve(path.partition("?")[0])
    except Resolver404:
        return False
    return not path.startswith((reverse("sign_in"), reverse("sign_out")))
