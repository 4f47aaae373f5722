"use strict";
// What the probe of dotted reads costs over the plain read, in nanoseconds: with discovery off, on an input object, and
// on another object while discovery is on.
//
//   node tests/bench/probes/inputs.cjs [--small]

const path = require("node:path");
const { parse } = require("node:querystring");
const RUNTIME = path.resolve(__dirname, "../../../npm/nearmiss/runtime");
const { install, detachedBuffer } = require(path.join(RUNTIME, "index.js"));
const { word } = require(path.join(RUNTIME, "generated/layout.js"));
const { waitForFastPhase } = require("../slow_phase.cjs");

/** How it ends when a figure is too high: what is thrown ends it with 1. */
const NOT_KEPT = 3;
const SMALL = process.argv.includes("--small");
const ROUNDS = SMALL ? 1 : 21;
const WARM_UP = SMALL ? 0 : 3;
const COUNT = SMALL ? 5_000 : 3_000_000;
/** Most that a read may cost over the plain one. */
const LIMITS = { off: 1.5, input: 25 };
/** Times that a figure which is too high is measured again; what the small form prints is no figure. */
const AGAIN = SMALL ? 0 : 6;

const { map, inputs } = install(detachedBuffer(64));
const query = { page: "3", size: "20" };
const request = { __proto__: { __proto__: null }, url: "/?page=3&size=20", query };
const other = { page: "4", size: "21" };

const loop = (probe) =>
  new Function(`"use strict";return function(o,count){let sum=0;for(let n=0;n<count;n++){${probe}sum+=o.page.length+n;}return sum}`)();

let sink = 0;

/** The lower of CPU and wall time of one round. */
function once(run, object) {
  const cpu = process.cpuUsage();
  const started = process.hrtime.bigint();
  sink += run(object, COUNT);
  const wall = Number(process.hrtime.bigint() - started);
  const used = process.cpuUsage(cpu).user * 1000;
  return (used > 0 && used < wall ? used : wall) / COUNT;
}

/** The difference of two loops, measured in turn: the least of each, for other programs of the machine only ever add to it. */
function over(object) {
  const plain = loop("");
  const probed = loop('__nm.A[0]===1&&__nm.i(o,"page");');
  let [least, leastProbed] = [Infinity, Infinity];
  for (let n = 0; n < ROUNDS + WARM_UP; n += 1) {
    const first = once(plain, object);
    const second = once(probed, object);
    if (n < WARM_UP) continue;
    if (first < least) least = first;
    if (second < leastProbed) leastProbed = second;
  }
  return leastProbed - least;
}

/** Measured again where it is too high, for the machine may have been slow all the while. */
function overAtMost(limit, object) {
  let found = over(object);
  for (let again = 0; again < AGAIN && found > limit; again += 1) {
    waitForFastPhase(again);
    found = Math.min(found, over(object));
  }
  return found;
}

const off = overAtMost(LIMITS.off, query);
map.header[word.DISCOVERY] = 1;
inputs.began(request, parse);
const input = overAtMost(LIMITS.input, query);
const none = over(other);
console.log(`ns over a plain read: discovery off ${off.toFixed(2)}, an input object ${input.toFixed(1)}, another object ${none.toFixed(1)}`);
if (sink === 0) console.log("nothing was measured");
const counts = ["", '__nm.A[0]===1&&__nm.i(o,"page");'].map((probe) => loop(probe)(query, COUNT));
if (counts[0] !== counts[1]) throw new Error(`counted ${counts.join(", ")}`);
if (!SMALL && (off > LIMITS.off || input > LIMITS.input)) {
  console.error(`at most ${LIMITS.off} with discovery off and ${LIMITS.input} on an input object`);
  process.exit(NOT_KEPT);
}
