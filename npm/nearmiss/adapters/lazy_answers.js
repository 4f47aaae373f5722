"use strict";
// What functions of the program that stand in a schema (`lazy`) answered when the library called them: ours must not.

const { WeakMap, weakMapGet, weakMapSet } = require("../runtime/intrinsics.js");
const { node } = require("./schema_text.js");

/** The answers of one library, by the schema (or its definition) that holds the function. */
exports.createLazyAnswers = () => {
  const answered = new WeakMap();
  return {
    remember(lazy, inner) {
      weakMapSet(answered, lazy, inner);
    },

    /** What stands in place of the function: any value as long as it has not been called. */
    described(lazy, walk) {
      const inner = weakMapGet(answered, lazy);
      if (inner !== undefined) return walk(inner);
      walk.pending();
      return node({});
    },
  };
};
