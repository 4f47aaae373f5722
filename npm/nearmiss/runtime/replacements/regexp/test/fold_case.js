"use strict";
// Writes the source of a regular expression with the `i` flag so that it means nearly the same without:
// `ab[c-e]` becomes `[aA][bB][c-eC-E]`. ASCII letters only. The search samples from sources, not flags.
const { charCodeAt, stringSlice } = require("../../../intrinsics.js");
const { classEnd, escapeEnd } = require("./terms.js");

const CASE_BIT = 32;

function isLetter(unit) {
  const lower = unit | CASE_BIT;
  return lower >= 97 && lower <= 122;
}

function otherCase(unit) {
  return letters[(unit ^ CASE_BIT) & 127];
}

const letters = [];
for (let i = 0; i < 128; i += 1) letters[i] = String.fromCharCode(i);

function foldClass(text) {
  let folded = "";
  let i = 0;
  while (i < text.length) {
    const unit = charCodeAt(text, i);
    if (unit === 92) {
      const end = escapeEnd(text, i);
      folded += stringSlice(text, i, end);
      i = end;
    } else if (isLetter(unit)) {
      const last = text[i + 1] === "-" ? charCodeAt(text, i + 2) : 0;
      if (isLetter(last) && ((last ^ unit) & CASE_BIT) === 0) {
        folded += `${stringSlice(text, i, i + 3)}${otherCase(unit)}-${otherCase(last)}`;
        i += 3;
      } else if (text[i + 1] === "-" && text[i + 2] !== "]") {
        folded += stringSlice(text, i, i + 3);
        i += 3;
      } else {
        folded += text[i] + otherCase(unit);
        i += 1;
      }
    } else {
      folded += text[i];
      i += 1;
    }
  }
  return folded;
}

/** `source` with the letters in both cases. */
function foldCase(source) {
  let folded = "";
  let i = 0;
  while (i < source.length) {
    const unit = charCodeAt(source, i);
    let end = i + 1;
    if (unit === 92) {
      end = escapeEnd(source, i);
      folded += stringSlice(source, i, end);
    } else if (unit === 91) {
      end = classEnd(source, i, false);
      folded += foldClass(stringSlice(source, i, end));
    } else if (unit === 40 && source[i + 1] === "?" && source[i + 2] === "<" && isLetter(charCodeAt(source, i + 3))) {
      // The name of a group keeps its case.
      while (end < source.length && source[end - 1] !== ">") end += 1;
      folded += stringSlice(source, i, end);
    } else if (isLetter(unit)) folded += `[${source[i]}${otherCase(unit)}]`;
    else folded += source[i];
    i = end;
  }
  return folded;
}

module.exports = { foldCase };
