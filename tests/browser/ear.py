"""What a page asks for and complains about, heard from its first breath on."""

from playwright.sync_api import ConsoleMessage, Dialog, Page

TELLS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
document.addEventListener("htmx:error", (event) => {
  if (!event.detail.errorInfo.failed) console.error(`htmx: ${event.detail.errorInfo.error}`);
});
"""
# A refused form is a page with the status 409 or 422, which chromium calls a failure; so it does what is looked for and
# not there.
_NO_COMPLAINT = "Failed to load resource: the server responded with a status of 4"


class Ear:
    """The requests of a page, and what is wrong with it: dialogs, faults of scripts, breaches of the policy."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.add_init_script(TELLS)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", self._hear)
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.on("dialog", self._dismiss)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(_NO_COMPLAINT):
            self.complaints.append(f"{message.type}: {message.text}")

    def _dismiss(self, dialog: Dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def forget(self) -> None:
        """Forget what was heard so far: the next page is another one."""
        self.requests.clear()
        self.complaints.clear()

    def asked_elsewhere(self, origin: str) -> list[str]:
        """Return the addresses outside the desk that were asked for."""
        return [url for url in self.requests if not url.startswith((origin, "data:", "about:"))]
