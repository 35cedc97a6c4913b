#!/usr/bin/env python3
"""Computes the head of every act of an exported night log, with only Python 3.11 and this one file.

    python3 verify_log.py books.jsonl --head 412:9f9ab5167f8f

It was written from ``docs/head.md`` alone and imports nothing of Hostdesk. A player who does not trust the desk can
read it, and compare the head on a paper, a receipt or a phone with the log that the host exports (``export_night
--all``). Exit code 0: all given heads fit. 1: a head does not fit. 2: the log cannot be read. Amounts are whole cents.
"""

import argparse
import hashlib
import json
import os
import re
import sys
import unicodedata
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

GENESIS = "0" * 64
OF_NO_NIGHT = """player merge payment balances correct credit claim dispute forgive consolidate"""
MOVES_NOTHING = """player stakes arrive level big_stack gave_others play_behind leave_notice leave last_hand hand_over
    credit claim dispute consolidate results"""
OF_THE_ACT = ("id", "act", "night", "at", "ruling", "count_ruling", "by", "as_recorded", "whole_dollars")
PLAYERS = """player seller buyer winner banker invited_by formerly into payer payee debtor creditor hub second_hub"""
CENTS = """amount float small_blind big_blind buy_in_min buy_in_max stack player_count banker_count missing extra
    counted limit no_payment_under balance net bought"""
LISTS = "payout standings results payments"
AS_IT_IS = """name note mark house version date pay of claim reason about until zone level dealt lower_bound chips
    regular removed round_played plays_on starting beside hard refuses or_big_stack"""
KNOWN = {name: kind for kind in (PLAYERS, CENTS, LISTS, AS_IT_IS) for name in kind.split()}
"""The fields of a content, and what they are read as."""

Account = tuple[str, int | None, int | None]
Paid = tuple[Account, int, int | None]
"""An account, cents and a note."""


class Unreadable(Exception):
    """The file is no log, or has a field or an act that this program does not know."""


@dataclass(frozen=True)
class Transfer:
    """A transfer of cents from the credited to the debited account, for a player, with the note that moves."""

    debit: Account
    credit: Account
    cents: int
    player: int | None = None
    note: int | None = None


@dataclass
class Note:
    """A bank note: its number, its name, its night, its debtor, and the act that wrote it."""

    number: int
    name: str
    night: int
    debtor: int
    act: int

    @property
    def account(self) -> Account:
        """The account of its debtor's notes."""
        return ("notes", self.night, self.debtor)


@dataclass
class Act:
    """A line: its fields, with names as numbers and amounts as cents, and its transfers."""

    number: int
    kind: str
    key: str
    night: int | None
    fields: dict[str, Any]
    transfers: list[Transfer] = field(default_factory=list)
    is_undone: bool = False

    @property
    def stands(self) -> bool:
        """Whether it is not undone, and does not undo another act."""
        return not self.is_undone and self.kind != "reverse"


def canonical(value: Any) -> str:
    """Write a value in the one form that is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def folded(name: str) -> str:
    """Return a name without differences of case and Unicode form."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def cents(text: Any) -> int:
    """Read an amount with two decimals. Raises ``Unreadable``."""
    if not isinstance(text, str) or not re.fullmatch(r"-?[0-9]+\.[0-9]{2}", text):
        raise Unreadable(f"{text!r} is no amount with two decimals")
    return int(text.replace(".", ""))


def parsed(line: str) -> dict[str, Any]:
    """Read one line. Raises ``Unreadable``."""

    def refuse(text: str) -> NoReturn:
        raise Unreadable(f"{text} is no whole number")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in pairs}) < len(pairs):
            raise Unreadable("a field is there twice")
        return dict(pairs)

    try:
        fields = json.loads(line, parse_float=refuse, parse_constant=refuse, object_pairs_hook=once)
    except ValueError as wrong:
        raise Unreadable(f"no JSON: {wrong}") from None
    if not isinstance(fields, dict):
        raise Unreadable("no JSON object")
    return fields


