"""The report of a night from the ledger, as of one act, and its story: the movement of every act, the chips in play."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import groupby
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from ledger.bank import queries
from ledger.bank.history import NightHistory, as_played
from ledger.bank.notes import NoteNow, NoteState, NoteTransfer
from ledger.bank.register_queries import notes_of, transfers_of
from ledger.bank.text_queries import ActText, phrased
from ledger.book.queries import later_corrections
from ledger.models import AccountKind, Bank, Note, Transfer
from ledger.money.cents import show_cents, show_money
from ledger.reports import night_report as report
from ledger.reports.night_story import STORY_KINDS, NightStory, StoryStep
from ledger.reports.ruling_queries import ruled_facts, rulings_of_acts, rulings_of_facts
from ledger.results.closed_queries import AsOf, as_of
from ledger.terms.text import stakes_in_words, statement
from reservations.acts.kinds import Kind
from reservations.acts.problems import Impossible
from reservations.conduct.queries import conduct_of
from reservations.conduct.rules import Conduct
from reservations.models import Act, Fact, Night, Player
from reservations.players.queries import facts_of_people, marks_as_of, people_at, persons_names_as_of
from reservations.rsvps.queries import zone_of


def _into(sums: queries.Sums, account: AccountKind, *kinds: Kind) -> int:
    """Return the cents that acts of those kinds put into the account, less those they took out."""
    return sum(
        cents * ((debit == account) - (credit == account))
        for (kind, debit, credit, _), cents in sums.items()
        if kind in kinds
    )


def player_lines(history: NightHistory, sums: queries.Sums, names: Mapping[int, str]) -> list[report.PlayerLine]:
    """Return a line for everybody who bought or received, by name."""
    buy_ins: dict[int, list[int]] = defaultdict(list)
    for act in history.acts:
        if act.kind == Kind.BUY_IN:
            buy_ins[act.content["player"]].append(act.content["amount"])
    moved: dict[int, Counter[tuple[str, str]]] = defaultdict(Counter)
    for (kind, debit, credit, player), cents in sums.items():
        if player and debit == AccountKind.FINAL_POT:
            moved[player][kind, "won"] += cents
        elif player and credit == AccountKind.CHIPS:
            moved[player][kind, "bought"] += cents
        elif player and debit == AccountKind.CHIPS:
            # Odd chips of a cash-out go to the final pot: nobody receives them.
            moved[player][kind, "returned"] += cents if credit != AccountKind.FINAL_POT else 0
    lines = []
    for player, theirs in moved.items():
        first, rebuys = buy_ins[player][:1], buy_ins[player][1:]
        from_players, sold = theirs[Kind.CHIP_SALE, "bought"], theirs[Kind.CHIP_SALE, "returned"]
        cashed, pot = theirs[Kind.CASH_OUT, "returned"], theirs[Kind.FINAL_POT, "won"]
        bought, received = sum(buy_ins[player]) + from_players, sold + cashed + pot
        from_bank = (len(first), sum(first), len(rebuys), sum(rebuys))
        others = (from_players, sold, cashed, pot)
        lines.append(report.PlayerLine(names[player], *from_bank, *others, bought, received, received - bought))
    return sorted(lines, key=lambda line: (line.name.casefold(), line.name))


def totals(lines: Sequence[report.PlayerLine]) -> report.PlayerLine:
    sums = {column.name: sum(getattr(line, column.name) for line in lines) for column in fields(report.PlayerLine)[1:]}
    return report.PlayerLine(name="All", **sums)


def drawer_lines(sums: queries.Sums, *, counted: bool) -> Iterator[report.DrawerLine]:
    """Yield the cash into and out of the drawer, the expected sum, and the counted one."""
    labels = {
        "Float put in": (Kind.OPEN, Kind.FLOAT),
        "Buy-ins in cash": (Kind.BUY_IN,),
        "Paid otherwise": (Kind.CHANGE_PAY,),
        "Notes paid in cash": (Kind.REDEEM_NOTE,),
        "Cash-outs": (Kind.CASH_OUT,),
        "Final pot": (Kind.FINAL_POT,),
    }
    moved = {label: _into(sums, AccountKind.DRAWER, *kinds) for label, kinds in labels.items()}
    should_be = sum(moved.values())
    yield from (report.DrawerLine(label, cents, total=False) for label, cents in moved.items() if cents)
    yield report.DrawerLine("Should be there", should_be, total=True)
    if counted:
        over = _into(sums, AccountKind.DRAWER, Kind.COUNT_DRAWER)
        yield report.DrawerLine("Counted", should_be + over, total=True)
        if over:
            yield report.DrawerLine("Over" if over > 0 else "Short", abs(over), total=True)


def chip_lines(sums: queries.Sums) -> Iterator[report.DrawerLine]:
    """Yield the sources and uses of chips, ending with those in play."""
    chips = {kind: -_into(sums, AccountKind.CHIPS, kind) for kind in Kind}
    into_pot = {key: cents for key, cents in sums.items() if key[2] == AccountKind.FINAL_POT}
    odd = -_into(into_pot, AccountKind.CHIPS, Kind.CASH_OUT)
    moved = {
        "Sold by the bank": chips[Kind.BUY_IN],
        "Declared extra": declared(sums, AccountKind.CHIPS),
        "Cashed out": chips[Kind.CASH_OUT] - odd,
        "Odd chips, to the final pot": odd,
        "Left in the middle": chips[Kind.FINAL_POT],
        "Declared missing": -declared(sums, AccountKind.OVER_SHORT),
    }
    yield from (report.DrawerLine(label, cents, total=False) for label, cents in moved.items() if cents)
    yield report.DrawerLine("In play", sum(moved.values()), total=True)


def declared(sums: queries.Sums, credited: AccountKind) -> int:
    """Return the chips declared, in cents: extra if they credit the chips, missing if they credit over/short."""
    wanted = (Kind.DECLARE_CHIPS, credited)
    return sum(cents for (kind, _, credit, _), cents in sums.items() if (kind, credit) == wanted)


def over_short(sums: queries.Sums) -> int:
    """Return the over/short that the banker bears: above zero it was missing; the bank's lapsed notes are included."""
    return _into(sums, AccountKind.OVER_SHORT, Kind.COUNT_DRAWER, Kind.DECLARE_CHIPS, Kind.LAPSE_NOTES)


