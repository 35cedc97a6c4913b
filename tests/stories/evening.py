"""The verbs of the stories about an evening: every act goes through the commands, and amounts are text."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import pytest

from hostdesk.invitations.nights.commands import open_night
from hostdesk.people.players.commands import merge_players
from hostdesk.table.closing.commands import close_and_back_up
from ledger.bank.history import date_fault
from ledger.bank.queries import bank_of, last_act
from ledger.bank.register_queries import notes_of
from ledger.book import commands as book_commands
from ledger.buy_in import commands as buy_in_commands
from ledger.cash_out import commands as cash_out_commands
from ledger.cash_out.payout import PayoutMeans, PayoutPart
from ledger.credit import commands as credit_commands
from ledger.money.cents import format_cents, parse_cents
from ledger.money.words import Means
from ledger.months import commands as months_commands
from ledger.months import payment_commands
from ledger.night import commands as night_commands
from ledger.results.queries import results
from ledger.settle.fewest_payments import wished
from ledger.standings.queries import standings
from ledger.undoing import commands as undoing_commands
from reservations.acts.kinds import Kind, Stamp
from reservations.acts.problems import Impossible, Problem, Refused, read_violations
from reservations.acts.queries import Answer
from reservations.models import Night, Player
from reservations.players.commands import record_player, rename_player
from reservations.players.queries import player_named, player_names
from tests.played_once import played_once

NEW_YORK = ZoneInfo("America/New_York")
NIGHT = date(2026, 11, 20)
NUMBER = re.compile(r"−?\d+(?:[.:-]\d+)*")
WORD = re.compile(rf"{NUMBER.pattern}|\w+")
P = TypeVar("P", bound=Problem)


class Evening:
    """The night of 20 November 2026: Ann's bank, a float of 200.00, Bo and Cy as regulars, Gil as Ann's guest.

    Every act happens at the time set with ``it_is``, under the next of the keys ``evening-0001``, ``evening-0002``...
    """

    day = NIGHT
    now: datetime
    _keys = 0

    def __init__(self, house: str, **figures: str) -> None:
        vars(self).update(_opened(house, **figures))

    def opens(self, house: str, *, banker: str = "Ann", day: date = NIGHT, **figures: str) -> None:
        """Open a night for the next acts; move to its day if acts of the present time could not belong to it."""
        if date_fault(Kind.BUY_IN, self.now, day):
            self.day, self.now = day, datetime.combine(day, self.now.timetz())
        self.opening = open_night(
            stamp=self.stamp(),
            house=house,
            date=day,
            banker=player_named(banker),
            float_cents=20000,
            figures={name: parse_cents(text) for name, text in figures.items()},
        )
        assert self.opening.act.night is not None
        self.night = self.opening.act.night

    def it_is(self, clock: str) -> None:
        """Set the time of the next acts, such as 21:04 or 21:04:30."""
        self.now = datetime.combine(self.day, time.fromisoformat(clock), NEW_YORK)

    def stamp(self, key: str = "", **said: Any) -> Stamp:
        """Return a stamp of the present time."""
        self._keys += not key
        return Stamp(key=key or f"evening-{self._keys:04}", at=self.now, **said)

    def knows(self, name: str, *, invited_by: str = "") -> Answer:
        """Add a regular, or a guest if there is an inviter."""
        return record_player(
            stamp=self.stamp(),
            name=name,
            regular=not invited_by,
            invited_by=player_named(invited_by) if invited_by else None,
        )

    def brings_along(self, name: str) -> Answer:
        """Add a guest without an inviter."""
        return record_player(stamp=self.stamp(), name=name, regular=False)

    def renames(self, name: str, to: str) -> Answer:
        """Give a player another name."""
        return rename_player(stamp=self.stamp(), player=player_named(name), name=to)

    def merges(self, name: str, into: str) -> Answer:
        """Merge two entries of one person."""
        return merge_players(stamp=self.stamp(), player=player_named(name), into=player_named(into))

    def arrives(self, name: str, **said: str) -> Answer:
        """Let a player arrive."""
        return self._posts(night_commands.arrive, said, player=player_named(name))

    def buy_in(
        self,
        name: str,
        amount: str,
        *,
        pay: str = "cash",
        note: str | None = None,
        stack: str | None = None,
        **said: str,
    ) -> Answer:
        """Sell chips to a player with ``stack`` in front of them; with ``note`` they write a note of that name."""
        return self._posts(
            buy_in_commands.buy_in,
            said,
            player=player_named(name),
            amount_cents=parse_cents(amount),
            pay=Means(pay) if note is None else Means.NOTE,
            note=note,
            stack_cents=None if stack is None else parse_cents(stack, zero=True),
        )

    def sells(
        self, seller: str, buyer: str, amount: str, *, pay: str = "cash", note: str | None = None, **said: str
    ) -> Answer:
        """Let one player sell chips to another; with ``note`` the buyer writes a note of that name."""
        return self._posts(
            buy_in_commands.sell_chips,
            said,
            seller=player_named(seller),
            buyer=player_named(buyer),
            amount_cents=parse_cents(amount),
            pay=Means(pay) if note is None else Means.NOTE,
            note=note,
        )

    def paid_by(self, pay: str, of: Answer, note: str | None = None, **said: str) -> Answer:
        """Change the means of payment of a buy-in."""
        return self._posts(buy_in_commands.change_pay, said, of=of.act.key, pay=Means(pay), note=note)

    def gave_others(self, of: Answer, **chips: int) -> Answer:
        """Record the chips handed out for a buy-in, by colour."""
        return self._posts(buy_in_commands.give_others, {}, of=of.act.key, chips=chips)

    def behind(self, name: str, amount: str, **said: str) -> Answer:
        """Let a player declare cash behind their chips."""
        return self._posts(
            buy_in_commands.play_behind, said, player=player_named(name), amount_cents=parse_cents(amount)
        )

    def redeems(self, note: str, amount: str, **said: str) -> Answer:
        """Let the debtor of a note pay cash for it."""
        return self._posts(credit_commands.redeem_note, said, note=note, amount_cents=parse_cents(amount))

    def charges_inviter(self, note: str, **said: str) -> Answer:
        """Charge a guest's note to the inviter."""
        return self._posts(credit_commands.charge_inviter, said, note=note)

    def commits(self, note: str | None = None, **said: str) -> Answer:
        """Write every outstanding note into THE BOOK, or only the note of that name."""
        return self._posts(credit_commands.commit_notes, said, note=note)

    def lapses(self, note: str | None = None, **said: str) -> Answer:
        """Let every outstanding note lapse, or only the note of that name."""
        return self._posts(credit_commands.lapse_notes, said, note=note)

    def adds(self, amount: str, **said: str) -> Answer:
        """Let the banker put their own money into the drawer."""
        return self._posts(night_commands.add_float, said, amount_cents=parse_cents(amount))

    def stakes(self, *, key: str = "", ruling: str = "", **figures: str) -> Answer:
        """Set new stakes and limits for the night."""
        cents = {name: parse_cents(text, zero=name == "buy_in_min") for name, text in figures.items()}
        return night_commands.set_stakes(stamp=self.stamp(key, ruling=ruling), night=self.night, figures=cents)

    def level(self, level: int, **said: str) -> Answer:
        """Let the blinds go up."""
        return self._posts(night_commands.raise_level, said, level=level)

    def big_stack(self, amount: str, **said: str) -> Answer:
        """Let the banker estimate the biggest stack."""
        return self._posts(night_commands.estimate_big_stack, said, amount_cents=parse_cents(amount))

    def notice(self, name: str, **said: str) -> Answer:
        """Let a player give notice of leaving."""
        return self._posts(night_commands.give_notice, said, player=player_named(name))

    def last_hand(self, **said: str) -> Answer:
        """Record that the last hand was played."""
        return self._posts(night_commands.play_last_hand, said)

    def leaves(self, name: str, **said: str) -> Answer:
        """Let a player without chips leave."""
        return self._posts(night_commands.leave, said, player=player_named(name))

    def cash_out(
        self,
        name: str,
        count: str,
        *,
        banker_count: str | None = None,
        round_played: bool | None = None,
        dealt: int | None = None,
        plays_on: bool | None = None,
        payout: dict[str, str] | None = None,
        **said: str,
    ) -> Answer:
        """Pay a player for a count of chips; the banker's count is the same unless it is given.

        The keys of ``payout`` are means of payment; for a note, its name follows: "note n2".
        """
        return self._posts(
            cash_out_commands.cash_out,
            said,
            player=player_named(name),
            player_count_cents=parse_cents(count, zero=True),
            banker_count_cents=parse_cents(count if banker_count is None else banker_count, zero=True),
            round_played=round_played,
            dealt=dealt,
            plays_on=plays_on,
            parts=payout and [_part(way, amount) for way, amount in payout.items()],
        )

    def final_pot(self, winner: str, **said: str) -> Answer:
        """Pay the final pot to its winner."""
        return self._posts(cash_out_commands.win_final_pot, said, winner=player_named(winner))

    def declares_missing(self, amount: str, reason: str = "under the sofa", **said: str) -> Answer:
        """Declare chips missing."""
        return self._posts(cash_out_commands.declare_chips, said, missing_cents=parse_cents(amount), reason=reason)

    def declares_extra(self, amount: str, reason: str = "from another set", **said: str) -> Answer:
        """Declare chips extra."""
        return self._posts(cash_out_commands.declare_chips, said, extra_cents=parse_cents(amount), reason=reason)

    def hands_over_to(self, name: str, **said: str) -> Answer:
        """Let another player run the bank."""
        return self._posts(night_commands.hand_over, said, banker=player_named(name))

    def counts_drawer(self, counted: str, **said: str) -> Answer:
        """Count the cash in the drawer."""
        return self._posts(night_commands.count_drawer, said, counted_cents=parse_cents(counted, zero=True))

    def closes(self, **said: str) -> Answer:
        """Close the night."""
        return self._posts(close_and_back_up, said)

    def ends(self, drawer: str) -> None:
        """Count the drawer and close."""
        self.counts_drawer(drawer)
        self.closes()

    def undo(self, done: Answer, reason: str = "a slip", **said: str) -> Answer:
        """Undo an act."""
        return undoing_commands.reverse(stamp=self.stamp(**said), of=done.act.key, reason=reason)

    def pays_debt(self, payer: str, payee: str, amount: str, *, claim: Answer | None = None, **said: str) -> Answer:
        """Let one player pay another a debt in THE BOOK."""
        return payment_commands.pay_debt(
            stamp=self.stamp(**said),
            payer=player_named(payer),
            payee=player_named(payee),
            amount_cents=parse_cents(amount),
            claim=claim.act.key if claim else None,
        )

    def claims(self, payer: str, payee: str, amount: str, **said: str) -> Answer:
        """Let a player claim to have paid another."""
        return payment_commands.claim_payment(
            stamp=self.stamp(**said),
            payer=player_named(payer),
            payee=player_named(payee),
            amount_cents=parse_cents(amount),
        )

    def disputes(self, claim: Answer, reason: str = "nothing came", **said: str) -> Answer:
        """Dispute a claim."""
        return payment_commands.dispute_claim(stamp=self.stamp(**said), of=claim.act.key, reason=reason)

    def forgives(self, creditor: str, debtor: str, amount: str, *, ruling: str = "") -> Answer:
        """Forgive a debt."""
        return payment_commands.forgive_debt(
            stamp=self.stamp(ruling=ruling),
            creditor=player_named(creditor),
            debtor=player_named(debtor),
            amount_cents=parse_cents(amount),
            reason="a birthday",
        )

    def takes_over(self, reason: str = "the old book", ruling: str = "", **balances: str) -> Answer:
        """Take over the balances of an old book by name, with a minus for a debt."""
        cents = {player_named(name): _signed(text) for name, text in balances.items()}
        return book_commands.take_over_balances(stamp=self.stamp(ruling=ruling), standings=cents, reason=reason)

    def corrects(self, debtor: str, creditor: str, amount: str, *, about: date | None = None, **said: str) -> Answer:
        """Correct THE BOOK."""
        return book_commands.correct_book(
            stamp=self.stamp(**said),
            debtor=player_named(debtor),
            creditor=player_named(creditor),
            amount_cents=parse_cents(amount),
            reason="counted wrongly",
            about=about,
        )

    def credit(self, name: str, *, limit: str | None = None, **said: Any) -> Answer:
        """Set the amount that a player may owe."""
        cents = None if limit is None else parse_cents(limit, zero=True)
        return credit_commands.set_credit(stamp=self.stamp(), player=player_named(name), limit_cents=cents, **said)

    def consolidates(self, until: date, *hubs: str, hub: str = "", least: str = "", key: str = "") -> Answer:
        """Consolidate THE BOOK up to that day."""
        through = [player_named(name).number for name in [*hubs, *([hub] if hub else [])]]
        return months_commands.consolidate(stamp=self.stamp(key), until=until, wishes=wished(through, least))

    def stands(
        self, *, drawer: str, chips: str, float_: str = "200.00", over_short: str = "0.00", final_pot: str = "0.00"
    ) -> None:
        """Check the balances of the bank; ``float_`` is its debt to the banker, ``over_short`` the missing amount."""
        now = bank_of(self.night).balances
        found = (now.drawer_cents, now.chips_cents, now.float_cents, now.over_short_cents, now.final_pot_cents)
        assert tuple(map(format_cents, found)) == (drawer, chips, float_, over_short, final_pot)

    def results(self) -> dict[str, str]:
        """Return the players' results, by name."""
        won = results(self.night)
        names = player_names(won)
        return {names[player]: format_cents(result.result_cents) for player, result in won.items()}

    def notes(self) -> dict[str, tuple[str, str]]:
        """Return the outstanding amount and the state of each note of the night."""
        return {note.name: (format_cents(note.out_cents), note.state.value) for note in bank_of(self.night).notes}

    def register(self) -> dict[str, str]:
        """Return the notes of the night by name: the outstanding amount and the holder, or else the final state."""
        found = notes_of(self.night)
        names = player_names(note.holder for note in found if note.holder is not None)
        return {
            note.name: f"{format_cents(note.out_cents)} with {names.get(note.holder or 0, 'the bank')}"
            if note.is_out
            else note.state
            for note in found
        }

    def version(self) -> int:
        """Return the version of the house's rules that the night was opened with."""
        return int(bank_of(self.night).history.opening["version"])

    def banker(self) -> str:
        """Return the banker's name."""
        return bank_of(self.night).bank.banker.name

    def _posts(self, command: Any, said: dict[str, str], **fields: Any) -> Answer:
        answer: Answer = command(stamp=self.stamp(**said), night=self.night, **fields)
        return answer


