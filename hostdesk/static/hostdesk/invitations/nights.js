// What the pages of the nights can do better with a script. They all work without this file.

// --- A house brings its seats along, unless somebody has typed other ones.
const house = document.querySelector("select[name=house]");
const seats = document.querySelector("input[name=seats]");
if (house && seats) {
  let typed = false;
  seats.addEventListener("input", () => (typed = true));
  house.addEventListener("change", () => {
    if (!typed) seats.value = house.selectedOptions[0].dataset.seats || "";
  });
}

// --- The months beside this one are an arrow key away.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.matches("input, select, textarea")) return;
  const beside = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (beside) document.querySelector(`a[rel=${beside}]`)?.click();
});
