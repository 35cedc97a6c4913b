"""The number of guesses that are looked at: passwords, PINs, names behind a group link, and secrets in addresses.

The desk's clock moves on minute by minute. A guess counts as looked at if the answer depends on the guess.
"""

import math
import random
import string
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from axes.handlers import proxy
from django.conf import settings
from django.utils import timezone

from hostdesk.base.sign_in import group_link_commands as group_commands
from hostdesk.base.sign_in import guess_commands, link_commands
from hostdesk.base.sign_in.player_link_commands import A_WEEK
from hostdesk.models import Host, LinkKind
from hostdesk.people.pin import commands as pin_commands
from reservations.models import Player
from tests.drills.attacks import attack
from tests.drills.drill import Drill, Found
from tests.drills.inside import PORT, Answer, Inside, replaced

HOST, PASSWORD, PIN = "Ann", "seven of clubs", "271828"
WRONG, TOO_MANY = 422, 429
PHONES = 50
IN_A_MINUTE = 3  # guesses of each phone
ALL_PHONES = 30  # minutes: a shorter drill uses one phone alone
BASE64, HEX, ON_SCREENS = (
    string.ascii_letters + string.digits + "-_",
    "0123456789abcdef",
    "abcdefghjkmnpqrstuvwxyz23456789",
)
SECRETS = {
    "link": ("link", BASE64),
    "group": ("group_link", BASE64),
    "table": ("screen", ON_SCREENS),
    "do-not-write": ("stops", HEX),
}
"""The kinds of secrets by the addresses they are in: their name in the scene, and their letters."""

ENOUGH = 58
"""Bits of a secret: at a thousand guesses a second, hitting one of a thousand such secrets takes 9,000 years."""


@contextmanager
def minutes_of_the_desk(many: int) -> Iterator[Iterator[int]]:
    """Move the desk's clock on by a minute for each number that is taken, from the next full hour on."""
    begun, ahead = timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1), timedelta()

    def now() -> Any:
        return begun + ahead

    def turned() -> Iterator[int]:
        nonlocal ahead
        for minute in range(many):
            ahead = timedelta(minutes=minute)
            yield minute

    with replaced(timezone, "now", now), replaced(proxy, "now", now):
        yield turned()


def passwords(inside: Inside, minutes: int, *, phones: int, damaged: bool) -> dict[str, int]:
    """Guess a host's password from so many phones, while the host's own tablet signs in again every minute."""
    if damaged:
        settings.AXES_FAILURE_LIMIT = guess_commands.MOST_OF_A_NAME = 10**9
    entered = inside.post("/sign-in/", {"name": HOST, "password": PASSWORD}, session="", phone=_phone(0))
    known = f"; known{PORT}={_cookie(entered, f'known{PORT}')}"
    sign_in = partial(inside.post, "/sign-in/", session="")
    sent = looked_at = let_in = 0
    with minutes_of_the_desk(minutes) as clock:
        for minute in clock:
            for phone in range(1, phones + 1):
                for guess in range(IN_A_MINUTE):
                    said = {"name": HOST, "password": f"guess {minute} {guess}"}
                    sent += 1
                    looked_at += sign_in(said, phone=_phone(phone)).status == WRONG
            right = {"name": HOST, "password": PASSWORD}
            let_in += sign_in(right, phone=_phone(1), cookies=known).status == 303  # from a guesser's network address
    return {"sent": sent, "looked_at": looked_at, "let_in": let_in}


def pins(inside: Inside, minutes: int, *, phones: int, damaged: bool) -> dict[str, int]:
    """Guess a player's PIN on so many phones, each of which came by a link of that player."""
    if damaged:
        pin_commands.TRIES = pin_commands.MOST_WRONG = 100
    player = Player.objects.get(pk=inside.made["hostile_1"])
    pin_commands.set_pin(player, PIN)
    links = [
        link_commands.make_link(LinkKind.PLAYER, player=player, made_by=HOST, valid_for=A_WEEK) for _ in range(phones)
    ]
    entered = [inside.ask("POST", f"/link/{secret}/", session="") for secret in links]
    sessions = [_cookie(each, f"desk{PORT}") for each in entered]
    sent = looked_at = 0
    with minutes_of_the_desk(minutes) as clock:
        for minute in clock:
            for session in sessions:
                for guess in range(IN_A_MINUTE):
                    said = {"pin": f"{minute:03}{guess:03}"}
                    sent += 1
                    answer = inside.post(f"/own/{player.number}/pin/", said, session=session)
                    looked_at += answer.status == WRONG or answer.headers.get("location") == "/sign-in/"
    return {"sent": sent, "looked_at": looked_at, "let_in": minutes}


