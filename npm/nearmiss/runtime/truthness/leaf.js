"use strict";
// A comparison looked at ahead of its turn: a pure leaf behind the operand that decided its chain.
const { nearOrdered, nearStrict, nearLoose } = require("./compare.js");
const { nearNumbers, NEAR_ONE } = require("./near.js");
const { nearOther } = require("./truthiness.js");

function isPrimitive(value) {
  return value === null || (typeof value !== "object" && typeof value !== "function");
}

/**
 * How near the leaf `op x y` (numbers of the operators: the instrumenter's README) is to `outcome`; 0
 * when it cannot be evaluated without user code or an error.
 */
function leaf(op, x, y, outcome) {
  if (op < 8 && typeof x === "number" && typeof y === "number") {
    if (numbers(op, x, y) === outcome) return 1;
    return op > 3 && x === y ? NEAR_ONE : nearNumbers(x, y);
  }
  return anything(op, x, y, outcome);
}

function numbers(op, x, y) {
  switch (op) {
    case 0:
      return x < y;
    case 1:
      return x <= y;
    case 2:
      return x > y;
    case 3:
      return x >= y;
    case 4:
    case 6:
      return x === y;
    default:
      return x !== y;
  }
}

function anything(op, x, y, outcome) {
  if (!isPrimitive(x) || !isPrimitive(y)) return 0;
  if (op < 4 && (typeof x === "symbol" || typeof y === "symbol")) return 0;
  let result;
  let miss;
  switch (op) {
    case 0:
      result = x < y;
      break;
    case 1:
      result = x <= y;
      break;
    case 2:
      result = x > y;
      break;
    case 3:
      result = x >= y;
      break;
    case 4:
      // eslint-disable-next-line eqeqeq -- the program's own operator
      result = x == y;
      break;
    case 5:
      // eslint-disable-next-line eqeqeq -- the program's own operator
      result = x != y;
      break;
    case 6:
      result = x === y;
      break;
    case 7:
      result = x !== y;
      break;
    case 8:
      result = !!x;
      break;
    case 9:
      result = !x;
      break;
    default:
      return 0;
  }
  if (result === outcome) return 1;
  if (op < 4) miss = nearOrdered(x, y);
  else if (op < 6) miss = nearLoose(x, y, result === (op === 4));
  else if (op < 8) miss = nearStrict(x, y, result === (op === 6));
  else miss = nearOther(x);
  return miss;
}

module.exports = { leaf };
