"""The large providers: found by address or server, with a hint for the form."""

import pytest

from hostdesk.mail.mail_account.account import ServerAt, Tls, is_loopback
from hostdesk.mail.mail_account.forms import READING_PORTS, SENDING_PORTS
from hostdesk.mail.mail_account.providers import PROVIDERS, provider_at, provider_of, servers_like


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("ann@gmail.com", "gmail"),
        ("Ann@GoogleMail.com", "gmail"),
        ("ann@hotmail.com", "outlook"),
        ("ann@gmx.de", "gmx"),
        ("ann@gmx.com", "gmx-com"),
        ("ann@proton.me", "proton"),
        ("ann@notgmail.com", None),
        ("ann@mail.gmail.com", None),
        ("", None),
    ],
)
def test_a_provider_is_found_by_the_domain_of_an_address(address, key):
    assert provider_of(address) == (PROVIDERS[key] if key else None)


def test_a_provider_is_found_by_its_server_for_sending():
    assert [provider_at("smtp.gmail.com:465"), provider_at("smtp.gmail.com:25")] == [PROVIDERS["gmail"], None]


def test_another_domain_has_its_servers_where_most_have():
    assert servers_like("ann@Example.org") == (ServerAt("smtp.example.org", 465), ServerAt("imap.example.org", 993))


@pytest.mark.parametrize("provider", PROVIDERS.values(), ids=lambda provider: provider.key)
def test_every_provider_can_be_chosen_on_the_page_and_says_what_to_type(provider):
    servers = [provider.sends, *filter(None, [provider.reads])]

    assert (provider.sends.port in SENDING_PORTS, {each.port for each in servers[1:]} <= {*READING_PORTS}) == (
        True,
        True,
    )
    assert [each for each in servers if each.tls == Tls.NONE and not is_loopback(each.host)] == []
    assert provider.note.count(". ") == 1
    assert provider.page == "" or provider.page.startswith("https://")


def test_no_domain_has_two_providers():
    domains = [domain for provider in PROVIDERS.values() for domain in provider.domains]

    assert len(domains) == len(set(domains))
