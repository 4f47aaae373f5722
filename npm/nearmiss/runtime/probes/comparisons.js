"use strict";
// Probes of `<`, `<=`, `>`, `>=`, `==`, `!=`, `===`, `!==`, `instanceof`.
//
// Each applies the operator once, on the real operands. Two numbers come first and stay monomorphic,
// then two strings; everything else goes the long way, out of line. Where this predicate and those round it are
// learnt (`id - r < S[r] * LEARNT`, see LEARNT_SLOT in map.js; so it is with the root cell at 1) nothing can be learned.
const { isProxy, symbolHasInstance } = require("../intrinsics.js");
const { operatorError, isPrimitive, lacksProperty, withoutFrame } = require("../stack.js");
const { MISS } = require("../truthness/levels.js");
const { nearNumbers, NEAR_ONE } = require("../truthness/near.js");
const { nearOrdered, nearStrict, nearLoose } = require("../truthness/compare.js");
const { nearInOrder, nearTexts } = require("../truthness/text.js");
const { LEARNT_SLOT } = require("../map.js");
const { NUMBER_TAINT, NUMBER_TAINTS, SHORTEST_TAINT } = require("../taint/marker.js");

const LEARNT = 1 / LEARNT_SLOT;

/** A quick look at two numbers: what is no integer or far away may be taken for tainted, too. */
function mayBeTainted(a, b) {
  return (a - NUMBER_TAINT) >>> 0 < NUMBER_TAINTS || (b - NUMBER_TAINT) >>> 0 < NUMBER_TAINTS;
}

