// The clock of a night, the same on every device: drawn from the server's time, wherever a page has a place for it.
// [data-clock="<address of its clock.json>"] is such a place, [data-countdown="<when, in ms since 1970>"] another.

import { all, on, tell } from "../base/bus.js";

const LOOK = 250; // milliseconds between two looks at the clock
const ASK = 4000; // and between two questions to the server
const PATIENCE = 5000;
const AGES = 500; // a measure is worth a millisecond less after so many
const JUMP = 1000;
const DRIFT = 2000;
const MINUTE = 60000;
const SHINES = 12000; // how long a turn is marked

// --- The server's time. The steady clock of a browser is never set, but on many devices it stands still while they
// sleep; the other one runs on and may be set. So one measures and the other tells when it was not to be trusted.
const steady = () => performance.now();
let ahead = null; // the server's time less the steady clock's
let gap = Date.now() - steady();
let best = { trip: Infinity, at: -Infinity };
let drift = 0;
let sleeps = 0;

function noteSleep() {
  const slept = Date.now() - steady() - gap;
  gap += slept;
  if (Math.abs(slept) < JUMP) return;
  // A clock that was set forward looks like a sleep as well; the question that follows at once puts that right.
  if (slept > 0 && ahead !== null) ahead += slept;
  best = { trip: Infinity, at: -Infinity };
  sleeps += 1;
  clocks.forEach((clock) => (clock.next = 0));
}

const serverNow = () => (ahead === null ? Date.now() : steady() + ahead);

// An answer that took long says little. It counts where none is known that is better still, or where it contradicts it.
function measure(sent, got, said) {
  const trip = got - sent;
  const found = said + trip / 2 - got;
  const contradicts = ahead !== null && Math.abs(found - ahead) > (trip + best.trip) / 2 + 20;
  if (contradicts || trip <= best.trip + (got - best.at) / AGES) {
    best = { trip, at: got };
    ahead = found;
  }
  drift = Date.now() - (got + ahead);
}

// A page without a clock learns the time from any answer, to about a second. Until one came, what the server wrote stays.
on("answered", ({ xhr }) => {
  const said = Date.parse(xhr.getResponseHeader("Date") || "");
  if (!said || document.querySelector("[data-clock]")) return;
  const found = said + 500 - steady();
  if (ahead === null || Math.abs(found - ahead) > JUMP) ahead = found;
});

// --- What is known of each clock, by the address it is asked at.
const clocks = new Map();

function clockAt(address) {
  if (!clocks.has(address)) clocks.set(address, { address, answer: null, away: "", asking: false, next: 0, top: null, turnedAt: -Infinity, callOverAt: -Infinity, rung: {} });
  return clocks.get(address);
}

async function ask(clock) {
  if (clock.asking) return;
  clock.asking = true;
  clock.next = steady() + ASK;
  const [sent, slept] = [steady(), sleeps];
  try {
    // A redirect leads to the sign-in: there is no clock behind it.
    const asked = { cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(PATIENCE) };
    const response = await fetch(clock.address, { ...asked, headers: { Accept: "application/json" } });
    const got = steady();
    if (response.ok) {
      const answer = await response.json();
      noteSleep();
      // An answer that the device slept over is old, and nobody knows how old.
      if (sleeps === slept) measure(sent, got, answer.now);
      clock.answer = { ...answer, ends: answer.left === null ? null : answer.now + answer.left };
      clock.away = "";
    } else {
      clock.away = response.status >= 500 ? "not connected" : "not signed in any more";
    }
  } catch {
    clock.away = "not connected";
  } finally {
    clock.asking = false;
    draw();
  }
}

// --- What a clock shows now. Without the server it goes on from what it knows: how long a level lasts, and the blinds.
function reading(clock, place) {
  const { answer } = clock;
  const levels = (place.dataset.clockLevels || "").split("|").filter(Boolean);
  if (!answer || !answer.last) return null;
  const length = Number(place.dataset.clockLength) || 0;
  // Before the start the blinds tell the level: it may have been raised by hand.
  const said = answer.level || levels.indexOf(answer.blinds) + 1;
  if (!said) return null;
  const now = serverNow();
  let [level, ends] = [said, answer.ends];
  while (answer.running && level < answer.last && ends !== null && now >= ends) {
    level += 1;
    ends = length ? ends + length : null;
  }
  const isLast = level >= answer.last;
  const left = ends === null || isLast ? null : Math.max(0, answer.running ? ends - now : answer.left);
  const same = level === said;
  return {
    level,
    left,
    isLast,
    running: answer.running,
    blinds: same ? answer.blinds : levels[level - 1] || (level === said + 1 && answer.next) || "",
    next: same ? answer.next : levels[level] || null,
  };
}

const written = (ms) => {
  const seconds = Math.ceil(ms / 1000);
  const two = (count) => String(count).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
};

// --- Turns and notes. A device that was asleep rings for the level it wakes up in, and for no other.
function follow(clock, shown) {
  if (!shown) return;
  if (clock.top !== null && shown.level > clock.top) {
    clock.turnedAt = steady();
    clock.rung = {};
    tell("rings", "turn");
  }
  // A level that was taken back may come again. A moment before it is over it has not been taken back.
  if (clock.top === null || shown.level > clock.top || shown.left === null || shown.left > JUMP) clock.top = shown.level;
  const isNear = shown.running && shown.left !== null && shown.left <= MINUTE;
  if (isNear && clock.rung.before > MINUTE && shown.left > MINUTE - 2 * JUMP) tell("rings", "soon");
  clock.rung.before = shown.left === null ? 0 : shown.left;
}

