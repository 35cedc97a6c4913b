// A player's own page: what is recorded about them appears by itself, and what they press without a connection is kept.

import { all, early, isPulse, on } from "../base/bus.js";
import { FIELDS, isTyped, lost } from "../base/connection.js";

const inHand = (part) => part.matches(":active") || all(FIELDS, part).some(isTyped);

// --- A new part takes the old one's place, or later, if somebody types in it or presses it. Folds and focus stay.
let isHeld = false;
let focused = null;
const stops = (root) => all("a, button, summary", root);

on("answer", () => void (isHeld = false));
on("part", ({ target, fragment }) => {
  const isPart = target.matches("[data-part]");
  if ((isPart && inHand(target)) || (isPulse(target) && isHeld)) {
    isHeld = true;
    return false;
  }
  if (!isPart) return true;
  const folds = all("details", fragment);
  all("details", target).forEach((fold, place) => folds[place]?.toggleAttribute("open", fold.open));
  focused = target.contains(document.activeElement) ? [target.id, stops(target).indexOf(document.activeElement)] : null;
  return true;
});
on("drawn", ({ xhr }) => {
  if (!xhr) return;
  if (focused) stops(document.getElementById(focused[0]))[focused[1]]?.focus({ preventScroll: true });
  focused = null;
  document.querySelector("[data-said]")?.remove(); // It may be over: "The banker sees it" beside a no.
});

// --- What a player tells the desk stays on the phone until it answers, and is sent again under the same key: once.
const told = document.getElementById("kept");
const place = `hostdesk kept ${told?.dataset.own}`;
let isSending = false;

function read() {
  try {
    return JSON.parse(localStorage.getItem(place)) || [];
  } catch {
    return [];
  }
}

function keep(forms) {
  localStorage.setItem(place, JSON.stringify(forms));
  told.hidden = !forms.length;
  told.querySelector("[data-kept-words]").textContent = forms.map((each) => each.words).join("; ");
}

// What the desk refuses, or asks about first, is sent as any form is: its page says why.
function sendAsPage({ action, fields }) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  form.append(...fields.map(([name, value]) => Object.assign(document.createElement("input"), { name, value })));
  document.body.append(form);
  form.submit();
}

// Whether something was typed that the page would lose: in another form, or in this one since it was sent.
function losesWords({ key, fields }) {
  const isSent = (field) => fields.some(([name, value]) => name === field.name && value === field.value);
  return all(FIELDS).some((field) => (field.form?.elements.key?.value === key ? !isSent(field) : isTyped(field)));
}

async function send() {
  const [first, ...rest] = told ? read() : [];
  if (!first || isSending) return;
  isSending = true;
  try {
    const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
    first.fields = first.fields.map(([name, value]) => [name, name === "csrfmiddlewaretoken" && token ? token : value]);
    const answer = await fetch(first.action, { method: "POST", body: new URLSearchParams(first.fields) });
    if (answer.status >= 500) return lost();
    keep(rest);
    if (!answer.ok) sendAsPage(first);
    else if (!losesWords(first)) location.assign(answer.url);
  } catch {
    lost();
    keep([first, ...rest]);
  } finally {
    isSending = false;
  }
}

// Before anything else hears of it: who thinks twice without a connection presses another button of the same form.
early("submit", (event) => {
  const form = event.target;
  if (!form.dataset.kept || !told || event.defaultPrevented) return;
  const fields = [...new FormData(form).entries()];
  if (event.submitter?.name) fields.push([event.submitter.name, event.submitter.value]);
  const key = new FormData(form).get("key");
  const words = event.submitter?.dataset.kept || form.dataset.kept;
  const forms = [...read().filter((each) => each.key !== key), { key, action: form.action, fields, words }];
  try {
    localStorage.setItem(place, JSON.stringify(forms));
  } catch {
    return; // A browser that keeps nothing sends it as any form.
  }
  event.preventDefault();
  send();
});

on("answered", ({ requestConfig, successful }) => {
  if (isPulse(requestConfig.elt) && successful) send();
});
window.addEventListener("online", send);
told?.querySelector("button").addEventListener("click", () => keep([]));
if (told && read().length) keep(read());
send();

// --- Back from the app that pays, what says so is in sight.
const showPaid = () => {
  document.getElementById("paid")?.closest("details")?.setAttribute("open", "");
  document.getElementById("paid")?.scrollIntoView({ block: "end" });
};
all("[data-pays]").forEach((link) => link.addEventListener("click", () => document.addEventListener("visibilitychange", showPaid)));