function createComparisonProbes({ slots }, { settleTrue, settleFalse }, taint) {
  const S = slots;
  const { live } = taint;

  function settle(root, id, outcome, miss) {
    if (outcome) settleTrue(root, id, miss);
    else settleFalse(root, id, miss);
    return outcome;
  }

  function learnTextOrder(r, id, a, b, outcome) {
    if (id - r < S[r] * LEARNT) return outcome;
    if (a.length >= SHORTEST_TAINT || b.length >= SHORTEST_TAINT || live[0] !== 0) taint.ordered(a, b, id);
    return settle(r, id, outcome, nearInOrder(a, b));
  }

  function learnOrder(r, id, a, b, outcome) {
    if (id - r < S[r] * LEARNT) return outcome;
    if (live[0] !== 0 || typeof a === "string" || typeof b === "string" || typeof a === "bigint" || typeof b === "bigint") taint.ordered(a, b, id);
    return settle(r, id, outcome, nearOrdered(a, b));
  }

  function lt(r, id, a, b) {
    if (typeof a === "number" && typeof b === "number") {
      if (id - r < S[r] * LEARNT) return a < b;
      const miss = nearNumbers(a, b);
      if (live[0] !== 0 || mayBeTainted(a, b)) taint.ordered(a, b, id);
      if (a < b) {
        settleTrue(r, id, miss);
        return true;
      }
      settleFalse(r, id, miss);
      return false;
    }
    return ltOther(r, id, a, b);
  }

  function ltOther(r, id, a, b) {
    if (typeof a === "string" && typeof b === "string") return learnTextOrder(r, id, a, b, a < b);
    let outcome;
    try {
      outcome = a < b;
    } catch (error) {
      throw operatorError(error, lt, a, b);
    }
    return learnOrder(r, id, a, b, outcome);
  }

  function le(r, id, a, b) {
    if (typeof a === "number" && typeof b === "number") {
      if (id - r < S[r] * LEARNT) return a <= b;
      const miss = nearNumbers(a, b);
      if (live[0] !== 0 || mayBeTainted(a, b)) taint.ordered(a, b, id);
      if (a <= b) {
        settleTrue(r, id, miss);
        return true;
      }
      settleFalse(r, id, miss);
      return false;
    }
    return leOther(r, id, a, b);
  }

  function leOther(r, id, a, b) {
    if (typeof a === "string" && typeof b === "string") return learnTextOrder(r, id, a, b, a <= b);
    let outcome;
    try {
      outcome = a <= b;
    } catch (error) {
      throw operatorError(error, le, a, b);
    }
    return learnOrder(r, id, a, b, outcome);
  }

  function gt(r, id, a, b) {
    if (typeof a === "number" && typeof b === "number") {
      if (id - r < S[r] * LEARNT) return a > b;
      const miss = nearNumbers(a, b);
      if (live[0] !== 0 || mayBeTainted(a, b)) taint.ordered(a, b, id);
      if (a > b) {
        settleTrue(r, id, miss);
        return true;
      }
      settleFalse(r, id, miss);
      return false;
    }
    return gtOther(r, id, a, b);
  }

  function gtOther(r, id, a, b) {
    if (typeof a === "string" && typeof b === "string") return learnTextOrder(r, id, a, b, a > b);
    let outcome;
    try {
      outcome = a > b;
    } catch (error) {
      throw operatorError(error, gt, a, b);
    }
    return learnOrder(r, id, a, b, outcome);
  }

  function ge(r, id, a, b) {
    if (typeof a === "number" && typeof b === "number") {
      if (id - r < S[r] * LEARNT) return a >= b;
      const miss = nearNumbers(a, b);
      if (live[0] !== 0 || mayBeTainted(a, b)) taint.ordered(a, b, id);
      if (a >= b) {
        settleTrue(r, id, miss);
        return true;
      }
      settleFalse(r, id, miss);
      return false;
    }
    return geOther(r, id, a, b);
  }

  function geOther(r, id, a, b) {
    if (typeof a === "string" && typeof b === "string") return learnTextOrder(r, id, a, b, a >= b);
    let outcome;
    try {
      outcome = a >= b;
    } catch (error) {
      throw operatorError(error, ge, a, b);
    }
    return learnOrder(r, id, a, b, outcome);
  }

  function se(r, id, a, b) {
    if (id - r < S[r] * LEARNT) return a === b;
    if (typeof a === "number" && typeof b === "number") {
      if (a === b) {
        settleTrue(r, id, NEAR_ONE);
        return true;
      }
      if (live[0] !== 0 || mayBeTainted(a, b)) taint.unequal(a, b, id);
      settleFalse(r, id, nearNumbers(a, b));
      return false;
    }
    if (typeof a === "string" && typeof b === "string") {
      if (a === b) {
        settleTrue(r, id, NEAR_ONE);
        return true;
      }
      if (a.length >= SHORTEST_TAINT || b.length >= SHORTEST_TAINT || live[0] !== 0) taint.unequal(a, b, id);
      settleFalse(r, id, nearTexts(a, b));
      return false;
    }
    const equal = a === b;
    if (!equal && (live[0] !== 0 || typeof a === "bigint" || typeof a === "string" || typeof b === "string")) taint.unequal(a, b, id);
    return settle(r, id, equal, nearStrict(a, b, equal));
  }

  function sn(r, id, a, b) {
    if (id - r < S[r] * LEARNT) return a !== b;
    if (typeof a === "number" && typeof b === "number") {
      if (a === b) {
        settleFalse(r, id, NEAR_ONE);
        return false;
      }
      if (live[0] !== 0 || mayBeTainted(a, b)) taint.unequal(a, b, id);
      settleTrue(r, id, nearNumbers(a, b));
      return true;
    }
    if (typeof a === "string" && typeof b === "string") {
      if (a === b) {
        settleFalse(r, id, NEAR_ONE);
        return false;
      }
      if (a.length >= SHORTEST_TAINT || b.length >= SHORTEST_TAINT || live[0] !== 0) taint.unequal(a, b, id);
      settleTrue(r, id, nearTexts(a, b));
      return true;
    }
    const equal = a === b;
    if (!equal && (live[0] !== 0 || typeof a === "bigint" || typeof a === "string" || typeof b === "string")) taint.unequal(a, b, id);
    return settle(r, id, !equal, nearStrict(a, b, equal));
  }

  function learnLoose(r, id, a, b, outcome, equal) {
    if (id - r < S[r] * LEARNT) return outcome;
    if (!equal && (typeof a === "string" || typeof b === "string")) taint.unequal(a, b, id);
    return settle(r, id, outcome, nearLoose(a, b, equal));
  }

  function eq(r, id, a, b) {
    if (typeof a === typeof b && (typeof a === "number" || typeof a === "string")) return se(r, id, a, b);
    // eslint-disable-next-line eqeqeq -- the program's own operator
    const equal = a == b;
    return learnLoose(r, id, a, b, equal, equal);
  }

  function ne(r, id, a, b) {
    if (typeof a === typeof b && (typeof a === "number" || typeof a === "string")) return sn(r, id, a, b);
    // eslint-disable-next-line eqeqeq -- the program's own operator
    const equal = a == b;
    return learnLoose(r, id, a, b, !equal, equal);
  }

  /** `instanceof`: no gradient. Nothing but a list or a record comes out of JSON. */
  function io(r, id, a, b) {
    let outcome;
    try {
      outcome = a instanceof b;
    } catch (error) {
      throw instanceofError(error, io, b);
    }
    if (id - r < S[r] * LEARNT) return outcome;
    if (!outcome) taint.notMadeBy(a, b);
    return settle(r, id, outcome, MISS);
  }

  /** `case x` of a switch over `d`; `===`, but it is x that the case needs. */
  function k(r, id, d, x) {
    // No predicate stands round a case.
    if (S[id] !== 1 || S[id + 1] !== 1) se(r, id, d, x);
    return x;
  }

  return { lt, le, gt, ge, eq, ne, se, sn, io, k };
}

function instanceofError(error, probe, b) {
  // A right operand that is no function and has no Symbol.hasInstance is refused by the engine itself.
  const engine = isPrimitive(b) || (typeof b === "object" && !isProxy(b) && lacksProperty(b, symbolHasInstance));
  return engine ? withoutFrame(error, probe) : error;
}

module.exports = { createComparisonProbes };
