// Proves that each operation of an API with a database can succeed, and that a developer's rows hold every canary.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { HOST, freePort } from "../server-process.mjs";

const DEADLINE_MS = 120_000;

/** Reads the environment in which a script of the API's package.json runs. */
function environment(folder, variables) {
  const places = [path.join(folder, "node_modules/.bin"), path.join(folder, "../../../node_modules/.bin")];
  return { ...process.env, ...variables, PATH: [...places, process.env.PATH].join(path.delimiter) };
}

const script = (folder, name) => JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).scripts[name];

/** Runs a script of the package to its end. */
function runScript(folder, name, variables) {
  const ended = spawnSync(script(folder, name), { cwd: folder, env: environment(folder, variables), shell: true, encoding: "utf8" });
  assert.equal(ended.status, 0, `${name}: ${ended.stdout}${ended.stderr}`);
  return ended.stdout;
}

/** Starts the API by its package's own script, runs `body(origin)` and ends it with all its processes. */
async function withApi(folder, variables, body) {
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

/** Makes `call(name, { token, query, body, expect, ...ids })`, which answers the body and notes what succeeded. */
function caller(origin, succeeded) {
  return async (name, { token, query, body, expect, ...ids } = {}) => {
    const [verb, route] = name.split(" ");
    const filled = route.replace(/\{(\w+)\}/g, (_, id) => String(ids[id] ?? assert.fail(`${name}: ${id} is missing`)));
    const response = await fetch(`${origin}${filled}${query ? `?${new URLSearchParams(query)}` : ""}`, {
      method: verb,
      headers: {
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

/**
 * Runs `calls(call)` against the API on an empty database, and on one with a developer's rows.
 *
 * `url`: of the script itself, beside which the API is. `fresh()`: answers the variables that name an empty database,
 * and `text()`, all that is in it, or a promise of it.
 */
export async function prove(url, fresh, calls) {
  const folder = path.dirname(fileURLToPath(url));
  const listed = Object.keys(JSON.parse(fs.readFileSync(path.join(folder, "operations.json"), "utf8"))).sort();
  assert.deepEqual(listed, promised(folder).sort(), "operations.json and openapi.json differ");
  const canaries = JSON.parse(fs.readFileSync(path.join(folder, "canaries.json"), "utf8"));
  assert.equal(new Set(canaries).size, canaries.length, "a canary is there twice");
  for (const developer of [false, true]) {
    const { variables, text } = await fresh(developer);
    if (developer) runScript(folder, "developer", variables);
    const succeeded = new Set();
    await withApi(folder, variables, (origin) => calls(caller(origin, succeeded)));
    assert.deepEqual([...succeeded].sort(), listed, "not all that is listed succeeded");
    const written = await text();
    const there = canaries.filter((canary) => written.includes(canary)).length;
    assert.equal(there, developer ? canaries.length : 0, "canaries are in the developer's rows, and nowhere else");
    console.log(`${developer ? "with a developer's rows" : "on an empty database"}: ${succeeded.size} operations succeed, ${there} canaries`);
  }
}
