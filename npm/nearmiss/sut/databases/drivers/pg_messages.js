"use strict";
// Messages of the protocol of PostgreSQL, as far as drivers in the process send them: what is asked, and what is bound.

/** A letter and a length. */
const HEAD = 5;
const BINARY = 1;

const bufferOf = (message) => Buffer.from(message.buffer, message.byteOffset, message.byteLength);

/** The text that stands in a message behind so many others: of a query none, of one that is parsed its name. */
exports.textIn = (message, before) => {
  const bytes = bufferOf(message);
  let from = HEAD;
  for (let i = 0; i < before; i += 1) from = bytes.indexOf(0, from) + 1;
  return bytes.toString("utf8", from, bytes.indexOf(0, from));
};

/** The values that a message binds: texts, null, and bytes where they are binary. */
exports.bound = (message) => {
  const bytes = bufferOf(message);
  // The names of a portal and of a statement come first.
  let at = bytes.indexOf(0, bytes.indexOf(0, HEAD) + 1) + 1;
  const formats = Array.from({ length: bytes.readUInt16BE(at) }, (_, index) => bytes.readUInt16BE(at + 2 + 2 * index));
  at += 2 + 2 * formats.length;
  const count = bytes.readUInt16BE(at);
  at += 2;
  const values = [];
  for (let index = 0; index < count; index += 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    const format = formats.length === 1 ? formats[0] : (formats[index] ?? 0);
    const value = length < 0 ? null : bytes.subarray(at, at + length);
    at += Math.max(length, 0);
    values.push(value === null || format === BINARY ? value : value.toString("utf8"));
  }
  return values;
};
