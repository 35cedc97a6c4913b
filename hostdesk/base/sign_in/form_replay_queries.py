"""A form that was sent after the sign-in ended: it is kept through a new sign-in and offered again.

Passwords, PINs and the key of the recovery sheet are not kept, and nothing is sent without a click.
"""

from typing import NamedTuple

from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, ResolverMatch, get_script_prefix, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme

LARGEST = 20_000
"""How much is kept, in characters of the encoded form; a whole evening's list of names has 2,000."""

TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of Django's field


class FormReplay(NamedTuple):
    """The address of a form, and its fields as one line of text."""

    path: str
    body: str

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The fields in their order, with repeated ones."""
        read = QueryDict(self.body)
        return [(name, value) for name in read for value in read.getlist(name)]


def replay_of(request: HttpRequest) -> FormReplay | None:
    """Return the form of a request; None without one, for a form that is too large, or from another site."""
    origin = request.headers.get("Origin", "")
    if request.method != "POST" or origin not in ("", f"{request.scheme}://{request.get_host()}"):
        return None
    fields = request.POST.copy()
    for name in [*fields]:
        if name in (TOKEN, "identity") or name.lower().startswith("pin") or "password" in name.lower():
            del fields[name]
    body = fields.urlencode()
    return FormReplay(request.get_full_path(), body) if len(body) <= LARGEST else None


def replay_in(fields: QueryDict) -> FormReplay | None:
    """Return the form kept in the fields of the sign-in form; None if its address is not a page here."""
    path, body = fields.get("path", ""), fields.get("body", "")
    return FormReplay(path, body) if is_page(path) and len(body) <= LARGEST else None


def page_at(path: str) -> ResolverMatch:
    """Return the view of the path of an address, which begins with the desk's prefix. Raises `Resolver404`."""
    prefix = get_script_prefix()
    if not path.startswith(prefix):
        raise Resolver404({"path": path})
    return resolve(path[len(prefix) - 1 :])


def is_page(path: str) -> bool:
    """Tell whether an address is one of this desk's own pages."""
    if not path.startswith("/") or not url_has_allowed_host_and_scheme(path, allowed_hosts=None):
        return False
    try:
        page_at(path.partition("?")[0])
    except Resolver404:
        return False
    return not path.startswith((reverse("sign_in"), reverse("sign_out")))
