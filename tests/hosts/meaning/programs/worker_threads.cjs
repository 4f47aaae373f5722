"use strict";
// The same file in the main thread and in workers, one of them from a text, and an error that crosses over.
const { Worker, isMainThread, parentPort, workerData, threadId } = require("node:worker_threads");
const { frames } = require("./frames.cjs");

function collatz(n) {
  let steps = 0;
  while (n !== 1 && steps < 1000) {
    n = n % 2 === 0 ? n / 2 : 3 * n + 1;
    steps += 1;
  }
  return steps;
}

function refuse(n) {
  if (n > 100) throw new RangeError(`${n} is too much`);
  return n;
}

if (isMainThread) {
  const run = (file, options) =>
    new Promise((resolve) => {
      // Messages and the error come by different ways, in no order that Node promises.
      const seen = [];
      let failed = null;
      const worker = new Worker(file, options);
      worker.on("message", (message) => seen.push(message));
      worker.on("error", (error) => (failed = [error.name, error.message, frames(error)]));
      worker.on("exit", (code) => resolve([...seen, failed, code]));
    });
  (async () => {
    const shared = new SharedArrayBuffer(8);
    const results = await Promise.all([7, 27, 101].map((n) => run(__filename, { workerData: { n, shared } })));
    const text = await run("require('worker_threads').parentPort.postMessage([typeof __nm === 'object' || 'no probes', 1 < 2])", { eval: true });
    const counted = Atomics.load(new Int32Array(shared), 0);
    console.log(JSON.stringify({ results, text: text[0][1], here: collatz(27), counted }));
  })();
} else {
  const { n, shared } = workerData;
  Atomics.add(new Int32Array(shared), 0, 1);
  parentPort.postMessage({ n, steps: collatz(n), other: threadId > 0 });
  parentPort.postMessage(refuse(n));
}
