#!/usr/bin/python3
"""A bare WebKit window for WebKitWebDriver, with no toolbar that would keep it wide. Debian's own Python runs it.

``HEARS`` in the environment is a script that hears the faults of every page; ``SIZE`` is width and height in pixels.
"""

import os
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402 - the versions come first

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
hears = WebKit2.UserScript.new(
    os.environ["HEARS"], WebKit2.UserContentInjectedFrames.TOP_FRAME, WebKit2.UserScriptInjectionTime.START, None, None
)
view.get_user_content_manager().add_script(hears)


def begin(_: Any, session: Any) -> None:
    """Answer the driver, which compares the name."""
    told = WebKit2.ApplicationInfo.new()
    told.set_name("MiniBrowser")
    told.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(told)
    session.connect("create-web-view", lambda *_: view)


context.connect("automation-started", begin)
window = Gtk.Window()
window.set_default_size(*map(int, os.environ["SIZE"].split("x")))
window.add(view)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