class Books:
    """A ledger that grows line by line."""

    def __init__(self) -> None:
        self.head = GENESIS
        self.acts: list[Act] = []
        self.by_key: dict[str, Act] = {}
        self.names: dict[str, int] = {}
        self.inviters: dict[int, int] = {}
        self.merged: dict[int, int] = {}
        self.notes: list[Note] = []
        self.balance: dict[Account, int] = {}
        self.in_dollars: set[int] = set()
        self.newest: int | None = None

    def add(self, line: str) -> None:
        """Add a line, and chain it to the head before it. Raises ``Unreadable``."""
        raw = parsed(line)
        number, kind = len(self.acts) + 1, str(raw["act"])
        if kind == "player":
            self.meet(raw, number)
        fields = {name: self.as_kept(name, value) for name, value in raw.items() if name not in OF_THE_ACT}
        act = Act(number, kind, raw["id"], self.night_of(raw, kind), fields)
        if kind == "open":
            self.newest = number
            self.in_dollars |= {number} if raw.get("whole_dollars") else set()
        act.transfers = [move for move in self.moved(act) if move.cents]
        portable = {
            "number": number,
            "key": act.key,
            "kind": kind,
            "night": act.night,
            "at": datetime.fromisoformat(raw["at"]).astimezone(UTC).isoformat(timespec="microseconds"),
            "ruling": raw.get("ruling", ""),
            "count_ruling": raw.get("count_ruling", ""),
            "content": canonical(fields),
        }
        moved = [
            [*map(list, (move.debit, move.credit)), move.cents, move.player, *([move.note] if move.note else [])]
            for move in act.transfers
        ]
        self.head = hashlib.sha256(f"{self.head}\n{canonical([portable, moved])}".encode()).hexdigest()
        self.keep(act)

    def meet(self, raw: dict[str, Any], number: int) -> None:
        """Record the player of a ``player`` act, and their inviter."""
        name = folded(raw["name"])
        if name not in self.names:
            self.names[name] = self.named(raw["formerly"]) if "formerly" in raw else number
        if "invited_by" in raw:
            self.inviters[self.names[name]] = self.named(raw["invited_by"])

    def named(self, name: Any) -> int:
        """Return the number of the player of that name. Raises ``Unreadable``."""
        try:
            return self.names[folded(name)]
        except (KeyError, TypeError):
            raise Unreadable(f"nobody is called {name!r}") from None

    def as_kept(self, name: str, value: Any) -> Any:
        """Return a field in the form of the content. Raises ``Unreadable``."""
        match KNOWN.get(name):
            case None:
                raise Unreadable(f"{name!r} is a field that this file does not know; is the log of a newer version?")
            case kind if kind is PLAYERS:
                return self.named(value)
            case kind if kind is CENTS:
                return cents(value)
            case kind if kind is LISTS:
                # Within a payout "by" is the way of paying; on a line it is the author.
                return [{key: row[key] if key == "by" else self.as_kept(key, row[key]) for key in row} for row in value]
        return value

    def night_of(self, raw: dict[str, Any], kind: str) -> int | None:
        """Return the number of the opening that began the night of an act, 0 for an opening itself, or None."""
        if kind in OF_NO_NIGHT.split() or (kind == "results" and raw.get("starting")):
            return None
        if kind in ("open", "results"):
            return 0
        if kind == "reverse":
            undone = self.act_called(raw["of"])
            return undone.number if undone.night == 0 else undone.night
        return self.act_called(raw["night"]).number if "night" in raw else self.newest

    def act_called(self, key: str) -> Act:
        """Return the act with that key. Raises ``Unreadable``."""
        try:
            return self.by_key[key]
        except KeyError:
            raise Unreadable(f"there is no act {key!r} before") from None

    def keep(self, act: Act) -> None:
        """Record an act with its merge and its transfers, or mark the act that it undoes."""
        self.acts.append(act)
        self.by_key[act.key] = act
        if act.kind == "merge":
            self.merged[act.fields["player"]] = act.fields["into"]
        if act.kind == "reverse":
            undone = self.act_called(act.fields["of"])
            undone.is_undone = True
            if undone.kind == "merge":
                del self.merged[undone.fields["player"]]
        for move in act.transfers:
            for account, change in ((move.debit, move.cents), (move.credit, -move.cents)):
                # An opening has 0 in place of its own night.
                place = (account[0], act.number, None) if account[1] == 0 else account
                self.balance[place] = self.balance.get(place, 0) + change

    def balance_of(self, account: str, act: Act) -> int:
        """Return the balance of an account of an act's night: debits less credits."""
        return self.balance.get((account, act.night, None), 0)

    def person(self, player: int) -> int:
        """Return the person behind a player, after the merges that stand."""
        seen = {player}
        while player in self.merged:
            player = self.merged[player]
            if player in seen:
                raise Unreadable("the merges of players go round in a circle")
            seen.add(player)
        return player

    # --- Notes.

    def write_note(self, act: Act, debtor: int) -> int | None:
        """Return the number of the note that an act writes; None if it writes none."""
        if "note" not in act.fields or act.night is None:
            return None
        self.notes.append(Note(len(self.notes) + 1, act.fields["note"], act.night, debtor, act.number))
        return len(self.notes)

    def is_void(self, note: Note) -> bool:
        """Tell whether the act that wrote a note is undone."""
        return note.act <= len(self.acts) and self.acts[note.act - 1].is_undone

    def note_called(self, name: str, night: int | None) -> Note:
        """Return the note of that name in a night. Raises ``Unreadable``."""
        for note in reversed(self.notes):
            if note.night == night and folded(note.name) == folded(name) and not self.is_void(note):
                return note
        raise Unreadable(f"there is no note {name!r}")

    def moves_of(self, note: Note) -> list[Transfer]:
        """Return the transfers of a note that stand."""
        return [move for act in self.acts if act.stands for move in act.transfers if move.note == note.number]

    def out_of(self, note: Note) -> int:
        """Return the cents of a note that are still out."""
        moves = self.moves_of(note)
        return sum(move.cents * ((move.debit == note.account) - (move.credit == note.account)) for move in moves)

    def holder_of(self, note: Note) -> int | None:
        """Return the player who holds a note; None if the bank holds it."""
        credited = [move.credit for move in self.moves_of(note) if move.credit[0] == "notes"]
        return next((account[2] for account in reversed(credited) if account[2] != note.debtor), None)

    def place_of(self, note: Note, bank: Account) -> Account:
        """Return the account of a note's holder, else that account of the bank."""
        holder = self.holder_of(note)
        return bank if holder is None else ("notes", note.night, holder)

    def notes_of(self, act: Act) -> list[Note]:
        """Return the notes of an act: the note it names, else all notes of its night that are out."""
        if "note" in act.fields:
            return [self.note_called(act.fields["note"], act.night)]
        return [note for note in self.notes if note.night == act.night and self.out_of(note) > 0]

    # --- The transfers of an act.

    def moved(self, act: Act) -> list[Transfer]:
        """Return the transfers of an act in their order, also those of 0 cents. Raises ``Unreadable``."""
        fields, night = act.fields, 0 if act.kind == "open" else act.night
        drawer, stake, chips, over_short = ((name, night, None) for name in ("drawer", "float", "chips", "over short"))
        match act.kind:
            case "open" | "float":
                return [Transfer(drawer, stake, fields["float" if act.kind == "open" else "amount"])]
            case "buy_in":
                wrote = self.write_note(act, fields["player"])
                return [Transfer(self.means(act), chips, fields["amount"], fields["player"], wrote)]
            case "chip_sale":
                buyer, seller = fields["buyer"], fields["seller"]
                wrote, to, by = self.write_note(act, buyer), self.means(act, of=buyer), self.means(act, of=seller)
                return [
                    Transfer(to, chips, fields["amount"], buyer, wrote),
                    Transfer(chips, by, fields["amount"], seller, wrote),
                ]
            case "change_pay":
                return [self.paid_otherwise(act)]
            case "redeem_note":
                note = self.note_called(fields["note"], act.night)
                return [Transfer(self.place_of(note, drawer), note.account, fields["amount"], note.debtor, note.number)]
            case "note_unpaid":
                note = self.note_called(fields["note"], act.night)
                return self.booked(note, self.person(self.inviters[self.person(note.debtor)]))
            case "commit_notes":
                return [move for note in self.notes_of(act) for move in self.booked(note, self.person(note.debtor))]
            case "lapse_notes":
                return [
                    Transfer(self.place_of(note, over_short), note.account, self.out_of(note), note.debtor, note.number)
                    for note in self.notes_of(act)
                ]
            case "cash_out":
                return self.cashed_out(act)
            case "declare_chips":
                missing = Transfer(chips, over_short, fields.get("missing", 0))
                return [missing, Transfer(over_short, chips, fields.get("extra", 0))]
            case "count_drawer":
                return [either_way(drawer, over_short, fields["counted"] - self.balance_of("drawer", act))]
            case "final_pot" | "close":
                return self.final_pot(act) if act.kind == "final_pot" else self.closed(act)
            case "payment":
                return [Transfer(book(fields["payee"]), book(fields["payer"]), fields["amount"], fields["payer"])]
            case "forgive":
                return [Transfer(book(fields["creditor"]), book(fields["debtor"]), fields["amount"], fields["debtor"])]
            case "correct":
                return [Transfer(book(fields["debtor"]), book(fields["creditor"]), fields["amount"], fields["debtor"])]
            case "balances":
                return brought_along(fields["standings"])
            case "merge":
                owed = -self.balance.get(book(fields["player"]), 0)
                return [either_way(book(fields["player"]), book(fields["into"]), owed, fields["into"])]
            case "reverse":
                return self.mirrored(act)
            case kind if kind in MOVES_NOTHING.split():
                return []
        raise Unreadable(f"{act.kind!r} is an act that this file does not know; is the log of a newer version?")

    def means(self, act: Act, pay: str = "", of: int | None = None) -> Account:
        """Return the account of a way of paying: by default that of the act, for the player of the act."""
        pay, player = pay or act.fields["pay"], of or act.fields.get("player")
        if pay in ("book", "note"):
            return book(player) if pay == "book" else ("notes", act.night, player)
        return ({"cash": "drawer", "transfer": "float"}[pay], act.night, None)

    def paid_otherwise(self, act: Act) -> Transfer:
        """Return the transfer that changes the payment of a buy-in."""
        bought = self.act_called(act.fields["of"])
        changes = [
            one for one in self.acts if one.stands and one.kind == "change_pay" and one.fields["of"] == bought.key
        ]
        player, before = self.person(bought.fields["player"]), (changes or [bought])[-1].fields["pay"]
        back, given = self.means(act, before, of=player), None
        if before == "note":
            wrote = {one.number for one in (bought, *changes)}
            given = next(note for note in reversed(self.notes) if note.act in wrote)
            back = given.account
        note = self.write_note(act, player) or (given.number if given else None)
        return Transfer(self.means(act, of=player), back, bought.fields["amount"], player, note)

    def booked(self, note: Note, player: int) -> list[Transfer]:
        """Return the transfers of a note into THE BOOK: the player's debt, and the holder's credit."""
        out, holder = self.out_of(note), self.holder_of(note)
        moved = [Transfer(book(player), note.account, out, player, note.number)]
        if holder is not None:
            person = self.person(holder)
            moved.append(Transfer(("notes", note.night, holder), book(person), out, person, note.number))
        return moved

    def own_notes(self, act: Act) -> list[Note]:
        """Return the player's notes of that night that are out and held by the bank, by number."""
        person = self.person(act.fields["player"])
        out = [note for note in self.notes if note.night == act.night and self.out_of(note) > 0]
        return [note for note in out if self.holder_of(note) is None and self.person(note.debtor) == person]

    def cashed_out(self, act: Act) -> list[Transfer]:
        """Return the transfers for a player's chips: the odd cents to the final pot, then the parts."""
        counted, player, parts = act.fields["banker_count"], act.fields["player"], act.fields.get("payout")
        if parts is None:
            odd = counted % 100 if act.night in self.in_dollars else 0
            paid = self.paid_by_rule(act, counted - odd)
        else:
            odd, paid = counted - sum(part["amount"] for part in parts), self.paid_as_logged(act, parts)
        chips: Account = ("chips", act.night, None)
        paid = [(("final pot", act.night, None), odd, None), *paid]
        return [Transfer(chips, account, part, player, note) for account, part, note in paid]

    def paid_as_logged(self, act: Act, parts: list[dict[str, Any]]) -> list[Paid]:
        """Return the parts of a payout as the log states them."""
        own, paid = self.own_notes(act), list[Paid]()
        named = [(folded(part["note"]), part["amount"]) for part in parts if "note" in part]
        left = {
            note.number: self.out_of(note) - sum(cents for name, cents in named if name == folded(note.name))
            for note in own
        }
        for part in parts:
            amount = part["amount"]
            if "note" in part:
                note = self.note_called(part["note"], act.night)
                account = self.means(act, "note") if part["by"] == "note" else note.account
                paid.append((account, amount, note.number))
            elif part["by"] != "own_note":
                paid.append((self.means(act, part["by"]), amount, None))
            else:
                for note in own:
                    taken = min(amount, max(left[note.number], 0))
                    paid.append((note.account, taken, note.number))
                    left[note.number] -= taken
                    amount -= taken
        return paid

    def paid_by_rule(self, act: Act, rest: int) -> list[Paid]:
        """Return a payout in the usual order: own notes, debts of tonight, cash, THE BOOK."""
        player, owed = act.fields["player"], 0
        for move in (move for one in self.acts if one.stands and one.night == act.night for move in one.transfers):
            if move.player is not None and self.person(move.player) == self.person(player):
                owed += move.cents * ((move.debit[0] == "book") - (move.credit[0] == "book"))
        parts = [(note.account, self.out_of(note), note.number) for note in self.own_notes(act)]
        cash = self.balance_of("drawer", act)
        paid = list[Paid]()
        for account, most, note in [*parts, (book(player), owed, None), (("drawer", act.night, None), cash, None)]:
            paid.append((account, min(rest, max(most, 0)), note))
            rest -= paid[-1][1]
        return [*paid, (book(player), rest, None)]

    def final_pot(self, act: Act) -> list[Transfer]:
        """Return the transfers of the last chips and odd cents to the winner: in cash first, the rest in THE BOOK."""
        winner, chips, pot = act.fields["winner"], -self.balance_of("chips", act), ("final pot", act.night, None)
        won = chips - self.balance_of("final pot", act)
        cash = min(won, max(self.balance_of("drawer", act), 0))
        return [
            Transfer(("chips", act.night, None), pot, chips, winner),
            Transfer(pot, ("drawer", act.night, None), cash, winner),
            Transfer(pot, book(winner), won - cash, winner),
        ]

    def closed(self, act: Act) -> list[Transfer]:
        """Return the transfers that end the bank: the difference, the drawer, and the banker's credit or debt."""
        stake: Account = ("float", act.night, None)
        over_short, drawer = self.balance_of("over short", act), self.balance_of("drawer", act)
        runs = [run for run in self.acts if run.stands and act.night in (run.night, run.number)]
        banker = self.person([run for run in runs if run.kind in ("open", "hand_over")][-1].fields["banker"])
        return [
            either_way(stake, ("over short", act.night, None), over_short),
            Transfer(stake, ("drawer", act.night, None), drawer),
            either_way(stake, book(banker), -self.balance_of("float", act) - over_short - drawer, banker),
        ]

    def mirrored(self, act: Act) -> list[Transfer]:
        """Return the transfers of the undone act, the other way round."""
        mirrored = []
        for move in self.act_called(act.fields["of"]).transfers:
            # An opening has 0 in place of its own night.
            credit, debit = (
                (name, night if night is None else act.night, player)
                for name, night, player in (move.credit, move.debit)
            )
            mirrored.append(Transfer(credit, debit, move.cents, move.player, move.note))
        return mirrored


