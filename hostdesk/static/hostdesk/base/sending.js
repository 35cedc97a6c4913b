// What is sent, and what becomes of its answer: one press sends once, and what a later tap has overtaken is not shown.

import { all, isPulse, on } from "./bus.js";

// --- The key in a form makes sure that it is recorded once; this spares the second request.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.closest("[hx-boost=true]")) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
  setTimeout(() => delete form.dataset.sent, 8000);
});

function pressable(elt, isOn) {
  if (elt.matches("form")) all("button:not([type=button])", elt).forEach((button) => (button.disabled = !isOn));
}

on("asks", ({ elt }) => pressable(elt, false));
on("answered", ({ requestConfig }) => pressable(requestConfig.elt, true));

// --- A page that the browser kept and shows again must not send the keys it had: what they recorded is recorded.
async function freshKeys() {
  const fields = all("input[name=key]");
  if (!fields.length) return;
  const answer = await fetch(new URL(`../../../keys/?count=${fields.length}`, import.meta.url), { cache: "no-store", headers: { Accept: "application/json" } });
  const { keys } = await answer.json();
  fields.forEach((field, place) => (field.value = keys[place]));
}

window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  all("button[disabled]").forEach((button) => (button.disabled = false));
  freshKeys().catch(() => window.location.reload());
});

// --- A panel that was asked for before something else was tapped stays away. It would take the place that the later
// answer is meant for, and that one may say that nothing was recorded.
let asked = 0; // how often something was asked for
const turns = new WeakMap();
const awaited = new Set();

export const overtake = () => (asked += 1);

on("asks", ({ elt, target, xhr }) => {
  if (isPulse(elt)) return;
  turns.set(xhr, target.id === "live" ? asked : overtake());
  awaited.add(xhr);
  xhr.addEventListener("loadend", () => awaited.delete(xhr));
});

on("answer", ({ requestConfig, target, xhr }) => {
  const { elt, verb } = requestConfig;
  // A pulse changes nothing while an answer is awaited: htmx looks at what asked for it to know where it belongs. What
  // another device did comes with that answer, or with the next pulse; one asked for before it is older than the page.
  if (isPulse(elt) && (awaited.size || !elt.isConnected)) return false;
  const isError = xhr.status >= 400 && xhr.status !== 409 && xhr.status !== 422;
  if (isError && !xhr.getResponseHeader("HX-Retarget")) return false;
  const isOvertaken = (verb === "get" || target.id === "live") && turns.get(xhr) < asked;
  // Nor does an amount that fits the chips in front take the place of one that somebody typed.
  return !isOvertaken && !target.dataset.typed;
});
