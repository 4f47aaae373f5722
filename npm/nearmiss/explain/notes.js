"use strict";
// What is noted of the explained predicates in one test: how often each was evaluated, and its nearest misses.
const { Map, mapClear, mapGet, mapSet } = require("../runtime/intrinsics.js");
const { word, epoch } = require("../runtime/generated/layout.js");
const { errorText } = require("./printed.js");

/** Misses of each outcome that are kept of a predicate. */
const MOST_KEPT = 8;
/** Errors that are kept of a test. */
const MOST_ERRORS = 64;
/** How an evaluation ended: as an index into the counts, and as the core calls it. */
const FALSE = 0;
const TRUE = 1;
const THREW = 2;
const NAMES = ["false", "true", "threw"];

/** Notes over the header of a map: of slots from `from` to before `to`, in open epochs. */
function createNotes({ header }) {
  let from = 0;
  let to = 0;
  let errors = [];
  const bySlot = new Map();
  const slots = [];

  /** Whether an evaluation of the predicate at a slot is to be noted. */
  function wants(slot) {
    return slot >= from && slot < to && header[word.EPOCH_STATE] === epoch.OPEN;
  }

  function of(slot) {
    const known = mapGet(bySlot, slot);
    if (known !== undefined) return known;
    const made = { slot, counts: [0, 0, 0], kept: [[], [], []] };
    mapSet(bySlot, slot, made);
    slots[slots.length] = slot;
    return made;
  }

  /**
   * Notes an evaluation that ended in `how` and was `near` (0 to 1) to the other outcome. `describe` answers
   * `{ operator, operands, text, words }`; asked only of what is kept.
   */
  function evaluated(slot, how, near, describe) {
    const note = of(slot);
    note.counts[how] += 1;
    const kept = note.kept[how];
    const least = kept.length < MOST_KEPT ? -1 : kept[MOST_KEPT - 1].near;
    if (!(near > least)) return;
    const { operator, operands, text, words } = describe();
    for (let i = 0; i < kept.length; i += 1) if (kept[i].text === text) return;
    let at = kept.length < MOST_KEPT ? kept.length : MOST_KEPT - 1;
    while (at > 0 && kept[at - 1].near < near) {
      kept[at] = kept[at - 1];
      at -= 1;
    }
    kept[at] = { how: NAMES[how], near, operator, operands, text, words, action: header[word.ACTION] };
  }

  /** An error left the function whose last statement is at `slot` (0: none). */
  function threw(slot, error) {
    if (!wants(slot) || errors.length >= MOST_ERRORS) return;
    for (let i = 0; i < errors.length; i += 1) if (errors[i].slot === slot) return;
    errors[errors.length] = { slot, error: errorText(error), action: header[word.ACTION] };
  }

  /** Looks at these slots from now on. */
  function look(first, end) {
    from = first;
    to = end;
    take();
  }

  /** What was noted since this was asked last. */
  function take() {
    const evaluations = [];
    for (let i = 0; i < slots.length; i += 1) {
      const { slot, counts, kept } = mapGet(bySlot, slots[i]);
      const nearest = [];
      for (let how = 0; how < kept.length; how += 1) {
        for (let j = 0; j < kept[how].length; j += 1) nearest[nearest.length] = kept[how][j];
      }
      evaluations[evaluations.length] = { slot, falses: counts[FALSE], trues: counts[TRUE], threw: counts[THREW], nearest };
    }
    const noted = { evaluations, errors };
    mapClear(bySlot);
    slots.length = 0;
    errors = [];
    return noted;
  }

  return { wants, evaluated, threw, look, take };
}

module.exports = { createNotes, FALSE, TRUE, THREW };
