// A count that has begun waits until it is sent: in this browser at the closing, and from a stray tap.

import { all, early } from "../base/bus.js";

// --- Counts that are typed at the closing wait in this browser until they are sent: those of a player as long as the
// player is in for the same.
const counts = () => all(".closing :is(#count, .drawer-count) :is([data-keypad], [data-cents])");
const placeOf = ({ form, name }) => `${form.action} ${form.elements.in_for?.value} ${name}`;

counts().forEach((field) => (field.value ||= sessionStorage.getItem(placeOf(field)) || ""));
window.addEventListener("pagehide", () => {
  for (const field of counts()) sessionStorage.setItem(placeOf(field), field.form.dataset.sent ? "" : field.value);
});

// --- It is not thrown away by a stray tap: whatever leads away from it asks first.
let leaving = null; // what was tapped

function isCounting() {
  const fields = all("#panel #count input:not([type=hidden])");
  return !fields.length || fields.some((each) => (each.type === "checkbox" ? each.checked : each.value));
}

early("click", (event) => {
  const asks = document.getElementById("leaves-count");
  const tapped = event.target.closest("a[href], button:not([type=button])");
  if (!asks || !tapped || tapped === leaving || !isCounting()) return;
  if (tapped.closest("#panel, [data-keeps-count]") && !tapped.matches(".panel-close")) return;
  event.preventDefault();
  event.stopPropagation();
  if (tapped.matches("button") && !tapped.form) return; // a free seat, which nobody is given now
  leaving = tapped;
  asks.returnValue = "";
  asks.showModal();
});

early("close", (event) => {
  // Another device may have had that part of the page drawn anew.
  if (!leaving?.isConnected) leaving = document.getElementById(leaving?.id);
  if (event.target.returnValue === "leave") leaving?.click();
  leaving = null;
});
