// --- exports of every form
export const a = 1 < 2, { b = 5, c: [d = 6] = [] } = {};
export let e = a ? "yes" : "no"
export function f(x = 1) { return x > 0 && f(x - 1) || "end"; }
export class G { static x = 1 ? 2 : 3 }
export default class { m() { return 1; } }
const z = 3; export { z, z as y };
export * as ns from "node:path"; export { join as j } from "node:path";
import * as p from "node:path"; import q, { sep } from "node:path";
log(f(), a, b, d, e, G.x, typeof p.join, typeof q.join, sep === "/" || sep);
// --- default expressions keep their name
export default () => {}
// --- default functions
export default function () { return 1 < 2; }
log(1);
// --- default class expression
export default (class {})
// --- default value
export default 1 < 2 ? { a: 1 } : 2
// --- top-level await
const g = async (v) => v;
export const x = await g(1) && await g(2);
for await (const v of [1, g(2)]) log(v);
if (await g(0)) log("no"); else log("else");
log(import.meta.url.length > 0, typeof import.meta.dirname, (await import("node:path")).sep.includes("/"));
// --- modules are strict
log(this, (function () { return this; })());
try { undeclared = 1; } catch (e) { log(e.message); }
// --- hoisted functions run before statements
log(early(1), early(0));
function early(v) { return v && 1 < 2 ? "t" : "f"; }
const late = 1; log(((x) => x && late)(1));
// --- a hoisted default function runs before the names above it
log(f(0), typeof f);
const late = 1;
export default function f(x) { return x && late; }
log(f(1));
