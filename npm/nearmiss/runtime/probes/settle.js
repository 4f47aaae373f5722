"use strict";
// Records both outcomes of a predicate: the pair `h` and the slots id (true) and id + 1 (false).
const { h } = require("../truthness/levels.js");

function createSettle({ slots, raise }) {
  const S = slots;

  /** The predicate is true and was `miss` near to false. */
  function settleTrue(root, id, miss) {
    h[0] = 1;
    h[1] = miss;
    if (S[id] !== 1) raise(id, 1, root);
    if (miss > S[id + 1]) raise(id + 1, miss, root);
  }

  /** The predicate is false and was `miss` near to true. */
  function settleFalse(root, id, miss) {
    h[0] = miss;
    h[1] = 1;
    if (miss > S[id]) raise(id, miss, root);
    if (S[id + 1] !== 1) raise(id + 1, 1, root);
  }

  return { settleTrue, settleFalse };
}

module.exports = { createSettle };
