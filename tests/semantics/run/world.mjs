// The world of a generated program: globals whose use can be seen. All that happens is written down in one
// log (`log.mjs`).
import { types } from "node:util";
import { $f, keep, note } from "./log.mjs";
import { RECEIVERS_OF_CALLS } from "./receivers.mjs";
import { show } from "./show.mjs";

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { ownKeys } = Reflect;

export const FILE = "/semantics/program.js";

// Errors remember the lines of their frames in the program, and nothing else of their stack. Frames of
// the runtime are not counted but take room: a limit that a recursion reaches would cut the two lists apart.
Error.stackTraceLimit = 1000;
Error.prepareStackTrace = (_, sites) => {
  let lines = "";
  let initializer = false;
  for (const site of sites) {
    // Where a class runs its fields and static blocks has no place of its own: V8 gives the one before.
    if (site.getScriptNameOrSourceURL() === FILE && !initializer) lines += `:${site.getLineNumber()}`;
    // No regular expression: the program may look at what was matched last.
    initializer = (site.getFunctionName() ?? "").endsWith("_initializer>");
  }
  return lines;
};

function $L(...values) {
  let text = "";
  for (const value of values) text += ` ${show(value)}`;
  note(text);
  return values.length > 1 ? values[1] : values[0];
}

function $m(a, b) {
  note(`$m ${show(this === globalThis ? undefined : this, 2)} ${show(a)} ${show(b)}`);
  return a;
}

function makeObject(k) {
  return {
    a: k, b: "abc", c: { d: k }, n: 3, z: null, u: undefined, l: [1, k],
    get g() { note("get g"); return k; },
    set s(v) { note(`set s ${show(v)}`); },
    get s() { note("get s"); return "s"; },
    o: { a: 1, b: [k], get g() { note("get o.g"); return "og"; }, m() { note(`o.m ${show(this === undefined ? this : this.a)}`); return this; } },
    m(...values) { note(`m ${this === undefined || this === null ? String(this) : show(this.a)} ${values.map((one) => show(one)).join()}`); return k; },
    t(strings, ...values) { note(`t ${this === undefined ? "undefined" : show(this.a)} ${strings.raw.length} ${values.map((one) => show(one)).join()}`); return k; },
    has(v) { note(`has ${show(v)}`); return k % 2 === 0; },
    test(v) { note(`test ${show(v)} ${this === undefined}`); if (k === 3) throw new Error("test failed"); return k; },
    includes(v) { note(`includes ${show(v)}`); return v; },
    toString() { note("toString"); return `o${k}`; },
  };
}

/** Objects of some shapes: k chooses. */
const $o = (k) => (k === 5 ? Object.assign(Object.create(null), { a: 5, b: "x" }) : makeObject(k));

const trap = (name, key) => note(`trap ${name}${key === undefined ? "" : ` ${String(key)}`}`);

/** A proxy that tells of each trap. */
function $p(k) {
  return new Proxy(makeObject(k), {
    get(target, key, receiver) { trap("get", key); return Reflect.get(target, key, receiver); },
    set(target, key, value, receiver) { trap("set", key); return Reflect.set(target, key, value, receiver); },
    has(target, key) { trap("has", key); return Reflect.has(target, key); },
    deleteProperty(target, key) { trap("delete", key); return Reflect.deleteProperty(target, key); },
    ownKeys(target) { trap("ownKeys"); return Reflect.ownKeys(target); },
    getOwnPropertyDescriptor(target, key) { trap("descriptor", key); return Reflect.getOwnPropertyDescriptor(target, key); },
    defineProperty(target, key, descriptor) { trap("define", key); return Reflect.defineProperty(target, key, descriptor); },
    getPrototypeOf(target) { trap("prototype"); return Reflect.getPrototypeOf(target); },
  });
}

/** Something that is converted where it is used, and tells of it. */
function $v(k, value) {
  switch (k % 4) {
    case 0: return { valueOf() { note(`valueOf ${k}`); return value; } };
    case 1: return { toString() { note(`toString ${k}`); return value; } };
    case 2: return { [Symbol.toPrimitive](hint) { note(`toPrimitive ${hint}`); return value; } };
    default: return { valueOf() { note("valueOf throws"); throw new RangeError(`valueOf ${k}`); } };
  }
}

const $a = (k) => keep(makeList(k));

function makeList(k) {
  switch (k) {
    case 0: return [1, 2, 3];
    case 1: return Object.defineProperty([1, 2], "0", { get() { note("get [0]"); return 9; }, configurable: true, enumerable: true });
    case 2: return [, "b", , undefined];
    case 3: return "text";
    case 4: return new Proxy([1, 2], { get(target, key) { trap("array get", key); return target[key]; }, has(target, key) { trap("array has", key); return key in target; } });
    default: return [[1, { a: 2 }], { a: 3, b: 4 }];
  }
}

