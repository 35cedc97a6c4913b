// Copies and shares a text of the page. Where a page cannot, the buttons stay away: the text can be selected.

const placeOf = (button) => document.getElementById(button.dataset.copy || button.dataset.share);
const textOf = (place) => place.value ?? place.textContent;
// The page may note that a text is on its way.
const passedOn = (button) => {
  button.classList.remove("primary");
  button.dispatchEvent(new CustomEvent("copied", { bubbles: true }));
};

// Browsers keep the clipboard from pages that came over plain http, or that are not in front. The older way copies
// what is selected: a field of its own, as what is in a closed fold cannot be.
async function copied(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.body.appendChild(Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "visually-hidden" }));
    field.focus({ preventScroll: true });
    field.setSelectionRange(0, text.length);
    const done = document.execCommand("copy");
    field.remove();
    button.focus({ preventScroll: true });
    return done;
  }
}

// What cannot be copied is there to be copied by hand.
function select(place) {
  const fold = place.closest("details");
  if (fold) fold.open = true;
  if (place.select) place.select();
  else getSelection().selectAllChildren(place);
}

// A text is shown whole. Where the browser does not size a field by its text, this does, once it is to be seen.
function grow(field) {
  if (field.scrollHeight > field.clientHeight) field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

if (!CSS.supports("field-sizing", "content")) {
  document.querySelectorAll(".letter-text").forEach((field) => {
    grow(field);
    field.closest("details")?.addEventListener("toggle", () => grow(field));
  });
}

document.querySelectorAll("[data-copy]").forEach((button) => {
  button.hidden = !navigator.clipboard && !document.queryCommandSupported?.("copy");
  button.addEventListener("click", async () => {
    const place = placeOf(button);
    const done = await copied(textOf(place), button).catch(() => false);
    button.parentElement.querySelector("[data-copied]").textContent = done ? "Copied." : "Copy what is selected by hand.";
    if (done) passedOn(button);
    else select(place);
  });
});

document.querySelectorAll("[data-share]").forEach((button) => {
  button.hidden = !navigator.share;
  // A picture goes along where the browser shares files. It is fetched beforehand: a browser lets nobody share any
  // more once it had to wait for long.
  let files;
  if (button.dataset.picture && navigator.canShare) {
    fetch(button.dataset.picture).then((answer) => answer.blob()).then((picture) => {
      const named = [new File([picture], button.dataset.picture.split("/").pop().split("?")[0], { type: picture.type })];
      if (navigator.canShare({ files: named })) files = named;
    }, () => {});
  }
  button.addEventListener("click", () => {
    // Whoever closes the list of programs again has shared nothing, and nothing is wrong.
    navigator.share({ text: textOf(placeOf(button)), ...(files && { files }) }).then(() => passedOn(button), () => {});
  });
});
