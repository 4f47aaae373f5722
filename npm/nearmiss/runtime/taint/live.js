"use strict";
// What a comparison reads before it asks of taint at all: one byte, so that nearly all of them read no more.

/** Values of this test were made of tainted text (`derived.js`). */
const LIVE_DERIVED = 1;
/** Values that differ are told (`pairs.js`). */
const LIVE_PAIRS = 2;
/** A tainted text was asked for its type, and the answer is not compared yet. */
const LIVE_TYPE = 4;

module.exports = { LIVE_DERIVED, LIVE_PAIRS, LIVE_TYPE };
