"""The countdowns for one player: the clock that was called on them, and their notice to leave."""

from datetime import timedelta

import pytest
from django.utils import timezone

from reservations.acts.kinds import Stamp
from reservations.conduct import commands as conduct_commands
from reservations.conduct.queries import conduct_of
from reservations.players.queries import player_named
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]


def of(name):
    return f"?player={player_named(name).number}"


def at_ericns():
    evening = Evening("ericn", small_blind="0.10", big_blind="0.20", buy_in_min="5.00", buy_in_max="20.00")
    evening.arrives("Bo")
    return evening, f"/nights/{evening.night.pk}/tonight/conduct/"


def test_the_clock_is_called_and_ended(desk):
    evening, url = at_ericns()
    page = desk.opens(url + of("Bo"))
    assert "Call the clock, 1:00" in page.text

    page = desk.sends(page.form("/call/"), player=str(player_named("Bo").number))
    call = conduct_of(evening.night).call
    assert f'data-countdown="{int(call.until.timestamp() * 1000)}"' in page.html
    page = desk.sends(page.form("/call-end/"), call=str(call.fact))

    assert "The clock is off Bo." in page.text
    assert conduct_of(evening.night).call is None


def test_a_call_is_in_sight_also_where_its_panel_is_closed(desk):
    evening, url = at_ericns()
    tonight = url.removesuffix("conduct/")
    conduct_commands.call_clock(
        stamp=Stamp("called-now", timezone.now()), night=evening.night, player=player_named("Bo"), seconds=60
    )

    page = desk.opens(tonight)

    until = int(conduct_of(evening.night).call.until.timestamp() * 1000)
    assert "Clock called on Bo · " in page.text
    assert f'data-countdown="{until}"' in page.html
    # This tells a device of the end, in a house without levels too.
    assert f'data-clock="/nights/{evening.night.pk}/clock.json"' in page.html


def test_the_time_is_up(desk):
    evening, url = at_ericns()
    stamp = Stamp("a-minute-ago", timezone.now() - timedelta(seconds=70))
    conduct_commands.call_clock(stamp=stamp, night=evening.night, player=player_named("Bo"), seconds=60)

    page = desk.opens(url)

    assert page.receipt == "Bo 0:00"
    assert "data-time-is-up hidden" not in page.html
    assert "data-while-it-runs hidden" in page.html


def test_a_second_call_waits_for_the_first(desk):
    evening, url = at_ericns()
    evening.arrives("Cy")
    form = desk.opens(url + of("Cy")).form("/call/")
    stamp = Stamp("just-a-moment-ago", timezone.now())
    conduct_commands.call_clock(stamp=stamp, night=evening.night, player=player_named("Bo"), seconds=600)

    page = desk.sends(form, player=str(player_named("Cy").number))

    assert page.status == 422
    assert page.alert == "Bo"


def test_notice_counts_down_in_the_panel(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "50.00")
    evening.now = timezone.now() - timedelta(minutes=10)
    evening.notice("Bo")
    panel = f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/"
    until = int((evening.now + timedelta(minutes=30)).timestamp() * 1000)

    html = " ".join(desk.opens(panel).html.split())

    said_at = f"{timezone.localtime(evening.now):%H:%M}"
    assert f'Leaving, said at {said_at} · <b><span class="num" data-countdown="{until}">' in html


def test_notice_that_is_up_says_so(desk):
    evening = Evening("dave-2018")
    evening.buy_in("Bo", "50.00")
    evening.now = timezone.now() - timedelta(minutes=31)
    evening.notice("Bo")

    page = desk.opens(f"/nights/{evening.night.pk}/tonight/players/{player_named('Bo').number}/")

    assert f"Leaving, said at {timezone.localtime(evening.now):%H:%M} · notice over " in page.text
    assert "data-countdown" not in page.html
