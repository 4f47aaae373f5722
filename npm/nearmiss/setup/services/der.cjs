"use strict";
// The few forms of DER that a certificate is made of (X.690).

const NUMBER = 0x02;
const BITS = 0x03;
const BYTES = 0x04;
const NAME_OF_KIND = 0x06;
const TEXT = 0x0c;
const TIME = 0x18;
const LIST = 0x30;
const SET = 0x31;

/** A value with its tag and its length. */
function tagged(tag, ...parts) {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits = [];
  for (let left = length; left > 0; left >>>= 8) digits.unshift(left & 0xff);
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length, ...digits]), content]);
}

/** The name of a kind of thing, `1.2.840.10045.4.3.2`. */
function kind(text) {
  const [first, second, ...rest] = text.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const number of rest) {
    const digits = [number & 0x7f];
    for (let left = number >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f));
    bytes.push(...digits);
  }
  return tagged(NAME_OF_KIND, Buffer.from(bytes));
}

exports.tagged = tagged;
exports.kind = kind;
exports.list = (...parts) => tagged(LIST, ...parts);
exports.set = (...parts) => tagged(SET, ...parts);
exports.bytes = (content) => tagged(BYTES, content);
exports.bits = (content, unused = 0) => tagged(BITS, Buffer.from([unused]), content);
exports.text = (text) => tagged(TEXT, Buffer.from(text));
exports.yes = Buffer.from([0x01, 0x01, 0xff]);
/** A number of one byte below 128, or the bytes of a positive one. */
exports.number = (value) => tagged(NUMBER, typeof value === "number" ? Buffer.from([value]) : value);
/** A time by ISO 8601. */
exports.time = (text) => tagged(TIME, Buffer.from(`${text.replace(/[-:T]|\.\d+/g, "")}`));
