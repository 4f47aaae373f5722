"use strict";
// The shared map as the SUT process sees it: header words, touched list, taint facts and slots. The
// layout is `crates/nearmiss_targets/src/layout.rs`, generated into `generated/layout.js`.
const { layout, word, epoch } = require("./generated/layout.js");

const { EPOCH_STATE, TOUCHED_COUNT, TOUCHED_DROPPED } = word;
const { CLOSED, OPEN } = epoch;
const { SINK_SLOTS, TOUCHED_CAPACITY } = layout;

/** Trees with more slots than this are never called saturated: looking would cost more than it saves. */
const LONGEST_SATURATING_TREE = 64;
/**
 * Value of a root cell for each slot that is 1 in a row from the start of its tree on. Outer predicates have
 * their slots before inner ones, so what lies in this row can learn nothing more, nor can what encloses it.
 */
const LEARNT_SLOT = 1 / 256;
/** On the length of a tree: it goes on asking from there on, so it is never learnt as a whole. */
const ASKS_ON = 0x80;
const PAGE_BITS = 16;
const PAGE = 1 << PAGE_BITS;

/**
 * Checks the first two words of a map; a fresh (all zero) buffer becomes a detached map, open.
 * Throws an Error for another layout.
 */
function checkVersion(header) {
  if (header[word.MAGIC] === 0 && header[word.VERSION] === 0) {
    header[word.MAGIC] = layout.MAGIC;
    header[word.VERSION] = layout.VERSION;
    header[EPOCH_STATE] = OPEN;
  }
  if (header[word.MAGIC] !== layout.MAGIC || header[word.VERSION] !== layout.VERSION) {
    throw new Error(
      `nearmiss: the shared map has layout version ${header[word.VERSION]}, this runtime speaks ` +
        `${layout.VERSION}; use the same version of nearmiss on both sides`,
    );
  }
}

/**
 * The views of a shared map and the one way to raise a slot.
 *
 * @param {ArrayBuffer | SharedArrayBuffer} buffer at least `SLOTS_OFFSET` bytes; what follows is
 *   slots, so that tests can use a small one
 */
function openMap(buffer) {
  if (!(buffer.byteLength > layout.SLOTS_OFFSET)) {
    throw new Error(
      `nearmiss: a shared map has more than ${layout.SLOTS_OFFSET} bytes, this one ${buffer.byteLength}`,
    );
  }
  const header = new Uint32Array(buffer, 0, layout.HEADER_WORDS);
  checkVersion(header);
  const touched = new Uint32Array(buffer, layout.TOUCHED_OFFSET, TOUCHED_CAPACITY);
  const facts = new Uint16Array(buffer, layout.FACTS_OFFSET, layout.FACTS_BYTES / 2);
  const slotCount = Math.min(layout.SLOTS, Math.floor((buffer.byteLength - layout.SLOTS_OFFSET) / 8));
  const slots = new Float64Array(buffer, layout.SLOTS_OFFSET, slotCount);
  // What a slot must exceed to be told: only the core of a search raises it, in a map of full size.
  const floors =
    buffer.byteLength >= layout.TOTAL_BYTES
      ? new Float64Array(buffer, layout.FLOORS_OFFSET, slotCount)
      : new Float64Array(slotCount);
  // Length of the tree whose root cell is at a slot; 0: no root, or too long to saturate.
  const treeLengths = new Array(Math.ceil(slotCount / PAGE)).fill(null);

  /** Notes that a slot left its floor; false when the list is full. */
  function touch(id) {
    const count = header[TOUCHED_COUNT];
    if (count >= TOUCHED_CAPACITY) {
      header[TOUCHED_DROPPED] += 1;
      return false;
    }
    touched[count] = id;
    header[TOUCHED_COUNT] = count + 1;
    return true;
  }

  function saturate(root) {
    const page = treeLengths[root >>> PAGE_BITS];
    if (!page) return;
    const length = page[root & (PAGE - 1)];
    const end = root + (length & ~ASKS_ON);
    if (end === root || slots[root] === 1) return;
    let next = root + 1;
    while (next < end && slots[next] === 1) next += 1;
    const value = next === end && length < ASKS_ON ? 1 : (next - root - 1) * LEARNT_SLOT;
    const old = slots[root];
    if (value > old && (old !== 0 || touch(root))) slots[root] = value;
  }

  /** The probe at slot `id` has to see all of its calls, whatever its slots say: what stands before it in its tree may be learnt. */
  function keepAsking(id, root) {
    const page = treeLengths[root >>> PAGE_BITS];
    if (!page) return;
    const length = page[root & (PAGE - 1)];
    if (length !== 0 && root + (length & ~ASKS_ON) > id) page[root & (PAGE - 1)] = ASKS_ON | (id - root);
  }

  /**
   * Raises slot `id` to `value` unless it is there already; nothing while the epoch is closed and
   * nothing for the sink. `root` is the root cell of the slot's tree, or 0.
   */
  function raise(id, value, root) {
    if (header[EPOCH_STATE] === CLOSED || id < SINK_SLOTS) return;
    const old = slots[id];
    if (!(value > old)) return;
    // A slot that is not on the list would never be zeroed again: rather lose the hit.
    if (old === floors[id] && !touch(id)) return;
    slots[id] = value;
    if (value === 1 && root !== 0) saturate(root);
  }

  /** Tells the length of the trees of a file: `roots` is `[slot offset, length, ...]`. */
  function registerTrees(base, roots) {
    for (let i = 0; i + 1 < roots.length; i += 2) {
      const root = base + roots[i];
      const length = roots[i + 1];
      if (!(length <= LONGEST_SATURATING_TREE && root >= SINK_SLOTS && root + length <= slotCount)) continue;
      const index = root >>> PAGE_BITS;
      treeLengths[index] ??= new Uint8Array(PAGE);
      treeLengths[index][root & (PAGE - 1)] = length;
    }
  }

  return { header, touched, facts, slots, floors, slotCount, raise, keepAsking, registerTrees };
}

module.exports = { openMap, LONGEST_SATURATING_TREE, LEARNT_SLOT };