def final_pot(sums: queries.Sums) -> int:
    """Return the final pot: the won one, else the waiting one."""
    won = sum(cents for (_, debit, _, _), cents in sums.items() if debit == AccountKind.FINAL_POT)
    return won or -_into(sums, AccountKind.FINAL_POT, *Kind)


def night_report(night: Night) -> report.NightReport:
    """Return the report of a night as of its close, else now. Raises ``Impossible`` if no bank was opened.

    It is kept until an act may have changed it. After the close only acts of no night can: a correction, a merge, a
    name.
    """
    bank = Bank.objects.select_related("night__house", "night__rules", "closed").filter(pk=night.pk).first()
    if bank is None:
        raise Impossible(f"No bank has been opened on the {night}.")
    acts = Act.objects.all() if bank.closed_id is None else Act.objects.filter(night=None)
    fact = Fact.objects.filter(night=night).order_by("-id").values_list("key", flat=True).first()
    rules, house = bank.night.kept_rules, bank.night.house
    # In another or restored ledger, the act of that number may have closed another night.
    closed = bank.closed and bank.closed.seal
    shown = (night.pk, closed, fact, rules.digest, rules.since, house.name, bank.night.date, zone_of(bank.night))
    return _kept(as_of(acts.order_by("number").last(), *shown), bank.night)


