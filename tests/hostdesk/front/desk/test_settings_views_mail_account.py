"""The mail account in the settings: started from an address, tried, saved, changed and stopped."""

from dataclasses import replace

import pytest

from hostdesk.base.site.rounds import E_MAIL, MAILBOX, Round, known
from hostdesk.mail.mail_account.account import SMTP, Mailbox, MailServer, ServerAt, Tls
from hostdesk.mail.mail_account.queries import kept_account
from hostdesk.mail.messages.mail_server import URL
from hostdesk.models import MailAccount
from tests.hostdesk.invitations.nights.test_guest_views_messages import night  # noqa: F401 - the Friday of the messages
from tests.hostdesk.mail.mail_account.accounts import ACCOUNT, PASSWORD, TYPED, keep
from tests.hostdesk.post import SERVER, reach
from tests.mail_servers import HERE, PORT, inbox_server, listening, strict_server

pytestmark = [pytest.mark.further, pytest.mark.django_db]
PAGE, FORM = "/desk/?open=email", "/mail-account/#trial"
AT = {"sends_host": HERE, "sends_port": str(PORT), "sends_tls": "starttls", "reads_host": HERE, "reads_port": "1143"}


def sends(desk, do, **typed):
    """Send the form by one of its three buttons, and return the status and the page."""
    answer = desk.client.post("/mail-account/", {**TYPED, **AT, "do": do, **typed})
    return answer.status_code, answer.content.decode()


def test_it_is_set_up_from_this_desk_by_an_address_and_an_app_password(desk):
    begun = desk.opens(PAGE)
    asked = desk.opens(f"{PAGE}&address=ann@gmail.com&provider=")
    kept = desk.sends(asked.form(FORM), password="abcd efgh ijkl mnop", do="save")

    assert ("Gmail wants an app password" in begun.text, "Gmail wants an app password" in asked.text) == (False, True)
    assert kept.url == f"{PAGE}#email"
    account = kept_account()
    assert (account.user, account.password, str(account.sends)) == (
        "ann@gmail.com",
        "abcdefghijklmnop",
        "smtp.gmail.com:465",
    )
    assert str(account.reads) == "imap.gmail.com:993"


def test_a_provider_that_takes_no_passwords_is_told_before_one_is_typed(desk):
    page = desk.opens(f"{PAGE}&address=ann@hotmail.com&provider=")

    assert "Microsoft takes no passwords" in page.text
    assert [form.action for form in page.forms if "password" in form.fields] == []


def test_a_domain_of_ones_own_says_who_runs_its_mail(desk):
    page = desk.opens(f"{PAGE}&address=ann@poker.example&provider=fastmail")

    fields = page.form(FORM).fields
    assert (fields["address"], fields["sends_host"]) == (["ann@poker.example"], ["smtp.fastmail.com"])


def test_another_server_is_typed(desk):
    code, _ = sends(desk, "save", password="x y", user="desk", reads_host="")

    sends_by = ServerAt(HERE, PORT, Tls.STARTTLS)
    assert (code, kept_account()) == (303, replace(ACCOUNT, user="desk", password="x y", sends=sends_by, reads=None))


def test_a_try_sends_what_was_typed_and_keeps_nothing(desk, trusted, settings):
    settings.EMAIL_BACKEND = SMTP
    with strict_server(trusted) as inbox, listening(1143, inbox_server(trusted)):
        tried = [sends(desk, "test"), sends(desk, "read"), sends(desk, "test", password="another")]

    assert [code for code, _ in tried] == [200, 200, 422]
    assert (len(inbox.mails), MailAccount.objects.count()) == (1, 0)
    assert [page for _, page in tried if PASSWORD in page or "another" in page] == []


def test_the_server_that_vouches_is_learnt_by_a_try_kept_and_used(desk, trusted, settings):
    settings.EMAIL_BACKEND = SMTP
    with strict_server(trusted) as inbox:
        sends(desk, "test")
    came = b"Authentication-Results: mx.desk.test; dmarc=pass\r\n" + inbox.mails[0].as_bytes()
    with listening(1143, inbox_server(trusted)):
        unknown = sends(desk, "read")[1]
    with listening(1143, inbox_server(trusted, mail=came)):
        form = desk.opens(f"{PAGE}&address=ann@poker.example&provider=").form(FORM)
        learnt = desk.sends(form, **{**TYPED, **AT}, do="read")

    desk.sends(learnt.form(FORM), password=PASSWORD, do="save")

    assert ("send yourself a test" in unknown, "mx.desk.test says who wrote" in learnt.text) == (True, True)
    assert kept_account().mailbox.vouches == "mx.desk.test"


