"""Leaves: features that can be taken out whole.

A leaf is an app without models. One line in ``INSTALLED_APPS`` registers it. ``leaf.toml`` in its folder lists its
additions to other places, in tables of these kinds:

* ``addresses``: the name of an address, its path, its view
* ``parts``: a template, and the place of a page that shows it by ``{% leaf_parts "home" %}``
* ``desk``: a name in the context of Home and of Settings, and the function of the time that returns its value
* ``settings``: the key of a row of Settings, its name, the templates of its cards, the address of its form
* ``inbox``: a kind of open matters, with its rows and the function that finds them
* ``health``: a key of ``/healthz``, and the function of the time that returns its value; if that is ``late``, a host
  should look after it
* ``doctor``: a matter of the doctor, and the function that checks it
* ``rounds``: a round of the desk, and its ``Work``
* ``restores``: the end of a file's name, and the function that restores the file
* ``help``: rows of ``help.toml``
* ``search``, ``ways``: rows of ``pages.toml`` and of ``ways.toml``, with the name of the next row in ``before``

Functions are written with the path of their module. Only the front imports them.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps


@cache
def leaves() -> tuple[Mapping[str, Any], ...]:
    """Return the additions of the leaves, in the order of ``INSTALLED_APPS``."""
    files = (Path(app.path, "leaf.toml") for app in apps.get_app_configs())
    return tuple(tomllib.loads(file.read_text(encoding="utf-8")) for file in files if file.exists())


def added(kind: str) -> dict[str, Any]:
    """Return all additions of a kind, by key."""
    return {key: value for leaf in leaves() for key, value in leaf.get(kind, {}).items()}


def with_leaves(rows: Sequence[Mapping[str, str]], kind: str) -> list[Mapping[str, str]]:
    """Return the rows together with those of the leaves, every one of them in its place."""
    found = [*rows]
    for row in (row for leaf in leaves() for row in leaf.get(kind, ())):
        found.insert([app["name"] for app in found].index(row["before"]), row)
    return found