def brought_along(standings: list[dict[str, int]]) -> list[Transfer]:
    """Return the debts between players for balances that sum to zero. Raises ``Unreadable``."""
    left, moved = {standing["player"]: standing["balance"] for standing in standings}, []
    while any(left.values()):
        payer, payee = min(left, key=lambda who: (left[who], who)), min(left, key=lambda who: (-left[who], who))
        amount = min(-left[payer], left[payee])
        if amount <= 0:
            raise Unreadable("the standings do not sum to zero")
        moved.append(Transfer(book(payer), book(payee), amount, payer))
        left[payer] += amount
        left[payee] -= amount
    return moved


def book(player: int | None) -> Account:
    """Return the account of a player in THE BOOK."""
    return ("book", None, player)


def either_way(debit: Account, credit: Account, amount: int, player: int | None = None) -> Transfer:
    """Return the transfer of an amount, the other way round if it is negative."""
    return Transfer(debit, credit, amount, player) if amount > 0 else Transfer(credit, debit, -amount, player)


def heads(text: str) -> list[str]:
    """Return the heads of all acts of a log, in order. Raises ``Unreadable`` with the line."""
    books, found = Books(), []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            books.add(line.rstrip("\r"))
        except Unreadable as wrong:
            raise Unreadable(f"line {number}: {wrong}.") from None
        except (
            ArithmeticError,
            AttributeError,
            LookupError,
            RecursionError,
            StopIteration,
            TypeError,
            ValueError,
        ) as wrong:
            raise Unreadable(f"line {number}: {type(wrong).__name__} {wrong}.") from None
        found.append(books.head)
    return found


