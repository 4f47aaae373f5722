// An API that keeps everything in memory, and that nothing resets: its suite starts it anew where a test has changed something,
// so that each test begins with what the API begins with, in any order.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { runSuite } from "../quality/fuzz.mjs";
import { nearmiss, writtenText } from "./command.mjs";
import { project } from "./projects.mjs";
import { ROOT } from "./sut-process.mjs";

const server = `
const express = require("express");
const app = express();
app.use(express.json());
const notes = new Map([["1", { id: "1", text: "bread" }], ["2", { id: "2", text: "milk" }]]);
let count = 2;
app.get("/notes", (_, answer) => answer.json([...notes.values()]));
app.post("/notes", (call, answer) => {
  if (typeof call.body?.text !== "string") return answer.status(400).json({ error: "text is missing" });
  count += 1;
  const note = { id: String(count), text: call.body.text };
  notes.set(note.id, note);
  return answer.status(201).json(note);
});
app.get("/notes/:id", (call, answer) => {
  const note = notes.get(call.params.id);
  return note ? answer.json(note) : answer.status(404).json({ error: "no such note" });
});
app.delete("/notes/:id", (call, answer) => {
  if (!notes.delete(call.params.id)) return answer.status(404).json({ error: "no such note" });
  return answer.status(204).end();
});
app.listen(3000);
`;

it("is started anew before tests that others would change, and says so", async () => {
  const dir = project({ "server.cjs": server }, { installed: false });
  fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(dir, "node_modules"));
  const args = ["fuzz", "--start", "node server.cjs", "--calls", "1000", "--seed", "1", "--out", "tests"];
  const { code, output } = await nearmiss(dir, args, { limitMs: 600_000 });
  assert.equal(code, 0, output);
  const out = path.join(dir, "tests");
  const start = JSON.parse(fs.readFileSync(path.join(out, "support/start.json"), "utf8"));
  assert.match(output, /the API starts anew before tests that others would change: \d+\.\d s/);
  assert.equal(start.reset, "after-writes");
  const text = writtenText(out);
  // Everybody is answered what the first test was.
  assert.match(text, /test\("GET \/notes 200"/);
  assert.match(text, /\[\{ id: "1", text: "bread" \}, \{ id: "2", text: "milk" \}\]/);
  assert.match(text, /POST \/notes 201, then GET \/notes\/\{id\} 200/);
  assert.match(text, /\{ id: "3", text: /, "the next id");
  assert.match(text, /DELETE \/notes\/\{id\} 204, then GET \/notes\/\{id\} 404/);
  assert.doesNotMatch(text, /follows? what tests before it did/);
  await runSuite(out);
  await runSuite(out, { args: ["--randomize"] });
});