function followCall(clock) {
  const until = clock.answer && clock.answer.call ? clock.answer.call.until : null;
  const isOver = until !== null && serverNow() >= until;
  if (isOver && clock.calledUntil === until && !clock.callOver) {
    clock.callOverAt = steady();
    tell("rings", "over");
  }
  clock.callOver = isOver;
  clock.calledUntil = until;
}

// --- Drawing: only what reads otherwise than before is touched.
const put = (root, name, text) => all(`[data-clock-${name}]`, root).forEach((each) => each.textContent !== text && (each.textContent = text));
const show = (root, name, on) => all(`[data-clock-${name}]`, root).forEach((each) => each.hidden === on && (each.hidden = !on));
const mark = (one, name, value) => one.dataset[name] !== value && (one.dataset[name] = value);

const stateOf = (shown) => (shown.isLast ? "last" : shown.running ? "running" : shown.left === null ? "waiting" : "paused");

const SPANS = [[172800, 86400, "days"], [7200, 3600, "hours"], [120, 60, "minutes"], [0, 1, "s"]];
const spanOf = (seconds) => {
  const [, unit, name] = SPANS.find(([least]) => seconds >= least);
  return `${Math.round(seconds / unit)} ${name}`;
};

function drifted() {
  const seconds = Math.round(Math.abs(drift) / 1000);
  if (Math.abs(drift) <= DRIFT) return "";
  return `This device's clock is ${spanOf(seconds)} ${drift > 0 ? "ahead" : "behind"}; the time shown is the server's.`;
}

function drawClock(clock, place, shown) {
  const hasTurned = steady() - clock.turnedAt < SHINES;
  if (shown) {
    mark(place, "state", stateOf(shown));
    put(place, "level", String(shown.level));
    put(place, "left", shown.left === null ? "" : written(shown.left));
    put(place, "blinds", shown.blinds);
    put(place, "next", shown.next || "");
    show(place, "has-next", Boolean(shown.next));
    put(place, "said", hasTurned ? `Level ${shown.level}: ${shown.blinds}` : "");
  }
  mark(place, "turned", hasTurned ? "yes" : "no");
  show(place, "paused", Boolean(shown) && stateOf(shown) === "paused");
  put(place, "away", clock.away);
  put(place, "drift", drifted());
  drawCall(clock, place);
}

function drawCall(clock, place) {
  const call = clock.answer ? clock.answer.call : null;
  if (!clock.answer) return;
  show(place, "call", Boolean(call));
  if (!call) return;
  put(place, "call-who", call.who);
  put(place, "call-left", written(Math.max(0, call.until - serverNow())));
  for (const each of all("[data-clock-call]", place)) {
    tellEnd(each, serverNow() >= call.until);
    mark(each, "over", steady() - clock.callOverAt < SHINES ? "yes" : "no");
  }
}

// What is said while the time runs, and what once it is up.
function tellEnd(root, isOver) {
  all("[data-while-it-runs]", root).forEach((each) => each.hidden !== isOver && (each.hidden = isOver));
  all("[data-time-is-up]", root).forEach((each) => each.hidden === isOver && (each.hidden = !isOver));
}

function drawCountdown(place) {
  if (ahead === null && steady() < PATIENCE) return;
  const left = Number(place.dataset.countdown) - serverNow();
  const text = written(Math.max(0, left));
  if (place.textContent !== text) place.textContent = text;
  mark(place, "over", left <= 0 ? "yes" : "no");
  const around = place.closest("[data-counts-down]");
  if (around) tellEnd(around, left <= 0);
}

// A page that was made after the last answer knows better: it stays as it is until the next one, asked for at once.
function isNewer(place, clock) {
  const fact = Number(place.dataset.clockFact || 0);
  if (!clock.answer || fact <= (clock.answer.fact || 0)) return false;
  if (clock.wanted !== fact) clock.next = 0;
  clock.wanted = fact;
  return true;
}

function draw() {
  const places = all("[data-clock]");
  const seen = new Set();
  for (const place of places) {
    const clock = clockAt(place.dataset.clock);
    if (isNewer(place, clock)) {
      seen.add(clock);
      continue;
    }
    const shown = reading(clock, place);
    if (!seen.has(clock)) {
      follow(clock, shown);
      followCall(clock);
    }
    seen.add(clock);
    drawClock(clock, place, shown);
  }
  all("[data-countdown]").forEach(drawCountdown);
  clocks.forEach((clock) => seen.has(clock) || clocks.delete(clock.address));
}

function look() {
  noteSleep();
  draw();
  clocks.forEach((clock) => steady() >= clock.next && ask(clock));
}

// --- What happens to the page and to the device.
function lookAndAsk() {
  look();
  clocks.forEach(ask);
}
document.addEventListener("visibilitychange", () => document.hidden || lookAndAsk());
for (const what of ["pageshow", "online", "offline"]) window.addEventListener(what, lookAndAsk);
// What was pressed on this device is shown at once.
on("drawn", lookAndAsk);
setInterval(look, LOOK);
