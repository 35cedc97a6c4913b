"""Taking a whole night back: the order of the undoings, and the keys for a new import of its file.

Pure. `ActMoved.held_cents` covers the cash of the drawer, the chips in play and the final pot.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

_MOST_CHARACTERS, _DIGEST = 64, 12


@dataclass(frozen=True)
class ActMoved:
    """An act in effect: the cents it put in (+) or took out (-), by place; the numbers of the notes it moved.

    ``of`` is the key of the act that it is about, or "".
    """

    number: int
    key: str
    of: str = ""
    held_cents: Mapping[str, int] = field(default_factory=dict)
    notes: frozenset[int] = frozenset()


def undone_next(acts: Sequence[ActMoved]) -> list[int]:
    """Return the numbers of the acts of a night that can be undone next, the latest first.

    ``acts`` are all acts in effect, in their order; the first of them, the opening, is undone last. An act waits for
    later ones that are about it or moved a note of it, and for those that took out the money it put in.
    """
    held_cents = Counter[str]()
    for act in acts:
        held_cents.update(act.held_cents)
    found, later_notes, later_of = list[int](), set[int](), set[str]()
    for place, act in reversed([*enumerate(acts)]):
        is_free = act.key not in later_of and later_notes.isdisjoint(act.notes) and (place > 0 or len(acts) == 1)
        if is_free and all(held_cents[kind] >= cents for kind, cents in act.held_cents.items()):
            found.append(act.number)
        later_notes |= act.notes
        later_of.add(act.of)
    return found


def undoing_order(acts: Sequence[ActMoved]) -> list[int]:
    """Return the numbers of all acts in the order of their undoing.

    If acts block one another, which no command allows, the latest goes first: the check of the ledger reports it.
    """
    left, order = [*acts], list[int]()
    while left:
        number = (undone_next(left) or [left[-1].number])[0]
        order.append(number)
        left = [act for act in left if act.number != number]
    return order


def free_key(key: str, taken: Collection[str]) -> str:
    """Return the key for an act of a file: its own or ``KEY_2``, ``KEY_3`` …, the first free one.

    ``taken`` are the keys of nights that were taken back. The same file gets the same keys again. A key that would be
    longer than 64 characters ends in a digest instead.
    """
    wanted, again = key, 1
    while wanted in taken:
        again += 1
        wanted = f"{key}_{again}"
        if len(wanted) > _MOST_CHARACTERS:
            digest = hashlib.sha256(wanted.encode()).hexdigest()[:_DIGEST]
            wanted = f"{key[: _MOST_CHARACTERS - _DIGEST - 1]}_{digest}"
    return wanted
