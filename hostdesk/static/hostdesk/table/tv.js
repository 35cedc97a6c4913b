// The table-facing view: the way back to the bank, and names as large as their place allows.

import { all, early, on } from "../base/bus.js";

// Two taps lead back, and the second has to come soon after the first.
early("toggle", (event) => {
  const fold = event.target;
  if (fold.open && fold.matches("[data-closes]")) setTimeout(() => (fold.open = false), Number(fold.dataset.closes));
});

// No part of a name is left out. A long one is written smaller, then broken within a word, then smaller still; only
// where even that is not enough, on a small screen, its row grows.
const WHOLE = 0.55; // of the size of its row: smaller, words are broken rather
const LEAST = 0.3;
const LEGIBLE = 16; // pixels

function shrink(name, from, share, fits) {
  const least = Math.max(share, LEGIBLE);
  let size = from;
  while (size > least && !fits()) {
    size = Math.max(size - 1, least);
    name.style.fontSize = `${size}px`;
  }
  return size;
}

function fit(name) {
  const row = getComputedStyle(name.parentElement);
  const [usual, height] = [parseFloat(row.fontSize), parseFloat(row.minHeight)];
  const isLow = () => name.offsetHeight <= height;
  name.style.fontSize = "";
  // Measured while it may break: a name that may not makes its place, and the page, as wide as itself.
  const room = name.clientWidth;
  name.style.overflowWrap = "normal";
  const isWhole = () => isLow() && name.scrollWidth <= room;
  const size = shrink(name, usual, usual * WHOLE, isWhole);
  const [wasWhole, lines] = [isWhole(), name.offsetHeight];
  name.style.overflowWrap = "";
  // Widths are told in whole pixels: by less than one, the last letter of a name that is whole would break.
  shrink(name, size, usual * LEAST, wasWhole ? () => name.offsetHeight <= lines : isLow);
}

const fitAll = () => all(".tv-name").forEach(fit);

window.addEventListener("resize", fitAll);
on("drawn", fitAll);
