// A phone keeps what it saw of the books, and says so if the desk ever shows something else.

const notice = document.getElementById("witness");
const { address, player, token } = notice.dataset;
const place = `hostdesk witness ${address.replace(/\/own\/\d+\/witness\/$/, " ").trimStart()}${player}`; // of the desk at that path
let busy = false;

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(place)) || {};
  } catch {
    return {};
  }
};

// What was kept and is not so any more, a sentence each.
function differences(kept, now) {
  const found = [];
  if (kept.number && now.seen !== kept.head) {
    const what = now.seen ? "is not what it was" : "is not in the books any more";
    found.push(`Act ${kept.number} ${what}.`);
  }
  for (const [number, [digest, text]] of Object.entries(kept.lines || {})) {
    const line = now.lines[number];
    if (!line) found.push(`Act ${number} is gone: ${text}`);
    else if (line[0] !== digest) found.push(`Act ${number} said: ${text}. Now it says: ${line[1]}`);
  }
  return found;
}

function keep(kept, now) {
  const lines = Object.entries({ ...kept.lines, ...now.lines }).slice(-100); // numbers come in their order
  localStorage.setItem(place, JSON.stringify({ number: now.number, head: now.head, lines: Object.fromEntries(lines) }));
}

async function compare() {
  const kept = read();
  const numbers = Object.keys(kept.lines || {}).join(",");
  const answer = await fetch(`${address}?number=${kept.number || 0}&acts=${numbers}`, { cache: "no-store" });
  if (!answer.ok || answer.redirected) return;
  const now = await answer.json();
  const found = differences(kept, now);
  if (!found.length) {
    keep(kept, now);
    notice.hidden = true;
    return;
  }
  notice.querySelector("ul").replaceChildren(...found.slice(0, 10).map((each) => Object.assign(document.createElement("li"), { textContent: each })));
  notice.hidden = false;
  const says = found.join(" ").slice(0, 500);
  const body = new URLSearchParams({ csrfmiddlewaretoken: token, number: kept.number || 0, head: kept.head || "", says });
  await fetch(address, { method: "POST", body });
}

async function look() {
  if (busy) return;
  busy = true;
  await compare().catch(() => {}); // asked again at the next look
  busy = false;
}

// Whoever has read it may go on with the books as they are now.
notice.querySelector("button").addEventListener("click", () => {
  localStorage.removeItem(place);
  look();
});
document.addEventListener("visibilitychange", () => document.hidden || look());
look();
