// The sum of an old book while it is typed in. The page works without this file: it says the sum once it is looked at.
"use strict";

(() => {
  const form = document.querySelector("[data-balances]");
  const place = form?.querySelector("[data-sum]");
  if (!place) return;
  const mark = place.dataset.sum;

  function cents(text) {
    const match = /^\s*(\d{1,9})(?:([.,])(\d{1,2}))?\s*$/.exec(text);
    if (!match || (match[2] && match[2] !== mark)) return null;
    return Number(match[1]) * 100 + Number((match[3] || "").padEnd(2, "0"));
  }

  const thousands = document.body.dataset.thousands || "";

  function written(amount) {
    const whole = String(Math.floor(amount / 100)).replace(/\B(?=(\d{3})+$)/g, thousands);
    return `${whole}${mark}${String(amount % 100).padStart(2, "0")}`;
  }

  // Nothing while nothing is typed, or something that is no amount.
  function total() {
    let sum = null;
    for (const line of form.querySelectorAll(".balance")) {
      const [, side, amount] = line.querySelectorAll("input, select");
      if (amount.value.trim() === "") continue;
      const value = cents(amount.value);
      if (value === null) return null;
      sum = (sum || 0) + (side.value === "owes" ? -value : value);
    }
    return sum;
  }

  function say() {
    const sum = total();
    place.hidden = sum === null;
    if (sum === 0) place.textContent = `Together ${written(0)}: it comes out even.`;
    else if (sum > 0) place.textContent = `${written(sum)} more is owed to players than players owe.`;
    else if (sum !== null) place.textContent = `Players owe ${written(-sum)} more than is owed to players.`;
  }

  form.addEventListener("input", say);
  document.addEventListener("DOMContentLoaded", say);
  say();
})();
