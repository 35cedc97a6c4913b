"""A browser without JavaScript: it loads a page, fills in one of its forms, sends it, and follows the redirects."""

import csv
import io
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from reservations.players.queries import player_named
from tests.signed_in import player_client

# Amounts are read without the currency sign: other tests check where it stands.
_SIGN = re.compile(r"\$(?=[0-9])|^\$$")


@dataclass
class Form:
    """A form in a page: its address, and its values before anybody changes them."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    takes: dict[str, set[str]] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)

    def lets_say(self, name: str, values: list[str]) -> bool:
        """Tell whether a person could enter these values in the form, by typing or by choosing."""
        return name in self.typed or {*values} <= self.takes.get(name, set())


VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
FIGURES = re.compile(r"\b(?:Ann|Bo|Cy|Dee|Di|Eve|Fay|Gil|Zoe)\b|[+−-]?\d+(?:[.,:-]\d+)*")


def figures(text: str) -> list[str]:
    """Return the names of players, amounts, numbers, days and times of a text, in order."""
    return FIGURES.findall(text)


class Page(HTMLParser):
    """A page taken apart: its words, its forms, its links, and its messages on refusals and records."""

    def __init__(self, response: Any, url: str) -> None:
        super().__init__()
        # The address of the page, without a remark that it carries.
        self.status, self.url = response.status_code, re.sub(r"[?&]said=[^&#]*", "", url)
        self.html: str = response.content.decode()
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self.leads_to: list[str] = []
        self._said: dict[str, list[str]] = {"alert": [], "status": []}
        self._open: list[tuple[str, str, str]] = []
        self._words: list[str] = []
        self._inside: list[str] = []
        self._link: tuple[str, list[str]] | None = None
        self._button: list[str] | None = None
        self._select: tuple[str, list[str]] | None = None
        self._form: Form | None = None
        self._by_id: dict[str, Form] = {}
        self._parts: dict[str, list[str]] = {}
        self._elsewhere: list[tuple[str, str, dict[str, str]]] = []
        self.feed(self.html)
        for form, name, said in self._elsewhere:
            self._may_say(self._by_id.get(form), name, said)

    @property
    def text(self) -> str:
        """The visible text of the page, with single spaces."""
        return re.sub(r"\s+", " ", " ".join(self._words)).strip()

    def part(self, name: str) -> str:
        """Return the visible text of the part of the page with that id; empty if there is none."""
        return " ".join(" ".join(self._parts.get(name, ())).split())

    @property
    def alert(self) -> str:
        """The names and numbers in the page's warning or refusal, in order."""
        return " ".join(figures(" ".join(self._said["alert"])))

    @property
    def receipt(self) -> str:
        """The names and numbers in the page's note of a new record, in order."""
        return " ".join(figures(" ".join(self._said["status"])))

    def says(self, wanted: str) -> bool:
        """Tell whether these names and numbers follow one another, with any words between them."""
        return f" {wanted} " in f" {' '.join(figures(self.text))} "

    def form(self, ending: str) -> Form:
        """Return the first form with that ending of its address."""
        return next(form for form in self.forms if form.action.endswith(ending))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append((tag, "" if "hidden" in said else said.get("role", ""), said.get("id", "")))
        if tag in ("script", "style", "title", "datalist"):
            self._inside.append(tag)
        if tag == "form":
            self._form = Form(said.get("action") or self.url, said.get("method", "get"))
            if "id" in said:
                self._by_id[said["id"]] = self._form
            self.forms.append(self._form)
        elif tag == "a":
            self._link = (said.get("href", ""), [])
            self.leads_to.append(said.get("href", ""))
        elif tag in ("input", "button", "textarea", "select") and self.forms:
            self._field(tag, said)
        elif tag == "option" and self._select:
            self._may_say(self._form, self._select[0], {"type": "option", **said})
            if "selected" in said or not self._select[1]:
                self._select[1][:] = [said.get("value", "")]

    def _field(self, tag: str, said: dict[str, str]) -> None:
        name, fields = said.get("name", ""), self.forms[-1].fields
        if tag == "button":
            self._button = []
            self.forms[-1].buttons.append((name, said.get("value", ""), said.get("type", "submit")))
        elif tag == "select":
            self._select = (name, [])
        elif name and (said.get("type") not in ("checkbox", "radio") or "checked" in said):
            fields.setdefault(name, []).append(said.get("value", "on" if said.get("type") == "checkbox" else ""))
        if "form" in said:
            self._elsewhere.append((said["form"], name, {"type": tag, **said}))
        elif tag != "select":
            self._may_say(self._form, name, {"type": tag, **said})

    def _may_say(self, form: Form | None, name: str, said: dict[str, str]) -> None:
        """Note the values that a form lets a person enter; a field outside of a form is ignored."""
        if form is None:
            return
        if said.get("type") in ("option", "button", "submit", "checkbox", "radio", "hidden"):
            chosen = said.get("value", "on" if said["type"] == "checkbox" else "")
            form.takes.setdefault(name, set()).add(chosen)
        else:
            form.typed.add(name)

    def handle_endtag(self, tag: str) -> None:
        while tag in {each for each, *_ in self._open} and self._open.pop()[0] != tag:
            pass
        if tag == "form":
            self._form = None
        if self._inside and tag == self._inside[-1]:
            self._inside.pop()
        if tag == "a" and self._link:
            self.links.setdefault(" ".join("".join(self._link[1]).split()), self._link[0])
            self._link = None
        elif tag == "select" and self._select:
            self.forms[-1].fields[self._select[0]] = list(self._select[1])
            self._select = None

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] == "textarea" and self.forms:
            name = next(reversed(self.forms[-1].fields))
            # The first line break of a text area belongs to the markup.
            self.forms[-1].fields[name][-1] += data if self.forms[-1].fields[name][-1] else data.removeprefix("\n")
        if self._inside:
            return
        data = _SIGN.sub("", data)
        self._words.append(data)
        for role in {role for _, role, _ in self._open} & self._said.keys():
            self._said[role].append(data)
        for name in {name for *_, name in self._open if name}:
            self._parts.setdefault(name, []).append(data)
        if self._link:
            self._link[1].append(data)


class Browser:
    """A person's browser, signed in or not."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def opens(self, url: str) -> Page:
        """Load a page and follow its redirects."""
        response = self.client.get(url, follow=True)
        return Page(response, response.redirect_chain[-1][0] if response.redirect_chain else url)

    def rows(self, url: str) -> list[list[str]]:
        """Return the rows of a list, from its address as CSV."""
        answer = self.client.get(url)
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        return list(csv.reader(io.StringIO(answer.content.decode())))

    def sends(self, form: Form, **said: Any) -> Page:
        """Fill in the form and send it; a list stands for a repeated field, None for a missing one."""
        data = {**form.fields, **{name: value if isinstance(value, list) else [value] for name, value in said.items()}}
        sent = {name: value for name, value in data.items() if value != [None]}
        response = self.client.post(form.action, sent, follow=True)
        return Page(response, response.redirect_chain[-1][0] if response.redirect_chain else form.action)


def phone(name: str) -> Browser:
    """Return a player's browser, signed in to their own page."""
    return Browser(player_client(player_named(name)))


def own(name: str, page: str = "") -> str:
    """Return the address of a player's own page, or of one below it."""
    return f"/own/{player_named(name).number}/{page}"
