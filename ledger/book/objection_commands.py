"""Object to a line about oneself, and answer an objection. Both are facts beside the ledger: nothing moves."""

from ledger.book.objection_queries import is_about, objection_called, objections
from reservations.acts.commands import command, note_fact, record_fact
from reservations.acts.fact_queries import FactDraft, Noted, fact_once
from reservations.acts.facts import FactKind
from reservations.acts.kinds import Stamp
from reservations.acts.problems import Impossible, Malformed, Unknown
from reservations.models import Act, Fact, Player
from reservations.players.queries import said_by_people, same_person


@command
def object_to(*, stamp: Stamp, player: Player, act: int, words: str) -> Noted:
    """Record the objection of a player, who is no duplicate, to the act of that number, with their words.

    Raises ``Unknown`` for an act that is not about them, ``Impossible`` for one that was undone, and while an objection
    of theirs to it is open, ``Malformed`` without a word.
    """
    found = Act.objects.select_related("night", "reversed_by").filter(number=act).first()
    if found is None or not is_about(found, player):
        raise Unknown(f"Act {act} is not about {player}.")
    draft = fact_once(FactDraft(FactKind.OBJECT, found.night, player, reason=_word(words), content={"act": act}), stamp)
    if undone_by := getattr(found, "reversed_by", None):
        raise Impossible(f"That was undone already, by act {undone_by.number}.")
    facts = Fact.objects.filter(kind__in=(FactKind.OBJECT, FactKind.REPLY), player__in=same_person(player))
    if any(one.is_open and one.line.number == act for one in objections(said_by_people(facts.order_by("id")))):
        raise Impossible("You have said so already, and it is not answered yet.")
    return note_fact(draft, stamp, f"The {'banker' if found.night else 'host'} reads what you wrote.")


@command
def answer_objection(*, stamp: Stamp, objection: int, words: str) -> Noted:
    """Answer the objection of that fact with a word. Raises ``Unknown``, and ``Impossible`` if it is not open."""
    about = Fact.objects.select_related("night", "player").filter(pk=objection, kind=FactKind.OBJECT).first()
    found = objection_called(objection)
    if about is None or found is None:
        raise Unknown("There is no such objection.")
    draft = fact_once(FactDraft(FactKind.REPLY, about.night, about.player, about=about, reason=_word(words)), stamp)
    if found.line.undone:
        raise Impossible("The line was undone meanwhile: that has answered it.")
    if not found.is_open:
        raise Impossible(f"{found.reply_by or 'Somebody'} has answered already: {found.reply}")
    return Noted(record_fact(draft, stamp), remark=f"{found.name} sees your answer.")


def _word(text: str) -> str:
    if not text.strip():
        raise Malformed("Say why, in a few words.")
    return text
