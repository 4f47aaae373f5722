// Calls as JSON (the serde form of nearmiss_problem's Call), and a plain client that runs them.
import http from "node:http";

export const text = (value) => [{ Text: value }];
export const fromBody = (step, pointer, fallback) => ({
  FromResponse: { call: step, source: { Body: pointer }, fallback },
});
export const fromLocation = (step, fallback) => ({
  FromResponse: { call: step, source: "Location", fallback },
});
export const fromSource = (step, source, fallback) => ({ FromResponse: { call: step, source, fallback } });
export const fromSetup = (setup, source, fallback) => ({ FromSetup: { setup, source, fallback } });
export const written = (form, ...parts) => ({ Written: { form, parts } });
export const credential = (user, slot) => ({ Credential: { user, slot } });

/** A call; `target`, header values and body may be text or lists of parts. */
export function step(method, target, { headers = [], type, body, operation, user } = {}) {
  const parts = (value) => (Array.isArray(value) ? value : text(value));
  const path = typeof target === "string" ? target.split("?")[0] : "/made";
  return {
    operation: operation ?? `${method}:${path}`,
    ...(user === undefined ? {} : { user }),
    request: {
      Http: {
        method,
        target: parts(target),
        headers: headers.map(([name, value]) => [name, parts(value)]),
        body: body === undefined ? null : { content_type: type, text: parts(body) },
      },
    },
  };
}

const LIMIT_MS = 500;

/** The scalar at a pointer as text, or as JSON, or else `fallback`. */
function scalar(value, source, fallback, inTarget) {
  const pointer = source.Body ?? source.Json;
  const found = pointer.split("/").slice(1).reduce((at, key) => at?.[key], value);
  if (found === undefined || found === null || found === "" || typeof found === "object") return fallback;
  if (source.Json !== undefined) return JSON.stringify(found);
  return inTarget ? encodeURIComponent(found) : String(found);
}

function resolve(parts, answers, made, inTarget) {
  const piece = ({ Text, FromResponse, FromSetup, Credential }) => {
    if (Text !== undefined) return Text;
    if (FromSetup !== undefined) return scalar(made[FromSetup.setup], FromSetup.source, FromSetup.fallback, inTarget);
    if (Credential !== undefined) return process.env[Credential.slot] ?? "";
    const { call: from, source, fallback } = FromResponse;
    const answer = answers[from];
    if (typeof answer !== "object") return fallback;
    if (source === "Location") {
      const location = answer.headers.find(([name]) => name === "location")?.[1] ?? "";
      return location.split("/").pop() || fallback;
    }
    if (answer.body === "") return fallback;
    return scalar(JSON.parse(answer.body), source, fallback, inTarget);
  };
  return parts.map(piece).join("");
}

function call({ request: { Http } }, answers, made, base) {
  const url = new URL(base);
  const headers = {};
  for (const [name, value] of Http.headers) headers[name] = resolve(value, answers, made, false);
  const body = Http.body && resolve(Http.body.text, answers, made, false);
  if (Http.body) headers["Content-Type"] = Http.body.content_type;
  return new Promise((done) => {
    const request = http.request({
      host: url.hostname,
      port: url.port,
      method: Http.method,
      path: resolve(Http.target, answers, made, true),
      headers,
      timeout: LIMIT_MS,
    });
    request.on("timeout", () => {
      done("timeout");
      request.destroy();
    });
    request.on("error", () => done("broken"));
    request.on("response", (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => {
        const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        done({ status: answer.statusCode, headers: pairs, body: Buffer.concat(chunks).toString("utf8") });
      });
      answer.on("error", () => done("broken"));
    });
    request.end(body ?? undefined);
  });
}

/**
 * One run of all cases on an API that `sut` (a written support/sut.cjs) starts and resets. `kinds`: functions that set
 * something up (a written support/setup.cjs).
 */
export async function runOnce(sut, cases, kinds = {}) {
  const outcomes = [];
  await sut.start();
  try {
    for (const { setup = [], calls, ends_api: endsApi } of cases) {
      await sut.reset();
      const made = [];
      for (const { kind, function: name, arguments: args } of setup) {
        const given = args.map((parts) => JSON.parse(resolve(parts, [], made, false)));
        made.push(await kinds[kind][name](...given));
      }
      const answers = [];
      for (const one of calls) {
        const answer = await call(one, answers, made, sut.url);
        answers.push(answer);
        // As the runner does; the written suite must come to the same state.
        if (typeof answer === "string") await sut.fate(Promise.reject({ timeout: answer === "timeout" }));
      }
      if (endsApi) await sut.ended();
      outcomes.push(answers);
    }
  } finally {
    await sut.stop();
  }
  return outcomes;
}
