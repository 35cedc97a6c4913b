// The way back from the table to the bank: two taps, and the second has to come soon after the first.
"use strict";

document.addEventListener(
  "toggle",
  (event) => {
    const fold = event.target;
    if (fold.open && fold.matches("[data-closes]")) setTimeout(() => (fold.open = false), Number(fold.dataset.closes));
  },
  true,
);
