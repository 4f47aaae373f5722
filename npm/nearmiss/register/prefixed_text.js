"use strict";
// Text put before the first line of a module whose map stands at its end: the map follows.

const { MAP_COMMENT } = require("./probe_source.js");

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const HASHBANG = /^#!.*\r?\n?/;

/** The first number of a segment of `mappings`, and the length of its text. */
function decode(segment) {
  let value = 0;
  let length = 0;
  let digit;
  do {
    digit = DIGITS.indexOf(segment[length]);
    value += (digit & 31) * 2 ** (5 * length);
    length += 1;
  } while (digit & 32);
  return { value: value % 2 === 1 ? -(value - 1) / 2 : value / 2, length };
}

function encode(number) {
  let rest = number < 0 ? -2 * number + 1 : 2 * number;
  let text = "";
  do {
    const digit = rest % 32;
    rest = Math.floor(rest / 32);
    text += DIGITS[rest > 0 ? digit + 32 : digit];
  } while (rest > 0);
  return text;
}

/** Moves the columns of one line: its first segment is absolute, the others follow it. */
function moveLine(mappings, line, columns) {
  const lines = mappings.split(";");
  if (!lines[line]) return mappings;
  const { value, length } = decode(lines[line]);
  lines[line] = encode(value + columns) + lines[line].slice(length);
  return lines.join(";");
}

/** Puts `prefix`, which holds no newline, before the first line of `text`, or after its hashbang. */
exports.prefixed = (text, prefix) => {
  const hashbang = HASHBANG.exec(text)?.[0] ?? "";
  const whole = `${hashbang}${prefix}${text.slice(hashbang.length)}`;
  const at = whole.lastIndexOf(MAP_COMMENT);
  const encoded = at === -1 ? "" : whole.slice(at + MAP_COMMENT.length);
  // Only a map that we wrote stands at the very end.
  if (!/^[A-Za-z0-9+/]+=*$/.test(encoded)) return whole;
  const map = JSON.parse(Buffer.from(encoded, "base64").toString("utf8"));
  map.mappings = moveLine(map.mappings, hashbang === "" ? 0 : 1, prefix.length);
  return whole.slice(0, at + MAP_COMMENT.length) + Buffer.from(JSON.stringify(map)).toString("base64");
};
