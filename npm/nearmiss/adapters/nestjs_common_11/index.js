"use strict";
// Nest 11 and 12: pipes that read a text and refuse it (`@Query("page", ParseIntPipe)`). Each asks a method of its class.

const { end } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { each } = require("../lists.js");
const { question } = require("../questions.js");
const { readAsDate } = require("../texts.js");
const { dateGetTime, isDate, isProxy, numberToString, objectGetOwnPropertyDescriptor, objectKeys, reflectApply, regexpSource, WeakMap,
  weakMapGet, weakMapSet } = require("../../runtime/intrinsics.js");

/** Not all numbers, but such as people write. */
const NUMBER = "^-?\\d{1,9}(\\.\\d{1,6})?$";

const own = (object, name) => objectGetOwnPropertyDescriptor(object, name)?.value;

/** Wraps a method of a text that answers yes or no: `ask(self, args)` is the question. */
const wrapAnswer = (ask) => (original) =>
  wrapped(original, (self, args) => {
    const run = () => reflectApply(original, self, args);
    const asked = typeof args[0] === "string" ? ask(self, args) : null;
    return asked === null ? run() : asked.answered(args[0], run);
  });

const asks = (method, asked) => (Pipe) => patch(Pipe.prototype, method, wrapAnswer(() => asked));

/** It asks whether a text is the one, and if it is not, whether it is the other. */
function watchBool(Pipe) {
  const isBool = question("ParseBoolPipe", { type: "string", enum: ["true", "false"] });
  const wrapTrue = (original) =>
    wrapped(original, (self, args) => {
      const answer = reflectApply(original, self, args);
      if (answer === true) end(isBool.ask(args[0]), true);
      return answer;
    });
  return patch(Pipe.prototype, "isTrue", wrapTrue) && patch(Pipe.prototype, "isFalse", wrapAnswer(() => isBool));
}

/** Its expressions by version, which it is asked with. */
function watchUuid(Pipe) {
  const expressions = own(Pipe, "uuidRegExps");
  const questions = { __proto__: null };
  each(objectKeys(expressions), (version) => {
    questions[version] = question("ParseUUIDPipe", { type: "string", pattern: regexpSource(expressions[version]) }, true);
  });
  return patch(Pipe.prototype, "isUUID", wrapAnswer((self, args) => {
    const version = args[1] ?? "all";
    return (typeof version === "string" ? questions[version] : undefined) ?? null;
  }));
}

/** Texts that an enumeration of TypeScript stands for; numbers have their names as values, too. */
function textsOf(members) {
  const texts = [];
  each(objectKeys(members), (name) => {
    const value = own(members, name);
    if (typeof value === "number") texts[texts.length] = numberToString(value);
    else if (typeof value === "string" && typeof own(members, value) !== "number") texts[texts.length] = value;
  });
  return texts;
}

const enumerations = new WeakMap();
function enumerationOf(pipe) {
  if (typeof pipe !== "object" || pipe === null || isProxy(pipe)) return null;
  const members = own(pipe, "enumType");
  if (typeof members !== "object" || members === null || isProxy(members)) return null;
  let asked = weakMapGet(enumerations, members);
  if (asked === undefined) {
    asked = question("ParseEnumPipe", { type: "string", enum: textsOf(members) }, true);
    weakMapSet(enumerations, members, asked);
  }
  return asked;
}

const wrapDate = (original) =>
  wrapped(original, (self, args) => {
    let date;
    try {
      date = reflectApply(original, self, args);
      return date;
    } finally {
      readAsDate(args[0], isDate(date) ? dateGetTime(date) : NaN);
    }
  });

const isNumber = question("ValidationPipe.number", { type: "string", pattern: NUMBER });
const isTrue = question("ValidationPipe.boolean", { type: "string", enum: ["true", "false"] });

/** With `transform: true` a text becomes what the handler declares, before any other pipe sees it. */
const wrapTransform = (original) =>
  wrapped(original, (self, args) => {
    const result = reflectApply(original, self, args);
    if (typeof result === "number") end(isNumber.ask(args[0]), result === result);
    else if (typeof result === "boolean") end(isTrue.ask(args[0]), result);
    return result;
  });

/** What is patched by file, and the class that the file exports. */
const PIPES = {
  "pipes/parse-int.pipe.js": ["ParseIntPipe", asks("isNumeric", question("ParseIntPipe", { type: "string", pattern: "^-?\\d{1,15}$" }))],
  "pipes/parse-float.pipe.js": ["ParseFloatPipe", asks("isNumeric", question("ParseFloatPipe", { type: "string", pattern: NUMBER }))],
  "pipes/parse-bool.pipe.js": ["ParseBoolPipe", watchBool],
  "pipes/parse-uuid.pipe.js": ["ParseUUIDPipe", watchUuid],
  "pipes/parse-enum.pipe.js": ["ParseEnumPipe", (Pipe) => patch(Pipe.prototype, "isEnum", wrapAnswer(enumerationOf))],
  "pipes/validation.pipe.js": ["ValidationPipe", (Pipe) => patch(Pipe.prototype, "transformPrimitive", wrapTransform)],
  "pipes/parse-date.pipe.js": ["ParseDatePipe", (Pipe) => patch(Pipe.prototype, "transform", wrapDate)],
};

exports.files = Object.fromEntries(Object.keys(PIPES).map((file) => [file, true]));
exports.modules = Object.fromEntries(Object.keys(PIPES).map((file) => [file, []]));

exports.adapt = (file, exported) => {
  const [name, watch] = PIPES[file];
  return typeof exported[name] === "function" && watch(exported[name]) ? {} : undefined;
};
