from hostdesk.demo.entering import host_link
from hostdesk.models import Host, LinkKind
from hostdesk.sign_in.signing_in import find_link, is_unspent


def test_the_link_is_the_hosts(empty):
    link = find_link(host_link())

    assert link is not None
    assert (link.kind, link.host.name, is_unspent(link)) == (LinkKind.HOST, "Ann Hollis", True)


def test_every_start_has_a_link_of_its_own_and_the_same_host(empty):
    first, second = host_link(), host_link()

    assert first != second
    assert Host.objects.count() == 1
