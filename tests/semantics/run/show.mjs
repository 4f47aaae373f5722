// Values as they are logged. Looking at one runs no code of the program.
import { types } from "node:util";

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { apply, ownKeys } = Reflect;

/** A getter, or a method, as it was before the first program. */
const getter = (prototype, name) => getOwnPropertyDescriptor(prototype, name).get;
const sourceOf = getter(RegExp.prototype, "source");
const { getTime } = Date.prototype;
const { entries: entriesOfMap } = Map.prototype;
const { values: valuesOfSet } = Set.prototype;
const nextOfMap = Object.getPrototypeOf(new Map().entries()).next;
const nextOfSet = Object.getPrototypeOf(new Set().values()).next;
const [nameOfException, messageOfException] = ["name", "message"].map((name) => getter(DOMException.prototype, name));
const textOfParams = URLSearchParams.prototype.toString;
const hrefOf = getter(URL.prototype, "href");

/** Entries of a collection, or bytes, that are written out. */
const MOST_SHOWN = 12;

/** Whether a text is a list of lines, as `prepareStackTrace` makes it. */
function isLines(text) {
  for (let i = 0; i < text.length; i += 1) if (!":0123456789".includes(text[i])) return false;
  return true;
}

function linesOf(error) {
  const text = getOwnPropertyDescriptor(error, "stack")?.value;
  return typeof text === "string" && isLines(text) ? text : "";
}

const quote = (text) => (text.length > 200 ? `"${text.slice(0, 200)}..."` : JSON.stringify(text));

/** A value as it is logged. */
export function show(value, depth = 0) {
  switch (typeof value) {
    case "string": return quote(value);
    case "number": return Object.is(value, -0) ? "-0" : String(value);
    case "bigint": return `${value}n`;
    case "symbol": return String(value);
    case "function": return showFunction(value);
    case "object": return value === null ? "null" : showObject(value, depth);
    default: return String(value);
  }
}

function own(value, key) {
  const descriptor = getOwnPropertyDescriptor(value, key);
  if (descriptor === undefined) return "none";
  return "value" in descriptor ? (typeof descriptor.value === "function" ? "f" : String(descriptor.value)) : "accessor";
}

function showFunction(value) {
  if (types.isProxy(value)) return "proxy function";
  let text = `function ${own(value, "name")}/${own(value, "length")}`;
  for (const key of ownKeys(value)) if (key !== "name" && key !== "length" && key !== "prototype" && key !== "arguments" && key !== "caller") text += ` ${String(key)}`;
  return text;
}

function showError(value) {
  const message = own(value, "message");
  const proto = getPrototypeOf(value);
  return `${proto === null || types.isProxy(proto) ? "?" : own(proto, "name")}(${message})${linesOf(value)}`;
}

function showObject(value, depth) {
  if (types.isProxy(value)) return "proxy";
  if (types.isNativeError(value)) return showError(value);
  if (types.isRegExp(value)) return `/${apply(sourceOf, value, [])}/@${own(value, "lastIndex")}`;
  if (types.isModuleNamespaceObject(value)) return "namespace";
  if (getPrototypeOf(value) === DOMException.prototype) return `${tried(nameOfException, value)}(${tried(messageOfException, value)})${linesOf(value)}`;
  if (depth > 2) return "...";
  const array = Array.isArray(value);
  if (ArrayBuffer.isView(value)) return showBytes(value);
  let text = array ? "[" : types.isPromise(value) ? "Promise {" : `${insideOf(value, depth)}{`;
  let count = 0;
  for (const key of ownKeys(value)) {
    if (array && key === "length") continue;
    if (++count > 12) break;
    const descriptor = getOwnPropertyDescriptor(value, key);
    text += ` ${String(key)}: ${"value" in descriptor ? show(descriptor.value, depth + 1) : "accessor"}`;
  }
  return array ? `${text}]${value.length}` : `${text}}`;
}

const showBytes = (value) => `bytes ${Buffer.from(value.buffer, value.byteOffset, Math.min(value.byteLength, MOST_SHOWN)).toString("hex")}`;

/** What an object of a built-in kind holds, besides properties. */
function insideOf(value, depth) {
  if (types.isMap(value)) return `Map(${showEntries(apply(entriesOfMap, value, []), nextOfMap, depth)}) `;
  if (types.isSet(value)) return `Set(${showEntries(apply(valuesOfSet, value, []), nextOfSet, depth)}) `;
  if (types.isDate(value)) return `Date ${apply(getTime, value, [])} `;
  const proto = getPrototypeOf(value);
  if (proto === URL.prototype) return `URL ${tried(hrefOf, value)} `;
  if (proto === URLSearchParams.prototype) return `params ${tried(textOfParams, value)} `;
  return "";
}

/** Not all that has the prototype is one. */
function tried(f, value) {
  try {
    return apply(f, value, []);
  } catch {
    return "none";
  }
}

function showEntries(iterator, next, depth) {
  let text = "";
  for (let i = 0; i < MOST_SHOWN; i += 1) {
    const { value, done } = apply(next, iterator, []);
    if (done) break;
    text += ` ${show(value, depth + 1)}`;
  }
  return text;
}
