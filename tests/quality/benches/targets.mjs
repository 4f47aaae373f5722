// What a call costs the core as an API has more targets: never reached ones, and ones that each call reaches and none covers.
// Each API is padded with 1,000 and with 100,000 of them, and searched in turns; the core's own processor time is compared.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { median } from "../statistics.mjs";

const FEW = 1_000;
const MANY = 100_000;
/** Each call reaches one group of this share of the uncovered targets. */
const GROUPS = 20;
/** Most that a call may cost of what it costs with few targets. */
const MOST = { unreached: 1.2, uncovered: 1.5 };
/** Most memory of the core at the end, in bytes. */
const MEMORY = 2 * 2 ** 30;

const FUNCTION = 200;
// A core that stays awake while the SUT works takes as long as the SUT, which is slower with more probes.
const OPTIONS = [...FIGURES_ONLY, "--no-busy-wait"];

/** Functions of `FUNCTION` comparisons, of which none is ever true. Each has two branches, of which the true one stays uncovered. */
function comparisons(name, count, of) {
  const functions = [];
  for (let at = 0; at < count; at += FUNCTION) {
    const lines = [];
    for (let i = at; i < Math.min(at + FUNCTION, count); i += 1) {
      lines.push(`    n === ${1_000_000_007 + i * 7_919},`);
    }
    functions.push(`function ${name}${at / FUNCTION}(n) {\n  return [\n${lines.join("\n")}\n  ].indexOf(true) + 1;\n}`);
  }
  return `"use strict";\n${functions.join("\n")}\nexports.all = [${functions.map((_, i) => `${name}${i}`).join(", ")}];\nexports.of = ${of};\n`;
}

/** An API of one operation, with a part that no call reaches and a part of groups of which each call reaches one. */
function writeApi(dir, { unreached, uncovered }) {
  fs.mkdirSync(path.join(dir, "src"), { recursive: true });
  // Two targets a comparison: both branches.
  fs.writeFileSync(path.join(dir, "src/unreached.js"), comparisons("never", unreached / 2, 1));
  const group = uncovered / GROUPS;
  for (let i = 0; i < GROUPS; i += 1) fs.writeFileSync(path.join(dir, `src/group${i}.js`), comparisons("probe", group, i));
  fs.writeFileSync(
    path.join(dir, "server.js"),
    `"use strict";
const http = require("node:http");
require("./src/unreached.js");
const groups = Array.from({ length: ${GROUPS} }, (_, i) => require("./src/group" + i + ".js").all);
const server = http.createServer((request, response) => {
  const n = Number(request.url.split("/").pop());
  let hits = 0;
  for (const probe of groups[(n >>> 0) % ${GROUPS}]) hits += probe(n);
  if (n > 100 && n < 200) hits += 1;
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ hits }));
});
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
`,
  );
  const parameters = [{ name: "n", in: "path", required: true, schema: { type: "integer", format: "int32" } }];
  const document = { openapi: "3.0.0", info: { title: "padded", version: "1" }, paths: { "/api/{n}": { get: { parameters, responses: { 200: { description: "ok" } } } } } };
  fs.writeFileSync(path.join(dir, "openapi.json"), JSON.stringify(document));
  fs.writeFileSync(path.join(dir, "package.json"), JSON.stringify({ name: "padded" }));
  return { dir, entry: ["--start", "node server.js", "--openapi", "openapi.json"] };
}

/** Stands before a command: writes the most memory that its process has used, again and again while it runs. */
function watched(file) {
  const loop = `"$@" & p=$!; while kill -0 $p 2>/dev/null; do m=$(grep VmHWM /proc/$p/status) && echo "$m" > '${file}'; sleep 0.3; done; wait $p`;
  return ["bash", "-c", loop, "watched"];
}

export async function run(record, small) {
  const calls = small ? 400 : 20_000;
  const rounds = small ? 1 : 3;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-targets-"));
  const apis = {
    few: { unreached: FEW, uncovered: FEW },
    unreached: { unreached: MANY, uncovered: FEW },
    uncovered: { unreached: FEW, uncovered: MANY },
  };
  const memory = path.join(folder, "memory");
  const cost = { few: [], unreached: [], uncovered: [] };
  const parts = {};
  let peak = 0;
  try {
    const suts = Object.entries(apis).map(([name, padding]) => [name, writeApi(path.join(folder, name), padding)]);
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, sut] of suts) {
        const search = await fuzz(sut, { label: "bench-targets", seed: 1 + round, calls, args: OPTIONS, wrap: watched(memory) });
        const { timing } = search.own;
        cost[name].push((1e6 * timing.processor) / calls);
        parts[name] = timing;
        peak = Math.max(peak, 1024 * Number(/\d+/.exec(fs.readFileSync(memory, "utf8"))?.[0] ?? 0));
      }
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const middle = Object.fromEntries(Object.entries(cost).map(([name, values]) => [name, median(values)]));
  record.data = { calls, rounds, cost, parts, peak };
  for (const [name, value] of Object.entries(middle)) record.say(`${name.padEnd(10)} ${value.toFixed(0)} us of the core's processor time a call`);
  for (const [name, most] of Object.entries(MOST)) {
    const ratio = middle[name] / middle.few;
    record.bound(ratio <= most, `100,000 ${name} targets over 1,000: ${ratio.toFixed(2)} times the time a call, at most ${most}`);
  }
  record.must(peak > 0 && peak < MEMORY, `memory of the core at its peak ${(peak / 2 ** 20).toFixed(0)} MiB, below ${MEMORY / 2 ** 20}`);
}
