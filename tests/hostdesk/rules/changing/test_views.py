"""Changing the rules of a house: by form or by file, with a review of the changes, and saved with a reason."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from hostdesk.rules.houses.presets import load_preset, preset_keys
from hostdesk.rules.houses.toml_text import toml_text
from ledger.bank.queries import terms_of
from reservations.houses.commands import make_house, revise_house
from reservations.models import House, Rules
from tests.hostdesk.browsing import figures
from tests.hostdesk.rules.changing.by_hand import BLINDS, LEVELS, rows_of, typed_by_hand, written_after
from tests.played_once import played_once
from tests.stories.evening import Evening

pytestmark = [pytest.mark.further, pytest.mark.django_db]

PRESET = load_preset("mike")
SHORT = [article for number, article in enumerate(PRESET["articles"]) if number < 4 or "0.20" in article["text"]]
MIKE = {**PRESET, "articles": SHORT}
CHANGE, REVISE, SAVE = "/houses/mike/change/", "/houses/mike/revise/", "/houses/mike/save/"


@pytest.fixture
@played_once
def mikes():
    return make_house(document=MIKE).house


def typed(desk, do="review", **said):
    """Send the form with these fields, "__" for the dot in their names, and one of its buttons."""
    form = desk.opens(CHANGE).form("/change/")
    return desk.sends(form, do=do, **{name.replace("__", "."): value for name, value in said.items()})


def looked_over(desk, document):
    return desk.sends(desk.opens(REVISE).form("/revise/"), document=document)


def saved(desk, page, **said):
    return desk.sends(page.form("/save/"), **said)


def stated_otherwise(page):
    return figures(page.part("stated-otherwise"))


# The form


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=() if key == "mike" else pytest.mark.long) for key in preset_keys()]
)
def test_the_form_of_a_preset_says_the_same_document(desk, key):
    make_house(document=load_preset(key))
    form = desk.opens(f"/houses/{key}/change/").form("/change/")

    page = desk.sends(form, do="review")

    assert page.form("/save/").fields["document"] == [toml_text(load_preset(key))]
    assert "Nothing: these are the rules of version 1." in page.text


@pytest.mark.parametrize("target", [BLINDS, pytest.param(LEVELS, marks=pytest.mark.long)])
def test_every_term_is_changed_by_form_as_it_would_be_by_hand(desk, mikes, target):
    page = desk.opens(CHANGE)
    for name, wanted in rows_of(target).items():
        for _ in range(wanted - rows_of(MIKE)[name]):
            page = desk.sends(page.form("/change/"), do=f"{name}.add")
        for _ in range(rows_of(MIKE)[name] - wanted):
            page = desk.sends(page.form("/change/"), do=f"{name}.0.remove")
    by_hand, fields = written_after(MIKE, target), page.form("/change/").fields
    typed_in = {}
    for name, value in typed_by_hand({**target, "buy_in": by_hand["buy_in"]}).items():
        marks = [each for each in fields.get(name, ()) if each == "given"]
        typed_in[name] = ([*marks, *(["on"] if value else [])] or None) if isinstance(value, bool) else value
        if isinstance(value, str) and not page.form("/change/").lets_say(name, [value]):
            typed_in[name] = ""  # the default is in force where the field is empty

    saved(desk, desk.sends(page.form("/change/"), do="review", **typed_in))

    assert desk.client.get("/houses/mike/rules.toml").content.decode() == toml_text(by_hand)


def test_a_term_has_its_sentence_its_meaning_and_who_else_has_it(desk, mikes):
    page = desk.opens(CHANGE)

    assert page.part("said-buy_in-multiple") == "The bank sells chips in multiples of 5.00."
    assert page.part("term-buy_in-multiple-about") == "The bank sells chips in multiples of this. Used by Hybrid game."
    assert page.part("said-rebuy-when") == "Rebuys at any time."


def test_sentences_are_said_while_one_types(desk, mikes):
    form = desk.opens(CHANGE).form("/change/")

    page = desk.client.post(f"{CHANGE}said/", {**form.fields, "buy_in.multiple": "2.50"}).content.decode()

    assert "multiples of $2.50." in page
    assert mikes.versions.count() == 1


def test_a_term_that_contradicts_another_is_said_beside_it_while_one_types(desk, mikes):
    form = desk.opens(CHANGE).form("/change/")
    said = {"buy_in.maximum.form": "amount", "buy_in.maximum.value": "3"}

    page = desk.client.post(f"{CHANGE}said/", {**form.fields, **said}).content.decode()

    assert page.count('class="said error"') == 2
    assert "The minimum is more than the maximum" in page


def test_check_says_that_it_fits_and_saves_nothing(desk, mikes):
    page = typed(desk, "check", buy_in__multiple="2.50")

    assert (page.status, mikes.versions.count()) == (200, 1)
    assert page.part("said-buy_in-multiple") == "The bank sells chips in multiples of 2.50."
    assert "All of it fits together." in page.text


def test_check_points_out_an_article_that_states_another_number_than_its_term(desk, mikes):
    page = typed(desk, "check", buy_in__usual__value="15.00", articles__1__text="A buy-in is usually 25.00.")

    assert stated_otherwise(page) == ["2", "25.00", "5.00", "15.00"]


def test_what_was_changed_and_contradicts_a_term_is_pointed_out_once_before_it_is_saved(desk):
    hybrid = load_preset("hybrid")
    make_house(document=hybrid)
    form = desk.opens("/houses/hybrid/revise/").form("/revise/")
    text = toml_text(hybrid).replace('maximum = {amount = "10.00"}', 'maximum = {amount = "12.00"}')

    page = desk.sends(form, document=text.replace('usual = {amount = "10.00"}', 'usual = {amount = "12.00"}'))

    assert stated_otherwise(page) == ["2", "10.00"]


def test_every_fault_is_told_with_a_way_to_its_field_and_what_was_typed_stays(desk, mikes):
    page = typed(
        desk,
        buy_in__multiple="five",
        seating__split_at="30",
        chips__0__value="",
        articles__3__title="",
        summary="Ours.",
    )

    assert (page.status, mikes.versions.count()) == (422, 1)
    assert [
        page.links[name]
        for name in ("Multiple", "Two tables with", "Chips 1, value", f"Article {SHORT[3]['number']}, title")
    ] == [*("#term-buy_in-multiple", "#term-seating-split_at", "#term-chips-0-value", "#term-articles-3-title")]
    assert page.form("/change/").fields["buy_in.multiple"] == ["five"]
    assert page.form("/change/").fields["summary"] == ["Ours."]


def test_a_level_that_is_wrong_is_told_by_its_number(desk):
    make_house(document=load_preset("hybrid"))
    form = desk.opens("/houses/hybrid/change/").form("/change/")

    page = desk.sends(form, **{"do": "check", "levels.blinds.2.small": "", "levels.blinds.4.small": "0.50"})

    assert [page.links[name] for name in ("Level 3", "Level 5")] == [
        *("#term-levels-blinds-2", "#term-levels-blinds-4")
    ]
    assert "Level 5: In 0.50/0.20 the small blind is more than the big blind." in page.text


def test_a_note_house_without_the_book_is_told_at_the_means(desk, mikes):
    page = typed(desk, buy_in__pays_with=["cash", "note"])

    assert page.status == 422
    assert page.links["Chips are paid for"] == "#term-buy_in-pays_with"


def test_a_row_is_added_moved_and_taken_out_without_losing_a_word(desk, mikes):
    page = typed(desk, "chips.add", summary="Ours.")
    page = desk.sends(page.form("/change/"), **{"do": "chips.6.up", "chips.6.colour": "pink", "chips.6.value": "25"})
    page = desk.sends(page.form("/change/"), do="chips.0.remove")

    fields = page.form("/change/").fields
    assert [fields[f"chips.{row}.colour"][0] for row in range(6)] == ["red", "blue", "yellow", "black", "pink", "green"]
    assert (fields["summary"], mikes.versions.count()) == (["Ours."], 1)


def test_what_changes_is_shown_and_saved_with_its_reason(desk, mikes):
    page = typed(desk, conduct__jump_warnings="2", summary="Ours.")

    assert "A jumped bet" not in page.text
    assert "Warned first 1 times a night 2 times a night" in page.text

    page = saved(desk, page, reason="Bo asked for it.")

    assert page.url == "/houses/mike/?saved=2"
    assert (mikes.newest().reason, "Bo asked for it." in page.text) == ("Bo asked for it.", True)


def test_one_can_go_back_and_change_more(desk, mikes):
    form = typed(desk, conduct__jump_warnings="2").form("/save/")
    form.action = CHANGE

    page = desk.sends(form, do="edit")

    assert page.form("/change/").fields["conduct.jump_warnings"] == ["2"]


def test_a_house_with_an_empty_table_keeps_it(desk):
    make_house(document={**MIKE, "waiting": {}})

    page = typed(desk)

    assert "Nothing: these are the rules of version 1." in page.text


def test_the_later_of_two_hosts_is_told_and_loses_nothing(desk, mikes):
    page = typed(desk, conduct__jump_warnings="2")
    revise_house(house=mikes, document={**MIKE, "summary": "Theirs."})

    told = saved(desk, page, reason="More patience.")
    again = saved(desk, told)

    assert (told.status, told.form("/save/").fields["reason"]) == (409, ["More patience."])
    assert "Version 2 was saved meanwhile: this was written from version 1." in told.text
    assert f"In one sentence : {MIKE['summary']} becomes Theirs." in told.text
    assert (again.url, mikes.newest().reason) == ("/houses/mike/?saved=3", "More patience.")


def test_the_later_of_two_hosts_is_told_before_saving_where_that_is_known(desk, mikes):
    form = desk.opens(CHANGE).form("/change/")
    revise_house(house=mikes, document={**MIKE, "summary": "Theirs."})

    page = desk.sends(form, **{"do": "review", "conduct.jump_warnings": "2"})

    assert "Version 2 was saved meanwhile" in page.text
    assert page.form("/save/").fields["version"] == ["2"]


def test_a_reason_that_is_no_line_is_refused_and_nothing_is_lost(desk, mikes):
    page = saved(desk, typed(desk, conduct__jump_warnings="2"), reason="\u202eback")

    assert (page.status, mikes.versions.count()) == (422, 1)
    assert page.form("/save/").fields["reason"] == ["\u202eback"]


@pytest.mark.parametrize("said", [{"document": "x ="}, {"document": ""}, {"version": "x"}])
def test_what_no_page_sends_saves_nothing(desk, mikes, said):
    saved(desk, typed(desk, conduct__jump_warnings="2"), **said)
    desk.client.post(CHANGE, {"do": "edit", "document": "x ="})

    assert mikes.versions.count() == 1


# The file


def test_the_rules_are_handed_out_as_a_file(desk, mikes):
    revise_house(house=mikes, document={**MIKE, "summary": "Newer."})

    files = [desk.client.get(f"/houses/mike/rules.toml{asked}") for asked in ("", "?version=1")]

    assert [each.content.decode() for each in files] == [toml_text({**MIKE, "summary": "Newer."}), toml_text(MIKE)]
    assert files[1]["Content-Disposition"] == 'attachment; filename="mike-1.toml"'


def test_a_file_is_taken_for_the_text(desk, mikes):
    form = desk.opens(REVISE).form("/revise/")
    file = SimpleUploadedFile("mike.toml", ("\ufeff" + toml_text({**MIKE, "summary": "A file."})).encode())

    page = desk.sends(form, file=file)

    assert "A file." in page.text
    assert saved(desk, page).url == "/houses/mike/?saved=2"


def test_a_file_that_is_no_text_is_told(desk, mikes):
    page = desk.sends(desk.opens(REVISE).form("/revise/"), file=SimpleUploadedFile("mike.toml", b"key = '\xff'"))

    assert (page.status, "This is not UTF-8 text" in page.text) == (422, True)


def test_a_house_has_its_terms_for_the_tables_revised(desk, mikes):
    page = looked_over(desk, toml_text({**MIKE, "seating": {"most": 8}, "conduct": {"jumped_bet": "0.50"}}))

    page = saved(desk, page)

    rules = desk.opens(page.links["Rules"]).text
    assert "At most 8 sit at one table. First come, first served. With 9 the game goes on at two tables" in rules
    assert "A jumped bet that is past warning costs 0.50, straight into the pot." in rules
    assert "At most 11 sit at one table." in desk.opens("/houses/mike/rules/?version=1").text


def test_terms_for_the_tables_that_do_not_hold_together_are_told(desk, mikes):
    page = looked_over(desk, toml_text({**MIKE, "seating": {"split_at": 30}, "conduct": {"jumped": 60}}))

    assert (page.status, Rules.objects.count()) == (422, 1)
    assert "[seating] split_at: Two tables of 11 hold 22 at most; write fewer." in page.text
    assert "[conduct] jumped: This is unknown; do you mean jumped_bet?" in page.text


def test_attendance_terms_that_do_not_hold_together_are_told(desk, mikes):
    page = looked_over(desk, toml_text({**MIKE, "attendance": {"steps": [[2, "reminder"], [1, "removed"]]}}))

    assert (page.status, Rules.objects.count()) == (422, 1)
    assert "[attendance] steps: The strikes have to rise from one step to the next." in page.text


def test_a_new_version_is_saved_and_nights_keep_theirs(desk):
    evening = Evening("mike")

    page = saved(desk, looked_over(desk, toml_text({**MIKE, "buy_in": {**MIKE["buy_in"], "multiple": "10.00"}})))

    newest = House.objects.get().newest()
    assert (page.url, terms_of(newest).multiple_cents) == ("/houses/mike/?saved=2", 1000)
    assert "Version 2 is saved." in page.text
    assert evening.night.kept_rules.version == 1
    assert "multiples of 5.00" in desk.opens("/houses/mike/rules/?version=1").text


def test_articles_that_state_the_old_number_are_pointed_out_before_it_is_saved(desk, mikes):
    page = looked_over(desk, toml_text(MIKE).replace('jumped_bet = "0.20"', 'jumped_bet = "0.25"'))

    assert "says 0.20" in page.text
    assert saved(desk, page).url == "/houses/mike/?saved=2"


def test_an_article_that_is_changed_as_well_is_not_pointed_out(desk, mikes):
    page = looked_over(desk, toml_text(MIKE).replace("0.20", "0.25"))

    assert "says 0.20" not in page.text


def test_every_fault_of_a_file_is_told_and_what_was_typed_stays(desk, mikes):
    page = looked_over(
        desk,
        toml_text(MIKE).replace('multiple = "5.00"', 'multiple = "five"').replace("[rebuy]", "[rebuys]") + "# mine",
    )

    assert (page.status, Rules.objects.count()) == (422, 1)
    assert page.text.count("[buy_in] multiple:") == 1
    assert "This is unknown; do you mean rebuy?" in page.text
    assert "# mine" in page.text


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ("", "The rules are empty."),
        ("x =", "This is not TOML"),
        ("x" * 200_001, "A house has at most 200000 bytes, and this is more."),
        (toml_text({**MIKE, "name": "Another"}), "A new version keeps the house's key and name"),
    ],
)
def test_what_is_no_next_version_is_told(desk, mikes, document, sentence):
    page = looked_over(desk, document)

    assert (page.status, Rules.objects.count()) == (422, 1)
    assert sentence in page.text


def test_saved_twice_by_a_double_tap_is_saved_once(desk, mikes):
    form = typed(desk, summary="Mine.").form("/save/")

    pages = [desk.sends(form), desk.sends(form)]

    assert [page.url for page in pages] == ["/houses/mike/?saved=2"] * 2
    assert Rules.objects.count() == 2


def test_the_articles_of_the_template_are_looked_over_and_saved(desk, mikes):
    maximum = {**MIKE, "buy_in": {**MIKE["buy_in"], "maximum": {"amount": "17.00"}}}
    revise_house(house=mikes, document=maximum, after=1)

    assert "Take the articles of the template" in desk.opens("/houses/mike/").text
    page = desk.opens("/houses/mike/template/")

    assert page.form("/save/").fields["reason"] == ["The articles of the template."]
    saved(desk, page)
    assert mikes.newest().version == 3
    assert desk.client.get("/houses/mike/rules.toml").content.decode() == toml_text(
        {**maximum, "articles": PRESET["articles"]}
    )


def test_a_house_with_all_the_articles_of_its_template_takes_none(desk):
    make_house(document=PRESET)

    pages = [desk.opens("/houses/mike/"), desk.opens("/houses/mike/template/")]

    assert ["the template" in page.text for page in pages] == [False, False]
    assert pages[1].url == "/houses/mike/"


@pytest.mark.parametrize("page", ["change/", "revise/", "rules.toml"])
def test_a_house_that_is_not_there_has_no_rules_to_change(desk, page):
    assert desk.client.get(f"/houses/nope/{page}").status_code == 404
