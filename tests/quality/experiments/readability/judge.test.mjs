import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { judge } from "./judge.mjs";
import { readSuite } from "./read-suite.mjs";

const SUCCESS = `
test("POST /books 201", async () => {
  const answer = await call("POST", "/books").send(newBook({ pages: 3 }));
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ id: 1 });
}, LIMIT_MS);
test("GET /{s1}/{s2} 200", async () => {
  // Only a status.
  const answer = await call("GET", "/books?minPages=1313669121");
  expect(answer.status).toBe(200);
}, LIMIT_MS);
test("GET /books 200", async () => {
  const answer = await call("GET", "/books");
  expect(answer.body).toEqual([]);
});
`;
const ERRORS = `
test("GET /books 200: again", async () => {
  const answer = await call("GET", "/books");
  expect(answer.body).toEqual([{ id: 1 }]);
});
test("GET /books/nobody 404", async () => {
  const answer = await call("GET", "/bo\u0101ks");
  expect(answer.status).toBe(404);
  expect(answer.text).toBe("Cannot GET /books/nobody");
});
`;
const PAYLOADS = `function newBook(changes) {
  return { title: "_EM_0_XYZ_", ...changes };
}
`;

test("what a reviewer stumbles over is counted", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-readability-"));
  try {
    fs.mkdirSync(path.join(folder, "support"));
    fs.writeFileSync(path.join(folder, "support/payloads.cjs"), PAYLOADS);
    fs.writeFileSync(path.join(folder, "success.test.js"), SUCCESS);
    fs.writeFileSync(path.join(folder, "client-errors.test.js"), ERRORS);
    assert.deepEqual(judge(readSuite(folder)), {
      tests: 5,
      marked: 2,
      markedElsewhere: 0,
      noisy: 0,
      duplicates: 1,
      oddNames: 1,
      statusAlone: 1,
      beyond: 0.8,
      invented404: 1,
      only404: 1,
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
