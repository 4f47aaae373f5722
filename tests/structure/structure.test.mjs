// How the code is laid out: no knots of files that need one another, no functions that nobody can read at once, and nobody but
// its own crate knows a kind of problem by name.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { circles, crates, needs, sourceOf } from "./circles.mjs";
import { functionsOf, rustFiles } from "./functions.mjs";

/** Files that may need one another. */
const MOST_IN_A_CIRCLE = 3;
/** Lines of code of a function. */
const LONGEST_FUNCTION = 80;
/** A visitor of syntax visits what its parts visit. */
const VISITORS = /^probes\/tree\.rs$/;

test("circles of files are small", () => {
  for (const crate of crates()) {
    const found = circles(needs(sourceOf(crate))).filter((circle) => circle.length > MOST_IN_A_CIRCLE);
    const others = found.filter((circle) => crate !== "nearmiss_instrument" || !circle.some((file) => VISITORS.test(file)));
    assert.deepEqual(others, [], `${crate}: node tests/structure/circles.mjs ${crate} says what holds them together`);
  }
});

test("a circle is found, through what modules pass on, and code of tests is none", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "circles-"));
  try {
    const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
    write("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::One;\npub use b::Two;\n");
    write("a.rs", "use crate::Two;\npub struct One(Two);\n");
    write("b.rs", "pub struct Two(Box<crate::One>);\n");
    write("c.rs", "// crate::One\n#[cfg(test)]\nmod tests {\n    use crate::One;\n}\n");
    assert.deepEqual(circles(needs(folder)), [["a.rs", "b.rs"]]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("functions can be read at once", () => {
  const long = crates().flatMap((crate) =>
    rustFiles(path.dirname(sourceOf(crate))).flatMap((file) =>
      functionsOf(file)
        .filter(({ lines }) => lines > LONGEST_FUNCTION)
        .map(({ name, line, lines }) => `${path.relative(path.dirname(sourceOf(crate)), file)}:${line} ${name}: ${lines} lines`),
    ),
  );
  assert.deepEqual(long, []);
});

test("nobody but its crate names REST's problem", () => {
  const others = crates().filter((crate) => crate !== "nearmiss_problem");
  const naming = others.flatMap((crate) => rustFiles(path.dirname(sourceOf(crate))).filter((file) => /\bRestProblem\b/.test(fs.readFileSync(file, "utf8"))));
  assert.deepEqual(naming, []);
});
