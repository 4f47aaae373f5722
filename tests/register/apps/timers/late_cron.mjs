// A job of cron whose time goes by while it is started, as happens on a busy machine at the turn of a second: `start` runs it at
// once. A second one is run by hand.

import { createServer } from "node:http";
import { CronJob } from "cron";

const jobs = { late: 0, byHand: 0 };
const job = (name) => CronJob.from({ cronTime: "0 0 1 1 *", onTick: () => (jobs[name] += 1), start: false });

const late = job("late");
const waits = [-1, 60_000];
late.cronTime.getTimeout = () => waits.shift() ?? 60_000;
late.start();

const byHand = job("byHand");
byHand.start();
byHand.fireOnTick();

createServer((request, response) => response.end(JSON.stringify(jobs))).listen(process.env.PORT || 8721);
