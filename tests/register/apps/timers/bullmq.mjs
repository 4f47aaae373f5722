// Workers of bullmq (LIBRARY: the package under whose name it is installed), by `import`, or by `require` (WAY).

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { called, follow, serve } from "./queue_jobs.mjs";

const { LIBRARY, REDIS_PORT, WAY } = process.env;
const { Queue, Worker } = WAY === "require" ? createRequire(import.meta.url)(LIBRARY) : await import(LIBRARY);
const connection = { host: "127.0.0.1", port: Number(REDIS_PORT), maxRetriesPerRequest: null };
const opts = { connection, drainDelay: 1 };
const workers = [];

function watch(worker) {
  workers.push(worker);
  follow(worker.name, worker);
  return worker;
}

watch(new Worker("promise", async function (job) { // given
  called("promise", this, arguments);
  return { promise: job.data.n };
}, opts));
watch(new Worker("several", (job, token, signal) => { // given
  called("several", "an arrow", [job, token, signal]);
  return `several ${job.data.n}`;
}, { ...opts, concurrency: 3 }));
watch(new Worker("throwing", function () { // given
  called("throwing", this, arguments);
  throw new RangeError("not today");
}, opts));
class OwnWorker extends Worker {
  constructor(name) {
    super(name, (job) => this.own(job), opts); // given
  }
  own(job) {
    called("subclass", this, [job]);
    return `own ${job.data.n}`;
  }
}
watch(new OwnWorker("subclass"));
const late = watch(new Worker("late", async (...args) => called("late", "an arrow", args), { ...opts, autorun: false }));
late.run(); // given
watch(new Worker("file", fileURLToPath(new URL("file_processor.cjs", import.meta.url)), opts)); // given

const { run, callProcessJob } = Worker.prototype;
const shape = (method) => [method.name, method.length, Object.keys(method), Object.hasOwn(method, "prototype"), Object.getPrototypeOf(method).constructor.name];
const extra = {
  methods: [shape(run), shape(callProcessJob)],
  worker: [Worker.name, Worker.length, Object.getOwnPropertyNames(Worker).sort(), Object.keys(Worker.prototype)],
  again: await late.run().catch((error) => `${error.constructor.name}: ${error.message}`),
  nobody: await run.call(undefined).catch((error) => error.constructor.name),
};

const queues = workers.map(({ name }) => new Queue(name, { connection }));
for (const queue of queues) {
  await queue.upsertJobScheduler("scheduler", { every: 200 }, { name: "scheduled", data: { n: 1 } });
  // Version 6 knows schedulers only.
  if (LIBRARY === "bullmq5") await queue.add("repeated", { n: 1 }, { repeat: { every: 200 } });
  await queue.add("single", { n: 2 });
}
serve(extra, () => Promise.all([...workers, ...queues].map((one) => one.close())));
