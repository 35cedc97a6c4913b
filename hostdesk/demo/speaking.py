"""Say what the demo's people say of coming to its nights: through the commands."""

from collections.abc import Callable, Iterable, Mapping

from hostdesk.commands import plan_nights
from hostdesk.demo.words import Verb, Word
from reservations import commands
from reservations.models import House, Night
from reservations.problems import Impossible
from reservations.queries import player_named
from reservations.strikes import open_strike


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
}