def names(inside: Inside, minutes: int, *, phones: int, damaged: bool) -> dict[str, int]:
    """Send wrong names behind a group link from so many phones, as an attacker would to find the right ones."""
    if damaged:
        group_commands.MOST_IN_AN_HOUR[group_commands.TRY] = (10**6, 10**6)
    address, sent, looked_at = f"/group/{inside.made['group_link']}/name/", 0, 0
    with minutes_of_the_desk(minutes) as clock:
        for _ in clock:
            for phone in range(1, phones + 1):
                for _ in range(IN_A_MINUTE):
                    said = {"number": "999999", "key": "k" * 22}
                    sent += 1
                    looked_at += inside.post(address, said, session="", phone=_phone(phone)).status != TOO_MANY
    return {"sent": sent, "looked_at": looked_at, "let_in": minutes}


def secrets(inside: Inside, guesses: int, *, damaged: bool) -> dict[str, Any]:
    """Guess secrets in addresses by changing one letter of a right one; return the number that opened, and the bits."""
    made = {kind: str(inside.made[name]) for kind, (name, _) in SECRETS.items()}
    if damaged:
        whole = link_commands.digest_of
        link_commands.digest_of = lambda secret: whole(secret[:-1])
        made["link"] = link_commands.make_link(LinkKind.HOST, host=Host.objects.get(), made_by=HOST)
    dice, opened, bits = random.Random(7), 0, {}
    for kind, secret in made.items():
        alphabet, begins = SECRETS[kind][1], secret.index("-") + 1 if kind == "do-not-write" else 0
        letters = [place for place in range(begins, len(secret)) if secret[place] in alphabet]
        bits[kind] = int(len(letters) * math.log2(len(alphabet)))
        for _ in range(guesses):
            place = letters[-1] if damaged else dice.choice(letters)
            other = dice.choice([each for each in alphabet if each != secret[place]])
            guessed = secret[:place] + other + secret[place + 1 :]
            opened += inside.ask("GET", f"/{kind}/{guessed}/", session="").status == 200
    return {"guesses": guesses * len(made), "opened": opened, "bits": bits}


def _cookie(answer: Answer, name: str) -> str:
    return next(each.partition(";")[0] for each in answer.cookies if each.startswith(f"{name}=")).partition("=")[2]


def _phone(number: int) -> str:
    return f"192.168.{1 + number // 250}.{1 + number % 250}"


def counted(minutes: int, *, what: str, bounds: tuple[int, int], within: int, damaged: bool = False) -> Found:
    """Guess from one phone and from fifty; the ``bounds`` are the most guesses looked at ``within`` minutes."""
    told, holds = [], True
    crowds = (1, PHONES) if minutes >= ALL_PHONES else (1,)
    for phones, most in zip(crowds, bounds, strict=False):
        found = attack(f"tests.drills.guessing_drill:{what}", minutes, phones=phones, damaged=damaged)
        told.append(f"{found['looked_at']:,} of {found['sent']:,} from {phones}")
        holds = holds and found["looked_at"] <= most * -(-minutes // within) and found["let_in"] == minutes
    return Found(f"looked at in {minutes} minutes: {', '.join(told)}", holds)


def opens(guesses: int, *, damaged: bool = False) -> Found:
    """Guess secrets, and report the bits of each kind."""
    found = attack("tests.drills.guessing_drill:secrets", guesses, damaged=damaged)
    bits = ", ".join(f"{kind} {many}" for kind, many in found["bits"].items())
    figure = f"{found['guesses']:,} guesses a letter beside a right one: {found['opened']} open; bits: {bits}"
    return Found(figure, found["opened"] == 0 and min(found["bits"].values()) >= ENOUGH)


def _budget(promise: str, short: int, **bounds: Any) -> Drill:
    return Drill(promise, partial(counted, **bounds), partial(counted, **bounds, damaged=True), 60, short)


DRILLS = [
    _budget("guesses at a password are bounded and lock no host out", 3, what="passwords", bounds=(8, 40), within=10),
    _budget("guesses at a PIN are bounded", 7, what="pins", bounds=(20, 20 * PHONES), within=60),
    _budget("tries behind a group link are bounded", 11, what="names", bounds=(30, 300), within=60),
    Drill("no secret of an address is guessed", opens, partial(opens, damaged=True), 1_000, 3),
]
