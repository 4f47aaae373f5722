// A runtime over a map of its own, and what the core does with it.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const FOLDER = "../../../npm/nearmiss/runtime";

/** Loads a module of the runtime by its path in the folder. */
export const load = (file) => require(`${FOLDER}/${file}`);

const { create, detachedBuffer } = load("index.js");
const { layout, word, epoch, fact } = load("generated/layout.js");
export { layout, word, epoch, fact };

/** A detached runtime with 4,096 slots: `{ probes, map, epoch, register, take, facts }`. */
export function detached(slotCount = 4096) {
  const runtime = create(detachedBuffer(slotCount));
  const { map } = runtime;
  return {
    ...runtime,
    /** Ends the test as the core does: what was touched, slots and lists zeroed, the next epoch open. */
    take() {
      const touched = {};
      for (let i = 0; i < map.header[word.TOUCHED_COUNT]; i += 1) {
        touched[map.touched[i]] = map.slots[map.touched[i]];
        map.slots[map.touched[i]] = 0;
      }
      map.header[word.TOUCHED_COUNT] = 0;
      map.header[word.FACTS_USED] = 0;
      map.header[word.THROWN] = 0;
      map.header[word.THROWN_AT] = 0;
      runtime.epoch.open(map.header[word.EPOCH] + 1);
      return touched;
    },
    /** The facts reported in this epoch: `["CONSTANT", taint, text]`. */
    facts() {
      const names = Object.fromEntries(Object.entries(fact).map(([name, kind]) => [kind, name]));
      const found = [];
      let at = 0;
      while (at < map.header[word.FACTS_USED] / 2) {
        const [kind, , low, high, length] = map.facts.subarray(at, at + 5);
        const text = String.fromCharCode(...map.facts.subarray(at + 5, at + 5 + length));
        found.push([names[kind], low + high * 65536, text]);
        at += 5 + length;
      }
      return found;
    },
  };
}

/** Value or error of a call, comparable. */
export function outcome(run) {
  try {
    return { value: run() };
  } catch (error) {
    return { error: error?.constructor?.name, message: String(error?.message) };
  }
}
