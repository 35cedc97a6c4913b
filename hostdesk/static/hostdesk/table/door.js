// The door, while another device is at it too: what reads as before stays as it is, under the finger that is on it.

import { all, on } from "../base/bus.js";

const rows = (root) => all(".visitor", root);
const ids = (list) => list.map((row) => row.id).join(" ");

// A list of the same people takes over the rows that read otherwise, one by one.
function takeOver(old, fresh) {
  const inHand = document.activeElement?.id;
  old.forEach((row, place) => {
    if (row.dataset.reads === fresh[place].dataset.reads) return;
    row.replaceWith(fresh[place]);
    htmx.process(fresh[place]);
  });
  const again = inHand && document.getElementById(inHand);
  if (again && again !== document.activeElement) again.focus({ preventScroll: true });
}

on("part", ({ target, fragment }) => {
  const old = rows(target);
  const fresh = rows(fragment);
  if (target.querySelector("details[open]")) fragment.querySelector("details")?.setAttribute("open", "");
  if (!old.length || ids(old) !== ids(fresh)) return true;
  takeOver(old, fresh);
  return false;
});
