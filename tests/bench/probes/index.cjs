"use strict";
// What a probe costs, in nanoseconds per evaluation: the first execution in a test (its slots are 0 and
// are noted as touched), a further one while there is still something to learn, and the saturated one,
// beside the same code without a probe. The lower of CPU and wall time, medians; the loop itself is in every figure.
//
//   node tests/bench/probes/index.cjs [--small]

const path = require("node:path");
const RUNTIME = path.resolve(__dirname, "../../../npm/nearmiss/runtime");
const { install, detachedBuffer } = require(path.join(RUNTIME, "index.js"));
const { word } = require(path.join(RUNTIME, "generated/layout.js"));

const SMALL = process.argv.includes("--small");
/** The small form shows that each probe runs, and answers what the code without it does: its figures are none. */
const ROUNDS = SMALL ? 1 : 15;
const WARM_UP = SMALL ? 0 : 3;
/** Places of one kind that are executed for the first time in one round. */
const PLACES = 10_000;
const REPEATS = SMALL ? 3_000 : 3_000_000;
/** Slots of a place: a root cell and up to three predicates. */
const STRIDE = 8;
const BASE = 16;
const UNREGISTERED = BASE + PLACES * STRIDE;

const { map, register } = install(detachedBuffer(UNREGISTERED + STRIDE));

/**
 * Each bench: the tree's length (0: none), set-up, the code without a probe, and with it at the place
 * `r`; `i` and `j` change with every evaluation.
 */
const BENCHES = [
  {
    name: "comparison x<y",
    slots: 3,
    plain: "i<j",
    probed: "__nm.lt(r,r+1,i,j)",
    dual: "(__nm.S[r]===1?i<j:__nm.lt(r,r+1,i,j))",
  },
  {
    name: "comparison of strings s===t",
    slots: 3,
    setup: 'const T=["abcdefghijkl","abcdefghijkm","abcdefghijxx"];',
    plain: "T[i%3]===T[0]",
    probed: "__nm.se(r,r+1,T[i%3],T[0])",
    dual: "(__nm.S[r]===1?T[i%3]===T[0]:__nm.se(r,r+1,T[i%3],T[0]))",
  },
  {
    name: "logical x<9||y>5",
    slots: 7,
    plain: "i<9||j>5",
    probed:
      "((__nm.S[r]===1||__nm.p(r+1)),__nm.or(r,r+1,2,1,0,1,__nm.lt(r,r+3,i,9),2,j,5)||__nm.or(r,r+1,2,2,__nm.h[0],1,__nm.gt(r,r+5,j,5)))",
    dual: null,
  },
  {
    name: "statement",
    slots: 0,
    plain: "(k=i,k===j)",
    probed: "(__nm.S[r]||__nm.e(r),k=i,__nm.S[r]===1||__nm.c(r),k===j)",
    dual: null,
  },
  {
    name: "property read o[k]",
    slots: 3,
    setup: 'const O={abc:1,abd:2,xyz:3};const K=["abc","nope","xyz"];',
    plain: "O[K[i%3]]===j",
    probed: "__nm.b(r,r+1,O,K[i%3])===j",
    dual: "(__nm.S[r]===1?O[K[i%3]]:__nm.b(r,r+1,O,K[i%3]))===j",
  },
  {
    name: "property read, local form",
    slots: 3,
    setup: 'const O={abc:1,abd:2,xyz:3};const K=["abc","nope","xyz"];let v,q;',
    plain: "O[K[i%3]]===j",
    probed: "(v=O[q=K[i%3]],v!=null&&__nm.S[r+1]===1||__nm.g(r+1,O,q,v),v)===j",
    dual: "(__nm.S[r]===1?O[K[i%3]]:(v=O[q=K[i%3]],v!=null&&__nm.S[r+1]===1||__nm.g(r+1,O,q,v),v))===j",
  },
  {
    name: "tracked call s.includes(t)",
    slots: 3,
    setup: 'const T=["abcdefghijkl","abcdefghijkm","abcdefghijxx"];',
    plain: 'T[i%3].includes("jk")',
    probed: '__nm.t(r,r+1,__nm.o=(T[i%3]),__nm.o.includes,"jk")',
    dual: '(__nm.S[r]===1?T[i%3].includes("jk"):__nm.t(r,r+1,__nm.o=(T[i%3]),__nm.o.includes,"jk"))',
  },
];

