// The place of a desk that nobody has set up yet is the browser's, as far as the desk knows it, and is told in one line.

import { all } from "../base/bus.js";

// A system that has no language of its own calls it "C", which is none.
const spoken = /^[a-z]{2,3}(?![a-z])/i.test(navigator.language) ? navigator.language : "en-US";
const { language, region } = new Intl.Locale(spoken).maximize();

// What fits best, and what fits less.
const BROWSERS = {
  time_zone: () => [Intl.DateTimeFormat().resolvedOptions().timeZone],
  currency: (part) => [part.dataset.currencies?.split(" ").find((each) => each.startsWith(`${region}:`))?.slice(3)],
  locale: (part) => [`${language}_${region}`, valuesOf(part, "locale").find((each) => each.endsWith(`_${region}`))],
};

const fieldOf = (part, name) => part.querySelector(`[name="${name}"]`);
const valuesOf = (part, name) => [...fieldOf(part, name).options].map((each) => each.value);

for (const part of all("[data-browsers]")) {
  for (const name of part.dataset.browsers.split(" ")) {
    const found = BROWSERS[name](part).find((each) => valuesOf(part, name).includes(each));
    if (found) fieldOf(part, name).value = found;
  }
}

for (const line of all("[data-place-line]")) {
  const part = line.closest("details");
  const tell = () => {
    const zone = fieldOf(part, "time_zone").value.split("/").pop().replace(/_/g, " ");
    const amounts = fieldOf(part, "locale").selectedOptions[0].text.split(": ").pop();
    line.textContent = [zone, fieldOf(part, "currency").value, amounts].join(" · ");
  };
  part.addEventListener("change", tell);
  tell();
}

// A new password is typed once, and can be looked at.
for (const button of all("[data-shows]")) {
  button.parentElement.hidden = false;
  button.addEventListener("click", () => {
    const field = document.getElementById(button.dataset.shows);
    const shows = field.type === "password";
    field.type = shows ? "text" : "password";
    button.setAttribute("aria-pressed", shows);
  });
}
