"""The rows of a player's page below their standing, tonight and the next night: eight at most."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from hostdesk.invitations.coming.page import NightAhead
from hostdesk.invitations.polls.page import own_polls
from hostdesk.mail.messages.page import unseen_by
from hostdesk.people.own.nights_page import own_season
from hostdesk.rules.house_rules.page import rules_for
from ledger.book.own_queries import all_objections
from ledger.money.cents import show_money, show_signed
from ledger.results.closed_queries import closed_nights
from reservations.models import Desk, Player
from reservations.parsing.days import day_of
from reservations.parsing.names import counted, ordinal
from reservations.players.queries import same_person

ANSWER_SHOWN = timedelta(days=3)
"""So long after an objection its answer stands on the own page."""


class OwnRow(NamedTuple):
    """A row: its title and the line ``about`` it, and its address, or the rows that it unfolds to.

    ``pill`` is a word for a row that waits, ``figure`` its number; ``coming`` is a night that is answered there.
    """

    title: str
    url: str = ""
    about: str = ""
    pill: str = ""
    figure: str = ""
    picture: str = ""
    more: Sequence["OwnRow"] = ()
    coming: NightAhead | None = None


def answer_rows(player: Player, later: Iterable[NightAhead], now: datetime) -> list[OwnRow]:
    """Return the rows for the answers of an unconfirmed phone: dates, and nights after the next."""
    number, asks = player.number, "When can you come?"
    dates = [
        OwnRow(asks, reverse("own_poll", args=[number, page.poll.number]), page.house.name, pill)
        for page in own_polls(player, now)
        for pill in ("" if page.has_answered else "answer",)
    ]
    nights = list[OwnRow]()
    for coming in later:
        night, about = coming.night, f"{coming.night.house} · {coming.summary.headline}"
        url = reverse("own_night", args=[number, night.pk])
        nights.append(OwnRow(day_of(night.date), url, about, coming=coming))
    return [*_as_one(asks, dates), *_as_one(f"{len(nights)} more nights", nights)]


def own_rows(player: Player, desk: Desk, later: Iterable[NightAhead], now: datetime, *, in_book: bool) -> list[OwnRow]:
    """Return all rows of a player (not a duplicate) without irrelevant ones."""
    me, number = reverse("own_me", args=[player.number]), player.number
    unseen, shown_since, changed = unseen_by(player, now), now - ANSWER_SHOWN, "The rules changed"
    news = [house for house, news in rules_for(player, least_version=2) if news]
    rules = [OwnRow(changed, reverse("own_rules", args=[number, house.key]), house.name, "read") for house in news]
    objections = list[OwnRow]()
    for objection in all_objections(player):
        if objection.is_open or objection.at > shown_since:
            answered = f"{objection.reply_by or 'The banker'} answered" if objection.reply else "Undone"
            line, title = objection.line, "You object" if objection.is_open else answered
            url = reverse("own_line", args=[number, line.number])
            figure = "" if line.cents is None else show_money(line.cents)
            objections.append(OwnRow(title, url, line.text, figure=figure))
    new = [
        OwnRow("For you", f"{me}#messages", one.subject.partition(":")[0], f"{len(unseen)} new") for one in unseen[:1]
    ]
    book = OwnRow("THE BOOK", reverse("own_book", args=[number]), "lines, statement")
    return [
        *new,
        *answer_rows(player, later, now),
        *_as_one(changed, rules),
        *_as_one("What you object to", objections),
        *_season(player, desk),
        *([book] if in_book else []),
        OwnRow("Me", me, "e-mail, devices, rules"),
    ]


def _season(player: Player, desk: Desk) -> list[OwnRow]:
    """Return the row of the season and the nights before it; none for a player without nights."""
    closed = closed_nights().players
    if not (mine := [closed[entry] for entry in same_person(player) if entry in closed]):
        return []
    season, url = own_season(player, desk, timezone.localdate(), {}), reverse("own_nights", args=[player.number])
    line, rank = season.line, f", {ordinal(season.rank)} of {season.ranked_count}" if season.rank else ""
    if line is None:
        return [OwnRow("My nights", url)] if any(entry.nights for entry in mine) else []
    about, figure = f"{counted(line.nights, 'night')}{rank}", show_signed(line.net_cents)
    return [OwnRow(season.choice.span.name, url, about, figure=figure, picture=season.spark)]


def _as_one(title: str, rows: Sequence[OwnRow]) -> Sequence[OwnRow]:
    """Return rows of one kind as one that unfolds to them; a single row stays as it is."""
    if len(rows) < 2:
        return rows
    return [OwnRow(title, pill=next((row.pill for row in rows if row.pill), ""), more=rows)]
