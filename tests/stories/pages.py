"""The words in which the stories play a night through its pages: links that are there, forms as a page gives them.

The clock stands where the story sets it, to the second, and the desk does by itself what is due then. Amounts are
text, and the verbs are those of ``evening``.
"""

import re
from datetime import date, datetime, time
from typing import Any
from urllib.parse import urljoin
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from hostdesk.front.serving.due_worker import do_what_is_due
from reservations.players.queries import player_named
from tests.hostdesk.browsing import Browser, Page, figures, own
from tests.ledger.reading import pages
from tests.signed_in import host_client

NEW_YORK = ZoneInfo("America/New_York")
FRIDAY = date(2026, 11, 20)
AMOUNT = re.compile(r"[+−]?[\d,]+\.\d\d")


class Visitor:
    """Somebody at a browser: the page they look at, and what they can follow and send from it."""

    def __init__(self, client: Client) -> None:
        self.browser = Browser(client)

    def opens(self, url: str) -> Page:
        """Go to an address."""
        self.page, self.seen_at = self.browser.opens(url), timezone.now()
        return self.page

    def follows(self, words: str) -> Page:
        """Follow the link with these words."""
        return self.opens(urljoin(self.page.url, self.page.links[words]))

    def goes(self, ending: str) -> Page:
        """Follow the link whose address ends so, behind More… where the page has it only there."""
        found = [url for url in self.page.leads_to if url.endswith(ending)]
        if not found and "More…" in self.page.links:
            found = [url for url in self.follows("More…").leads_to if url.endswith(ending)]
        assert found, f"{self.page.url} does not lead to {ending}, only to {self.page.leads_to[11:]}"
        return self.opens(found[0])

    def sends(self, ending: str, **said: Any) -> Page:
        """Send the first form of the page whose address ends so and that lets a person say all this."""
        said = {name: [*map(str, value if isinstance(value, list) else [value])] for name, value in said.items()}
        found = [
            form
            for form in self.page.forms
            if form.action.partition("#")[0].endswith(ending)
            and all(form.lets_say(name, values) for name, values in said.items())
        ]
        assert found, f"{self.page.url} has no form to {ending} for {said}, only {self.page.forms[2:]}"
        self.page, self.seen_at = self.browser.sends(found[0], **said), timezone.now()
        return self.page

    def offers(self, ending: str, name: str = "") -> list[str]:
        """Return what the page's forms with that address offer under a name."""
        return sorted(
            value for form in self.page.forms if form.action.endswith(ending) for value in form.takes.get(name, ())
        )

    def lacks(self, *lines: str) -> list[str]:
        """Return those of these lines, each names and numbers that follow one another, that the page does not say."""
        return [line for line in lines if not self.page.says(line)]


