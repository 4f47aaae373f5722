// An API with a database, started by its package's own script, and calls of it.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { HOST, freePort } from "../server-process.mjs";
import { IMPORTED } from "./describe.mjs";

const DEADLINE_MS = 120_000;

/** Reads the environment in which a script of the API's package.json runs. */
function environment(folder, variables) {
  const places = [path.join(folder, "node_modules/.bin"), path.join(folder, "../../../node_modules/.bin")];
  return { ...process.env, ...variables, PATH: [...places, process.env.PATH].join(path.delimiter) };
}

const script = (folder, name) => JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).scripts[name];

/** Runs a script of the package to its end. */
export function runScript(folder, name, variables) {
  const ended = spawnSync(script(folder, name), { cwd: folder, env: environment(folder, variables), shell: true, encoding: "utf8" });
  assert.equal(ended.status, 0, `${name}: ${ended.stdout}${ended.stderr}`);
  return ended.stdout;
}

/** Starts the API by its package's own script, runs `body(origin)` and ends it with all its processes. */
export async function withApi(folder, variables, body) {
  const port = await freePort();
  const env = environment(folder, { ...variables, PORT: String(port) });
  const child = spawn(script(folder, "start"), { cwd: folder, env, shell: true, detached: true, stdio: ["ignore", "inherit", "inherit"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const origin = `http://${HOST}:${port}`;
  try {
    const until = performance.now() + DEADLINE_MS;
    for (;;) {
      const response = await fetch(`${origin}/no-such-route`).catch(() => null);
      if (response !== null) break;
      assert.ok(child.exitCode === null && performance.now() < until, "the API does not answer");
      await pause(50);
    }
    return await body(origin);
  } finally {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It is over already.
    }
    await ended;
  }
}

/**
 * Makes `call(name, { token, headers, query, body, expect, ...ids })`, which answers the body and notes what succeeded.
 */
export function caller(origin, succeeded) {
  return async (name, { token, headers, query, body, expect, ...ids } = {}) => {
    const [verb, route] = name.split(" ");
    const idOf = (_, id) => encodeURIComponent(ids[id] ?? assert.fail(`${name}: ${id} is missing`));
    const filled = route.replace(/\{(\w+)\}/g, idOf);
    const response = await fetch(`${origin}${filled}${query ? `?${new URLSearchParams(query)}` : ""}`, {
      method: verb,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const words = await response.text();
    assert.ok(expect === undefined ? response.ok : response.status === expect, `${name}: ${response.status} ${words}`);
    if (response.ok) succeeded.add(name.replace(" ", ":"));
    return words === "" ? null : JSON.parse(words);
  };
}

/** Reads the operations that openapi.json promises, `VERB:/path`. */
function promised(folder) {
  const { paths } = JSON.parse(fs.readFileSync(path.join(folder, "openapi.json"), "utf8"));
  return Object.entries(paths).flatMap(([route, verbs]) => Object.keys(verbs).map((verb) => `${verb.toUpperCase()}:${route}`));
}

/** Tells of an operation, by what a success takes, whether it reads rows that no operation makes. */
const needsRows = (takes) => takes.includes(IMPORTED);

/**
 * Reads the operations of an API, by what they take: `own` succeed by what other operations make, `imported` only with
 * rows that come by another way.
 */
export function listed(folder) {
  const takes = Object.entries(JSON.parse(fs.readFileSync(path.join(folder, "operations.json"), "utf8")));
  assert.deepEqual(takes.map(([name]) => name).sort(), promised(folder).sort(), "operations.json and openapi.json differ");
  const names = (wanted) => takes.filter(([, words]) => needsRows(words) === wanted).map(([name]) => name).sort();
  return { own: names(false), imported: names(true) };
}
