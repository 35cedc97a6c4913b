// Cards that are turned one by one, names that go to their seats, and the count of volunteers. Without this file every
// card lies face up.

import { all, on } from "../base/bus.js";

const EVERY = 900; // milliseconds from one card to the next
const [FLIES, NEXT] = [700, 250]; // from a card to a seat, and from one name to the next
const LASTS = 60000; // and after the time of somebody is up
const quick = matchMedia("(prefers-reduced-motion: reduce)");
let timer = null;

// --- The draw. A television reads a draw again while it is shown: it goes on where it was.
const turned = new Map(); // how many cards, by draw
const faceDown = (draw) => all("[data-card]:not(.turned)", draw);

function stop() {
  clearInterval(timer);
  timer = null;
}

function say(draw, words) {
  const place = draw.querySelector("[data-draw-said]");
  if (place) place.textContent = words;
}

// A second draw comes after the first, and the tables beside them would give the result away.
function veil(draw, isTurning) {
  const rounds = all(".draw-turn", draw);
  const now = rounds.findIndex((round) => faceDown(round).length);
  rounds.forEach((round, place) => {
    round.hidden = isTurning && place > now;
    round.classList.toggle("past", isTurning && place < now);
  });
  draw.classList.toggle("turning", isTurning);
  document.body.classList.toggle("drawing", isTurning);
  all("[data-turn-all]", draw).forEach((button) => (button.hidden = !isTurning));
  for (const one of isTurning ? all("[data-player]", draw) : []) seatOf(one)?.classList.add("comes");
}

// --- Names that go from their card to their seat, one after the other.
const seatOf = (one) => document.querySelector(`.tv-seat[data-player="${one.dataset.player}"]`);

function seat(draw) {
  const cards = all(".draw-turn", draw)[0];
  all(".tv-seat.comes").forEach((row, place) => {
    row.classList.remove("comes");
    const [name, from] = [row.querySelector(".tv-name"), cards.querySelector(`[data-player="${row.dataset.player}"] bdi`)];
    if (!from) return;
    const [start, end] = [from, name].map((each) => each.getBoundingClientRect());
    const away = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
    name.animate([{ transform: away }, { transform: "none" }], {
      ...{ duration: FLIES, delay: place * NEXT, easing: "ease-in-out", fill: "backwards" },
    });
  });
}

function finish(draw) {
  stop();
  veil(draw, false);
  seat(draw);
  draw.querySelector("div.draw-came > *")?.scrollIntoView({ block: "nearest" });
}

function turn(draw, card) {
  if (!card || card.classList.contains("turned")) return;
  veil(draw, true);
  card.classList.add("turned");
  turned.set(draw.dataset.draw, all(".turned", draw).length);
  say(draw, card.dataset.card);
}

function begin(draw) {
  delete draw.dataset.fresh;
  if (quick.matches) return;
  all("[data-card]", draw).slice(0, turned.get(draw.dataset.draw) || 0).forEach((card) => card.classList.add("turned"));
  if (!faceDown(draw).length) return;
  veil(draw, true);
  stop();
  timer = setInterval(() => {
    // The panel may show something else by now.
    if (!draw.isConnected) stop();
    else if (faceDown(draw).length) turn(draw, faceDown(draw)[0]);
    else finish(draw);
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
  if (!document.querySelector(".turning")) document.body.classList.remove("drawing");
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
