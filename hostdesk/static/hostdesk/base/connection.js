// The connection, the sign-in and the version: said when they are gone, and nothing that was typed is touched.

import { all, isPulse, on } from "./bus.js";

const { version } = document.documentElement.dataset;
let state = ""; // "gone", "out", "old" when the desk was updated, or "" while all is well
let answeredAt = new Date();

function say() {
  for (const [id, which] of [["offline", "gone"], ["signed-out", "out"], ["updated", "old"]]) {
    const notice = document.getElementById(id);
    if (notice) notice.hidden = state !== which;
  }
  const asOf = state === "gone" ? ` As of ${answeredAt.toTimeString().slice(0, 5)}.` : "";
  for (const place of all("[data-as-of]")) place.textContent = asOf;
}

function becomes(now) {
  state = now;
  say();
}

export const FIELDS = "input:not([type=hidden]), select, textarea";
export const isTyped = (field) => {
  if (field === document.activeElement && field.matches("input:not([type=checkbox], [type=radio]), textarea")) return true;
  if (field.matches("select")) return !([...field.options].find((each) => each.defaultSelected) ?? field.options[0]).selected;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
};

export const lost = () => becomes("gone");
on("lost", lost);
on("answered", ({ requestConfig, xhr }) => {
  if (!xhr.status) return; // nobody answered, or the question was taken back
  if (xhr.status < 500) answeredAt = new Date();
  const isGone = xhr.status >= 500 && !xhr.getResponseHeader("HX-Retarget");
  const isOld = ![null, version].includes(xhr.getResponseHeader("Desk-Version"));
  becomes(isGone ? "gone" : xhr.status === 401 && isPulse(requestConfig.elt) ? "out" : isOld ? "old" : "");
  // Not at once, as two versions may answer by turns, and not where something is typed or was refused.
  const isKept = performance.now() < 10_000 || document.querySelector("main [role=alert]") || all(FIELDS).some(isTyped);
  if (state === "old" && !isKept) location.reload();
});
