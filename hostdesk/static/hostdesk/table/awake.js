// Keeps the screen on during a night: by a wake lock where the browser gives one, which it does on https alone; else by
// a black video without a sound. Browsers count a video that has a sound track, is not muted, in sight, and never ends.

import { all } from "../base/bus.js";

const TURNS = 5; // seconds; the video lasts longer
let video = null;

function playing() {
  if (video) return video.play();
  video = document.body.appendChild(document.createElement("video"));
  Object.assign(video.style, { position: "fixed", right: 0, bottom: 0, width: "1px", height: "1px", opacity: "0.01" });
  video.setAttribute("aria-hidden", "true");
  video.setAttribute("playsinline", "");
  video.addEventListener("timeupdate", () => video.currentTime > TURNS && (video.currentTime = 0));
  video.src = new URL("awake.mp4", import.meta.url).href;
  return video.play();
}

async function stay() {
  if (document.hidden) return;
  let isOn = true;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    isOn = await playing().then(() => true, () => false);
  }
  all("[data-awake]").forEach((button) => (button.hidden = isOn));
}

// Most browsers play nothing before the first tap. A screen that was covered gives its lock back.
const wake = () => video && video.paused && stay();
document.addEventListener("click", wake);
document.addEventListener("keydown", wake);
document.addEventListener("visibilitychange", stay);
stay();
