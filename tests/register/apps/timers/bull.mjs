// Queues of bull, with processors of all forms that it takes; by `import`, or by `require` (WAY).

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { called, follow, serve } from "./queue_jobs.mjs";

const { REDIS_PORT, WAY } = process.env;
const Queue = WAY === "require" ? createRequire(import.meta.url)("bull") : (await import("bull")).default;
const redis = { host: "127.0.0.1", port: Number(REDIS_PORT) };
const queues = [];

function queue(form) {
  const made = new Queue(form, { redis });
  queues.push(made);
  follow(form, made);
  return made;
}

queue("callback").process(function (job, done) { // given
  called("callback", this, arguments);
  done(null, `callback ${job.data.n}`);
});
queue("promise").process(2, async function (job) { // given
  called("promise", this, arguments);
  return { promise: job.data.n };
});
queue("named").process("named", function (job) { // given
  called("named", this, arguments);
  return `named ${job.data.n}`;
});
queue("every").process("*", 3, (...args) => { // given
  called("every", "an arrow", args);
});
queue("throwing").process("named", 1, function () { // given
  called("throwing", this, arguments);
  throw new RangeError("not today");
});
queue("refusing").process(function (job, done) { // given
  called("refusing", this, arguments);
  done(new TypeError("not at all"));
});
queue("file").process(fileURLToPath(new URL("file_processor.cjs", import.meta.url))); // given

const { setHandler } = Queue.prototype;
const extra = {
  setHandler: [setHandler.name, setHandler.length, Object.keys(setHandler), Object.hasOwn(setHandler, "prototype")],
  queue: [Queue.name, Queue.length, Object.keys(Queue), queues[0] instanceof Queue],
  refused: [() => queues[0].process(() => {}), () => queues[0].process("nothing", undefined), () => queues[0].process("no/such/file")].map((ask) => {
    try {
      return String(ask());
    } catch (error) {
      return `${error.constructor.name}: ${error.message}`;
    }
  }),
};

for (const one of queues) {
  const name = ["named", "throwing"].includes(one.name) ? ["named"] : [];
  await one.add(...name, { n: 1 }, { repeat: { every: 200 } });
  await one.add(...name, { n: 2 });
}
serve(extra, () => Promise.all(queues.map((one) => one.close())));
