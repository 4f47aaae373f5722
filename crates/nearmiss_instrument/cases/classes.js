// What V8 prints of callees inside classes.
// --- callees that V8 does not find
const o = {};
for (const f of [() => class { static p = o.indexOf(1); }, () => class { static { o.has(1); } }, () => class { static #p = 1 && o.test("x"); }, () => class { [o.includes(2)]() {} }, () => ({ [o.startsWith("")]: 1 }), () => { ({ [o.endsWith("")]: f.x } = {}); }, () => new (class { p = o.indexOf(3); })(), () => class { static p = (() => o.indexOf(4))(); }]) {
  try { f(); } catch (e) { log(e.name, e.message); }
}
