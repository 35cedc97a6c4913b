"""A payment with the amount filled in: its link, its QR code, the texts to copy, and notes on missing parts.

Pure. A link is made only of the checked details of its kind, and every part of it is escaped. Free text gets neither a
link nor a QR code, since a camera would open it.
"""

import io
from dataclasses import dataclass
from functools import cached_property, partial
from urllib.parse import quote

import segno

from hostdesk.standings.paying.codes import Draws, bank_code, pix_payload, swiss_bill
from hostdesk.standings.paying.kinds import TEXT, Way, shown_detail
from ledger.money.cents import field_cents, format_cents

_MOST_ON_PAPER = 120  # characters
USUAL_TEXT = "Shared costs"
"""The text of a payment where the house has chosen no other: without a word of the game."""
_CROSS = (
    '<g transform="translate({at} {at}) scale({size})"><path fill="#fff" d="M0 0h7v7H0z"/><path d="M.5.5h6v6h-6z"/>'
    '<path fill="#fff" d="M2.9 1.6h1.2v3.8H2.9zM1.6 2.9h3.8v1.2H1.6z"/></g></svg>'
)
"""The cross in the middle of a Swiss QR-bill: 7 of 46 mm."""


@dataclass(frozen=True)
class Filled:
    """A payment by one way. Without a link ``link`` is ""; without a code ``draws`` and ``code`` are None.

    ``copies`` are labels with their texts, to copy; ``notes`` are sentences on parts that cannot be filled in.
    ``lacks`` is the currency if the way does not carry it, else "".
    """

    way: Way
    link: str
    draws: Draws | None
    copies: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    is_swiss: bool = False
    lacks: str = ""

    @property
    def title(self) -> str:
        """The name of the kind, to begin a line; with the currency that it does not carry."""
        name = f"{self.way.kind.name[:1].upper()}{self.way.kind.name[1:]}"
        return f"{name}: not in {self.lacks}" if self.lacks else name

    @property
    def has_amount(self) -> bool:
        """Whether its QR code carries the amount."""
        return self.draws is not None and (self.way.kind.code in ("bank", "pix") or "{amount}" in self.way.kind.link)

    @property
    def opens_tab(self) -> bool:
        """Whether the link leads to a page, and not straight to an app."""
        return self.link.startswith("https:")

    @property
    def words(self) -> str:
        """The texts to copy in one line, for paper; without texts longer than a line."""
        details = ", ".join(text for _, text in self.copies if len(text) <= _MOST_ON_PAPER)
        return details if self.way.kind.key == TEXT else f"{self.title}{', ' if self.lacks else ': '}{details}"

    @cached_property
    def code(self) -> segno.QRCode | None:
        """The QR code, drawn at its first use."""
        return self.draws and self.draws()

    def svg(self, *, scale: int = 4) -> bytes:
        """Return the QR code as an SVG with its quiet zone; that of a Swiss QR-bill has its cross."""
        drawn = io.BytesIO()
        if self.code:
            self.code.save(drawn, kind="svg", scale=scale, light="#fff", xmldecl=False)
            if self.is_swiss:
                whole, across = self.code.symbol_size(scale)[0], self.code.symbol_size(scale, border=0)[0]
                size = across / 46
                cross = _CROSS.format(at=f"{whole / 2 - size * 3.5:.2f}", size=f"{size:.3f}")
                return drawn.getvalue().replace(b"</svg>", cross.encode())
        return drawn.getvalue()


def filled_in(way: Way, cents: int, currency: str, payee: str, text: str = USUAL_TEXT) -> Filled:
    """Return a payment of so many cents of a currency, as in EUR, by one way, with its text for the payee's account.

    Where a payer types all of it, the name of the ``payee`` is there to copy too.
    """
    kind, details, copies = way.kind, way.details, _typed_elsewhere(way, payee)
    if not way.carries(currency):
        note = f"{kind.name} does not carry {currency}. Agree on an amount first."
        code = _holding(way.account) if kind.code == "detail" else None
        return Filled(way, "", code, tuple(copies), (note,), lacks=currency)
    text = (" ".join(text.split()) or USUAL_TEXT)[: kind.text or None]
    is_plain = kind.currencies is not None and len(kind.currencies) == 1
    copies.append(("Amount" if is_plain else f"Amount in {currency}", field_cents(cents)))
    if kind.text:
        copies.append(("Text", text))
    link, draws, notes, is_swiss = "", None, list[str](), False
    if kind.link and currency in kind.whole and cents % 100:
        notes.append(f"{kind.name} takes whole {currency} alone: agree on a round amount, and type it there.")
    elif kind.link:
        parts = {key: quote(details[key], safe=ask.safe) for key, ask in kind.asks.items() if key in details}
        more = {"amount": format_cents(cents).removesuffix(".00"), "currency": currency, "text": quote(text, safe="")}
        link = kind.link.format_map({**parts, **more, "digits": quote(way.account.removeprefix("+"), safe="")})
        draws = _holding(link)
        if "{amount}" not in kind.link:
            notes.append(f"{kind.name} has no public link with an amount: type it there.")
    elif kind.code == "bank":
        draws, is_swiss = bank_code(details, cents, currency, text), bool(swiss_bill(details, cents, currency, text))
        if draws is None:
            notes.append("There is no QR code for this account and currency: copy these.")
    elif kind.code == "pix":
        copies.append(("Pix code, to copy and paste", payload := pix_payload(details, cents, text)))
        draws = _holding(payload)
    elif kind.key != TEXT:
        notes.append(f"{kind.name} has no public link for a payment: copy these.")
    return Filled(way, link, draws, tuple(copies), tuple(notes), is_swiss)


def _typed_elsewhere(way: Way, payee: str) -> list[tuple[str, str]]:
    """Return the details to copy; where no link carries them and no name is among them, the payee's name ends them."""
    kind = way.kind
    asks = [(key, ask) for key, ask in kind.asks.items() if key in way.details and not ask.address]
    copies = [(ask.label, shown_detail(key, way.details[key])) for key, ask in asks]
    has_name = kind.link or kind.key == TEXT or kind.code == "detail" or "name" in way.details
    return copies if has_name else [*copies, ("Name", payee)]


def _holding(text: str) -> Draws:
    """Return the function that draws the QR code of a text."""
    return partial(segno.make, text, error="m", micro=False)
