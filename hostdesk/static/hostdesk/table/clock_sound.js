// The sound of the clock: notes made here, and only once somebody has tapped, as browsers want it.
// clock.js says when there is something to hear; [data-clock-sound] is a button that turns it on and off.

import { all, on } from "../base/bus.js";

const KEPT = "clock-sound";
const NOTES = {
  turn: { loud: 0.5, tones: [[659, 0], [880, 0.25], [1319, 0.5]] },
  soon: { loud: 0.15, tones: [[523, 0]] },
  over: { loud: 0.5, tones: [[880, 0], [587, 0.3]] },
};
const Sound = window.AudioContext || window.webkitAudioContext;
let sound = null;

const kept = () => {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
};
let wanted = Boolean(Sound) && kept();

function keep(on) {
  wanted = on;
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // It holds for as long as the page is open.
  }
}

const plays = () => Boolean(sound) && sound.state === "running";

function unlock() {
  if (!wanted || plays()) return;
  if (!sound) {
    sound = new Sound();
    // A device that takes the sound away, for a call or while it sleeps, is told so on its button.
    sound.addEventListener("statechange", draw);
  }
  sound.resume().then(draw, () => {});
}

function ring({ loud, tones }) {
  if (!wanted || !plays()) return;
  for (const [pitch, after] of tones) {
    const [tone, loudness, start] = [sound.createOscillator(), sound.createGain(), sound.currentTime + after];
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, start);
    loudness.gain.exponentialRampToValueAtTime(loud, start + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
    tone.connect(loudness).connect(sound.destination);
    tone.start(start);
    tone.stop(start + 1);
  }
}

function draw() {
  const text = !wanted ? "Turn the sound on" : plays() ? "Turn the sound off" : "Tap for sound";
  for (const button of all("[data-clock-sound]")) {
    button.hidden = !Sound;
    if (button.textContent !== text) button.textContent = text;
  }
}

on("rings", (what) => ring(NOTES[what]));
document.addEventListener("click", (event) => {
  const isButton = Boolean(event.target.closest("[data-clock-sound]"));
  if (isButton) keep(!wanted || !plays());
  unlock();
  if (isButton && wanted && sound) sound.resume().then(() => ring(NOTES.soon));
  draw();
});
document.addEventListener("keydown", unlock);
on("drawn", draw);