@lru_cache(maxsize=32)
def _kept(_: AsOf, night: Night) -> report.NightReport:
    bank = queries.bank_of(night).bank
    last = bank.closed or Act.objects.latest("number")
    until, names = last.number, persons_names_as_of(last.number)
    history, sums = queries.history_of(night, until=until), queries.moved_by(night, until, people_at(until))
    acts = list(Act.objects.filter(night=night, number__lte=until).select_related("reversed_by").order_by("number"))
    players, notes = player_lines(history, sums, names), _note_lines(night, until, names)
    texts, conduct = phrased(acts, names), conduct_of(night)
    # A player merged since then has the present name.
    everybody = dict(Player.objects.values_list("number", "name")) | names
    facts = facts_of_people(ruled_facts().filter(night=night))
    rulings = [*rulings_of_acts(acts, texts, until), *(line for _, line in rulings_of_facts(facts, everybody))]
    passed_on = (act.content["banker"] for act in history.acts if act.kind in (Kind.OPEN, Kind.HAND_OVER))
    *earlier, banker = (names[number] for number, _ in groupby(passed_on))
    rules = bank.night.kept_rules
    winners = (names[act.content["winner"]] for act in history.acts if act.kind == Kind.FINAL_POT)
    terms = queries.terms_of(rules)
    blinds = queries.first_blinds(terms, history.figures)
    limits = queries.limits_of(terms, history.figures, blinds, history.big_stack_cents)
    return report.NightReport(
        house=str(bank.night.house),
        rules_version=rules.version,
        rules_since=rules.since.astimezone(ZoneInfo(zone_of(night))).date(),
        night_id=night.pk,
        date=night.date,
        closed=bank.closed is not None,
        banker=banker,
        earlier_bankers=tuple(earlier),
        stakes=stakes_in_words(terms, blinds) if blinds else "",
        limits=tuple(statement(terms, limits, blinds).values()),
        players=tuple(players),
        totals=totals(players),
        chips=tuple(chip_lines(sums)),
        drawer=tuple(drawer_lines(sums, counted=history.drawer_counted_by is not None)),
        over_short_cents=over_short(sums),
        final_pot_winner=", ".join(winners),
        final_pot_cents=final_pot(sums),
        notes=tuple(notes),
        lapsed=tuple(_lapsed_notes(night, notes, names, banker)),
        book=tuple(_book_lines(sums, names)),
        corrections=tuple(_corrections(night, bank.opened_id)),
        rulings=tuple(sorted(rulings, key=lambda ruling: ruling.at)),
        tally=tally_of(conduct, everybody, terms.jumped_bet_cents),
        timeline=_timeline(acts, texts, until),
        number=until,
        head=last.head,
        story=story_of(night, history, texts, names),
        declared=tuple(texts[act.number].text for act in history.of_kind(Kind.DECLARE_CHIPS)),
    )


def tally_of(conduct: Conduct, names: Mapping[int, str], penalty_cents: int | None) -> report.TallySheet:
    """Return the tally of every player with a note on conduct; ``penalty_cents`` is the price of a jumped bet."""
    jumps = [jump for jump in conduct.jumps if jump.outcome["warning"]]
    warned = Counter(fact.player or 0 for fact in (*jumps, *conduct.warnings))
    paid, price_cents = conduct.penalties, penalty_cents or 0
    rows = [
        report.Tally(names[number], paid.get(number, 0), paid.get(number, 0) * price_cents, warned[number])
        for number in dict.fromkeys([*paid, *warned])
    ]
    rows.sort(key=lambda row: -row.penalties)
    penalties = sum(row.penalties for row in rows)
    return report.TallySheet(tuple(rows), penalty_cents is not None, penalties, penalties * price_cents)


def _note_lines(night: Night, until: int, names: Mapping[int, str]) -> list[report.NoteLine]:
    """Return every note of the night by its number, also voided ones, as of the act of that number."""
    marks, lives = marks_as_of(until), transfers_of(Note.objects.filter(night=night))
    unpaid = Transfer.objects.filter(act__night=night, act__kind=Kind.NOTE_UNPAID, debit__kind=AccountKind.BOOK)
    charged = {note: names[player] for note, player in unpaid.values_list("note", "debit__player")}
    lines = []
    for note in notes_of(night, until=until):
        debtor, mark = names[note.debtor], marks.get(note.debtor, "")
        holder = "the bank" if note.holder is None else names[note.holder]
        ended = _ended(note, lives.get(note.number, ()), names, charged.get(note.number, ""))
        lines.append(report.NoteLine(note.number, note.name, debtor, mark, holder, note.face_cents, ended))
    return lines


def _ended(note: NoteNow, steps: Sequence[NoteTransfer], names: Mapping[int, str], inviter: str) -> str:
    """Describe the end of a note: its parts with their amounts, or its only part."""
    if note.state is NoteState.VOID:
        return "void"
    ended: list[tuple[str, int]] = []
    for step in steps:
        if step.credited == note.debtor:
            held_by = "" if step.debited is None else f" to {names[step.debited]}"
            texts = {
                Kind.REDEEM_NOTE: f"paid in cash{held_by}",
                Kind.CASH_OUT: "handed back",
                Kind.COMMIT_NOTES: "committed to THE BOOK",
                Kind.LAPSE_NOTES: "lapsed",
                Kind.NOTE_UNPAID: f"charged to {inviter}",
                Kind.CHANGE_PAY: "paid otherwise",
            }
            ended.append((texts[Kind(step.kind)], step.cents))
        elif step.kind == Kind.CASH_OUT and step.credited is not None:
            ended.append((f"handed on to {names[step.credited]}", note.face_cents))
    if note.is_out:
        ended.append(("still out", note.out_cents))
    parts = [(text, sum(cents for _, cents in same)) for text, same in groupby(ended, key=lambda part: part[0])]
    return ", ".join(text if cents == note.face_cents else f"{show_cents(cents)} {text}" for text, cents in parts)


