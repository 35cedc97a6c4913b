// What a page can do better with a script. Every form works without this file.
"use strict";

(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];

  // --- Amounts: the button says what it will record, and the desk's own keypad types into the field in hand.
  let inHand = null;
  let asked = 0; // how often something was asked for

  const TYPED = "input[data-keypad], input[data-cents]"; // amounts, and how many of a colour
  const fieldsOf = (form) => [...form.elements].filter((each) => each.matches(TYPED));

  // A keypad lies in the form it types into, or names it.
  const formOf = (keypad) => keypad.closest("form") || document.getElementById(keypad.dataset.form);

  const separator = () => document.querySelector("[data-digit='.'], [data-digit=',']")?.dataset.digit || ".";

  function cents(text) {
    const match = /^\s*(\d+)(?:([.,])(\d{1,2}))?\s*$/.exec(text);
    if (match?.[2] && match[2] !== separator()) return null;
    return match ? Number(match[1]) * 100 + Number((match[3] || "").padEnd(2, "0")) : null;
  }

  function written(amount, mark) {
    return `${Math.floor(amount / 100)}${mark}${String(amount % 100).padStart(2, "0")}`;
  }

  // An amount as it is read, not typed: with a sign between its thousands.
  function shown(amount) {
    const whole = String(Math.floor(amount / 100)).replace(/\B(?=(\d{3})+$)/g, document.body.dataset.thousands || "");
    return whole + written(amount % 100, separator()).slice(1);
  }

  // So many players, each for the amount, and what that comes to.
  function echoSum(place, form) {
    const [each, many] = [cents(form.elements.amount.value), all("[name=players]:checked", form).length];
    place.textContent = each === null ? "all" : `${many} × ${shown(each)} = ${shown(many * each)}`;
  }

  function echo(form) {
    for (const place of all("[data-echo]", form)) {
      const { value } = form.elements[place.dataset.echo] ?? {};
      const amount = cents(value || "");
      if (place.dataset.echo === "sum") echoSum(place, form);
      else if (place.dataset.echo === "pay") place.textContent = value ? `· ${value === "book" ? "THE BOOK" : value}` : "";
      else place.textContent = amount === null ? "" : shown(amount);
    }
  }

  function sumOfColours(list) {
    const form = list.querySelector("input").form;
    const field = form.elements[list.dataset.colours];
    const sum = all("input[data-cents]", list).reduce((total, each) => total + Number(each.dataset.cents) * (Number(each.value) || 0), 0);
    field.value = sum ? written(sum, separator()) : "";
    echo(form);
  }

  function type(field, digit) {
    const whole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    const before = whole ? "" : field.value;
    const isPoint = digit === separator();
    const [, decimals] = before.split(separator());
    // An amount has one point, two decimals, and something before them; a number of chips has none of it.
    if (isPoint ? decimals !== undefined || field.matches("[data-cents]") : digit !== "back" && decimals?.length > 1) return;
    const added = isPoint && !before ? `0${digit}` : digit;
    field.value = digit === "back" ? before.slice(0, -1) : `${before}${added}`.slice(0, field.maxLength);
    field.setSelectionRange?.(field.value.length, field.value.length);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function fieldInHand(form) {
    const fields = fieldsOf(form);
    return fields.includes(inHand) ? inHand : fields.find((each) => each.matches("[data-keypad]"));
  }

  function prepare(root) {
    all("[data-keys]", root).forEach((keypad) => {
      keypad.hidden = false;
      // The desk's keypad is in the page: the device's own would cover half of it.
      const typed = keypad.closest("#panel") ? TYPED : "input[data-keypad]";
      if (!matchMedia("(pointer: coarse)").matches) return;
      for (const field of fieldsOf(formOf(keypad))) if (field.matches(typed)) field.inputMode = "none";
    });
    all("[data-step], [data-amount]", root).forEach((button) => (button.hidden = false));
    // Until somebody has chosen one, the time zone is the browser's, if the desk knows it.
    for (const select of all("[data-browsers-zone] select", root)) {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      if ([...select.options].some((each) => each.value === zone)) select.value = zone;
    }
    all("form", root).forEach(echo);
  }

  document.addEventListener("focusin", (event) => {
    if (!event.target.matches(TYPED)) return;
    inHand = event.target;
    inHand.select();
  });

  // On the way down: before htmx sends what was typed, the sum of the colours is that of all of them.
  document.addEventListener(
    "input",
    (event) => {
      const { form, id, name } = event.target;
      if (event.target.matches("input[data-cents]")) sumOfColours(event.target.closest("[data-colours]"));
      // An amount that is typed takes the place of the chips that were counted for it.
      if (event.target.matches("input[data-keypad]")) all(`[data-colours="${name}"] input`).forEach((each) => (each.value = ""));
      if (id === "amount") event.target.dataset.typed = "yes";
      if (form) echo(form);
      if (!form?.matches("#count, #buy-in")) return;
      // What is paid for a count that has changed is not known before the desk has answered for that one.
      asked += 1;
      all("#live [name=step]").forEach((button) => (button.disabled = true));
    },
    true,
  );

  // --- Counts that are typed at the closing wait in this browser until they are sent: those of a player as long as the
  // player is in for the same.
  const counts = () => all(".closing :is(#count, .drawer-count) :is([data-keypad], [data-cents])");
  const placeOf = ({ form, name }) => `${form.action} ${form.elements.in_for?.value} ${name}`;
  const recall = () => counts().forEach((field) => (field.value ||= sessionStorage.getItem(placeOf(field)) || ""));
  window.addEventListener("pagehide", () => {
    for (const field of counts()) sessionStorage.setItem(placeOf(field), field.form.dataset.sent ? "" : field.value);
  });

  // A key types once the finger leaves it, or the next finger comes: who types fast loses no digit, who scrolls types none.
  let pressed = null;

  function typePressed() {
    const key = pressed;
    pressed = null;
    if (!key?.isConnected) return;
    const field = fieldInHand(formOf(key.closest("[data-keys]")));
    if (document.activeElement !== field) field.focus({ preventScroll: true });
    type(field, key.dataset.digit);
    key.dispatchEvent(new Event("typed", { bubbles: true }));
  }

  document.addEventListener("pointerdown", (event) => {
    typePressed();
    pressed = event.button ? null : event.target.closest("[data-digit]");
  });
  document.addEventListener("pointerup", typePressed);
  document.addEventListener("pointercancel", () => (pressed = null));

  document.addEventListener("click", (event) => {
    // What is typed is seen, and the button that records it. Sooner, the click would fall on what comes under the finger.
    // Keys that are not pinned would move from under it.
    const keypad = event.target.closest("[data-digit]")?.closest("[data-keys]");
    const form = keypad && getComputedStyle(keypad).position === "sticky" && inHand?.form;
    if (form) for (const each of [form.querySelector(".primary"), inHand]) each?.scrollIntoView({ block: "nearest" });
    const step = event.target.closest("[data-step]");
    if (step) {
      const count = step.parentElement.querySelector("input");
      count.value = Math.max(0, (Number(count.value) || 0) + Number(step.dataset.step)) || "";
      count.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const amount = event.target.closest("[data-amount]");
    if (amount) {
      const field = amount.form.elements.amount;
      field.value = amount.dataset.amount;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const menu = document.querySelector(".menu[open]");
    if (menu && (!menu.contains(event.target) || event.target.closest("a"))) menu.open = false;
  });

  // --- A count that has begun is not thrown away by a stray tap: whatever leads away from it asks first.
  let leaving = null; // what was tapped

  function isCounting() {
    const fields = all("#panel #count input:not([type=hidden])");
    return !fields.length || fields.some((each) => (each.type === "checkbox" ? each.checked : each.value));
  }

  document.addEventListener(
    "click",
    (event) => {
      const asks = document.getElementById("leaves-count");
      const tapped = event.target.closest("a[href], button:not([type=button])");
      if (!asks || !tapped || tapped === leaving || !isCounting()) return;
      if (tapped.closest("#panel, [data-keeps-count]") && !tapped.matches(".panel-close")) return;
      event.preventDefault();
      event.stopPropagation();
      if (tapped.matches("button") && !tapped.form) return; // a free seat, which nobody is given now
      leaving = tapped;
      asks.returnValue = "";
      asks.showModal();
    },
    true,
  );

  document.addEventListener(
    "close",
    (event) => {
      // Another device may have had that part of the page drawn anew.
      if (!leaving?.isConnected) leaving = document.getElementById(leaving?.id);
      if (event.target.returnValue === "leave") leaving?.click();
      leaving = null;
    },
    true,
  );

  // What was folded away to be filled in is filled in next.
  document.addEventListener(
    "toggle",
    (event) => {
      if (!event.target.open) return;
      const first = event.target.querySelector("[data-first]");
      first?.focus({ preventScroll: true });
      // Not every browser scrolls what has the focus out from behind the keys; the button that records it comes along.
      const does = all("form > button", event.target).at(-1);
      if (does) for (const each of [does, first]) each?.scrollIntoView({ block: "nearest" });
    },
    true,
  );

  // The keypad must not take the field out of hand.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-digit]")) event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, select, textarea")) {
      const field = document.querySelector(".find input");
      if (field) event.preventDefault();
      if (field?.checkVisibility()) field.focus();
      else if (field) window.location = field.form.action;
    }
    if (event.key !== "Escape") return;
    const menu = document.querySelector(".menu[open]");
    if (menu) menu.open = false;
    else document.querySelector(".panel-close")?.click();
  });

  // --- A page that the browser kept and shows again must not send the keys it had: what they recorded is recorded.
  async function freshKeys() {
    const fields = all("input[name=key]");
    if (!fields.length) return;
    const answer = await fetch(`/keys/?count=${fields.length}`, { cache: "no-store", headers: { Accept: "application/json" } });
    const { keys } = await answer.json();
    fields.forEach((field, place) => (field.value = keys[place]));
  }

  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    all("button[disabled]").forEach((button) => (button.disabled = false));
    freshKeys().catch(() => window.location.reload());
  });

  // --- One press sends once. The key in the form makes sure of it; this spares the second request.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || form.closest("[hx-boost=true]")) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 8000);
  });

  const pressable = (form, on) => all("button:not([type=button])", form).forEach((button) => (button.disabled = !on));
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("form")) pressable(event.target, false);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target.matches?.("form")) pressable(event.target, true);
  });

  // --- The connection, and the sign-in: said when they are gone, and nothing that was typed is touched.
  const say = (id, on) => {
    const notice = document.getElementById(id);
    if (notice) notice.hidden = !on;
  };
  const offline = (gone) => say("offline", gone);
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { status } = event.detail.xhr;
    say("signed-out", status === 401 && event.detail.elt.id === "pulse");
    if (status < 400 || status === 409 || status === 422 || event.detail.xhr.getResponseHeader("HX-Retarget")) return;
    event.detail.shouldSwap = false;
    offline(status >= 500);
  });
  document.addEventListener("htmx:sendError", () => offline(true));
  document.addEventListener("htmx:timeout", () => offline(true));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) offline(false);
  });

  // --- A panel that was asked for before something else was tapped stays away. It would take the place that the later
  // answer is meant for, and that one may say that nothing was recorded.
  const turns = new WeakMap();

  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, target, xhr } = event.detail;
    if (elt.id !== "pulse") turns.set(xhr, target.id === "live" ? asked : ++asked);
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, target, xhr } = event.detail;
    const isOvertaken = (requestConfig.verb === "get" || target.id === "live") && turns.get(xhr) < asked;
    // Nor does an amount that fits the chips in front take the place of one that somebody typed.
    if (isOvertaken || target.dataset.typed) event.detail.shouldSwap = false;
  });

  // --- Parts that were put in.
  document.addEventListener("htmx:afterSettle", (event) => {
    prepare(document);
    const at = /\/players\/(\d+)\//.exec(location.pathname);
    for (const each of all(".sitting")) {
      if (at && each.id === `sitting-${at[1]}`) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    }
    const panel = document.getElementById("panel");
    if (event.detail.target?.id !== "panel" || !panel) return;
    panel.scrollTop = 0;
    showMain();
    const head = panel.querySelector("h2");
    if (head) head.tabIndex = -1;
    (panel.querySelector("[autofocus]") || head)?.focus({ preventScroll: true });
  });

  // What a refusal offers is in sight, above the keypad, or else the main button of what is being done with keys; in a
  // low window the way of paying stays, and without keys the heading does.
  function showMain() {
    const panel = document.querySelector("#panel:has(.panel-close)");
    const [offered, main] = ["[role=alert]", ".panel-body:has([data-keys])"].map((part) => panel?.querySelector(`${part} .primary`));
    const isLow = matchMedia("(max-height: 40rem)").matches;
    (offered ?? (isLow ? null : main))?.scrollIntoView({ block: "nearest" });
  }

  // What an address leads to is unfolded: not every browser does so by itself.
  function unfold() {
    const target = document.getElementById(location.hash.slice(1));
    for (let fold = target?.closest("details:not([open])"); fold; fold = target.closest("details:not([open])")) {
      fold.open = true;
      target.scrollIntoView();
    }
  }
  window.addEventListener("hashchange", unfold);

  document.addEventListener("DOMContentLoaded", () => {
    recall();
    prepare(document);
    showMain();
    unfold();
  });

  // --- A panel that says what the clock allows is drawn anew when the clock moves on. What was typed stays, and a
  // refused cash-out is tried again with its counts: that records nothing.
  function keepTyped(old, body) {
    for (const field of all("input:not([type=hidden]), select, textarea", old)) {
      const same = field.id ? body.querySelector(`#${CSS.escape(field.id)}`) : null;
      const choice = `input[name="${field.name}"][value="${CSS.escape(field.value)}"]`;
      if (field.matches("[type=checkbox], [type=radio]")) all(choice, body).forEach((each) => (each.checked = field.checked));
      else if (same) same.value = field.value;
    }
    const folds = all("details", body);
    for (const fold of all("details[open]", old)) {
      const same = folds.find((each) => each.firstElementChild.textContent === fold.firstElementChild.textContent);
      if (same) same.open = true;
    }
  }

  async function drawAnew(old) {
    const again = old.querySelector("#try-again");
    const asked = again ? { method: "POST", body: new URLSearchParams(new FormData(again)) } : {};
    const answer = await fetch(again ? again.action : location.href, asked);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const body = page.querySelector("#panel .panel-body");
    if (!body || !old.isConnected) return;
    const inHandId = old.contains(document.activeElement) ? document.activeElement.id : "";
    keepTyped(old, body);
    old.replaceWith(document.adoptNode(body));
    htmx.process(body);
    prepare(body);
    body.querySelector("#count [hx-post]")?.dispatchEvent(new Event("input", { bubbles: true }));
    const field = document.getElementById(inHandId);
    field?.focus({ preventScroll: true });
    // The next digit follows what is typed already.
    if (field?.matches(TYPED)) field.setSelectionRange(field.value.length, field.value.length);
  }

  document.addEventListener("htmx:oobAfterSwap", () => {
    const body = document.querySelector("#panel .panel-body:has([data-anew])");
    const now = document.getElementById("bank")?.dataset.clockIs;
    if (!body || !now || body.dataset.clockWas === now) return;
    body.dataset.clockWas = now; // asked for once
    drawAnew(body).catch(() => offline(true));
  });
})();
