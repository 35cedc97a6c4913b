"""The hosts and the devices in the settings, without JavaScript."""

import re

import pytest
from django.conf import settings
from django.test import Client

from hostdesk.base.sign_in.commands import add_host, enter_as_host
from hostdesk.models import Host, SignIn
from reservations.models import House
from tests.hostdesk.browsing import Browser
from tests.signed_in import PASSWORD, a_host, banker_client, host_client
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

PAGE, FORM = "/desk/?open=hosts", "/desk/hosts/"
NEW = {"password": "nine of hearts", "password_again": "nine of hearts"}


def link_in(page):
    return re.findall(r"<code class=\"long\">http://testserver(/link/\S+)</code>", page.html)


@pytest.mark.pg
def test_another_host_comes_in_by_a_link_and_sets_a_password(desk):
    page = desk.sends(desk.opens(PAGE).form("/hosts/"), link=None, name="Otto <b>", reach="all")
    [path] = link_in(page)
    otto = Client()

    answer = otto.post(path, follow=True)

    assert answer.context["is_first"] is True
    assert otto.post("/password/", NEW).status_code == 303
    assert Client().post("/sign-in/", {"name": "otto <b>", "password": NEW["password"]}).status_code == 303
    assert "Otto <b>" not in page.html


def test_the_link_is_shown_once_with_its_picture(desk):
    made = desk.sends(desk.opens(PAGE).form("/hosts/"), name="Otto", reach="all")

    later = desk.opens(PAGE)

    assert [page.html.count('<svg viewBox="') for page in (made, later)] == [1, 0]
    assert [len(link_in(page)) for page in (made, later)] == [1, 0]


def test_a_host_without_a_password_is_not_asked_for_one(desk):
    [path] = link_in(desk.sends(desk.opens(PAGE).form("/hosts/"), name="Otto", reach="all"))
    otto = Client()
    otto.post(path)
    session = otto.session
    session["came_by_link"] -= 601
    session.save()

    assert otto.post("/password/", NEW).status_code == 303


@pytest.mark.parametrize(("name", "named"), [("", "name"), ("ann", "Ann"), ("a\u202eb", "U+202E")])
def test_a_bad_name_is_marked_at_its_field(desk, name, named):
    answer = desk.client.post(FORM, {"name": name, "reach": "all"})

    [error] = answer.context["form"].errors["name"]
    assert (answer.status_code, named in error) == (422, True)
    assert Host.objects.count() == 1


def test_a_link_for_a_host_who_is_there(desk, host):
    [path] = link_in(desk.sends(desk.opens(PAGE).form("/hosts/"), link=str(host.pk)))

    assert Client().post(path).headers["Location"] == "/desk/?open=password#password"


@pytest.mark.pg
def test_a_device_is_ended(desk):
    other = host_client("Ann")
    number = SignIn.objects.latest("pk").pk

    page = desk.sends(desk.opens(PAGE).form("/hosts/"), end=str(number))

    assert (page.url, page.status) == (f"{PAGE}#hosts", 200)
    assert other.get(PAGE).headers["Location"] == "/sign-in/?next=%2Fdesk%2F%3Fopen%3Dhosts"
    assert [each.pk for each, _ in desk.client.get(PAGE).context["hosts"]] == [a_host("Ann").pk]
    assert [each.pk for each in desk.client.get(PAGE).context["devices"]] == [SignIn.objects.earliest("pk").pk]


@pytest.mark.parametrize("number", ["own", "0", "99999999999999999999", "²", "-1", "x"])
def test_no_other_number_ends_anything(desk, number):
    own = SignIn.objects.get()

    answer = desk.client.post(FORM, {"end": str(own.pk) if number == "own" else number})

    assert answer.status_code == 303
    assert desk.client.get(PAGE).status_code == 200


def test_a_host_is_removed(desk):
    otto = host_client("Otto")

    desk.sends(desk.opens(PAGE).form("/hosts/"), remove=str(a_host("Otto").pk))

    assert [host.name for host in Host.objects.all()] == ["Ann"]
    assert otto.get("/").status_code == 302


def test_a_host_cannot_remove_themselves(desk, host):
    answer = desk.client.post(FORM, {"remove": str(host.pk)})

    assert answer.status_code == 422
    assert "cannot remove yourself" in answer.context["problem"]


def test_every_device_is_told_by_its_person(desk):
    evening = Evening("dave-2018")
    banker_client(evening.night, evening.night.bank.banker)
    Client().post("/sign-in/", {"name": "Ann", "password": PASSWORD}, REMOTE_ADDR="192.168.1.9")

    page = desk.opens(PAGE)

    assert page.text.count("A browser at 192.168.1.9") == 1
    devices = desk.client.get(PAGE).context["devices"]
    assert [str(each.link.bearer if each.link else each.host) for each in devices] == ["Ann", "Ann", "Ann"]


def test_no_key_of_a_session_is_on_the_page(desk):
    other = host_client("Otto")
    keys = [each.cookies[settings.SESSION_COOKIE_NAME].value for each in (desk.client, other)]

    html = desk.opens(PAGE).html

    assert [key for key in keys if key in html] == []


def test_a_sign_in_over_another_takes_its_place(desk, rf):
    request = rf.get("/")
    request.session = desk.client.session

    enter_as_host(request, a_host("Otto"))

    assert desk.client.get(PAGE).status_code == 302


def test_the_page_asks_as_often_for_many_as_for_one(desk, django_assert_max_num_queries):
    for name in ("Otto", "Bo", "Cy"):
        host_client(name)

    with django_assert_max_num_queries(17):
        Browser(desk.client).opens(PAGE)


def of(name):
    """Return the keys of a host's houses; None for a host of all houses."""
    host = Host.objects.get(name=name)
    return None if host.all_houses else sorted(host.houses.values_list("key", flat=True))


def a_house(key):
    return House.objects.create(key=key, name=key.title(), name_key=key)


@pytest.mark.pg
def test_a_host_is_given_houses_and_all_of_them_again(desk):
    east, west = a_house("east"), a_house("west")

    desk.client.post(FORM, {"name": "Otto", "reach": "some", "houses": [east.pk, west.pk]})
    otto, told = Host.objects.get(name="Otto"), [of("Otto")]
    for said in ({"reach": "some", "houses": [west.pk]}, {"reach": "all"}):
        assert desk.client.post(FORM, {"give": otto.pk, **said}).status_code == 303
        told.append(of("Otto"))

    assert told == [["east", "west"], ["west"], None]


@pytest.mark.parametrize("reach", ["some", "all", ""])
def test_what_could_mean_all_houses_or_some_is_asked_about(desk, reach):
    east, otto = a_house("east"), a_host("Otto")
    said = {"reach": reach, "houses": [east.pk] if reach == "all" else []}

    answers = [desk.client.post(FORM, {**who, **said}) for who in ({"name": "Zoë"}, {"give": otto.pk})]

    assert [answer.status_code for answer in answers] == [422, 422]
    assert (of("Otto"), Host.objects.filter(name="Zoë").exists()) == (None, False)


def test_the_last_host_of_all_stays_one(desk, host):
    east = a_house("east")
    add_host("Zoë", [east])

    answer = desk.client.post(FORM, {"give": host.pk, "reach": "some", "houses": [east.pk]})

    assert (answer.status_code, "has to stay" in answer.text, of("Ann")) == (422, True, None)
