"use strict";
// Written by `cargo run -p nearmiss_targets --example layout`; see its layout.rs.
exports.layout = Object.freeze({
  VERSION: 1,
  MAGIC: 1852665137,
  HEADER_WORDS: 1024,
  TOUCHED_OFFSET: 4096,
  TOUCHED_CAPACITY: 1048576,
  FACTS_OFFSET: 4198400,
  FACTS_BYTES: 1048576,
  SLOTS_OFFSET: 5246976,
  SLOTS: 16777216,
  SINK_SLOTS: 16,
  AHEAD_SLOTS: 8388608,
  TOTAL_BYTES: 139464704,
});
exports.word = Object.freeze({
  MAGIC: 0,
  VERSION: 1,
  EPOCH: 2,
  EPOCH_STATE: 3,
  ACTION: 4,
  LAST_ACTION: 5,
  QUIET_EPOCH: 6,
  REQUESTS: 7,
  RESPONSES: 8,
  TOUCHED_COUNT: 9,
  TOUCHED_DROPPED: 10,
  FACTS_USED: 11,
  FACTS_DROPPED: 12,
  THROWN_AT: 13,
  THROWN: 14,
  NOT_QUIET: 15,
});
exports.epoch = Object.freeze({
  CLOSED: 0,
  OPEN: 1,
  BOOT: 2,
});
exports.fact = Object.freeze({
  CONSTANT: 1,
  CONSTANT_IGNORE_CASE: 2,
  REGEX_PARTIAL: 3,
  REGEX_WHOLE: 4,
  PREFIX: 5,
  SUFFIX: 6,
  CONTAINS: 7,
  EQUAL_TO_TAINT: 8,
  NUMBER: 9,
  DATE: 10,
  AT: 11,
  ENCODED: 12,
});
