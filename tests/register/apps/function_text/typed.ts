// A compiled function has the text that the compiler made.
import vm from "node:vm";

enum Size { Small = 2 }

function work(n: number): string {
  let s: number = 0;
  for (let i = 0; i < n; i++) if (i > (Size.Small as number)) s += i;
  return s > 10 ? `big ${s}` : `small ${s}`;
}

console.log(!String(work).includes("__nm"));
console.log(vm.runInNewContext(`(${work})(6)`, { Size: { Small: 2 } }));
