// What a program can see of the timer functions without waiting.
import * as timers from "node:timers";
import * as promises from "node:timers/promises";
import { createRequire } from "node:module";
import http from "node:http";
import { inspect, promisify } from "node:util";

const require = createRequire(import.meta.url);
const required = require("timers");
const seen = (value) => inspect(value, { showHidden: true, getters: false });
const properties = (object) =>
  Object.entries(Object.getOwnPropertyDescriptors(object)).map(([key, { value, get, ...rest }]) => [key, typeof value, value?.name ?? value, typeof get, rest]);

const told = [];
for (const f of [setTimeout, setInterval, promises.setTimeout, promises.setInterval, promises.scheduler.wait]) {
  told.push(seen(f), properties(f), "prototype" in f, f.name, f.length);
}
told.push(
  [setTimeout === timers.setTimeout, setTimeout === required.setTimeout, timers.default === required, setInterval === timers.setInterval],
  [promisify(setTimeout) === promises.setTimeout, setTimeout[promisify.custom] === promises.setTimeout, promises.default === required.promises],
  properties(globalThis).filter(([key]) => /^set(Timeout|Interval)$/.test(key)),
  properties(required).filter(([key]) => key !== "promises"),
  Object.keys(promises),
);
const outcome = (run) => {
  try {
    return inspect(run(), { depth: 0 }).replace(/\[.*/s, "");
  } catch (error) {
    return `${error.name} ${error.code}: ${error.message}`;
  }
};
for (const args of [[], [5], [() => {}, 1n], [() => {}, Symbol("s")], [() => {}, { valueOf() { told.push("valueOf"); return 1; } }]]) {
  told.push(outcome(() => clearTimeout(setTimeout(...args))), outcome(() => clearInterval(setInterval(...args))));
}
const timer = setTimeout(() => {}, 5000, 1, 2);
told.push(timer.constructor.name, timer.hasRef(), timer._idleTimeout, typeof timer[Symbol.toPrimitive](), timer.unref() === timer);
told.push(await promises.setTimeout(1, "value"), await promisify(setTimeout)(1, "other"));
told.push(await promises.setTimeout(5, 1, { signal: AbortSignal.abort("why") }).catch((error) => `${error.name} ${error.code}`));
told.push(await new Promise((resolve) => setTimeout((...args) => resolve(args), 1, "a", "b")));
const rounds = [];
for await (const round of promises.setInterval(1, "round")) if (rounds.push(round) === 3) break;
told.push(rounds, Object.getOwnPropertyNames(Error).filter((key) => /stack/i.test(key)), Error.stackTraceLimit);
console.log(JSON.stringify(told));
if (process.env.LISTEN) http.createServer((req, res) => res.end("ok")).listen(0);
else process.exit();
