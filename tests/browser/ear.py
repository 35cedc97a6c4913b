"""The requests and complaints of a page, heard from its first moment on."""

from playwright.sync_api import ConsoleMessage, Dialog, Page

TELLS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
document.addEventListener("htmx:error", (event) => {
  if (!event.detail.errorInfo.failed) console.error(`htmx: ${event.detail.errorInfo.error}`);
});
"""
# Chromium calls a refused form (status 409 or 422) a failure to load, and likewise a page that is not found.
_NO_COMPLAINT = "Failed to load resource: the server responded with a status of 4"


class Ear:
    """The requests of a page, and its complaints: dialogs, script errors, breaches of the policy."""

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
        """Forget everything heard so far, before the next page."""
        self.requests.clear()
        self.complaints.clear()

    def asked_elsewhere(self, origin: str) -> list[str]:
        """Return the requested addresses that are outside the desk."""
        return [url for url in self.requests if not url.startswith((origin, "data:", "about:"))]
