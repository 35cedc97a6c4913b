"""A player's page: their nights with answer and result, their standing in THE BOOK; and likely duplicates compared."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from django.utils import timezone

from hostdesk.base.lists.queries import PlayerNight, PlayerRow, nights_of, player_rows, result_of
from hostdesk.base.sign_in.player_link_commands import given_links
from hostdesk.invitations.strikes.page import AttendedNight
from hostdesk.mail.messages.queries import email_of
from hostdesk.people.players.duplicates import PlayerEntry, likely_pairs
from hostdesk.people.players.queries import credit_history, online_nicknames, sat_together
from hostdesk.rules.houses.queries import newest_rules
from ledger.book.queries import standings_report
from ledger.results.queries import starting_cents
from ledger.standings.ages import is_overdue
from ledger.standings.queries import standing_of, standings
from reservations.acts.kinds import Kind
from reservations.acts.queries import in_effect
from reservations.models import Act, Player
from reservations.players.queries import player_names, same_person
from reservations.rsvps.door_queries import id_seen, minimum_ages


def nights_together(attended: list[AttendedNight], played: list[PlayerNight]) -> list[AttendedNight]:
    """Return the nights of both lists, every one once, the newest first."""
    found = {past.night: past for past in attended}
    for result in played:
        night = found.get(result.night) or AttendedNight(result.night, result.date, result.house)
        found[result.night] = replace(night, played=result)
    return sorted(found.values(), key=lambda past: (past.date, past.night), reverse=True)


def all_about(player: Player) -> dict[str, Any]:
    """Return the context for the host of all houses beside the nights: sums, credit, links, merged entries."""
    played, start_cents = nights_of(player), starting_cents().get(player.number, 0)
    merges = in_effect(Act.objects.filter(night=None, kind=Kind.MERGE)).order_by("number")
    names = player_names(same_person(player)[1:])
    merged = [(json.loads(content)["player"], act) for act, content in merges.values_list("number", "content")]
    return {
        "played": played,
        "result_cents": result_of(played) + start_cents,
        "start_cents": start_cents,
        "closed_nights": sum(result.is_closed for result in played),
        "duplicates": [(names[duplicate], act) for duplicate, act in merged if duplicate in names],
        "credit": credit_history(player),
        "houses": [rule for rule in newest_rules() if rule.terms.has_book],
        "email": email_of(player),
        "id_seen": id_seen(player),
        "ages": minimum_ages(),
        "links": given_links(player, timezone.now()),
        "has_pin": hasattr(player, "pin"),
    }


def standing_on(player: Player, on: date | None) -> dict[str, Any]:
    """Return the context of a player's standing in THE BOOK on that day, else now, with its open parts."""
    report = standings_report(today=timezone.localdate(), on=on)
    person = next((person for person in report.people if person.number == player.number), None)
    left = [
        (part, (report.day - part.day).days, abs(part.cents), is_overdue(part, report.day, report.term_days))
        for part in (person.left if person else ())
    ]
    return {"report": report, "person": person, "left": left, "on": on}


def compared(player: Player, number: int) -> dict[str, Any]:
    """Return the others, and a player with the duplicate of that number, if there is one."""
    others = Player.objects.people().exclude(pk=player.pk).order_by("name_key")
    duplicate = others.filter(pk=number).first()
    if duplicate is None:
        return {"others": others}
    rows = {row.player.number: row for row in player_rows(Player.objects.filter(pk__in=[player.pk, duplicate.pk]))}
    stand = standing_of(player), standing_of(duplicate)
    return {"others": others, "pair": PairShown(rows[player.pk], rows[duplicate.pk], "", stand)}


MOST_PAIRS = 40


class PairShown(NamedTuple):
    """Two entries of one person: the one to keep, the duplicate, the reason, and both their standings, in cents."""

    keep: PlayerRow
    duplicate: PlayerRow
    why: str
    stand: tuple[int, int]

    @property
    def numbers(self) -> str:
        """The duplicate and the one to keep, in the form of a field."""
        return f"{self.duplicate.player.number}-{self.keep.player.number}"

    @property
    def both(self) -> Sequence[tuple[PlayerRow, int]]:
        """The two with their standings."""
        return [(self.keep, self.stand[0]), (self.duplicate, self.stand[1])]

    @property
    def nights(self) -> int:
        """The nights that the two have played together."""
        return self.keep.nights + self.duplicate.nights

    @property
    def result_cents(self) -> int:
        """The result of the two together."""
        return self.keep.result_cents + self.duplicate.result_cents

    @property
    def standing_cents(self) -> int:
        """The standing of the two together; − is a debt."""
        return sum(self.stand)


def likely_duplicates() -> tuple[list[PairShown], int]:
    """Return the likely pairs, the surest first, at most 40 of them, and their number; in a fixed number of queries."""
    rows = {row.player.number: row for row in player_rows(Player.objects.people())}
    nicknames = online_nicknames()
    entries, shown = list[PlayerEntry](), list[PairShown]()
    for number, row in rows.items():
        weight = (row.player.regular, row.player.mark is not None, row.nights)
        entries.append(PlayerEntry(number, row.player.name, weight, tuple(nicknames.get(number, ()))))
    pairs, now = likely_pairs(entries, sat_together()), standings()
    for pair in pairs[:MOST_PAIRS]:
        keep, other = pair.keep.number, pair.duplicate.number
        shown.append(PairShown(rows[keep], rows[other], pair.why, (now.get(keep, 0), now.get(other, 0))))
    return shown, len(pairs)