def main(arguments: list[str]) -> int:
    """Print the last act and its head, and compare the given heads."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="a log of `export_night --all`")
    parser.add_argument("--head", action="append", default=[], metavar="N:HASH", help="of a paper, receipt or phone")
    given = parser.parse_args(arguments)
    try:
        found = heads(given.file.read_text(encoding="utf-8"))
        seen = [re.fullmatch("([0-9]{1,18}):([0-9a-f]{12,64})", text.lower()) for text in given.head]
        if None in seen:
            raise Unreadable("--head takes the number of an act and at least 12 digits of its head, 412:9f9ab5167f8f.")
    except (OSError, MemoryError, UnicodeError, Unreadable) as wrong:
        print(f"{given.file}: {wrong}", file=sys.stderr)
        return 2
    print(f"act {len(found)} {found[-1] if found else GENESIS}")
    differ = False
    for number, digits in ((int(match[1]), match[2]) for match in seen if match):
        fits = 0 < number <= len(found) and found[number - 1].startswith(digits)
        there = found[number - 1][: len(digits)] if 0 < number <= len(found) else "no such act"
        print(f"act {number} {digits} fits" if fits else f"act {number} {digits} DIFFERS: {there}")
        differ |= not fits
    return int(differ)


if __name__ == "__main__":
    try:
        ended = main(sys.argv[1:])
        sys.stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt):  # The reader has stopped reading.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        ended = 2
    sys.exit(ended)
