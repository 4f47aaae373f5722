"use strict";
// Questions that a library answers with yes or no about a text: each is a target like a validation, under its name.

const { begin, end } = require("./observe.js");
const { overheard } = require("./exported.js");

/**
 * The question `name` of a library. `schema`: what a text must be for a yes, as JSON Schema; null where no schema says it, and
 * nothing is nearer to an answer than anything else. `isOneOfSeveral`: others have the name, and its schema tells them apart.
 */
function question(name, schema = null, isOneOfSeveral = false) {
  const asked = { schema, name: isOneOfSeveral ? undefined : name, pending: false };
  const adapter = { library: name, describe: () => asked };

  /** A record for `end`; null where nobody wants to know. */
  const ask = (text) => (typeof text === "string" ? begin(adapter, asked, text) : null);

  /** The answer of `call()`, which is the library's own; a call that throws has none. */
  function answered(text, call) {
    const record = ask(text);
    const answer = call();
    if (record !== null && typeof answer === "boolean") end(record, answer);
    return answer;
  }

  /** A callback `(error, answer)` that ends the record before it is called. */
  function answering(record, callback) {
    if (record === null) return callback;
    return overheard(callback, (args) => {
      if (!args[0] && typeof args[1] === "boolean") end(record, args[1]);
    });
  }

  /** Whether `a` and `b` were `equal`, which the library has found; `near`: how near they are to that. */
  function compared(a, b, equal, near) {
    const record = begin(adapter, asked, a) ?? begin(adapter, asked, b);
    if (record === null) return;
    if (!equal && near !== undefined) record.near = { holds: near, violated: 0 };
    end(record, equal);
  }

  return { ask, answered, answering, compared };
}

module.exports = { question };
