// Says the texts of functions of all kinds, and runs one of them where nothing of this program is.
const vm = require("node:vm");

function work(n) {
  let s = 0;
  for (let i = 0; i < n; i++) {
    if (i % 2 === 0 && i > 2) s += i;
  }
  return s > 10 ? "big " + s : "small " + s;
}
const arrow = (a = 1, { b } = {}) => (a > 1 ? b?.c : a ?? b);
async function* generated(x) { for await (const y of x) if (y) yield y; }
class Shelf {
  static #books = [];
  constructor(size = 3) { this.size = size > 2 ? size : 2; }
  get full() { return Shelf.#books.length >= this.size; }
  static ["comp" + "uted"]() { return 1 || 2; }
}
const text = { toString() { return work.toString() ? "own" : ""; } };

console.log(String(work));
console.log(`${arrow}`);
console.log("" + generated);
console.log(Shelf.toString());
console.log(Object.getOwnPropertyDescriptor(Shelf.prototype, "full").get.toString());
console.log(Function.prototype.toString.call(Shelf.computed));
console.log(String(text), [work, arrow].join() === `${work},${arrow}`);
console.log("vm", vm.runInNewContext(`(${work})(10)`, {}));
console.log("new Function", new Function(`return (${work})`)()(5));

const { toString } = Function.prototype;
const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(Function.prototype, "toString");
console.log(toString.name, toString.length, "prototype" in toString, writable, enumerable, configurable);
console.log(toString.toString(), Math.max.toString(), toString.call(new Proxy(work, {})));
for (const wrong of [() => toString.call({}), () => new toString()]) {
  try {
    wrong();
  } catch (error) {
    console.log(error.name, error.message);
  }
}
