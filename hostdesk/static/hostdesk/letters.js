// Copies and shares the texts of messages. Where a page cannot, the buttons stay away: the texts can be selected.
"use strict";

(() => {
  // Browsers keep the clipboard from pages that came over plain http; the older way still works there.
  async function copied(field) {
    field.focus();
    field.select();
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(field.value);
    return true;
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