/** An iterator that tells of each call. */
function $i(k) {
  let at = 0;
  return {
    [Symbol.iterator]() { note(`iterator ${k}`); return this; },
    next(v) { note(`next ${show(v)}`); return at < k ? { value: at++, done: false } : { value: undefined, done: true }; },
    return(v) { note(`return ${show(v)}`); return {}; },
    ...(k === 4 ? { throw(error) { note(`throw ${show(error)}`); return { value: 1, done: true }; } } : {}),
  };
}

function $ai(k) {
  let at = 0;
  return {
    [Symbol.asyncIterator]() { note(`async iterator ${k}`); return this; },
    async next(v) { note(`async next ${show(v)}`); return at < k ? { value: at++, done: false } : { value: undefined, done: true }; },
    async return(v) { note(`async return ${show(v)}`); return {}; },
  };
}

const $w = (v) => Promise.resolve(v);
const $r = (v) => Promise.reject(new Error(`rejected ${show(v)}`));
const $t = (v) => ({ then(resolve) { note(`then ${show(v)}`); resolve(v); } });

/** A class to extend or to make. */
function $C() {
  return class C {
    static s = 1;
    constructor(...values) { note(`new C ${values.length} ${show(new.target)}`); this.a = 1; }
    m(v) { note(`C.m ${show(this)} ${show(v)}`); return this; }
    get g() { note("C.g"); return this.a; }
    set q(v) { note(`C.q ${show(v)}`); }
    static m() { note("C static m"); return 1; }
  };
}

const { $q } = RECEIVERS_OF_CALLS;

/** Uses a value as what it is: calls, constructs, walks, awaits it. */
function $d(value) {
  if (types.isProxy(value)) return;
  try {
    if (typeof value === "function") drive(value);
    else if (types.isPromise(value)) value.then((v) => note(`resolved ${show(v)}`), (e) => note(`rejected ${show(e)}`));
    else if (types.isGeneratorObject(value)) driveGenerator(value);
    else if (typeof value === "object" && value !== null) driveObject(value);
    else $L("value", value);
  } catch (error) {
    note(`drive ${show(error)}`);
  }
}

function drive(value) {
  const isClass = getOwnPropertyDescriptor(value, "prototype")?.writable === false;
  note(`drive ${show(value)}`);
  if (isClass) {
    driveObject(value);
    $d(new value(1, $o(2)));
    return;
  }
  for (const values of [[], [1, makeObject(2), [3, 4]], ["abc", undefined, $i(2)], [$q(0), "_EM_3_XYZ_", 0x4e4d0003]]) {
    try {
      const result = Reflect.apply(value, makeObject(7), values);
      if (types.isPromise(result) || types.isGeneratorObject(result)) $d(result);
      else note(`result ${show(result)}`);
    } catch (error) {
      note(`threw ${show(error)}`);
    }
  }
}

function driveGenerator(value) {
  if (value[Symbol.toStringTag] === "AsyncGenerator") {
    (async () => {
      for (let i = 0; i < 4; i += 1) note(`async yields ${show(await (i === 2 ? value.return(5) : value.next(i)))}`);
    })().catch((error) => note(`async generator ${show(error)}`));
    return;
  }
  for (let i = 0; i < 4; i += 1) note(`yields ${show(i === 2 ? value.return(5) : value.next(i))}`);
}

let driving = 0;

function driveObject(value) {
  note(show(value));
  if (driving > 2) return;
  driving += 1;
  try {
    const from = types.isProxy(getPrototypeOf(value)) || typeof value === "function" ? [value] : [value, getPrototypeOf(value)];
    for (const holder of from) if (holder !== null && holder !== Object.prototype && holder !== Array.prototype) driveMembers(value, holder);
  } finally {
    driving -= 1;
  }
}

function driveMembers(value, holder) {
  let count = 0;
  for (const key of ownKeys(holder)) {
    if (key === "constructor" || key === "prototype" || key === "stack" || ++count > 10) continue;
    const descriptor = getOwnPropertyDescriptor(holder, key);
    try {
      if (descriptor === undefined) continue;
      if (descriptor.get !== undefined) note(`get ${String(key)} ${show(Reflect.apply(descriptor.get, value, []))}`);
      else if (typeof descriptor.value === "function" && !types.isProxy(descriptor.value)) {
        const result = Reflect.apply(descriptor.value, value, [1, makeObject(1)]);
        if (types.isPromise(result) || types.isGeneratorObject(result)) $d(result);
        else note(`${String(key)}() ${show(result)}`);
      }
      if (descriptor.set !== undefined) Reflect.apply(descriptor.set, value, [makeObject(3)]);
    } catch (error) {
      note(`member ${String(key)} threw ${show(error)}`);
    }
  }
}

export const WORLD = { $L, $f, $m, $o, $p, $v, $a, $i, $ai, $w, $r, $t, $C, $d, ...RECEIVERS_OF_CALLS };
for (const value of Object.values(WORLD)) Object.freeze(value);