def _part(way: str, amount: str) -> PayoutPart:
    by, _, note = way.partition(" ")
    return PayoutPart(PayoutMeans(by), parse_cents(amount), note)


@played_once
def _opened(house: str, **figures: str) -> dict[str, Any]:
    """Add the players, open the night, and return the attributes of the evening."""
    evening = Evening.__new__(Evening)
    evening.it_is("20:00")
    for name in ("Ann", "Bo", "Cy"):
        evening.knows(name)
    evening.knows("Gil", invited_by="Ann")
    evening.opens(house, day=NIGHT, **figures)
    return vars(evening)


@played_once
def a_closed_night() -> Evening:
    """Return a closed night on which Ann won 10.00 from Bo; Cy and Gil were absent."""
    evening = Evening("dave-2018")
    evening.buy_in("Ann", "40.00")
    evening.buy_in("Bo", "20.00")
    evening.last_hand()
    evening.cash_out("Ann", "50.00")
    evening.cash_out("Bo", "10.00")
    evening.counts_drawer("200.00")
    evening.closes()
    return evening


def book(on: date | None = None) -> dict[str, str]:
    """Return the balances of THE BOOK by name; a positive one is owed to the player."""
    found = standings(on)
    names = player_names(found)
    return {names[player]: format_cents(cents) for player, cents in found.items()}


