"use strict";
// What runs when the answer is long gone.

let calls = 0;

exports.later = (call) => {
  calls += call > 0 ? 1 : 2;
  return calls;
};
