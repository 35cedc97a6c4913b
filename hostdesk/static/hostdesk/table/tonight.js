// Tonight: an answer that comes to a panel which has gone, and a panel that is drawn anew when the clock moves on.

import { all, on, tell } from "../base/bus.js";
import { lost } from "../base/connection.js";
import { isTyped } from "../base/keypad.js";

// Upright, the place whose card it is stays in sight above the sheet.
function showPlace() {
  const [seat, sheet] = all(".felt .sitting[aria-current], .panel.doing").map((each) => each.getBoundingClientRect());
  if (sheet?.left === 0 && innerWidth > 640) scrollBy(0, Math.max(0, seat.bottom + 12 - sheet.top));
}

addEventListener("load", showPlace); // with the fonts
on("drawn", ({ target, xhr }) => {
  if (!xhr) return; // the desk has marked who is in the panel
  const at = /\/players\/(\d+)\//.exec(location.pathname);
  all(".sitting").forEach((each) => each.removeAttribute("aria-current"));
  if (at) document.getElementById(`sitting-${at[1]}`)?.setAttribute("aria-current", "true");
  if (target?.id === "panel") showPlace();
});

// --- Chips that were typed on somebody's card are their count once they cash out.
let typed = "";
document.addEventListener("click", (event) => {
  if (!event.target.closest("a, button")) return;
  const fields = event.target.closest(".cash-out-strip > a") ? all("#stack, #amount[data-typed]") : [];
  typed = fields.map((each) => each.value).find(Boolean) ?? "";
});

// What is needed less comes into sight where the finger is.
document.addEventListener("click", (event) => {
  const more = event.target.closest(".player-more > summary")?.parentElement;
  if (more && !more.open) requestAnimationFrame(() => more.scrollIntoView({ block: "nearest" }));
});

on("drawn", () => {
  const field = typed && document.querySelector("#panel #player_count");
  if (!field) return;
  [field.value, typed] = [typed, ""];
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

// --- What asked may have been replaced meanwhile, by the answer to something else. htmx then looks for the parts of the
// page in what is no longer on it, and finds none of them. An answer for a part of a panel that has gone, like what a
// count would pay, brings nothing new then; any other answer is shown all the same. The page stays, and only its parts
// change: a tap on a page that is being left would be lost.
on("orphan", (detail) => {
  const { requestConfig, target, xhr } = detail;
  if (target.id !== "panel") return false;
  const leadsOn = requestConfig.verb === "get" || new URL(xhr.responseURL).pathname !== requestConfig.path;
  if (xhr.status < 400 && leadsOn) history.pushState({ htmx: true }, "", xhr.responseURL);
  const selectOOB = document.getElementById("tonight").getAttribute("hx-select-oob");
  htmx.swap("#panel", xhr.response, { swapStyle: "outerHTML" }, { select: "#panel", selectOOB, eventInfo: detail });
  return false;
});

// --- A panel that says what the clock allows is drawn anew when the clock moves on. What was typed stays, and a
// refused cash-out is tried again with its counts: that records nothing.
function keepTyped(old, body) {
  for (const field of all("input:not([type=hidden]), select, textarea", old)) {
    const same = field.id ? body.querySelector(`#${CSS.escape(field.id)}`) : null;
    const choice = `input[name="${field.name}"][value="${CSS.escape(field.value)}"]`;
    if (field.matches("[type=checkbox], [type=radio]")) all(choice, body).forEach((each) => (each.checked = field.checked));
    else if (same) same.value = field.value;
  }
  const open = all("details[open] > :first-child", old).map((each) => each.textContent);
  for (const fold of all("details", body)) fold.open ||= open.includes(fold.firstElementChild.textContent);
}

async function drawAnew(old) {
  const again = old.querySelector("#try-again");
  const asked = again ? { method: "POST", body: new URLSearchParams(new FormData(again)) } : {};
  const answer = await fetch(again ? again.action : location.href, asked);
  const body = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#panel .panel-body");
  if (!old.isConnected) return;
  if (!body) throw new Error(answer.status);
  const inHandId = old.contains(document.activeElement) ? document.activeElement.id : "";
  keepTyped(old, body);
  old.replaceWith(document.adoptNode(body));
  htmx.process(body);
  tell("drawn");
  body.querySelector("#count [hx-post]")?.dispatchEvent(new Event("input", { bubbles: true }));
  const field = document.getElementById(inHandId);
  field?.focus({ preventScroll: true });
  // The next digit follows what is typed already.
  if (field && isTyped(field)) field.setSelectionRange(field.value.length, field.value.length);
}

on("drawn", ({ xhr }) => {
  const body = document.querySelector("#panel [data-anew]")?.closest(".panel-body");
  const now = document.getElementById("bank")?.dataset.clockIs;
  if (!xhr || !body || !now || body.dataset.clockWas === now) return;
  body.dataset.clockWas = now; // asked for once, and until it comes: the next draw may be a level away
  (function ask() { drawAnew(body).catch(() => { lost(); setTimeout(ask, 2000); }); })();
});
