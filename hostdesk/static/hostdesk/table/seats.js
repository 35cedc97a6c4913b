// The tables of Tonight: a player is held and dragged onto a seat, and while a seat is being chosen a tap on a player
// swaps the two. Everything can be done without this file, in the panel.

import { early, isPulse, on } from "../base/bus.js";

const HOLD = 350; // milliseconds: longer than a tap, shorter than doubt
const SLACK = 8; // pixels that a finger may stray while it holds

let held = null; // what is under the finger: { card, id, x, y, timer, lifted, over }
let dropped = false; // the click that ends a drag is none

const movable = (target) => target.closest?.("#players .sitting[data-player]");

function lift() {
  held.lifted = true;
  held.card.classList.add("lifted");
  document.body.classList.add("dragging");
}

function letGo() {
  if (!held) return;
  clearTimeout(held.timer);
  held.card.classList.remove("lifted");
  // An attribute that is left, even an empty one, is copied by htmx to the card that comes next, which the policy
  // forbids. Chromium removes one that was set from here only after it has been asked for.
  if (held.card.hasAttribute("style")) held.card.removeAttribute("style");
  held.over?.classList.remove("over");
  document.body.classList.remove("dragging");
  held = null;
}

function isBelow(seat) {
  return seat && !seat.contains(held.card) && (!seat.querySelector(".sitting") || held.card.closest(".seat"));
}

function follow(event) {
  held.card.style.translate = `${event.clientX - held.x}px ${event.clientY - held.y}px`;
  const seat = document.elementFromPoint(event.clientX, event.clientY)?.closest(".seat");
  const over = isBelow(seat) ? seat : null;
  if (over === held.over) return;
  held.over?.classList.remove("over");
  over?.classList.add("over");
  held.over = over;
}

function drop() {
  const { card, over } = held;
  letGo();
  const form = document.getElementById("drag");
  if (!over || !form) return;
  const other = over.querySelector(".sitting");
  const button = form.querySelector(other ? "[name=other]" : "[name=spot]");
  button.value = other ? other.dataset.player : over.dataset.spot;
  button.setAttribute("formaction", button.dataset.to.replace("/players/0/", `/players/${card.dataset.player}/`));
  button.click();
}

document.addEventListener("pointerdown", (event) => {
  dropped = false;
  letGo();
  const card = movable(event.target);
  if (!card || !event.isPrimary || event.button !== 0) return;
  held = { card, id: event.pointerId, x: event.clientX, y: event.clientY, lifted: false, over: null };
  if (event.pointerType !== "mouse") held.timer = setTimeout(lift, HOLD);
});

document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.id) return;
  const strays = Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLACK;
  if (!held.lifted && strays && event.pointerType !== "mouse") return letGo(); // The finger scrolls.
  if (!held.lifted && strays) lift();
  if (held.lifted) follow(event);
});

document.addEventListener("pointerup", (event) => {
  if (!held || event.pointerId !== held.id) return;
  if (!held.lifted) return letGo();
  dropped = true;
  setTimeout(() => (dropped = false), 100);
  drop();
});

document.addEventListener("pointercancel", letGo);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") letGo();
});

// What is held does not scroll the page, and does not open the browser's own menu for links.
document.addEventListener("touchmove", (event) => held?.lifted && event.preventDefault(), { passive: false });
document.addEventListener("contextmenu", (event) => {
  if (held && movable(event.target)) event.preventDefault();
});

// Nothing is redrawn under the finger: what another device did comes with the next pulse.
on("answer", ({ requestConfig }) => !(held && isPulse(requestConfig.elt)));

early("click", (event) => {
  const card = movable(event.target);
  if (!card && !dropped) return;
  const swap = card && !dropped && document.querySelector(`#swap button[value="${card.dataset.player}"]`);
  if (!dropped && !swap) return;
  // The button that a drop presses is no tap.
  if (dropped && event.target.closest("#drag")) return;
  dropped = false;
  event.preventDefault();
  event.stopPropagation();
  if (swap) swap.click();
});