def _signed(text: str) -> int:
    cents = parse_cents(text.removeprefix("-"), zero=True)
    return -cents if text.startswith("-") else cents


def overruled(answer: Answer) -> list[str]:
    """Return the sentences of the violations that the act's ruling overruled."""
    return [str(each) for each in read_violations(json.loads(answer.act.overruled))]


@contextmanager
def refused(*terms: str, allowed: str = "", house: str = "") -> Iterator[None]:
    """Expect a refusal for these terms, with their numbers and names, and no act recorded: "minimum buy-in: 3.99 4.00".

    ``allowed`` are the names and numbers in the sentence that says which act would be allowed.
    """
    with _nothing_recorded(Refused) as caught:
        yield
    told = [f"{each.term}: {_facts(each.sentence)}".removesuffix(": ") for each in caught.value.violations]
    assert told == [*terms]
    assert _facts(caught.value.allowed) == allowed
    assert caught.value.house == (house or str(Night.objects.latest("id").house))


@contextmanager
def impossible(*words: str) -> Iterator[None]:
    """Expect an impossible act that is not recorded, for a reason with these words and no other numbers."""
    with _nothing_recorded(Impossible) as caught:
        yield
    reason = str(caught.value).casefold()
    assert [word for word in words if word.casefold() not in reason] == []
    assert sorted(NUMBER.findall(reason)) == sorted(NUMBER.findall(" ".join(words)))


@contextmanager
def _nothing_recorded(family: type[P]) -> Iterator[pytest.ExceptionInfo[P]]:
    before = last_act()
    with pytest.raises(family) as caught:
        yield caught
    assert last_act() == before


def _facts(sentence: str) -> str:
    """Return the numbers and player names of a sentence, in their order."""
    names = {*Player.objects.values_list("name", flat=True)}
    return " ".join(word for word in WORD.findall(sentence) if word in names or NUMBER.match(word))
