// A small generator of numbers, so that a failing case can be repeated by its seed.

/** Answers `next(n)`: an integer in [0, n). Mulberry32. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return function next(n) {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}
