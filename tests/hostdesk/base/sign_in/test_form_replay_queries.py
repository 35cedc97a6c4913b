"""A form whose sender is no longer signed in: kept during the sign-in, and sent only by a click."""

import re

import pytest
from django import forms

from hostdesk.base.sign_in.form_replay_queries import FormReplay, is_page, page_at, replay_of
from hostdesk.base.sign_in.forms import NewPasswordForm
from hostdesk.base.sign_in.link_commands import end_link
from hostdesk.models import Link
from tests.played_once import played_once
from tests.signed_in import PASSWORD, WRONG, a_host, banker_client, host_client, signs_in
from tests.stories.evening import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def hanna():
    return a_host("Hanna")


@pytest.fixture
@played_once
def night():
    return Evening("dave-2018").night


def hidden(answer):
    """Return the hidden fields of a page's own form by name, without the token."""
    page = answer.content.decode().partition("<main")[2]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    return {name: value.replace("&amp;", "&") for name, value in found if name != "csrfmiddlewaretoken"}


def test_a_form_survives_the_end_of_a_sign_in(client, night):
    unknown = client.post(f"/nights/{night.pk}/banker/?a=1", {"player": ["7", "8"], "my_password": "p", "x": "ü&="})
    replay = hidden(unknown)

    again = signs_in(client, **replay)

    assert (unknown.status_code, unknown.templates[0].name) == (401, "base/sign_in/sign_in.html")
    assert replay == {"path": f"/nights/{night.pk}/banker/?a=1", "body": "player=7&player=8&x=%C3%BC%26%3D"}
    assert (again.status_code, again.templates[0].name) == (200, "base/site/send_again.html")
    assert again.context["replay"].fields == [("player", "7"), ("player", "8"), ("x", "ü&=")]
    assert f'action="/nights/{night.pk}/banker/?a=1"' in again.content.decode()


def test_a_banker_whose_link_has_ended_is_told_and_loses_nothing(night):
    client = banker_client(night, night.bank.banker)
    end_link(Link.objects.get())

    answer = client.post(f"/nights/{night.pk}/tonight/last-hand/", {"key": "last-hand-1"})

    assert answer.status_code == 401
    assert "Your link has ended" in answer.context["farewell"]
    assert hidden(answer) == {"path": f"/nights/{night.pk}/tonight/last-hand/", "body": "key=last-hand-1"}


def test_a_form_survives_a_wrong_password_too(client, night):
    replay = hidden(client.post(f"/nights/{night.pk}/banker/", {"player": "7"}))

    assert hidden(signs_in(client, password=WRONG, **replay)) == replay


def test_nothing_is_sent_before_the_click(client, night):
    replay = hidden(client.post(f"/nights/{night.pk}/banker/", {"player": night.bank.banker_id}))

    signs_in(client, **replay)

    assert Link.objects.count() == 0


@pytest.mark.parametrize("path", ["https://evil.example/", "//evil.example/x", "/nothing", "/sign-out/", "/sign-in/"])
def test_a_form_is_replayed_only_to_pages_of_the_desk(client, path):
    assert signs_in(client, path=path, body="a=1").status_code == 303


def forms_below(form):
    for each in form.__subclasses__():
        yield from (each, *forms_below(each))


def test_no_password_of_any_form_is_kept(rf):
    inputs = {name: each.widget for form in forms_below(forms.Form) for name, each in form.base_fields.items()}
    passwords = sorted(name for name, widget in inputs.items() if isinstance(widget, forms.PasswordInput))

    replay = replay_of(rf.post("/password/", dict.fromkeys(passwords, "seven of clubs")))

    assert {*NewPasswordForm.base_fields} - {*passwords} == set()
    assert replay == FormReplay("/password/", "")


def test_a_form_that_is_too_large_is_told(client, night):
    answer = client.post(f"/nights/{night.pk}/banker/", {"x": "y" * 20_001})

    assert (answer.status_code, hidden(answer)) == (401, {})
    assert answer.context["is_lost"] is True


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_of_nobody_are_answered_too(client, method):
    assert client.generic(method, "/password/").status_code == 401


def test_a_part_of_a_page_leads_the_whole_page_to_the_sign_in(client, night):
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver/nights/{night.pk}/tonight/"}

    answer = client.get(f"/nights/{night.pk}/tonight/since/0/", headers=headers)

    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"] == f"/sign-in/?next=%2Fnights%2F{night.pk}%2Ftonight%2F"


def test_a_part_of_a_page_that_posts_gets_the_sign_in_in_place_of_the_page(client):
    answer = client.post("/password/", {"x": "1"}, headers={"HX-Request": "true"})

    assert (answer.status_code, answer.headers["HX-Retarget"]) == (401, "main")


def test_a_form_with_a_stale_token_is_offered_again():
    client = host_client(enforce_csrf_checks=True)

    answer = client.post(
        "/password/", {"y": "1", "x": "2", "password_old": PASSWORD}, headers={"origin": "http://testserver"}
    )

    assert (answer.status_code, answer.templates[0].name) == (403, "base/site/send_again.html")
    assert hidden(answer) == {"y": "1", "x": "2"}


def test_a_form_of_another_site_is_not_offered_again():
    client = host_client(enforce_csrf_checks=True)

    answer = client.post("/password/", {"x": "2"}, headers={"origin": "http://evil.example"})

    assert (answer.status_code, answer.templates[0].name) == (403, "base/site/not_sent.html")


def test_below_a_path_pages_are_those_that_begin_with_it(below_a_path):
    assert page_at(f"{below_a_path}/players/").url_name == "players"
    assert [is_page(path) for path in (f"{below_a_path}/desk/", "/desk/", f"{below_a_path}/sign-in/")] == [
        True,
        False,
        False,
    ]
