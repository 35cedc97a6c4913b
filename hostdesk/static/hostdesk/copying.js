// Copies and shares a text of the page. Where a page cannot, the buttons stay away: the text can be selected.
"use strict";

(() => {
  // Browsers keep the clipboard from pages that came over plain http; the older way still works there.
  async function copied(field) {
    const fold = field.closest("details");
    // What is in a closed fold cannot be selected.
    if (fold && !navigator.clipboard) fold.open = true;
    field.focus();
    field.select();
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(field.value);
    return true;
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
      const done = await copied(document.getElementById(button.dataset.copy)).catch(() => false);
      button.parentElement.querySelector("[data-copied]").textContent = done ? "Copied." : "Select the text and copy it by hand.";
    });
  });

  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = !navigator.share;
    button.addEventListener("click", () => {
      // Whoever closes the list of programs again has shared nothing, and nothing is wrong.
      navigator.share({ text: document.getElementById(button.dataset.share).value }).catch(() => {});
    });
  });
})();
