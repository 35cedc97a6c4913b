// Getting about on a page: menus, folds, keys. Every form works without this file.

import { all, early } from "./bus.js";

const openMenu = () => document.querySelector(".menu[open]");
for (const button of all("[data-print]")) Object.assign(button, { hidden: false, onclick: () => print() });

document.addEventListener("click", (event) => {
  const menu = openMenu();
  if (menu && (!menu.contains(event.target) || event.target.closest("a"))) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.matches("input, select, textarea")) {
    const field = document.querySelector(".find input");
    if (field) event.preventDefault();
    if (field?.getClientRects().length) field.focus();
    else if (field) window.location = field.form.action;
  }
  if (event.key !== "Escape") return;
  if (openMenu()) openMenu().open = false;
  else document.querySelector(".panel-close")?.click();
});

// WebKit leaves a field with the focus below the bar at the foot; where a page comes slowly, the rest is not there yet.
// A window that lies below another one has no :focus, but it has an active element.
const TYPED = "textarea, select, input:not([type=radio], [type=checkbox])";
const showField = ({ activeElement: field }) => field?.matches(TYPED) && field.scrollIntoView({ block: "nearest" });
for (const when of ["focusin", "DOMContentLoaded"]) document.addEventListener(when, () => showField(document));

// What was folded away to be filled in is filled in next.
early("toggle", (event) => {
  if (!event.target.open || event.target.matches(".player-more, .menu")) return; // these have many
  const first = event.target.querySelector("[data-first]");
  first?.focus({ preventScroll: true });
  // Not every browser scrolls what has the focus out from behind the keys; the button that records it comes along.
  const does = all("form > button", event.target).at(-1);
  if (does) for (const each of [does, first]) each?.scrollIntoView({ block: "nearest" });
});

// What an address leads to is unfolded: not every browser does so by itself.
function unfold() {
  const target = document.getElementById(location.hash.slice(1));
  for (let fold = target?.closest("details:not([open])"); fold; fold = target.closest("details:not([open])")) {
    fold.open = true;
    target.scrollIntoView();
  }
}
window.addEventListener("hashchange", unfold);
document.addEventListener("DOMContentLoaded", unfold);

// An app on a home screen has no way back from a paper that fills it: there the paper is kept, and shown over the page.
if (navigator.standalone || matchMedia("(display-mode: standalone)").matches) {
  early("click", ({ target }) => {
    const paper = target.closest("a[href*='.pdf'], a[href*='.png']");
    if (paper) paper.setAttribute("download", paper.download);
  });
}
