// Everything that one call could change or be seen by: values made for it alone, a log of what ran, and a text of the
// state that is left. Two worlds made alike can be compared, for nothing in the texts depends on identity.
import util from "node:util";

/** Units of a string that are written out. */
const LONGEST_SHOWN = 80;
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { ownKeys } = Reflect;
/** What the test runner's async hooks write on promises: a count of promises, and no two are alike. */
const isAsyncId = (key) => typeof key === "symbol" && /^(async_id|trigger_async_id)_symbol$/.test(key.description);
const { isProxy, isRegExp, isSet, isMap, isDate, isNativeError } = util.types;

export function createWorld() {
  const labels = new Map();
  const log = [];

  /** Gives an object a label, by which it is known in texts; returns it. */
  function named(label, object) {
    labels.set(object, label);
    return object;
  }

  const note = (text) => void log.push(text);

  /** A short text of a value, by labels where there are any. Runs no code of the values. */
  function show(value, depth = 0) {
    if (typeof value === "string") return JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}...${value.length}` : value);
    if (typeof value === "bigint") return `${value}n`;
    if (Object.is(value, -0)) return "-0";
    if (value === null || (typeof value !== "object" && typeof value !== "function")) return String(value);
    const label = labels.get(value);
    if (label !== undefined) return `#${label}`;
    if (value === globalThis) return "the global object";
    if (isProxy(value)) return "a proxy";
    if (depth > 2) return "...";
    if (isNativeError(value) || value instanceof DOMException) return showError(value);
    return inside(value, depth + 1);
  }

  /** What an object holds. */
  function inside(object, depth = 1) {
    if (isProxy(object)) return "a proxy";
    const kind = ArrayBuffer.isView(object) ? `${object.constructor.name} ${Buffer.from(object.buffer, object.byteOffset, object.byteLength).toString("hex").slice(0, LONGEST_SHOWN)}` : "";
    const properties = kind === "" ? ownKeys(object).filter((key) => !isAsyncId(key)).map((key) => `${String(key)}: ${showProperty(getOwnPropertyDescriptor(object, key), depth)}`) : [];
    const entries = isSet(object) ? [...Set.prototype.values.call(object)] : isMap(object) ? [...Map.prototype.entries.call(object)].flat() : [];
    const text =
      isDate(object) ? showTime(Date.prototype.getTime.call(object))
      : isRegExp(object) ? RegExp.prototype.toString.call({ source: "", flags: "" }) + String(getOwnPropertyDescriptor(object, "lastIndex").value)
      : object instanceof URL ? object.href
      : object instanceof URLSearchParams ? object.toString()
      : kind;
    const prototype = getPrototypeOf(object);
    const of = labels.get(prototype) ?? (prototype === null ? "null" : getOwnPropertyDescriptor(prototype, "constructor")?.value?.name);
    return `${typeof object} ${of} ${text}{${properties.join(", ")}}[${entries.map((entry) => show(entry, depth)).join(", ")}]`;
  }

  /** Two runs of `new Date()` differ. */
  const showTime = (time) => (Math.abs(time - Date.now()) < 60_000 ? "now" : String(time));

  function showProperty(descriptor, depth) {
    return "value" in descriptor ? show(descriptor.value, depth) : "accessor";
  }

  function showError(error) {
    return `${error.name} ${error.constructor?.name} ${String(error.code)}: ${error.message}`;
  }

  /** Value or error of a call, what ran, and the state of all that has a label. */
  function outcome(run) {
    // What the program has matched last: nothing of ours may show there.
    /(x)(y)/.exec("..xy");
    let came;
    try {
      came = { value: run() };
    } catch (error) {
      came = { error };
    }
    const matched = [RegExp.$1, RegExp.lastMatch, RegExp.leftContext, RegExp.input];
    const ran = log.splice(0);
    return [
      "value" in came ? `value ${show(came.value)}` : `threw ${show(came.error)}`,
      ...ran,
      ...[...labels].map(([object, label]) => `${label} is ${inside(object)}`),
      `matched last ${matched.map((text) => show(text)).join()}`,
    ].join("\n");
  }

  return { named, note, show, outcome };
}
