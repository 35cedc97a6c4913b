// A panel that shows something else: where the eye goes, and the focus.

import "./keypad.js"; // whose keys are there before this looks at what is in sight
import { on } from "./bus.js";

// What a refusal offers is in sight, above the keypad, or else the main button of what is being done with keys; in a
// low window the way of paying stays, and without keys the heading does.
function showMain() {
  const panel = document.querySelector(".panel-close, #panel.counting > *")?.closest("#panel");
  const offered = panel?.querySelector("[role=alert] .primary");
  const main = panel?.querySelector("[data-keys]")?.closest(".panel-body, .counting")?.querySelector(".primary");
  (offered ?? (matchMedia("(max-height: 40rem)").matches ? null : main))?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("DOMContentLoaded", showMain);
on("drawn", ({ target }) => {
  const panel = document.getElementById("panel");
  if (target?.id !== "panel" || !panel) return;
  panel.scrollTop = 0;
  showMain();
  const head = panel.querySelector("h2");
  if (head) head.tabIndex = -1;
  (panel.querySelector("[autofocus]") || head)?.focus({ preventScroll: true });
});
