// Copies the text of a month. Where a page cannot reach the clipboard the button stays away: the text can be selected.
"use strict";

(() => {
  // Browsers keep the clipboard from pages that came over plain http; the older way still works there.
  async function copied(field) {
    field.select();
    if (!navigator.clipboard) return document.execCommand("copy");
    await navigator.clipboard.writeText(field.value);
    return true;
  }

  document.querySelectorAll("[data-copy]").forEach((button) => {
    button.hidden = !navigator.clipboard && !document.queryCommandSupported?.("copy");
    button.addEventListener("click", async () => {
      const done = await copied(document.getElementById(button.dataset.copy)).catch(() => false);
      document.querySelector("[data-copied]").textContent = done ? "Copied." : "Select the text and copy it by hand.";
    });
  });
})();
