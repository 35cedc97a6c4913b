"""The host of the demo, and the link that signs somebody in as them."""

import secrets
from datetime import timedelta

from hostdesk.demo.cast import read_cast
from hostdesk.models import Host, LinkKind
from hostdesk.sign_in.signing_in import make_link

_LONG_ENOUGH = timedelta(hours=12)


def host_link() -> str:
    """Return the secret of a new link that lets one browser in as the demo's host, who is made where there is none."""
    name = read_cast().host.name
    host = Host.objects.filter(name=name).first() or Host.objects.make(name=name, password=secrets.token_urlsafe())
    return make_link(LinkKind.HOST, host=host, valid_for=_LONG_ENOUGH)
