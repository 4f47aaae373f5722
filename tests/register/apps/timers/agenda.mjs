// Jobs of agenda, which are kept in a list in place of a database: due when it starts, due soon, due later, and each second.

import http from "node:http";
import { Agenda } from "agenda";

const kept = [];
const repository = {
  connect: async () => {},
  getQueueSize: async () => kept.length,
  async saveJob(job) {
    const known = kept.find(({ _id, name, type }) => _id === job._id || (type === "single" && job.type === "single" && name === job.name));
    if (known !== undefined) return Object.assign(known, job, { _id: known._id });
    kept.push({ ...job, _id: String(kept.length + 1) });
    return kept.at(-1);
  },
  async saveJobState(job) {
    Object.assign(kept.find(({ _id }) => _id === job._id), job);
  },
  async unlockJob(job) {
    kept.find(({ _id }) => _id === job._id).lockedAt = null;
  },
  async unlockJobs() {},
  async getNextJobToRun(name, nextScanAt) {
    const job = kept.find((one) => one.name === name && !one.lockedAt && one.nextRunAt && one.nextRunAt <= nextScanAt);
    if (job === undefined) return undefined;
    job.lockedAt = new Date();
    return { ...job };
  },
};

const backend = { name: "list", repository, connect: async () => {}, disconnect: async () => {} };
const agenda = new Agenda({ backend, processEvery: "1 second" });
agenda.on("error", (error) => console.error(error));
const jobs = { due: 0, soon: 0, later: 0, every: 0, byHand: 0 };
for (const name of Object.keys(jobs)) {
  agenda.define(name, async () => {
    jobs[name] += 1;
  });
}
const after = (ms) => new Date(Date.now() + ms);
await agenda.schedule(after(0), "due");
await agenda.schedule(after(700), "soon");
await agenda.schedule(after(1500), "later");
await agenda.every("1 second", "every", undefined, { skipImmediate: true });
await agenda.start();
const byHand = await agenda.create("byHand").save();
await byHand.run();

http.createServer((request, response) => response.end(JSON.stringify(jobs))).listen(process.env.PORT || 8722);
