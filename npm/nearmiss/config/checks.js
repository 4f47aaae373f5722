"use strict";
// What the value of an option may be: a check of each name that the registry of options uses (`Form` in
// crates/nearmiss_cli/src/options/form.rs). A check is `{ allowed, list, wrong(value, key) }`: `wrong` answers null, or the place and
// the value that is not allowed, as `[place, value]`; `list`: the value is one.

const { inspect } = require("node:util");

const LARGEST_PORT = 65535;

/** A value as it is shown in a message: on one line, and short. */
exports.shown = (value) => {
  const text = inspect(value, { depth: 1, breakLength: Infinity, maxArrayLength: 3, maxStringLength: 60 });
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
};

/** A check of one value. */
const single = (allowed, test) => () => ({
  allowed,
  list: false,
  wrong: (value, key) => (test(value) ? null : [key, value]),
});

/** A check of a list; one value alone is a list of one, as in the tools that people know. */
const listOf = (allowed, test) => () => ({
  allowed,
  list: true,
  wrong(value, key) {
    if (!Array.isArray(value)) return test(value) ? null : [key, value];
    const at = value.findIndex((entry) => !test(entry));
    return at === -1 ? null : [`${key}[${at}]`, value[at]];
  },
});

const isText = (value) => typeof value === "string" && value !== "";

exports.text = single("a text that is not empty", isText);
exports.file = single("a path, relative to the folder of the configuration", isText);
exports.flag = single("true or false", (value) => typeof value === "boolean");
exports.globs = listOf('a glob such as "src/**/*.js", or a list of globs', isText);
exports.headers = listOf('"Name: value", or a list of such', (value) => isText(value) && value.indexOf(":") > 0);
exports.names = listOf("a name, or a list of names", isText);
exports.users = single(
  "a path, or an object with the list `auth`",
  (value) => isText(value) || (typeof value === "object" && value !== null && Array.isArray(value.auth)),
);
exports.port = single(
  `a port from 1 to ${LARGEST_PORT}`,
  (value) => Number.isInteger(value) && value >= 1 && value <= LARGEST_PORT,
);
exports.duration = single(
  'a time such as "500ms", "90s", "10m" or "1h"',
  (value) => typeof value === "string" && /^\d+(\.\d+)?(ms|s|m|h)?$/.test(value) && Number.parseFloat(value) > 0,
);

exports.count = ({ least }) =>
  single(
    `a whole number from ${least} up`,
    (value) => Number.isSafeInteger(value) && value >= least,
  )();

exports.oneOf = ({ values }) => {
  const names = values.map((value) => JSON.stringify(value));
  const allowed = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
  return single(allowed, (value) => values.includes(value))();
};
