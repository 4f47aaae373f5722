// The same of an ES module.
import vm from "node:vm";

export default function work(n) {
  let s = 0;
  for (let i = 0; i < n; i++) if (i % 2 === 0 && i > 2) s += i;
  return s > 10 ? "big " + s : "small " + s;
}

console.log(String(work), (() => 1 > 2 || work).toString());
console.log("vm", vm.runInNewContext(`(${work})(10)`, {}));
