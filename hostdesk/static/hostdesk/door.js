// The door, while another device is at it too: what reads as before stays as it is, under the finger that is on it.
"use strict";

(() => {
  const rows = (root) => [...root.querySelectorAll(".visitor")];
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

  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    const old = rows(target);
    const fresh = rows(fragment);
    if (target.querySelector("details[open]")) fragment.querySelector("details")?.setAttribute("open", "");
    if (!old.length || ids(old) !== ids(fresh)) return;
    event.detail.shouldSwap = false;
    takeOver(old, fresh);
  });

  // What was asked for before something was tapped here is older than what the tap has shown.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt } = event.detail;
    if (elt.id === "pulse" && elt !== document.getElementById("pulse")) event.detail.shouldSwap = false;
  });
})();