class PlayedNight(Visitor):
    """A night of 20 November 2026, 19:00 in New York, at the host's tablet; it is noon of that day."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime.combine(FRIDAY, time(12), NEW_YORK)
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        super().__init__(host_client())
        self.phones: dict[str, Visitor] = {}

    def adds_players(self, names: str, **said: Any) -> None:
        """Put people on the list: regulars, or what else is said of them."""
        self.opens("/players/add/")
        self.sends("/add/", names=names, **said)
        self.sends("/add/", confirm="yes")

    def it_is(self, clock: str, day: date = FRIDAY) -> None:
        """Let it be that time, as in 21:04 or 21:04:30; the desk does what is due then."""
        self.now = datetime.combine(day, time.fromisoformat(clock), NEW_YORK)
        do_what_is_due(self.now)

    def plans(self, house: str, **said: Any) -> None:
        """Plan the night."""
        self.opens("/nights/plan/")
        self.url = self.sends("/plan/", house=house, **{"date": FRIDAY, "starts": "19:00", **said}).url

    def link_of(self, name: str) -> str:
        """Make a link to a player's own pages, and return its path."""
        self.opens(f"/players/{player_named(name).number}/")
        return str(re.findall(r"http://testserver(/link/\S+)", self.sends("/link/").text)[0])

    def phone(self, name: str) -> Visitor:
        """Return the phone of a player, who comes in by the link that the host makes for them."""
        if name not in self.phones:
            link = self.link_of(name)
            phone = self.phones[name] = Visitor(Client())
            phone.opens(link)
            phone.sends(link)
        return self.phones[name]

    def reads(self, name: str) -> str:
        """Return what a player reads about the night on their phone."""
        return self._night_of(name).text

    def answers(self, name: str, answer: str, **said: Any) -> str:
        """Let a player answer on their phone, and return what they read then."""
        self._night_of(name)
        return self.phone(name).sends("/answer/", answer=answer, **said).text

    def says(self, name: str, ending: str, **said: Any) -> str:
        """Let a player send another form of the night on their phone, and return what they read then."""
        self._night_of(name)
        return self.phone(name).sends(ending, **said).text

    def _night_of(self, name: str) -> Page:
        return self.phone(name).opens(own(name, self.url.removeprefix("/")))

    def opens_bank(self, **said: Any) -> Page:
        """Open the bank; Ann runs it if nothing else is said."""
        self.opens(f"{self.url}open/")
        return self.sends("/open/", **said)

    def tonight(self, ending: str = "") -> Page:
        """Look at the page of the open night, which a tablet still shows while no time passes, or go on from there."""
        url = f"{self.url}tonight/"
        if self.seen_at != self.now or not self.page.url.startswith(url):
            self.opens(url)
        return self.goes(ending) if ending else self.page

    def comes(self, *names: str) -> None:
        """Let people come one after the other, whether they were expected or not."""
        for name in names:
            self.tonight("/add/")
            self.sends("/add/", name=name)

    def player(self, name: str, ending: str = "") -> Page:
        """Tap a player on the page of the night, and go on from their panel."""
        url = f"{self.url}tonight/players/{player_named(name).number}/"
        if self.seen_at != self.now or self.page.url.partition("?")[0] != url:
            # Once the last hand is played a tap counts the chips at once; the panel is behind that.
            self.goes(url if url in self.tonight().leads_to else f"{url}cash-out/")
        if not self.page.url.partition("?")[0].endswith(ending or url):
            self.goes(ending or url)
        return self.page

    def sets_clock(self, do: str) -> Page:
        """Press a button of the clock."""
        self.tonight("/clock/")
        return self.sends("/clock/", do=do)

    @property
    def clock(self) -> str:
        """The level, what is left of it, and its blinds, as the page of the night says them now."""
        return " ".join(figures(self.tonight().part("clock")))

    def buy_in(self, name: str, amount: str, **said: Any) -> Page:
        """Sell chips to a player."""
        self.player(name)
        return self.sends("/buy-in/", amount=amount, **said)

    def counts(self, name: str, count: str, *, banker_count: str = "", **said: Any) -> Page:
        """Count a player's chips, which the banker shares unless another count is given."""
        self.player(name, "/cash-out/")
        by_banker = {"banker_count": banker_count, "apart": "yes"} if banker_count else {}
        return self.sends("/cash-out/", player_count=count, **by_banker, **said)

    def cash_out(self, name: str, count: str, **said: Any) -> Page:
        """Count a player's chips and pay what is shown; what is refused stays unpaid."""
        page = self.counts(name, count, **said)
        return page if page.alert else self.sends("/cash-out/", step="pay")

    def last_hand(self) -> Page:
        """Say that play is over."""
        self.opens(f"{self.url}tonight/")
        self.follows("More…")
        return self.sends("/last-hand/")

    def closing(self) -> Page:
        """Go to the closing of the night."""
        self.opens(f"{self.url}tonight/")
        return self.goes("/closing/")

    def counts_drawer(self, counted: str) -> Page:
        """Count the drawer, and record what was counted."""
        self.opens(f"{self.url}closing/")
        self.sends("/drawer/", step="compare", counted=counted)
        return self.sends("/drawer/", step="record")

    def closes(self) -> Page:
        """Close the night, and read its report."""
        self.opens(f"{self.url}closing/")
        return self.sends("/close/")

    def stands(self, *amounts: str) -> None:
        """Say what the line of the bank reads: sold, in play, back, and the drawer; any other amount in its place."""
        page = self.tonight()
        line = page.part("bank").replace(page.part("till-names"), "").partition("Sold")[2]
        assert tuple(AMOUNT.findall(re.sub(r"On credit \S+", "", line))) == amounts

    def table(self, number: int) -> str:
        """Return who sits at a table, seat by seat, as the page of the night shows it: "1 Ann, 3 Cy"."""
        _, *tables = re.split(r"Table (\d+) · ", self.tonight().part("players"))
        here = dict(zip(tables[::2], tables[1::2], strict=True))[str(number)]
        return ", ".join(f"{seat} {name}" for name, seat in re.findall(r"(\w+) , seat (\d+)", here))

    def paper_lacks(self, ending: str, *lines: str) -> list[str]:
        """Return those of these lines that a paper of the night does not say."""
        text = " ".join(word for page in pages(self.browser.client.get(self.url + ending).content) for word in page)
        said = f" {' '.join(figures(text))} "
        return [line for line in lines if f" {line} " not in said]

    def sits(self, name: str) -> str:
        """Return what the page of the night says under a player's name."""
        return self.tonight().part(f"sitting-{player_named(name).number}").removeprefix(name).strip()