def test_no_log_has_the_password_whatever_goes_wrong(desk, trusted, caplog):
    with caplog.at_level("DEBUG"), strict_server(trusted), listening(1143, inbox_server(trusted)):
        for do in ("test", "read", "save"):
            sends(desk, do)
            sends(desk, do, user="mallory")

    assert [record for record in caplog.records if PASSWORD in record.getMessage()] == []


def test_a_kept_password_is_tried_without_being_typed_and_sent_nowhere_else(desk, trusted, settings):
    settings.EMAIL_BACKEND = SMTP
    sends(desk, "save")
    with strict_server(trusted) as inbox:
        codes = [sends(desk, "test", password="")[0], sends(desk, "test", password="", user="mallory")[0]]

    assert (codes, len(inbox.mails)) == ([200, 422], 1)


def test_reading_without_a_server_for_it_is_refused(desk):
    assert sends(desk, "read", reads_host="")[0] == 422


def test_what_no_mail_server_takes_is_refused_at_its_field(desk):
    wrong = {"address": "désk@example.org", "user": "desk\r\nRCPT TO:<all@example.org>", "sends_port": "22"}

    code, page = sends(desk, "save", **wrong)

    assert (code, MailAccount.objects.count()) == (422, 0)
    assert [f'href="#id_{name}"' in page for name in TYPED] == [name in wrong for name in TYPED]


def test_saving_wakes_the_e_mail_and_the_mailbox(desk):
    rounds = [Round(name, lambda *_: None, 10, patience=900) for name in (E_MAIL, MAILBOX)]

    with known(*rounds):
        sends(desk, "save")

    assert [each.woken.is_set() for each in rounds] == [True, True]


def test_the_kept_password_is_on_no_page(desk):
    keep()

    pages = [desk.opens(url).html for url in (PAGE, "/desk/", f"{PAGE}&address=desk@example.org&provider=")]

    assert [page for page in pages if PASSWORD in page or MailAccount.objects.get().password in page] == []


def test_with_another_secret_both_pages_say_so_and_the_password_is_asked_for(desk, settings):
    secret = settings.SECRET_KEY
    settings.SECRET_KEY = "another " * 8
    keep()
    settings.SECRET_KEY = secret

    page, desk_page = desk.opens(PAGE), desk.opens("/desk/")

    assert ("can no longer be read" in page.text, desk_page.part("email")) == (True, "E-mail does not work")
    assert sends(desk, "test", password="")[0] == 422


def test_stopping_forgets_the_password(desk):
    keep()

    page = desk.sends(desk.opens(PAGE).form("/forget/"))

    assert (page.url, kept_account(), MailAccount.objects.get().password) == (f"{PAGE}#email", None, "")


def test_the_environment_wins_and_says_where_from_without_the_password(desk, settings):
    keep()
    settings.MAIL_SERVER = replace(SERVER, host="mail.example.net", user="us", password="secret")

    page = desk.opens(PAGE)

    assert (URL in page.text, "mail.example.net" in page.text, "secret" in page.html) == (True, True, False)
    assert (sends(desk, "save", name="Changed")[0], MailAccount.objects.get().name) == (200, "Our game")


def test_a_mailbox_of_the_environment_is_told_beside_the_account_of_the_page(desk, settings):
    keep()
    settings.MAILBOX = Mailbox("imap.example.net", 993, "us", "secret", speaks_tls=True)

    page = desk.opens(PAGE)

    assert ("HOSTDESK_IMAP_URL says, from imap.example.net" in page.text, "secret" in page.html) == (True, False)


def test_in_a_demo_nothing_is_kept(desk, settings):
    settings.DEMO = True

    assert (sends(desk, "save")[0], MailAccount.objects.count()) == (200, 0)


@pytest.mark.usefixtures("night")
def test_it_is_offered_where_players_with_an_address_wait_until_a_host_has_said_something(desk):
    offered = ["Set up e-mail" in desk.opens("/inbox/").links]
    reach("Di")
    home = desk.opens("/inbox/")
    offered.append("Set up e-mail" in home.links)
    after = desk.sends(home.form("/forget/"), decline="yes")

    assert [*offered, "Set up e-mail" in after.links] == [False, True, False]


@pytest.mark.usefixtures("night")
def test_declining_an_offer_that_another_host_has_taken_forgets_nothing(desk):
    reach("Di")
    form = desk.opens("/inbox/").form("/forget/")
    keep()

    desk.sends(form, decline="yes")

    assert kept_account() == ACCOUNT


def test_where_the_environment_sends_it_is_not_offered(desk, settings):
    settings.MAIL_SERVER = MailServer(sender="desk@example.org")

    assert "Set up e-mail" not in desk.opens("/inbox/").links
