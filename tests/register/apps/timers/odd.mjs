// What functions of `timers/promises` do with odd arguments, with signals and when they are left early, seen by who calls them
// while a request is answered.

import http from "node:http";
import { scheduler, setInterval, setTimeout } from "node:timers/promises";

const aborted = AbortSignal.abort("before");
const soon = () => {
  const controller = new AbortController();
  queueMicrotask(() => controller.abort(new RangeError("soon")));
  return controller.signal;
};
const counted = (log, fields) => {
  const options = {};
  for (const [name, value] of Object.entries(fields)) {
    Object.defineProperty(options, name, { get: () => (log.push(name), value), enumerable: true });
  }
  return options;
};

const WAITS = {
  plain: () => setTimeout(1, "value"),
  "no delay": () => setTimeout(undefined, "value", {}),
  "text for a delay": () => setTimeout("2", "value", {}),
  "no options": () => setTimeout(1, "value", null),
  "text for options": () => setTimeout(1, "value", "options"),
  "no reference": () => Promise.race([setTimeout(5000, "value", { ref: false }), setTimeout(5, "first", { ref: true })]),
  "odd reference": () => setTimeout(1, "value", { ref: 3 }),
  "odd signal": () => setTimeout(1, "value", { signal: {} }),
  "signal before": () => setTimeout(1, "value", { signal: aborted }),
  "signal soon": () => setTimeout(2000, "value", { signal: soon() }),
  getters: (log) => setTimeout(1, "value", counted(log, { signal: undefined, ref: true, other: 1 })),
  scheduler: () => scheduler.wait(1, {}),
  "scheduler of odd options": () => scheduler.wait(1, { signal: 3 }),
  "signal to the scheduler": () => scheduler.wait(2000, { signal: soon() }),
  "scheduler of another": () => scheduler.wait.call({}, 1),
  rounds: async (log) => {
    for await (const value of setInterval(1, "value", counted(log, { signal: undefined, ref: true }))) if (log.push(value) > 6) return "left";
  },
  "rounds that are thrown out of": async (log) => {
    const rounds = setInterval(1, "value");
    log.push(await rounds.next(), await rounds.throw(new RangeError("out")).catch(String), await rounds.next());
  },
  "rounds that never begin": async (log) => {
    const rounds = setInterval(1, "value");
    log.push(await rounds.return("early"), await rounds.next());
  },
  "rounds with a signal": async (log) => {
    for await (const value of setInterval(2000, "value", { signal: soon() })) log.push(value);
  },
  "rounds of odd options": async () => {
    for await (const value of setInterval(1, "value", 3)) return value;
  },
};

const server = http.createServer(async (request, response) => {
  const all = [];
  for (const [name, wait] of Object.entries(WAITS)) {
    const log = [];
    const outcome = await Promise.resolve()
      .then(() => wait(log))
      .then((value) => ({ value }), (error) => ({ error: [error.name, error.code, error.message, String(error.cause)] }));
    all.push({ name, log, ...outcome });
  }
  response.end(JSON.stringify(all));
});
server.listen(0, () => console.log(server.address().port));
