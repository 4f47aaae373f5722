"use strict";
// Names that the core sends on purpose in some calls (paper 001 section 5): who looks for another name where one of these
// stands looks for an input. They are those of `crates/nearmiss_problem/src/rest/hidden/fakes.rs`.

const FAKE_PARAMETER = "nmExtraParam123";
const FAKE_HEADER = "x-nm-extra-header-123";
const FAKE_FIELD = "nmExtraField123";

/** Entries of a collection that may be the names of inputs. */
const MOST_ENTRIES = 16;
/** Longest name. */
const LONGEST_NAME = 100;

/** How a fact of an input that is found beside this name begins; "" for any other name. */
function placeOfFake(name) {
  if (name === FAKE_PARAMETER) return "q";
  if (name === FAKE_HEADER) return "h";
  return name === FAKE_FIELD ? "b/" : "";
}

/** The input that is looked for by a name among others, as a fact has it, or "". */
function inputSought(key, entries) {
  if (key === "" || key.length > LONGEST_NAME || entries.length > MOST_ENTRIES || placeOfFake(key) !== "") return "";
  for (let i = 0; i < entries.length; i += 1) {
    const place = typeof entries[i] === "string" ? placeOfFake(entries[i]) : "";
    if (place !== "") return place + key;
  }
  return "";
}

module.exports = { FAKE_PARAMETER, FAKE_HEADER, FAKE_FIELD, placeOfFake, inputSought };
