"""One player's credit, names read from a list, and who has sat on one night together."""

import json
from dataclasses import dataclass, field

from hostdesk.models import OnlineNickname
from ledger.credit.exposure_queries import credit_acts, credit_of, sets_limit
from ledger.credit.rules import CreditTerms
from ledger.night.act_queries import ActLine, act_lines
from ledger.results.closed_queries import closed_nights, open_nights
from reservations.acts.problems import Malformed
from reservations.models import Player
from reservations.parsing.names import OF_A_FORGOTTEN, name_key, parse_name
from reservations.players.queries import people_at, persons_by_name, player_names


@dataclass(frozen=True)
class CreditHistory:
    """A player's own ``terms``, the acts about limits (newest first), and the one that wants no credit at all."""

    terms: CreditTerms
    limits: list[ActLine]
    refusal: ActLine | None


def credit_history(player: Player) -> CreditHistory:
    """Return a player's credit, and the acts it comes from."""
    acts, terms = list(credit_acts(player)), credit_of(player)
    contents = [json.loads(act.content) for act in acts]
    lines = act_lines(acts, player_names(content["player"] for content in contents))
    refusals = (line for line, content in zip(lines, contents, strict=True) if "refuses" in content)
    return CreditHistory(
        terms=terms,
        limits=[line for line, act in zip(lines, acts, strict=True) if sets_limit(act)],
        refusal=next(refusals, None) if terms.refuses else None,
    )


MOST_NAMES = 200


@dataclass(frozen=True)
class ListedName:
    """One name of the list: its place among all of them, its line, what was written, and a remark."""

    place: int
    line: int
    text: str
    said: str = ""


@dataclass
class NameList:
    """The list, sorted by what will become of each name."""

    new: list[ListedName] = field(default_factory=list)
    known: list[ListedName] = field(default_factory=list)
    refused: list[ListedName] = field(default_factory=list)


def read_names(text: str) -> NameList:
    """Read names, one a line or with commas between them. Raises ``Malformed`` for more than 200 of them."""
    lines = enumerate(text.splitlines(), start=1)
    written = [(line, piece.strip()) for line, pieces in lines for piece in pieces.split(",") if piece.strip()]
    if len(written) > MOST_NAMES:
        raise Malformed(f"{len(written)} names are too many: at most {MOST_NAMES} at once.")
    called = dict(Player.objects.values_list("number", "name"))
    forgotten = {*Player.objects.filter(forgotten=True).values_list("number", flat=True)}
    numbers = persons_by_name()
    people = {key: called[number] for key, number in numbers.items()}
    names, seen = NameList(), dict[str, int]()
    for place, (line, piece) in enumerate(written, start=1):
        try:
            name = parse_name(piece)
        except Malformed as problem:
            names.refused.append(ListedName(place, line, piece, str(problem)))
            continue
        key = name_key(name)
        if numbers.get(key) in forgotten:
            names.refused.append(ListedName(place, line, name, OF_A_FORGOTTEN.format(name)))
        elif key in people:
            said = "" if name_key(people[key]) == key else f"now called {people[key]}"
            names.known.append(ListedName(place, line, name, said))
        elif key in seen:
            names.refused.append(ListedName(place, line, name, f"Same name as in line {seen[key]}."))
        else:
            names.new.append(ListedName(place, line, name))
            seen[key] = line
    return names


def sat_together() -> list[frozenset[int]]:
    """Return for each night, closed or open, which people played on it, by number."""
    closed, people = closed_nights(), people_at()
    nights = [*closed.nights.values(), *open_nights(closed).values()]
    return [frozenset(people[number] for number in sums.results) for sums in nights]


def online_nicknames() -> dict[int, set[str]]:
    """Return the nicknames under which people have played online, by number."""
    people, found = people_at(), dict[int, set[str]]()
    for number, nickname in OnlineNickname.objects.values_list("player", "nickname"):
        found.setdefault(people[number], set()).add(nickname)
    return found
