"use strict";
// What calls leave over: how long it is waited for, and whether a later call of the test took it away.

const { Map, mapGet, mapSet } = require("../../../runtime/intrinsics.js");

/** Milliseconds for which the first few of a place are waited for, and all others. */
const LONG_MS = 400;
const SHORT_MS = 30;
const WAITED_FOR = 3;

/**
 * A kind of what is left over. `left(test)` lists it: `{ key, place, detail, action, works, isBy }`. `key` is an object;
 * `works`: a statement is under way there; `isBy(action)`: once it is gone, whether a call took it away that began after
 * that action. `drop(one)` takes away what was told. `{ began, patience, testEnds }` are for a watcher.
 */
exports.leftOver = (kind, left, { owner: ownerNow, tell, drop = () => {} }) => {
  /** Times that what was left at a place was told. */
  const told = new Map();
  /** Things that were there, in this test, when a later call began. */
  let before = [];
  let test = -1;

  return {
    /** A call begins. */
    began() {
      const owner = ownerNow();
      if (owner === null) return;
      if (owner.test !== test) {
        test = owner.test;
        before = [];
        return;
      }
      for (const one of left(test)) if (one.action < owner.action && !before.some(({ key }) => key === one.key)) before.push(one);
    },
    /** Milliseconds for which to wait for the end of what is left, once nothing else runs. */
    patience() {
      let most = 0;
      const all = left(test);
      for (let i = 0; i < all.length; i += 1) {
        most = Math.max(most, (mapGet(told, all[i].place) ?? 0) < WAITED_FOR ? LONG_MS : SHORT_MS);
      }
      return most;
    },
    testEnds() {
      const now = left(test);
      for (const one of before) {
        if (now.some(({ key }) => key === one.key) || !one.isBy(one.action)) continue;
        tell(`${kind}-handed-on`, one.place, "", one.action);
      }
      before = [];
      for (const one of now) {
        const { place, detail, action, works } = one;
        // It may come to its end yet.
        if (works) continue;
        mapSet(told, place, (mapGet(told, place) ?? 0) + 1);
        tell(kind, place, detail, action);
        drop(one);
      }
    },
  };
};
