// A setup file of Vitest, which ends its workers before they could write at exit: with NEARMISS_COVERAGE=<folder> the coverage of
// each test file is written when its tests are done.

import { createRequire } from "node:module";
import path from "node:path";
import { afterAll } from "vitest";

const { write } = createRequire(import.meta.url)("../coverage/writer.js");

afterAll(() => write(path.resolve(process.env.NEARMISS_COVERAGE), globalThis.__coverage__ ?? {}));
