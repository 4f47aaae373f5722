// Adapters of libraries that read texts without a schema: imported, and called in a handler of Express.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { get, layout, word } from "../register/fake_core.mjs";
import { withCore } from "../register/with_core.mjs";

import layouts from "../../npm/nearmiss/runtime/generated/layout.js";

const cwd = join(dirname(fileURLToPath(import.meta.url)), "apps", "libraries");
const KINDS = Object.fromEntries(Object.entries(layouts.fact).map(([name, kind]) => [kind, name]));

/** Answers of the app without us. */
async function plainly(paths) {
  const child = spawn(process.execPath, ["server.mjs", "0"], { cwd, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const port = await new Promise((resolve) => child.stdout.once("data", (data) => resolve(Number(data))));
    const answers = [];
    for (const path of paths) answers.push(JSON.parse((await get(port, path)).body));
    return answers;
  } finally {
    child.kill();
  }
}

/** Facts in a map, as texts. */
function factsOf(map) {
  const bytes = Buffer.alloc(map.get(word.FACTS_USED));
  readSync(map.fd, bytes, 0, bytes.length, layout.FACTS_OFFSET);
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt16LE(at + 8);
    const text = bytes.toString("utf16le", at + 10, at + 10 + 2 * length);
    found.push(`${KINDS[bytes.readUInt16LE(at)]} ${bytes.readUInt16LE(at + 4)} ${text}`.trim());
    at += 10 + 2 * length;
  }
  return found;
}

const TAINTED = "_EM_3_XYZ_";
const TAINTED_DATE = "1953-04-02T19:47:53.003Z";
const DAYS = (separator) =>
  `REGEX_WHOLE 3 ^(0[1-9]|1[0-9]|2[0-8])${separator}(0[1-9]|1[0-2])${separator}[12][0-9]{3}$`;

/** What is told of a path, beside schemas. */
const TOLD = {
  [`/dayjs?text=${TAINTED}`]: ["DATE 3"],
  [`/dayjs?text=${TAINTED_DATE}`]: ["DATE 3 year 1889"],
  [`/moment?text=${TAINTED}`]: [DAYS("\\/")],
  [`/luxon?text=${TAINTED}`]: ["DATE 3"],
  [`/date-fns?text=${TAINTED}`]: ["DATE 3"],
  [`/date-fns?text=${TAINTED_DATE}`]: ["DATE 3 year 1889"],
  [`/date-fns-format?text=${TAINTED}`]: [DAYS("\\.")],
  [`/bson?text=${TAINTED}`]: ["REGEX_WHOLE 3 ^[0-9a-f]{24}$"],
  [`/uuid?text=${TAINTED}`]: [
    "REGEX_WHOLE 3 ^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
  ],
  [`/jsonwebtoken?text=${TAINTED}`]: [],
  [`/bcryptjs?text=${TAINTED}`]: [],
  [`/lodash?text=${TAINTED}`]: ["CONSTANT 3 left", "CONSTANT 3 right"],
};

test("libraries look as they are and answer the same where they are imported, and what they read is told", () =>
  withCore(async (core) => {
    const { port } = await core.app("server.mjs", { cwd });
    const [look, ...plain] = await plainly(["/look", ...Object.keys(TOLD)]);
    assert.deepEqual(JSON.parse((await get(port, "/look")).body), look);
    for (const [n, path] of Object.keys(TOLD).entries()) {
      const map = core.maps[0];
      map.set(word.FACTS_USED, 0);
      const { answers } = await core.play(port, n + 1, [path]);
      assert.deepEqual(JSON.parse(answers[0].body), plain[n], path);
      const facts = factsOf(map).filter((fact) => !/^(SCHEMA|PAIR|INPUT)/.test(fact));
      assert.deepEqual(facts, TOLD[path], path);
    }
    const asked = core.requests.filter((request) => request.type === "validation").map((request) => request.schema);
    assert.deepEqual([...new Set(asked)], ["ObjectId.isValid", "uuid.validate", "jwt.verify", "bcrypt.compare", "lodash.isEqual"]);
    assert.deepEqual(core.requests.filter((request) => request.type === "skipped"), []);
  }));
