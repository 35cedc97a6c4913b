"""A night, and THE BOOK after it, for the tests of the history."""

from datetime import date

import pytest

from ledger.book.commands import answer_objection, object_to
from reservations.conduct import commands as conduct_commands
from reservations.conduct.rules import Decider
from reservations.players.queries import player_named
from tests.played_once import played_once
from tests.stories.evening import Evening


@pytest.fixture
@played_once
def evening(db: None) -> Evening:
    """mike's closed night of 20 November, and later entries in THE BOOK.

    On the night: a buy-in of Bo's that the table allowed, a dispute, a warning for Bo, and Bo's objection to the
    buy-in with its answer. Between nights: a payment, a correction that was undone, and an old book on the 25th.
    """
    evening = Evening("mike")
    evening.it_is("20:00")
    bought = evening.buy_in("Bo", "6.00", ruling="the table agreed: small change")
    evening.it_is("20:10")
    evening.buy_in("Cy", "20.00", pay="book")
    evening.it_is("20:20")
    conduct_commands.rule(
        stamp=evening.stamp(by="Ann"),
        night=evening.night,
        dispute="a misdeal",
        decision="deal again",
        decider=Decider.HOST,
    )
    evening.it_is("20:30")
    conduct_commands.warn(stamp=evening.stamp(by="Ann"), night=evening.night, player=player_named("Bo"), words="slow")
    evening.it_is("20:40")
    said = object_to(stamp=evening.stamp(by="Bo"), player=player_named("Bo"), act=bought.act.number, words="it was 5")
    answer_objection(stamp=evening.stamp(by="Ann"), objection=said.fact.pk, words="it was 6")
    evening.last_hand()
    evening.cash_out("Bo", "6.00")
    evening.cash_out("Cy", "20.00")
    evening.ends("186.00")
    evening.pays_debt("Cy", "Ann", "10.00", by="Hanna")
    evening.undo(evening.corrects("Bo", "Cy", "3.00", about=date(2026, 11, 20)))
    evening.now = evening.now.replace(day=25)
    evening.takes_over("the old book", Ann="-4.00", Gil="4.00")
    return evening
