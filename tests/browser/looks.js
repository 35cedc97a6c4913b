(smallest) => {
  const faults = [];
  const width = document.documentElement.clientWidth;

  const called = (one) => {
    const words = (one.innerText || one.value || one.getAttribute("aria-label") || "").trim().slice(0, 40);
    return `${one.tagName.toLowerCase()}${one.id ? "#" + one.id : ""}.${one.className} "${words}"`;
  };
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
  const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
  const insideScroller = (one) => {
    const parent = one.parentElement;
    return parent && parent !== document.body && (scrolls(parent) || insideScroller(parent));
  };

  // A table in a frame of its own may be wider: it is scrolled there, and the page is not.
  const checkPlace = (one) => {
    const box = one.getBoundingClientRect();
    const isOutside = box.width > width + 0.5 || box.right > width + 0.5 || box.left < -0.5;
    if (isOutside && !insideScroller(one)) faults.push(`${called(one)} reaches from ${box.left} to ${box.right} in ${width}`);
  };

  const checkText = (one) => {
    if (![...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) return;
    const style = getComputedStyle(one);
    const isHidden = style.overflowX === "hidden" && style.textOverflow !== "ellipsis";
    if (isHidden && one.scrollWidth > one.clientWidth + 1) faults.push(`${called(one)} is cut`);
    const isSmall = parseFloat(style.fontSize) < (one.matches("code.long") ? 13 : 16) && !one.closest("[aria-hidden=true]");
    if (isSmall) faults.push(`${called(one)} is written in ${style.fontSize}`);
  };

  // A link in the middle of a sentence is as high as its line.
  const isInSentence = (one) => {
    const sentence = one.parentElement.closest("p, li, dd, td, th");
    const others = sentence ? [...sentence.childNodes].filter((node) => node !== one && node.textContent.trim()) : [];
    return one.tagName === "A" && getComputedStyle(one).display === "inline" && others.length > 0;
  };

  const checkTarget = (one) => {
    // What is drawn is as small as it has to be: the filter above a picture has the same choice.
    if (one.closest(".skip, svg") || isInSentence(one)) return;
    const target = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") || one : one;
    const box = target.getBoundingClientRect();
    const isSmall = box.width < smallest - 0.1 || box.height < smallest - 0.1;
    if (isSmall) faults.push(`${called(one)} is ${box.width.toFixed(1)} by ${box.height.toFixed(1)}`);
  };

  if (document.documentElement.scrollWidth > width) {
    faults.push(`the page is ${document.documentElement.scrollWidth} wide in ${width}`);
  }
  for (const one of document.querySelectorAll("body *")) {
    if (!seen(one) || one.closest(".visually-hidden, .skip, svg")) continue;
    checkPlace(one);
    checkText(one);
  }
  const targets = "a, button, input:not([type=hidden]), select, textarea, summary";
  [...document.querySelectorAll(targets)].filter(seen).forEach(checkTarget);
  return faults;
}
