"""The folder of the second place, a new key for it, and its recovery sheet.

A new key is in the answer and in the form of its page, and nowhere else: no row, no file and no log has it. It counts
once its last group was typed from the paper.
"""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters

from hostdesk.base.lists.views import pdf_file
from hostdesk.base.sign_in.guard import DeskRequest, for_host
from hostdesk.base.site.act_views import UNPROCESSABLE, opened_at, saying
from hostdesk.base.site.rounds import SECOND_PLACE, wake
from hostdesk.base.site.server import qr_picture
from hostdesk.safekeeping.second_place.commands import choose_folder, keep_recipient
from hostdesk.safekeeping.second_place.page import sheet_of
from hostdesk.safekeeping.second_place.pdf import recovery_sheet_pdf
from hostdesk.safekeeping.second_place.queries import PlaceFault, disks, second_folder
from hostdesk.safekeeping.second_place.sheet_key import NoKey, in_groups, new_key, public_half, read_key
from hostdesk.safekeeping.second_place.text import IF_LOST, KEEP_IT

_KEPT = "The copies are locked for this sheet from now on. The first one is made within a minute."


@for_host.post
def second_place_choose(request: DeskRequest) -> HttpResponse:
    """Keep the copies on a disk or in a folder from now on; without a restart. The folder of the environment wins."""
    if settings.BACKUP_TO is not None or settings.DEMO:
        raise Http404
    typed = request.POST.get("folder", "")
    try:
        choose_folder(disk=request.POST.get("disk", ""), folder=typed)
    except PlaceFault as fault:
        context = {"wrong": str(fault), "typed": typed, "disks": disks}
        return render(request, "safekeeping/second_place/choose.html", context, status=UNPROCESSABLE)
    wake(SECOND_PLACE)
    return HttpResponseRedirect(opened_at("copies"), status=303)


@for_host.post
def second_place_key(request: DeskRequest) -> HttpResponse:
    """Make a new key, and show its recovery sheet this once."""
    _may_have_a_key()
    return _sheet_page(request, new_key())


@sensitive_post_parameters("identity")
@for_host.post
def second_place_print(request: DeskRequest) -> HttpResponse:
    """Send the sheet of the key on the page as PDF."""
    _may_have_a_key()
    return pdf_file(recovery_sheet_pdf(sheet_of(_identity(request), timezone.localdate())), "recovery-sheet")


@sensitive_post_parameters("identity", "last_group")
@for_host.post
def second_place_keep(request: DeskRequest) -> HttpResponse:
    """Lock the copies for the key on the page from now on, if its last group was typed from the paper."""
    _may_have_a_key()
    key = _identity(request)
    groups, typed = in_groups(key), "".join(request.POST.get("last_group", "").split()).upper()
    if typed != groups[-1]:
        wrong = f"Group {len(groups)} reads otherwise. Look at the end of the key on the paper."
        return _sheet_page(request, key, wrong=wrong)
    keep_recipient(public_half(key))
    wake(SECOND_PLACE)
    return HttpResponseRedirect(saying(_KEPT, opened_at("copies")), status=303)


def _may_have_a_key() -> None:
    """Raise ``Http404`` without a folder, or if the environment has a key of the host's own."""
    if second_folder() is None or settings.BACKUP_RECIPIENT:
        raise Http404


def _identity(request: DeskRequest) -> str:
    """Return the key in the form of the page. Raises ``Http404`` without one."""
    try:
        return read_key(request.POST.get("identity", ""))
    except NoKey:
        raise Http404 from None


def _sheet_page(request: DeskRequest, key: str, *, wrong: str = "") -> HttpResponse:
    context: dict[str, Any] = {"sheet": sheet_of(key, timezone.localdate()), "picture": qr_picture(key), "wrong": wrong}
    context |= {"groups": len(in_groups(key)), "keep_it": KEEP_IT, "if_lost": IF_LOST}
    # On plain http everybody in the network can read the page along.
    context["is_seen"] = not settings.TLS and not request.META.get("REMOTE_ADDR", "").startswith("127.")
    return render(request, "safekeeping/second_place/key.html", context, status=UNPROCESSABLE if wrong else 200)