function makeLoop(bench, expression) {
  // The place is a variable for first executions, a constant for repeated ones, as in probed text.
  const body = (step) => `
    let hits=0,k=0;
    for(let n=0;n<count;n++){const r=${step};const i=n&63,j=(n*7+3)&63;if(${expression})hits++;}
    return hits+k;`;
  const first = new Function(`"use strict";${bench.setup ?? ""}return function(count){${body(`${BASE}+n*${STRIDE}`)}}`)();
  const again = new Function(`"use strict";${bench.setup ?? ""}return function(count){${body(`${BASE}`)}}`)();
  return { first, again };
}

/** What the core does between tests. */
function drain() {
  const count = map.header[word.TOUCHED_COUNT];
  for (let n = 0; n < count; n += 1) map.slots[map.touched[n]] = 0;
  map.header[word.TOUCHED_COUNT] = 0;
  map.header[word.FACTS_USED] = 0;
}

function median(values) {
  const sorted = values.toSorted ? values.toSorted((a, b) => a - b) : values.slice().sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Ends the bench where a loop with probes does not count what the loop without them does. */
function mustAgree(bench, loops) {
  const counts = loops.map((loop) => loop(REPEATS));
  if (new Set(counts).size > 1) throw new Error(`${bench.name}: counted ${counts.join(", ")}`);
}

let sink = 0;

function time(loop, count, before) {
  const samples = [];
  for (let n = 0; n < ROUNDS + WARM_UP; n += 1) {
    before();
    const cpu = process.cpuUsage();
    const started = process.hrtime.bigint();
    sink += loop(count);
    const wall = Number(process.hrtime.bigint() - started);
    // On a busy machine the wall clock holds other programs' time, with many threads the CPU time ours.
    const used = process.cpuUsage(cpu).user * 1000;
    if (n >= WARM_UP) samples.push((used > 0 && used < wall ? used : wall) / count);
  }
  return median(samples);
}

function saturate(bench) {
  for (let n = 0; n < Math.max(1, bench.slots); n += 1) map.slots[BASE + n] = 1;
}

const nothing = () => {};
const ns = (value) => (value === null ? "-" : value.toFixed(1)).padStart(8);
console.log(`${"ns per evaluation".padEnd(30)}${["plain", "first", "learning", "saturated", "dual"].map((n) => n.padStart(11)).join("")}`);
for (const bench of BENCHES) {
  drain();
  if (bench.slots > 0) {
    const roots = [];
    for (let n = 0; n < PLACES; n += 1) roots.push(n * STRIDE, bench.slots);
    register(BASE, roots, []);
  }
  mustAgree(bench, [bench.plain, bench.probed, bench.dual].filter((text) => text !== null).map((text) => makeLoop(bench, text).again));
  drain();
  const plain = time(makeLoop(bench, bench.plain).again, REPEATS, nothing);
  const probed = makeLoop(bench, bench.probed);
  const first = time(probed.first, PLACES, drain);
  drain();
  // A place that was never registered as a tree cannot saturate: the probe goes on computing.
  const learning =
    bench.slots === 0
      ? null
      : time(
          new Function(`"use strict";${bench.setup ?? ""}return function(count){let hits=0;for(let n=0;n<count;n++){const r=${UNREGISTERED};const i=n&63,j=(n*7+3)&63;if(${bench.probed})hits++;}return hits;}`)(),
          SMALL ? REPEATS / 10 : REPEATS / 3,
          nothing,
        );
  drain();
  saturate(bench);
  const saturated = time(makeLoop(bench, bench.probed).again, REPEATS, nothing);
  const dual = bench.dual === null ? null : time(makeLoop(bench, bench.dual).again, REPEATS, nothing);
  for (let n = 0; n < STRIDE; n += 1) map.slots[BASE + n] = 0;
  console.log(`${bench.name.padEnd(30)}${[plain, first, learning, saturated, dual].map((v) => `   ${ns(v)}`).join("")}`);
}
if (sink === 0) console.log("nothing was measured");
