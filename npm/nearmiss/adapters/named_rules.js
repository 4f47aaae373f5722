"use strict";
// Rules that validator.js knows by name, which express-validator and class-validator use too: what they say of a text, as
// keywords of JSON Schema.

const { arrayIsArray, isProxy, isRegExp, objectGetOwnPropertyDescriptor, objectHasOwn, objectKeys, RegExp, stringToLowerCase } =
  require("../runtime/intrinsics.js");
const { arrayElements } = require("../runtime/truthness/own_keys.js");
const { each, filter, map } = require("./lists.js");
const { isLiteral } = require("./schema_text.js");

const FORMATS = {
  isemail: "email", isurl: "uri", isuuid: "uuid", isiso8601: "date-time", isrfc3339: "date-time", isdatestring: "date-time",
  isdate: "date", isip: "ipv4", isbase64: "base64",
};
const TYPES = {
  isint: "integer", isinteger: "integer", isfloat: "number", isdecimal: "number", isnumber: "number", isboolean: "boolean",
  isstring: "string", isarray: "array", isobject: "object",
};
/** Values of an enumeration that are told. */
const MOST_CHOICES = 100;
/** One way to satisfy each rule; not all. */
const PATTERNS = {
  isalpha: /^[A-Za-z]+$/,
  isalphanumeric: /^[A-Za-z0-9]+$/,
  isnumeric: /^[0-9]+$/,
  isnumberstring: /^[0-9]+$/,
  ishexadecimal: /^[0-9a-f]+$/,
  ishexcolor: /^#[0-9a-f]{6}$/,
  ismongoid: /^[0-9a-f]{24}$/,
  ismd5: /^[0-9a-f]{32}$/,
  isslug: /^[a-z0-9]{2,8}(-[a-z0-9]{1,8}){0,2}$/,
  islowercase: /^[a-z]+$/,
  isuppercase: /^[A-Z]+$/,
  isstrongpassword: /^[a-z]{3,6}[A-Z]{2}[0-9]{2}[!?#]{2}$/,
  ismobilephone: /^\+1(202|212|303|415)[2-9]\d{6}$/,
  isphonenumber: /^\+1(202|212|303|415)[2-9]\d{6}$/,
  ispostalcode: /^[1-9]\d{4}$/,
  isjwt: /^[A-Za-z0-9_-]{4,10}\.[A-Za-z0-9_-]{4,10}\.[A-Za-z0-9_-]{4,10}$/,
  islatlong: /^-?[1-8]\d\.\d{1,4},-?[1-8]\d\.\d{1,4}$/,
  ismacaddress: /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/,
  issemver: /^\d{1,2}\.\d{1,2}\.\d{1,2}$/,
  istime: /^([01]\d|2[0-3]):[0-5]\d$/,
  ismilitarytime: /^([01]\d|2[0-3]):[0-5]\d$/,
  iscurrency: /^\d{1,3}\.\d\d$/,
  isfqdn: /^[a-z]{3,10}\.(com|org)$/,
  isascii: /^[ -~]+$/,
  isjson: /^\{"[a-z]{1,4}":\d{1,3}\}$/,
};
const CHOICES = {
  iscreditcard: ["4111111111111111", "5555555555554444"],
  isiban: ["GB33BUKB20201555555555", "DE89370400440532013000"],
  isisbn: ["9780306406157", "0306406152"],
  isiso4217: ["EUR", "USD", "JPY"],
  iso4217currencycode: ["EUR", "USD", "JPY"],
  isiso31661alpha2: ["DE", "FR", "JP"],
  isiso31661alpha3: ["DEU", "FRA", "JPN"],
  islocale: ["en_US", "de_DE"],
};

function bounds(into, { min, max, gt, lt }) {
  if (typeof min === "number") into.minimum = min;
  if (typeof max === "number") into.maximum = max;
  if (typeof gt === "number") into.exclusiveMinimum = gt;
  if (typeof lt === "number") into.exclusiveMaximum = lt;
}

function length(into, min, max) {
  if (typeof min === "number") into.minLength = min;
  if (typeof max === "number") into.maxLength = max;
}

const isRecord = (value) => typeof value === "object" && value !== null && !isProxy(value) && !arrayIsArray(value);

/** Options of a rule without code of the program: own data properties. */
function optionsOf(value) {
  const options = {};
  if (!isRecord(value)) return options;
  each(objectKeys(value), (key) => {
    options[key] = objectGetOwnPropertyDescriptor(value, key).value;
  });
  return options;
}

/** Lists as they are, objects by their values. */
function valuesOf(choices) {
  if (isRecord(choices)) return map(objectKeys(choices), (key) => objectGetOwnPropertyDescriptor(choices, key).value);
  return !isProxy(choices) && arrayIsArray(choices) ? arrayElements(choices, MOST_CHOICES) : [];
}

/** Puts what the rule `name` with its arguments says into a node; patterns are collected. */
function applyRule(name, args, into, patterns) {
  const rule = stringToLowerCase(name);
  const options = optionsOf(args[0]);
  if (objectHasOwn(TYPES, rule)) {
    into.type = TYPES[rule];
    bounds(into, options);
  } else if (objectHasOwn(FORMATS, rule)) into.format = FORMATS[rule];
  else if (objectHasOwn(PATTERNS, rule)) patterns.matches(PATTERNS[rule]);
  else if (objectHasOwn(CHOICES, rule)) into.enum = CHOICES[rule];
  else withArguments(rule, args, options, into, patterns);
}

function withArguments(rule, args, options, into, patterns) {
  const first = args[0];
  switch (rule) {
    case "islength":
    case "isbytelength":
    case "length":
      if (isRecord(first)) length(into, options.min, options.max);
      else length(into, first, args[1]);
      break;
    case "minlength":
      length(into, first, undefined);
      break;
    case "maxlength":
      length(into, undefined, first);
      break;
    case "min":
    case "max":
      bounds(into, { [rule]: first });
      break;
    case "ispositive":
      into.exclusiveMinimum = 0;
      break;
    case "isnegative":
      into.exclusiveMaximum = 0;
      break;
    case "isdivisibleby":
      into.type ??= "integer";
      if (typeof first === "number") into.multipleOf = first;
      break;
    case "isport":
      into.type = "integer";
      bounds(into, { min: 0, max: 65535 });
      break;
    case "isin":
    case "isenum":
      choose(into, valuesOf(first));
      break;
    case "equals":
      if (isLiteral(first)) into.const = first;
      break;
    case "contains":
      if (typeof first === "string") patterns.includes(first);
      break;
    case "matches":
      if (isRegExp(first)) patterns.matches(first);
      else if (typeof first === "string") patterns.matches(new RegExp(first, args[1] === "i" ? "i" : ""));
      break;
    case "isnotempty":
      into.minLength ??= 1;
      break;
    case "arrayminsize":
      into.minItems = first;
      break;
    case "arraymaxsize":
      into.maxItems = first;
      break;
    case "arraynotempty":
      into.minItems ??= 1;
      break;
    case "arrayunique":
      into.uniqueItems = true;
      break;
    default:
  }
}

function choose(into, values) {
  const found = filter(values, isLiteral);
  if (found.length > 0) into.enum = found;
}

/** Most rules are about texts; those about numbers say so by their bounds. */
function finished(into, patterns) {
  patterns.into(into);
  if (into.type !== undefined || into.enum !== undefined || into.const !== undefined) return into;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = into;
  const isNumeric = (minimum ?? maximum ?? exclusiveMinimum ?? exclusiveMaximum ?? multipleOf) !== undefined;
  into.type = isNumeric ? "number" : "string";
  return into;
}

module.exports = { applyRule, finished };
