// Amounts: the button says what it will record, and chips are summed up.

import { all, early, on } from "./bus.js";
import { overtake } from "./sending.js";

export const { point, thousands } = document.body.dataset; // before the cents, and between thousands

export function cents(text) {
  const match = /^\s*(\d+)(?:([.,])(\d{1,2}))?\s*$/.exec(text);
  if (!match || (match[2] && match[2] !== point)) return null;
  return Number(match[1]) * 100 + Number((match[3] || "").padEnd(2, "0"));
}

const written = (amount) => `${Math.floor(amount / 100)}${point}${String(amount % 100).padStart(2, "0")}`;

// An amount as it is read, not typed: with a sign between its thousands.
export const shown = (amount) => written(amount).replace(/\B(?=(\d{3})+\D)/g, thousands);

// So many players, each for the amount, and what that comes to.
function sumOfPlayers(form) {
  const [each, many] = [cents(form.elements.amount.value), all("[name=players]:checked", form).length];
  return each === null ? "all" : `${many} × ${shown(each)} = ${shown(many * each)}`;
}

// What is typed or chosen: buttons beside a field may have its name, and what they say counts when they are pressed.
function said(form, name) {
  const found = form.elements[name];
  return found instanceof RadioNodeList ? [...found].find((each) => each.matches("input:not([type=radio]), :checked")) : found;
}

function echo(form) {
  for (const place of all("[data-echo]", form)) {
    const { value } = said(form, place.dataset.echo) ?? {};
    const amount = cents(value || "");
    if (place.dataset.echo === "sum") place.textContent = sumOfPlayers(form);
    else if (place.dataset.echo === "pay") place.textContent = value ? `· ${value === "book" ? "THE BOOK" : value}` : "";
    else place.textContent = amount === null ? "" : shown(amount);
  }
}

function sumOfColours(list) {
  const fields = all("input[data-cents]", list);
  const sum = fields.reduce((total, each) => total + Number(each.dataset.cents) * (Number(each.value) || 0), 0);
  said(fields[0].form, list.dataset.colours).value = sum ? written(sum) : "";
}

// On the way down: before htmx sends what was typed, the sum of the colours is that of all of them.
early("input", (event) => {
  const { form, id, name } = event.target;
  if (event.target.matches("input[data-cents]")) sumOfColours(event.target.closest("[data-colours]"));
  // An amount that is typed takes the place of the chips that were counted for it.
  if (event.target.matches("input[data-keypad]")) all(`[data-colours="${name}"] input`).forEach((each) => (each.value = ""));
  if (id === "amount") event.target.dataset.typed = "yes";
  if (form) echo(form);
  if (!form?.matches("#count, #buy-in")) return;
  // What is paid for a count that has changed is not known before the desk has answered for that one.
  overtake();
  all("#live [name=step]").forEach((button) => (button.disabled = true));
});

function fill(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  const count = step?.parentElement.querySelector("input");
  if (count) fill(count, Math.max(0, (Number(count.value) || 0) + Number(step.dataset.step)) || "");
});

on("drawn", () => {
  all("[data-step]").forEach((button) => (button.hidden = false));
  all("form").forEach(echo);
});
