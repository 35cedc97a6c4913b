"""Say what the demo's people say of coming to its nights and of playing them: through the commands."""

from collections.abc import Callable, Iterable, Mapping

from hostdesk.commands import plan_nights
from hostdesk.demo.words import Verb, Word
from hostdesk.in_play.clock_commands import start_clock
from hostdesk.seating.seating_now import present_at, seating_now
from reservations import commands
from reservations.balancing import proposals
from reservations.models import House, Night, Player
from reservations.problems import Impossible
from reservations.queries import player_named
from reservations.strikes import open_strike
from reservations.tables import seating_terms_of


def speak(words: Iterable[Word]) -> None:
    """Say them in their order. Raises a ``Problem`` for what a command refuses."""
    for word in words:
        _SAY[word.verb](word)


def _revise(word: Word) -> None:
    commands.revise_house(house=House.objects.get(key=word.house), **word.fields)


def _plan(word: Word) -> None:
    plan_nights(stamp=word.stamp, house=word.house, **word.fields)


def _invite(word: Word) -> None:
    commands.invite(
        stamp=word.stamp, night=_night(word), players=[player_named(name) for name in word.fields["players"]]
    )


def _see_id(word: Word) -> None:
    commands.see_id(stamp=word.stamp, player=player_named(word.player), **word.fields)


def _keep_up(word: Word) -> None:
    commands.keep_up(now=word.stamp.at)


def _of_the_night(say: Callable[..., object]) -> Callable[[Word], object]:
    return lambda word: say(stamp=word.stamp, night=_night(word), **word.fields)


def _of_the_player(say: Callable[..., object]) -> Callable[[Word], object]:
    return lambda word: say(stamp=word.stamp, night=_night(word), player=player_named(word.player), **word.fields)


def _of_the_strike(say: Callable[..., object]) -> Callable[[Word], object]:
    return lambda word: say(stamp=word.stamp, strike=_strike(word), **word.fields)


def _at_the_tables(say: Callable[..., object]) -> Callable[[Word], object]:
    return lambda word: say(stamp=word.stamp, night=(night := _night(word)), present=present_at(night), **word.fields)


def _of_somebody_there(say: Callable[..., object]) -> Callable[[Word], object]:
    def speak_of(word: Word) -> None:
        night, player = _night(word), player_named(word.player)
        say(stamp=word.stamp, night=night, player=player, present=present_at(night), **word.fields)

    return speak_of


def _split(word: Word) -> None:
    night, volunteers = _night(word), [player_named(name) for name in word.fields["volunteers"]]
    commands.split_table(
        stamp=word.stamp,
        night=night,
        volunteers=volunteers,
        present=present_at(night),
        shuffle=word.fields["shuffle"],
    )


def _balance(word: Word) -> None:
    """Do what is proposed first."""
    night = _night(word)
    seating, present = seating_now(night), present_at(night)
    first = proposals(seating, present, seating_terms_of(night))[0]
    player = Player.objects.get(number=first.player)
    commands.balance(stamp=word.stamp, night=night, player=player, spot=first.spot, present=present)


def _wish(word: Word) -> None:
    """Ask for the table of the two at which they do not sit."""
    night, player = _night(word), player_named(word.player)
    there = 3 - seating_now(night).spots[player.number].table
    commands.wish(stamp=word.stamp, night=night, player=player, table=there, present=present_at(night))


def _night(word: Word) -> Night:
    return Night.objects.get(house__key=word.house, date=word.day)


def _strike(word: Word) -> int:
    strike = open_strike(_night(word), player_named(word.player))
    if strike is None:
        raise Impossible(f"{word.player} has no strike of {word.day}.")
    return strike.fact


_SAY: Mapping[Verb, Callable[[Word], object]] = {
    Verb.REVISE: _revise,
    Verb.PLAN: _plan,
    Verb.CANCEL: _of_the_night(commands.cancel_night),
    Verb.INVITE: _invite,
    Verb.ANSWER: _of_the_player(commands.answer),
    Verb.PIN: _of_the_player(commands.pin),
    Verb.MARK: _of_the_player(commands.mark),
    Verb.CONTEST: _of_the_strike(commands.contest),
    Verb.PARDON: _of_the_strike(commands.pardon),
    Verb.SEE_ID: _see_id,
    Verb.KEEP_UP: _keep_up,
    Verb.SEAT: _at_the_tables(commands.seat_everybody),
    Verb.SPLIT: _split,
    Verb.PLACE_BUTTON: _at_the_tables(commands.place_button),
    Verb.DRAW_BUTTON: _at_the_tables(commands.draw_button),
    Verb.BALANCE: _balance,
    Verb.WISH: _wish,
    Verb.AWAY: _of_somebody_there(commands.set_away),
    Verb.JUMP: _of_the_player(commands.jump_bet),
    Verb.WARN: _of_the_player(commands.warn),
    Verb.RULE: _of_the_night(commands.rule),
    Verb.START_CLOCK: _of_the_night(start_clock),
}
