// The sum of an old book while it is typed in. The page works without this file: it says the sum once it is looked at.

import { cents, shown } from "../base/amounts.js";
import { all } from "../base/bus.js";

const form = document.querySelector("[data-balances]");
const place = form.querySelector("[data-sum]");

// Nothing while nothing is typed, or something that is no amount.
function total() {
  let sum = null;
  for (const line of all(".balance", form)) {
    const [, side, amount] = all("input, select", line);
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
  if (sum === 0) place.textContent = `Together ${shown(0)}: it comes out even.`;
  else if (sum > 0) place.textContent = `${shown(sum)} more is owed to players than players owe.`;
  else if (sum !== null) place.textContent = `Players owe ${shown(-sum)} more than is owed to players.`;
}

form.addEventListener("input", say);
say();