def _lapsed_notes(
    night: Night, notes: Sequence[report.NoteLine], names: Mapping[int, str], banker: str
) -> Iterator[str]:
    """Yield a sentence for every note that lost its value: its holder and the loss."""
    named = {note.number: note for note in notes}
    moved = Transfer.objects.filter(act__night=night, act__kind=Kind.LAPSE_NOTES, act__reversed_by=None)
    for number, holder, cents in moved.order_by("number").values_list("note", "debit__player", "cents"):
        note, loser = named[number], names[holder] if holder else f"{banker}, the banker,"
        mark = f" ({note.mark})" if note.mark else ""
        yield f"The note {note.name} of {note.debtor}{mark} lapsed: {loser} lost {show_money(cents)}."


def _book_lines(sums: queries.Sums, names: Mapping[int, str]) -> list[report.BookChange]:
    """Return the changes of standings by the night, by name, without zeros."""
    part_of = {Kind.COMMIT_NOTES: "notes_cents", Kind.NOTE_UNPAID: "notes_cents", Kind.CLOSE: "bank_cents"}
    cents: dict[int, dict[str, int]] = defaultdict(lambda: {"chips_cents": 0, "notes_cents": 0, "bank_cents": 0})
    for (kind, debit, credit, player), moved in sums.items():
        if player is not None and AccountKind.BOOK in (debit, credit):
            cents[player][part_of.get(Kind(kind), "chips_cents")] += moved if credit == AccountKind.BOOK else -moved
    lines = [report.BookChange(names[player], **parts) for player, parts in cents.items() if any(parts.values())]
    return sorted(lines, key=lambda line: (line.name.casefold(), line.name))


def _corrections(night: Night, opened: int) -> Iterator[report.CorrectionLine]:
    """Yield corrections about the night's date with the names of their time; earlier ones are about another night."""
    for act, correction in (found for found in later_corrections(night) if found[0].number > opened):
        names = persons_names_as_of(act.number)
        two, cents = (names[correction["debtor"]], names[correction["creditor"]]), correction["amount"]
        by = timezone.localtime(act.at), act.shown_by
        yield report.CorrectionLine(act.number, act.head, *by, *two, cents, correction["reason"])


def _timeline(acts: Sequence[Act], texts: Mapping[int, ActText], until: int) -> tuple[report.TimelineLine, ...]:
    """Return a line for every act."""
    lines = []
    for act in acts:
        undoing = getattr(act, "reversed_by", None)
        undone = undoing is not None and undoing.number <= until
        at, words = timezone.localtime(act.at), texts[act.number]
        lines.append(report.TimelineLine(act.number, at, words.text, act.shown_by, undone, words.cents))
    return tuple(lines)


_COUNTED = (AccountKind.CHIPS, AccountKind.FINAL_POT)


def story_of(night: Night, history: NightHistory, texts: Mapping[int, ActText], names: Mapping[int, str]) -> NightStory:
    """Return the story of the acts in effect, in the words of ``texts``, with those names by number."""
    counted = Q(debit__kind__in=_COUNTED) | Q(credit__kind__in=_COUNTED)
    rows = Transfer.objects.filter(counted, act__night=night).order_by("number")
    moved: dict[int, Counter[str]] = {}
    for number, debit, credit, cents in rows.values_list("act", "debit__kind", "credit__kind", "cents"):
        moved.setdefault(number, Counter()).update({credit: cents})
        moved[number].subtract({debit: cents})
    chips, steps = Counter[str](), []
    for act in as_played(history.acts):
        chips.update(moved.get(act.number, {}))
        if act.kind not in STORY_KINDS:
            continue
        content = act.content
        who = next((content[role] for role in ("player", "buyer", "winner") if role in content), None)
        at, words, player = timezone.localtime(act.at), texts[act.number], "" if who is None else names[who]
        stays, in_play = bool(content.get("plays_on")), (chips[AccountKind.CHIPS], chips[AccountKind.FINAL_POT])
        steps.append(StoryStep(act.number, at, act.kind, words.text, player, words.cents or 0, stays, *in_play))
    return NightStory(tuple(steps))
