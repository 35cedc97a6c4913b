// What a finger cannot press in the panel, or on the page where none is open: the main button before anything is scrolled,
// and everything once it is scrolled to.
() => {
  const named = (each) => `${each.localName} "${each.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const hit = (each, x, y) => {
    const found = document.elementFromPoint(x, y);
    return each.contains(found) ? "" : found ? named(found) : "the edge of the screen";
  };
  const panel = document.querySelector("#panel:has(.panel-close)") ?? document.querySelector("main");
  const seen = (selector) =>
    [...panel.querySelectorAll(selector)].filter((each) => each.checkVisibility() && !each.disabled);
  const wrong = [];

  const main = seen(".primary")[0];
  if (main && panel.id === "panel") {
    const { left, right, top, bottom } = main.getBoundingClientRect();
    const covers = [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]]
      .map((corner) => hit(main, ...corner)).find(Boolean);
    if (covers) wrong.push(`${named(main)} is not in sight: ${covers}`);
  }

  for (const fold of panel.querySelectorAll("details")) fold.open = true;
  for (const each of seen("a[href], button, summary, label:has(input), select")) {
    each.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = each.getClientRects()[0];
    const covers = hit(each, x + width / 2, y + height / 2);
    if (covers) wrong.push(`${named(each)} is under ${covers}`);
  }
  return wrong;
}
