"""The way into the demo, which has no real owner: open to any visitor, and closed on a desk that is no demo."""

import pytest

from tests.signed_in import a_host

pytestmark = pytest.mark.django_db


def test_everybody_may_look_around_in_the_demo(client, settings):
    settings.DEMO = True
    a_host()

    answer = client.post("/sign-in/", {"demo": "yes"})

    assert (answer.status_code, answer.url, client.get("/").status_code) == (303, "/", 200)


def test_a_desk_that_is_no_demo_lets_nobody_in_so(client):
    a_host()

    assert client.post("/sign-in/", {"demo": "yes"}).status_code == 422
    assert client.get("/").status_code == 302
