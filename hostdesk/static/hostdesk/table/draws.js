// Cards that are turned one by one, and the count of volunteers. Without this file every card lies face up.

import { all, on } from "../base/bus.js";

const EVERY = 900; // milliseconds from one card to the next
const LASTS = 60000; // and after the time of somebody is up
const quick = matchMedia("(prefers-reduced-motion: reduce)");
let timer = null;

// --- The draw.
const faceDown = (draw) => all("[data-card]:not(.turned)", draw);

function stop() {
  clearInterval(timer);
  timer = null;
}

function say(draw, words) {
  const place = draw.querySelector("[data-draw-said]");
  if (place) place.textContent = words;
}

function finish(draw) {
  stop();
  draw.classList.remove("turning");
  all("[data-turn-all]", draw).forEach((button) => (button.hidden = true));
  draw.querySelector(".draw-came > *")?.scrollIntoView({ block: "nearest" });
}

function turn(draw, card) {
  if (!card || card.classList.contains("turned")) return;
  card.classList.add("turned");
  say(draw, card.dataset.card);
  if (!faceDown(draw).length) finish(draw);
}

function begin(draw) {
  delete draw.dataset.fresh;
  if (quick.matches || !faceDown(draw).length) return;
  draw.classList.add("turning");
  all("[data-turn-all]", draw).forEach((button) => (button.hidden = false));
  stop();
  timer = setInterval(() => {
    // The panel may show something else by now.
    if (draw.isConnected) turn(draw, faceDown(draw)[0]);
    else stop();
  }, EVERY);
}

// --- Volunteers: how many are still to be drawn.
function count(list) {
  const moving = Number(list.dataset.moving);
  const ticked = all("input:checked", list).length;
  const form = list.closest("form");
  const place = form.querySelector("[data-volunteering]");
  const button = form.querySelector("[data-draws]");
  const rest = moving - ticked;
  if (rest < 0) place.textContent = `${ticked} have volunteered and ${moving} move: ${-rest} too many.`;
  else if (ticked) place.textContent = `${ticked} of ${moving} ${ticked === 1 ? "has" : "have"} volunteered.`;
  else place.textContent = "";
  if (button) button.textContent = rest > 0 ? button.dataset.draws : button.dataset.splits;
  if (button) button.disabled = rest < 0;
}

// --- A call of the clock is in sight for a while after its time is up, as on the panel of conduct.
const over = new WeakMap();

function forget() {
  all(".table-call").forEach((call) => {
    if (!call.querySelector("[data-over='yes']")) return;
    if (!over.has(call)) over.set(call, performance.now());
    if (performance.now() - over.get(call) < LASTS) return;
    const calls = call.parentElement;
    call.remove();
    if (!calls.childElementCount) calls.remove();
  });
}

function prepare() {
  all("[data-draw][data-fresh]").forEach(begin);
  all("[data-moving]").forEach(count);
}

document.addEventListener("click", (event) => {
  const draw = event.target.closest(".draw.turning");
  if (!draw) return;
  if (event.target.closest("[data-turn-all]")) {
    faceDown(draw).forEach((card) => card.classList.add("turned"));
    finish(draw);
    return;
  }
  const card = event.target.closest("[data-card]");
  if (card) turn(draw, card);
});

document.addEventListener("change", (event) => {
  const list = event.target.closest("[data-moving]");
  if (list) count(list);
});

setInterval(forget, 1000);
on("drawn", prepare);
