// What the queues of both applications have in common: of each form of a processor a queue, and in it a job that repeats and one
// that does not. They are told by the server: `once` and `repeated` are calls of processors, `ended` is what the library says.

import http from "node:http";

/** A job of a queue repeats, as the library has it. */
const repeats = (job) => Boolean(job.opts.repeat ?? job.repeatJobKey);

const forms = {};

/** Notes a call of the processor of a form; `self` and `args` are what it was called with. */
export function called(form, self, args) {
  const job = args[0];
  if (repeats(job)) forms[form].repeated += 1;
  else forms[form].once.push([self?.constructor?.name ?? String(self), job.name, job.data, ...[...args].slice(1).map((arg) => typeof arg)]);
}

/** Follows what becomes of the jobs of a form: `events` tells `completed` and `failed`. */
export function follow(form, events) {
  forms[form] = { once: [], repeated: 0, ended: { once: [], repeated: [] } };
  const note = (job, how) => forms[form].ended[repeats(job) ? "repeated" : "once"].push(how);
  events.on("completed", (job, result) => note(job, `completed: ${JSON.stringify(result ?? null)}`));
  events.on("failed", (job, error) => note(job, `failed: ${error.constructor.name}: ${error.message}`));
  events.on("error", (error) => console.error(error));
}

/** Answers what has been seen, until it is asked to close: then the process ends by itself. */
export function serve(extra, close) {
  const server = http.createServer(async (request, response) => {
    response.setHeader("connection", "close");
    if (request.url !== "/close") {
      response.end(JSON.stringify({ forms, extra }));
      return;
    }
    await close();
    response.end("closed");
    server.close();
  });
  server.listen(process.env.PORT || 0, () => console.log(`port ${server.address().port}`));
}
