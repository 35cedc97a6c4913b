"""The pictured pages by name: the books, the visitor, the address, and the taps before the picture."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from playwright.sync_api import Page, ViewportSize

from hostdesk.front.desk.settings_views import SETTINGS
from tests.browser.visit import LOW_PHONE, LOW_TABLET, PHONE, TELEVISION, WINDOWS

Step = Callable[[Page, Mapping[str, Any]], None]
PHONES = [LOW_PHONE, PHONE]


@dataclass(frozen=True)
class Shot:
    """A page to be pictured; ``who`` names the session in the numbers of the books, "" for nobody signed in."""

    address: str
    books: str = "season"
    who: str = "session"
    windows: tuple[ViewportSize, ...] = tuple(WINDOWS)
    step: Step | None = None

    def of(self, made: Mapping[str, Any]) -> str:
        """Return its address in those books."""
        return self.address.format(**made)


def _types_a_count(page: Page, _made: Mapping[str, Any]) -> None:
    page.get_by_label("counts", exact=False).first.fill("12.50")
    page.wait_for_timeout(500)


def _is_refused(page: Page, _made: Mapping[str, Any]) -> None:
    page.locator("#amount").fill("95")
    page.locator("#buy-in").get_by_role("button", name=re.compile(r"95\.00")).first.dispatch_event("click")
    page.get_by_role("alert").first.wait_for()


def _buys_the_same_again(page: Page, _made: Mapping[str, Any]) -> None:
    address = page.url
    for _ in range(2):
        page.goto(address)
        page.locator("#buy-in").get_by_role("button", name=re.compile(r"10\.00 · cash")).first.click()
        page.wait_for_load_state("networkidle")
    page.get_by_text(re.compile("Only once|again", re.IGNORECASE)).first.wait_for()


def _looks_at_more(page: Page, _made: Mapping[str, Any]) -> None:
    page.get_by_role("link", name=re.compile("^More")).first.click()
    page.wait_for_load_state("networkidle")


def _draws_seats(page: Page, made: Mapping[str, Any]) -> None:
    address = page.url
    undo = page.get_by_role("link", name="Undo the last move")
    if undo.count():
        undo.click()
        page.locator("#panel form button.primary, #panel form button").first.click()
        page.get_by_role("button", name="Draw seats").or_(page.locator("#panel [role=status]")).first.wait_for()
        page.goto(address)
    page.get_by_role("button", name="Draw seats").click()
    page.locator(".draw-card").first.wait_for()
    page.goto(address.partition("/nights/")[0] + f"/nights/{made['unseated']}/tv/?show=table")


def _opens_the_menu(page: Page, _made: Mapping[str, Any]) -> None:
    menu = page.get_by_label("Menu")
    if menu.first.is_visible():
        menu.first.click()


_TONIGHT = "/nights/{night}/tonight/"
_SIX, _ELEVEN = "/nights/{six}/tonight/", "/nights/{eleven}/tonight/"


def _of_stage(address: str, step: Step | None = None) -> Shot:
    return Shot(address, "stage", step=step)


def _of_phone(address: str, who: str, books: str = "season", step: Step | None = None) -> Shot:
    return Shot(address.replace("{me}", f"{{{who}}}"), books, f"session_{who}", tuple(PHONES), step)


_TV_WINDOWS = (TELEVISION, LOW_TABLET)
TONIGHT = {
    "tonight": Shot(_TONIGHT),
    "tonight-more": Shot(_TONIGHT, step=_looks_at_more),
    "tonight-player": Shot(_TONIGHT + "players/{comes}/"),
    "tonight-cash-out": Shot(_TONIGHT + "players/{comes}/cash-out/", step=_types_a_count),
    "tonight-seats": Shot(_TONIGHT + "seats/"),
    "tonight-conduct": Shot(_TONIGHT + "conduct/"),
    "tonight-clock": Shot("/nights/{levels}/tonight/clock/"),
    "tonight-levels": Shot("/nights/{levels}/tonight/"),
    "tonight-notes": Shot(_TONIGHT + "notes/"),
    "tonight-rules": Shot(_TONIGHT + "rules/?q=buy+in"),
    "tonight-add": Shot(_TONIGHT + "add/"),
    "tonight-float": Shot(_TONIGHT + "float/"),
    "tonight-hand-over": Shot(_TONIGHT + "hand-over/"),
    "tonight-split-drawn": Shot(_TONIGHT + "draws/{split}/"),
    "tonight-balance": Shot(_TONIGHT + "balance/"),
    "tonight-merge": Shot(_TONIGHT + "merge/"),
    "tonight-wishes": Shot(_TONIGHT + "wishes/"),
    "six": _of_stage(_SIX),
    "six-player": _of_stage(_SIX + "players/{plays}/"),
    "six-cash-out": _of_stage(_SIX + "players/{plays}/cash-out/", _types_a_count),
    "six-refused": _of_stage(_SIX + "players/{plays}/", _is_refused),
    "six-same-again": _of_stage("/nights/{again}/tonight/players/{plays}/", _buys_the_same_again),
    "six-more": _of_stage(_SIX, _looks_at_more),
    "six-seat": _of_stage(_SIX + "players/{plays}/seat/"),
    "eleven": _of_stage(_ELEVEN),
    "eleven-player": _of_stage(_ELEVEN + "players/{owes}/"),
    "eleven-asked": _of_stage(_ELEVEN + "asked/{asked}/"),
    "fresh": _of_stage("/nights/{fresh}/tonight/"),
    "expected": _of_stage("/nights/{expected}/tonight/"),
    "expected-everyone": _of_stage("/nights/{expected}/tonight/everyone/"),
    "closing-chips": _of_stage("/nights/{ends}/closing/"),
    "closing-differs": _of_stage("/nights/{differs}/closing/"),
    "closing-drawer": _of_stage("/nights/{drawer}/closing/"),
    "closing-close": _of_stage("/nights/{counted}/closing/"),
    "closing-over": _of_stage("/nights/{over}/"),
    "drawn-button": _of_stage("/nights/{drawn}/tonight/draws/{button_fact}/"),
}
HOST = {
    "home": Shot("/?stay"),
    "menu": Shot("/?stay", step=_opens_the_menu),
    "nights": Shot("/nights/"),
    "night-plan": Shot("/nights/plan/"),
    "night-play": Shot("/nights/play/"),
    "night-planned": Shot("/nights/{planned}/"),
    "night-ids": Shot("/nights/{with_ids}/"),
    "night-closed": Shot("/nights/{closed}/"),
    "night-change": Shot("/nights/{of_series}/change/"),
    "night-cancel": Shot("/nights/{of_series}/cancel/"),
    "night-open": Shot("/nights/{planned}/open/"),
    "night-guest": Shot("/nights/{planned}/guests/{comes}/"),
    "night-guests": Shot("/nights/{night}/?part=guests"),
    "night-messages": Shot("/nights/{planned}/messages/"),
    "series": Shot("/series/{series}/"),
    "door": Shot("/nights/{with_ids}/door/"),
    "poll": _of_stage("/polls/{poll}/"),
    "poll-new": Shot("/polls/new/"),
    "inbox": Shot("/inbox/"),
    "search": Shot("/search/?q=november"),
    "moved": Shot("/desk/moved/"),
    **{f"settings-{key}": Shot(f"/desk/?open={key}") for key in SETTINGS},
    "settings": Shot("/desk/"),
    "seasons": Shot("/seasons/?season=all"),
    "season-player": Shot("/seasons/?season=all&player={comes}"),
    "season-pictures": Shot("/seasons/pictures/?season=all"),
    "season-new": Shot("/seasons/new/"),
    "bring": Shot("/bring/"),
    "bring-pokernow": Shot("/bring/pokernow/"),
    "bring-sheet": Shot("/bring/sheet/"),
    "players": Shot("/players/"),
    "players-add": Shot("/players/add/"),
    "player": Shot("/players/{comes}/"),
    "player-owes": Shot("/players/{owes}/"),
    "attendance": Shot("/attendance/"),
    "book": Shot("/book/"),
    "book-payment": Shot("/book/payment/"),
    "book-correct": Shot("/book/correct/"),
    "month": Shot("/book/months/{month}/"),
    "month-new": Shot("/book/months/new/"),
    "month-payment": Shot("/book/months/{month}/payments/{place}/"),
    "history": Shot("/history/"),
    "history-night": Shot("/history/?night={night}"),
    "history-act": Shot("/history/{last_act}/"),
    "notes": Shot("/notes/"),
    "houses": Shot("/houses/"),
    "house-new": Shot("/houses/new/"),
    "house": Shot("/houses/mike/"),
    "house-rules": Shot("/houses/mike/rules/"),
    "house-changes": Shot("/houses/mike/rules/changes/"),
    "house-change": Shot("/houses/mike/change/"),
    "house-template": Shot("/houses/mike/template/"),
    "chips": Shot("/chips/mike/"),
    "show": Shot("/nights/{night}/show/"),
    "show-cards": Shot("/nights/{night}/show/?cards=yes"),
    "print": Shot("/print/"),
    "table-help": Shot("/table-help/?night={night}"),
    "table-help-split": Shot("/table-help/split/?house=mike&pot=1.05&high=B&low=A&low=C"),
    "night-take-back": Shot("/nights/{closed}/take-back/"),
    "sign-in": Shot("/sign-in/", who=""),
    "set-up": Shot("{set_up}", "nothing", ""),
    "set-up-house": Shot("{set_up}house/", "nothing", ""),
    "not-found": Shot("/nights/999/"),
}
PLAYER = {
    "own-plays": _of_phone("/own/{me}/", "plays", "stage"),
    "own-comes": _of_phone("/own/{me}/", "comes"),
    "own-owes": _of_phone("/own/{me}/", "payer"),
    "own-gets": _of_phone("/own/{me}/", "payee"),
    "own-waits": _of_phone("/own/{me}/", "waits"),
    "own-new": _of_phone("/own/{me}/", "new"),
    "own-night": _of_phone("/own/{me}/nights/{planned}/", "comes"),
    "own-night-waits": _of_phone("/own/{me}/nights/{planned}/", "waits"),
    "own-tonight": _of_phone("/own/{me}/nights/{night}/", "comes"),
    "own-nights": _of_phone("/own/{me}/nights/?season=all", "comes"),
    "own-book": _of_phone("/own/{me}/book/", "payer"),
    "own-payment": _of_phone("/own/{me}/payments/{month}/{place}/", "payer"),
    "own-payment-gets": _of_phone("/own/{me}/payments/{month}/{place}/", "payee"),
    "own-me": _of_phone("/own/{me}/me/", "comes"),
    "own-rules": _of_phone("/own/{me}/rules/mike/", "comes"),
    "own-lines": _of_phone("/own/{me}/nights/{night}/lines/", "comes"),
    "own-count": _of_phone("/own/{me}/nights/{night}/count/", "comes"),
    "own-receipt": _of_phone("/own/{me}/nights/{closed}/receipt/", "comes"),
    "own-poll": _of_phone("/own/{me}/polls/{poll}/", "comes", "stage"),
    "own-pin": _of_phone("/own/{me}/pin/", "comes"),
    "group": Shot("/group/{group_link}/", who="", windows=tuple(PHONES)),
    "group-rules": Shot("/group/{group_link}/rules/", who="", windows=tuple(PHONES)),
    "check": Shot("/check/"),
}
TV = {
    "tv": Shot("/table/{screen}/"),
    "tv-levels": Shot("/table/{screen_levels}/"),
    "tv-clock": Shot("/table/{tv}/", "stage"),
    "tv-six": Shot("/table/{tv_six}/", "stage"),
    "tv-drawn": Shot("/table/{tv_drawn}/", "stage"),
    "tv-draw": Shot("/nights/{unseated}/tonight/seats/", "stage", step=_draws_seats),
    "tv-card": Shot("/table/{screen_levels}/?show=card"),
    "tv-card-plain": Shot("/table/{tv_fresh}/", "stage"),
    "tv-over": Shot("/nights/{over}/tv/", "stage", "session"),
}
TV = {
    name: replace(shot, windows=_TV_WINDOWS, who=shot.who if "/nights/" in shot.address else "")
    for name, shot in TV.items()
}
PAGES: dict[str, Shot] = {**TONIGHT, **HOST, **PLAYER, **TV}
PAPERS = {
    "paper-report": Shot("/nights/{closed}/report.pdf"),
    "paper-report-small": Shot("/nights/{over}/report.pdf", "stage"),
    "paper-sheet": Shot("/nights/{planned}/sheet.pdf"),
    "paper-slips": Shot("/nights/{with_notes}/notes/slips.pdf"),
    "paper-month": Shot("/book/months/{month}/sheet.pdf"),
    "paper-month-slips": Shot("/book/months/{month}/slips.pdf"),
    "paper-book": Shot("/book/book.pdf"),
    "paper-statement": Shot("/own/{payer}/statement.pdf", who="session_payer"),
}
"""Files that are printed, a picture for each of their pages."""
PRINTED = {
    "printed-rules": Shot("/houses/mike/rules/"),
    "printed-seats": Shot("/nights/{night}/show/"),
    "printed-cards": Shot("/nights/{night}/show/?cards=yes"),
    "printed-season": Shot("/seasons/?season=all&figures=all"),
    "printed-door": Shot("/nights/{with_ids}/door/"),
    "printed-card": Shot("/nights/{levels}/tv/?show=card"),
}
"""Pages that the browser prints."""
PICTURES = {
    "picture-result": Shot("/nights/{closed}/result.png?names=whole"),
    "picture-result-nameless": Shot("/nights/{closed}/result.png?names=own"),
}
"""Files that are pictures already."""
