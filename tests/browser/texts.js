(theme) => {
  document.documentElement.dataset.theme = theme;
  // What decides whether a text can be read: its colour, what it is drawn on, whether it is large, and what keeps axe
  // from asking (it is off, or a single letter).
  const NOTHING = "rgba(0, 0, 0, 0),none,1,none";
  const known = new Map();
  const ground = (one) => {
    if (!one) return "";
    if (known.has(one)) return known.get(one);
    const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(one);
    const drawn = [backgroundColor, backgroundImage, opacity, filter].join();
    const hidesAll = backgroundColor.startsWith("rgb(") && opacity === "1";
    const all = (drawn === NOTHING ? "" : drawn) + (hidesAll ? "" : ground(one.parentElement));
    known.set(one, all);
    return all;
  };
  const isOff = (one) => {
    const control = one.closest("label")?.control ?? one;
    return control.matches(":disabled") || one.closest("[aria-disabled=true], :disabled") !== null;
  };
  const found = new Set();
  for (const one of document.querySelectorAll("body *")) {
    const words = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim());
    const text = words.join("") || one.value;
    if (!text || !one.checkVisibility({ visibilityProperty: true })) continue;
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || box.bottom <= 0) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.67 : 24);
    found.add([color, ground(one), isLarge, textShadow, isOff(one), text.length === 1].join("|"));
  }
  return [...found];
}
