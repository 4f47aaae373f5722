// The transform with one fault, made from outside: the program that it is given is mutated before, or the text that it answers
// after. The transform itself is the one that ships.
import { instrument } from "../run/instrumenter.mjs";
import { FAULTS_OF_PROBES } from "./of_probes.mjs";
import { FAULTS_OF_SOURCE, Refused } from "./of_source.mjs";
import { edited, placesOf } from "./tree.mjs";

/** `{ name, row }` of each. */
export const TRANSFORM_FAULTS = [...FAULTS_OF_SOURCE, ...FAULTS_OF_PROBES].map(({ name, row }) => ({ name, row }));

const ofSource = new Map(FAULTS_OF_SOURCE.map((fault) => [fault.name, fault]));
const ofProbes = new Map(FAULTS_OF_PROBES.map((fault) => [fault.name, fault]));

/** A program and what the transform makes of it, for many faults: each text is parsed once. */
export class Mutated {
  constructor(program, logical) {
    this.program = program;
    this.logical = logical;
    this.places = new Map();
    this.made = new Map();
    this.transformedRight = null;
  }

  /** What no fault makes of it. */
  get right() {
    this.transformedRight ??= instrument(this.program.text, this.program.goal, this.logical);
    return this.transformedRight;
  }

  /** What the fault makes of it, or null where that is the same. */
  with(name) {
    if (!this.made.has(name)) this.made.set(name, this.make(name));
    return this.made.get(name);
  }

  make(name) {
    if (ofSource.has(name)) return this.transformed(ofSource.get(name));
    const { right } = this;
    if (right.error !== undefined) return null;
    const code = this.mutated(right.code, ofProbes.get(name));
    return code === null || code === right.code ? null : { ...right, code };
  }

  /** What the transform makes of the mutated program. One that it does not take is for V8 to refuse, as its probes would be. */
  transformed(fault) {
    const { text, goal } = this.program;
    if (!text.includes(fault.needs)) return null;
    try {
      const mutated = this.mutated(text, fault);
      if (mutated === null || this.right.error !== undefined) return null;
      const made = instrument(mutated, goal, this.logical);
      return made.error === undefined ? made : { code: mutated, roots: [], texts: [], slots: 0 };
    } catch (error) {
      if (error instanceof Refused) return { error: "the transform refuses it" };
      throw error;
    }
  }

  mutated(text, { edit, whole }) {
    const { goal } = this.program;
    if (whole !== undefined) return whole(text, goal);
    if (!this.places.has(text)) this.places.set(text, placesOf(text, goal));
    return edited(text, this.places.get(text), edit);
  }
}
