"""Every command of the ground floor by its name, for walks and tables that choose commands by name."""

import importlib
import pkgutil
from collections.abc import Callable
from typing import Any

import ledger
import reservations


def _commands() -> dict[str, Callable[..., Any]]:
    found: dict[str, Callable[..., Any]] = {}
    for app in (reservations, ledger):
        for module in pkgutil.walk_packages(app.__path__, f"{app.__name__}."):
            if module.name.endswith("commands") and ".management" not in module.name:
                parts = vars(importlib.import_module(module.name))
                own = (each for each in parts.values() if getattr(each, "__module__", "") == module.name)
                found |= {each.__name__: each for each in own if callable(each) and hasattr(each, "__wrapped__")}
    return found


def __getattr__(name: str) -> Callable[..., Any]:
    """Return the command of that name, so that ``getattr(all_commands, "buy_in")`` finds it."""
    try:
        return _COMMANDS[name]
    except KeyError:
        raise AttributeError(name) from None


_COMMANDS = _commands()
