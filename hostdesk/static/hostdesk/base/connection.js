// The connection and the sign-in: said when they are gone, in one place, and nothing that was typed is touched.

import { all, isPulse, on } from "./bus.js";

let state = ""; // "gone", "out", or "" while all is well
let answeredAt = new Date();

function say() {
  for (const [id, which] of [["offline", "gone"], ["signed-out", "out"]]) {
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

export const lost = () => becomes("gone");

on("lost", lost);
on("answered", ({ requestConfig, xhr }) => {
  if (!xhr.status) return; // nobody answered, or the question was taken back
  if (xhr.status < 500) answeredAt = new Date();
  const isGone = xhr.status >= 500 && !xhr.getResponseHeader("HX-Retarget");
  becomes(isGone ? "gone" : xhr.status === 401 && isPulse(requestConfig.elt) ? "out" : "");
});
