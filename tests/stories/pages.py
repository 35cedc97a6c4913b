"""The verbs of the stories that play a night through its pages, only with links and forms that a page really has.

The story sets the time to the second, and the desk does on its own what is due then. Amounts are text, and the verbs
are those of ``evening``.
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
    """A person at a browser, with the present page, its links and its forms."""

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
        """Follow the link whose address has that ending, through More… if the page has it only there."""
        found = [url for url in self.page.leads_to if url.endswith(ending)]
        if not found and "More…" in self.page.links:
            found = [url for url in self.follows("More…").leads_to if url.endswith(ending)]
        assert found, f"{self.page.url} does not lead to {ending}, only to {self.page.leads_to[11:]}"
        return self.opens(found[0])

    def sends(self, ending: str, **said: Any) -> Page:
        """Send the page's first form whose address has that ending and that accepts all these values."""
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
        """Return the values that the page's forms with that address offer under a name."""
        return sorted(
            value for form in self.page.forms if form.action.endswith(ending) for value in form.takes.get(name, ())
        )

    def lacks(self, *lines: str) -> list[str]:
        """Return the lines that the page lacks; a line is a run of names and numbers."""
        return [line for line in lines if not self.page.says(line)]


class PlayedNight(Visitor):
    """The night of 20 November 2026, at 19:00 in New York, on the host's tablet; the story begins at noon."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime.combine(FRIDAY, time(12), NEW_YORK)
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        super().__init__(host_client())
        self.phones: dict[str, Visitor] = {}

    def adds_players(self, names: str, **said: Any) -> None:
        """Add players to the list, as regulars unless the fields say otherwise."""
        self.opens("/players/add/")
        self.sends("/add/", names=names, **said)
        self.sends("/add/", confirm="yes")

    def it_is(self, clock: str, day: date = FRIDAY) -> None:
        """Set the time, such as 21:04 or 21:04:30; the desk does what is due then."""
        self.now = datetime.combine(day, time.fromisoformat(clock), NEW_YORK)
        do_what_is_due(self.now)

    def plans(self, house: str, **said: Any) -> None:
        """Plan the night."""
        self.opens("/nights/plan/")
        self.url = self.sends("/plan/", house=house, **{"date": FRIDAY, "starts": "19:00", **said}).url

    def link_of(self, name: str) -> str:
        """Create a link to a player's own pages, and return its path."""
        self.opens(f"/players/{player_named(name).number}/")
        return str(re.findall(r"http://testserver(/link/\S+)", self.sends("/link/").text)[0])

    def phone(self, name: str) -> Visitor:
        """Return a player's phone, signed in with the link that the host makes for them."""
        if name not in self.phones:
            link = self.link_of(name)
            phone = self.phones[name] = Visitor(Client())
            phone.opens(link)
            phone.sends(link)
        return self.phones[name]

    def reads(self, name: str) -> str:
        """Return the text about the night on a player's phone."""
        return self._night_of(name).text

    def answers(self, name: str, answer: str, **said: Any) -> str:
        """Let a player answer on their phone, and return the text they read then."""
        self._night_of(name)
        return self.phone(name).sends("/answer/", answer=answer, **said).text

    def says(self, name: str, ending: str, **said: Any) -> str:
        """Let a player send another form of the night on their phone, and return the text they read then."""
        self._night_of(name)
        return self.phone(name).sends(ending, **said).text

    def _night_of(self, name: str) -> Page:
        return self.phone(name).opens(own(name, self.url.removeprefix("/")))

    def opens_bank(self, **said: Any) -> Page:
        """Open the bank; Ann runs it unless the fields say otherwise."""
        self.opens(f"{self.url}open/")
        return self.sends("/open/", **said)

    def tonight(self, ending: str = "") -> Page:
        """Go to the page of the open night, unless the tablet still shows it at the same time, and on to ``ending``."""
        url = f"{self.url}tonight/"
        if self.seen_at != self.now or not self.page.url.startswith(url):
            self.opens(url)
        return self.goes(ending) if ending else self.page

    def comes(self, *names: str) -> None:
        """Let players arrive one after the other, expected or not."""
        for name in names:
            self.tonight("/add/")
            self.sends("/add/", name=name)

    def player(self, name: str, ending: str = "") -> Page:
        """Tap a player on the page of the night, and go on from the player's panel."""
        url = f"{self.url}tonight/players/{player_named(name).number}/"
        if self.seen_at != self.now or self.page.url.partition("?")[0] != url:
            # After the last hand a tap leads straight to the count of chips, and the panel comes after that.
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
        """The level, the time left in it and its blinds, as the page of the night shows them."""
        return " ".join(figures(self.tonight().part("clock")))

    def buy_in(self, name: str, amount: str, **said: Any) -> Page:
        """Sell chips to a player."""
        self.player(name)
        return self.sends("/buy-in/", amount=amount, **said)

    def counts(self, name: str, count: str, *, banker_count: str = "", **said: Any) -> Page:
        """Count a player's chips; the banker's count is the same unless it is given."""
        self.player(name, "/cash-out/")
        by_banker = {"banker_count": banker_count, "apart": "yes"} if banker_count else {}
        return self.sends("/cash-out/", player_count=count, **by_banker, **said)

    def cash_out(self, name: str, count: str, **said: Any) -> Page:
        """Count a player's chips and pay the amount shown; after a refusal nothing is paid."""
        page = self.counts(name, count, **said)
        return page if page.alert else self.sends("/cash-out/", step="pay")

    def last_hand(self) -> Page:
        """Record that the last hand was played."""
        self.opens(f"{self.url}tonight/")
        self.follows("More…")
        return self.sends("/last-hand/")

    def closing(self) -> Page:
        """Go to the closing page of the night."""
        self.opens(f"{self.url}tonight/")
        return self.goes("/closing/")

    def counts_drawer(self, counted: str) -> Page:
        """Count the drawer, and record the count."""
        self.opens(f"{self.url}closing/")
        self.sends("/drawer/", step="compare", counted=counted)
        return self.sends("/drawer/", step="record")

    def closes(self) -> Page:
        """Close the night, and read its report."""
        self.opens(f"{self.url}closing/")
        return self.sends("/close/")

    def stands(self, *amounts: str) -> None:
        """Check the line of the bank: sold, in play, back and drawer, with any other amount in its place."""
        page = self.tonight()
        line = page.part("bank").replace(page.part("till-names"), "").partition("Sold")[2]
        assert tuple(AMOUNT.findall(re.sub(r"On credit \S+", "", line))) == amounts

    def table(self, number: int) -> str:
        """Return the seats and players of a table as the page of the night shows them: "1 Ann, 3 Cy"."""
        _, *tables = re.split(r"Table (\d+) · ", self.tonight().part("players"))
        here = dict(zip(tables[::2], tables[1::2], strict=True))[str(number)]
        return ", ".join(f"{seat} {name}" for name, seat in re.findall(r"(\w+) , seat (\d+)", here))

    def paper_lacks(self, ending: str, *lines: str) -> list[str]:
        """Return the lines that a printed paper of the night lacks."""
        text = " ".join(word for page in pages(self.browser.client.get(self.url + ending).content) for word in page)
        said = f" {' '.join(figures(text))} "
        return [line for line in lines if f" {line} " not in said]

    def sits(self, name: str) -> str:
        """Return the text under a player's name on the page of the night."""
        return self.tonight().part(f"sitting-{player_named(name).number}").removeprefix(name).strip()
