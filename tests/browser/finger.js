// What a finger cannot press in the panel, or on the page where none is open: the main button before anything is scrolled,
// and everything once it is scrolled to no further than needed, with folds as they are and open, and in each menu.
async () => {
  // A field that has the focus from the start is scrolled to at the first frame, on a busy machine after the page has loaded.
  await new Promise(requestAnimationFrame);
  const named = (each) => `${each.localName} "${each.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const hit = (each, x, y) => {
    const found = document.elementFromPoint(x, y);
    return each.contains(found) ? "" : found ? named(found) : "the edge of the screen";
  };
  const panel = document.querySelector("#panel:has(.panel-close)") ?? document.body;
  const seen = (selector, root = panel) =>
    [...(root?.querySelectorAll(selector) ?? [])].filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled);
  const wrong = [];

  // Something is being done in a panel that can be closed, and in the count of a closing.
  const [main] = seen(".primary", document.querySelector("#panel:is(:has(.panel-close), .counting)"));
  if (main) {
    const { left, right, top, bottom } = main.getBoundingClientRect();
    const covers = [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4]]
      .map((corner) => hit(main, ...corner)).find(Boolean);
    if (covers) wrong.push(`${named(main)} is not in sight: ${covers}`);
  }

  // A choice is pressed by its words, and what goes over two lines on the longer one.
  const pressed = "a[href]:not(.skip), button, summary, label:has(input), select, input:not([type=hidden], [type=radio], [type=checkbox])";
  const look = (root) => {
    for (const each of seen(pressed, root)) {
      each.scrollIntoView({ block: "nearest", behavior: "instant" });
      const [widest] = [...each.getClientRects()].sort((one, other) => other.width - one.width);
      const covers = widest && hit(each, widest.x + widest.width / 2, widest.y + widest.height / 2);
      if (covers) wrong.push(`${named(each)} is under ${covers}`);
    }
  };
  look(panel);
  panel.querySelectorAll("details:not(.menu)").forEach((fold) => (fold.open = true));
  look(panel);
  for (const menu of panel.querySelectorAll(".menu")) {
    menu.open = true;
    look(menu);
    menu.open = false;
  }
  return [...new Set(wrong)];
}
