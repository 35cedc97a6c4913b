// The desk's own keypad types into the field in hand.

import { point } from "./amounts.js";
import { all, on } from "./bus.js";

const TYPED = "input[data-keypad], input[data-cents]"; // amounts, and how many of a colour
let inHand = null;
let pressed = null;

export const isTyped = (field) => field.matches(TYPED);
const fieldsOf = (form) => [...form.elements].filter(isTyped);

// A keypad lies in the form it types into, or names it.
const formOf = (keypad) => keypad.closest("form") || document.getElementById(keypad.dataset.form);

function fieldInHand(form) {
  const fields = fieldsOf(form);
  return fields.includes(inHand) ? inHand : fields.find((each) => each.matches("[data-keypad]"));
}

function type(field, digit) {
  const whole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
  const before = whole ? "" : field.value;
  const isPoint = digit === point;
  const [, decimals] = before.split(point);
  // An amount has one point, two decimals, and something before them; a number of chips has none of it.
  if (isPoint ? decimals !== undefined || field.matches("[data-cents]") : digit !== "back" && decimals?.length > 1) return;
  const added = isPoint && !before ? `0${digit}` : digit;
  field.value = digit === "back" ? before.slice(0, -1) : `${before}${added}`.slice(0, field.maxLength);
  field.setSelectionRange?.(field.value.length, field.value.length);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("focusin", (event) => {
  if (!isTyped(event.target)) return;
  inHand = event.target;
  inHand.select();
});

// A key types once the finger leaves it, or the next finger comes: who types fast loses no digit, who scrolls types none.
function typePressed() {
  const key = pressed;
  pressed = null;
  if (!key?.isConnected) return;
  const field = fieldInHand(formOf(key.closest("[data-keys]")));
  if (document.activeElement !== field) field.focus({ preventScroll: true });
  type(field, key.dataset.digit);
  key.dispatchEvent(new Event("typed", { bubbles: true }));
}

document.addEventListener("pointerdown", (event) => {
  typePressed();
  pressed = event.button ? null : event.target.closest("[data-digit]");
});
document.addEventListener("pointerup", typePressed);
document.addEventListener("pointercancel", () => (pressed = null));

// The keypad must not take the field out of hand.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-digit]")) event.preventDefault();
});

// What is typed is seen, and the button that records it. Sooner, the click would fall on what comes under the finger.
// Keys that are not pinned would move from under it.
document.addEventListener("click", (event) => {
  const keypad = event.target.closest("[data-digit]")?.closest("[data-keys]");
  const form = keypad && getComputedStyle(keypad).position === "sticky" && inHand?.form;
  if (form) for (const each of [form.querySelector(".primary"), inHand]) each?.scrollIntoView({ block: "nearest" });
});

on("drawn", () => {
  const isCoarse = matchMedia("(pointer: coarse)").matches;
  for (const keypad of all("[data-keys]")) {
    keypad.hidden = false;
    // The desk's keypad is in the page: the device's own would cover half of it.
    const typed = keypad.closest("#panel") ? TYPED : "input[data-keypad]";
    if (isCoarse) for (const field of fieldsOf(formOf(keypad))) if (field.matches(typed)) field.inputMode = "none";
  }
});
