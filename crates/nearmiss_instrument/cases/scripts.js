// Scripts, and what V8 says of parameters.
// --- parameters taken apart as lists
function f(a = 0, [b]) {} const g = ([a] = 5, b = 1) => a, h = (a = log("default"), { b: [c] } = {}) => c;
for (const k of [f, g, h]) for (const values of [[], [1, 2], [1, [2]], [undefined, undefined]]) { try { log(k(...values)); } catch (e) { log(e.message); } }
// --- patterns in keys in heads
const o = {};
for (({ a() {} })[{} = 0].c of [1]) log("round");
try { for (o[{ x: o.y } = { x: 2 }] of [3]) log(o); } catch (e) { log(e.message); }
