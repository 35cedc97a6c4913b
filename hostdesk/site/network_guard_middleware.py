"""The two ways a desk is reached: plain http in the home's own network, or https behind a proxy on this machine."""

import ipaddress
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render

from hostdesk.site.addresses import lan_addresses

OWN_NETWORKS = tuple(
    map(
        ipaddress.ip_network,
        (
            "127.0.0.0/8",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "::1/128",
            "fc00::/7",
            "fe80::/10",
        ),
    )
)
"""This machine, private networks and link-local ones. The shared addresses of providers (100.64.0.0/10) are others'."""


def own_network(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return the middleware that, without TLS, answers to addresses of `OWN_NETWORKS` alone: 403 to all others."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        # A proxy on this machine decides itself whom it lets in.
        if settings.TLS or is_own(request.META.get("REMOTE_ADDR", "")):
            return get_response(request)
        return render(request, "site/outside.html", status=403)

    return answer


def is_own(address: str) -> bool:
    """Tell whether an address of a client belongs to a home's own network; what is no address does not."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    client = getattr(parsed, "ipv4_mapped", None) or parsed
    return str(client) in _of_this_machine() or any(client in network for network in OWN_NETWORKS)


@lru_cache(maxsize=1)
def _of_this_machine() -> tuple[str, ...]:
    # Its own browser comes by whichever address it was given, which need not be a private one.
    return lan_addresses()
