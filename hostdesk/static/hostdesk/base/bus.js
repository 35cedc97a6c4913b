// The one file that hears htmx. It tells the others, which take part by on(); their order in a page does not matter.
//
//   asks      a request goes out
//   answer    its answer comes; a file that returns false keeps it off the page
//   orphan    what asked for an answer has left the page; false: it is dealt with
//   part      a part of the page is about to be replaced; false: the old one stays
//   drawn     the page is there, or something new is on it: then with the request
//   answered  a request is over, with an answer or without
//   lost      there was no answer

const bus = new EventTarget();

export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

export const isPulse = (elt) => elt.id === "pulse";

export function on(what, does) {
  bus.addEventListener(what, (event) => does(event.detail ?? {}) === false && event.preventDefault());
}

// Hears an event on its way down, before anything else does.
export const early = (what, does) => document.addEventListener(what, does, true);

// Whether nobody returned false.
export const tell = (what, detail) => bus.dispatchEvent(new CustomEvent(what, { detail, cancelable: true }));

const hear = (what, does) => document.addEventListener(`htmx:${what}`, ({ detail }) => does(detail));

function comes(detail) {
  const isShown = tell("answer", detail) && detail.shouldSwap;
  detail.shouldSwap = isShown && (detail.requestConfig.elt.isConnected || tell("orphan", detail));
}

// What happens to a part that was taken off the page is not heard by the document.
const passOn = ({ target, detail }) => target.isConnected || comes(detail);

hear("beforeRequest", (detail) => {
  detail.target.addEventListener("htmx:beforeSwap", passOn);
  tell("asks", detail);
});
hear("beforeSwap", comes);
hear("oobBeforeSwap", (detail) => tell("part", detail) || (detail.shouldSwap = false));
hear("afterRequest", (detail) => tell("answered", detail));
hear("sendError", (detail) => tell("lost", detail));
hear("timeout", (detail) => tell("lost", detail));

// htmx names each new element; one drawing is told once.
const drawn = new WeakSet();
hear("afterSettle", (detail) => {
  if (drawn.has(detail.xhr)) return;
  drawn.add(detail.xhr);
  tell("drawn", detail);
});
document.addEventListener("DOMContentLoaded", () => tell("drawn"));
