"""What the tests of the clock do and look for inside a page."""

# A tablet that can be put to sleep: nothing is done on it, and its steady clock stands still meanwhile.
CAN_SLEEP = """
  let slept = 0;
  const steady = performance.now.bind(performance);
  performance.now = () => steady() - slept;
  window.sleep = (ms) => {
    for (const until = Date.now() + ms; Date.now() < until; );
    slept += ms;
  };
"""
# What a clock shows, and when, at the moment at which it shows the next second.
NEXT_SECOND = """
  (left) => new Promise((done) => {
    const drawn = new MutationObserver(() => (drawn.disconnect(), done([left.textContent, Date.now()])));
    drawn.observe(left, { childList: true });
  })
"""
# Let "− 1 minute" leave eight seconds of the level.
ALMOST_OVER = """
  const [minutes, seconds] = document.querySelector(".clock-face-left").textContent.split(":").map(Number);
  document.querySelector('[name=seconds][value="-60"]').value = 8 - minutes * 60 - seconds;
"""
# Everything in the panel of the clock that can be pressed, by where it is.
PRESSES = """
  [...document.querySelectorAll(".clock-presses > *")].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
  })
"""
# Every tone that a page begins, by its pitch.
HEARS = """
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    heard.push(this.frequency.value);
    return start.apply(this, at);
  };
"""
# The names of which something cannot be read: a part is outside its place, or it is smaller than so many pixels.
UNREAD = """
  (least) => [...document.querySelectorAll(".tv-name")].filter((name) => {
    const [row, size] = [name.parentElement, parseFloat(getComputedStyle(name).fontSize)];
    const isOutside = name.offsetHeight > row.clientHeight || name.scrollWidth > name.clientWidth;
    return isOutside || size < least;
  }).map((name) => name.textContent)
"""
