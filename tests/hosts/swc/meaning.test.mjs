// The executed cases of the transform, through swc with the plugin and without it.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { transformSync } from "@swc/core";

const require = createRequire(import.meta.url);
const { readCases } = require("../../semantics/cases.cjs");
const { observe, observeModule } = require("../../semantics/observe.cjs");
const { swcPlugin } = require("nearmiss/swc");

const plugin = swcPlugin();
const loader = require.resolve("nearmiss/swc/load");
require(loader);

function compile(source, module, plugins) {
  const options = {
    filename: "case.js",
    swcrc: false,
    configFile: false,
    isModule: module ? true : "commonjs",
    jsc: { target: "es2022", parser: { syntax: "ecmascript", explicitResourceManagement: true }, experimental: { plugins } },
  };
  return transformSync(source, options).code;
}

// swc prints statements where it likes; project.test.mjs looks at lines through maps.
const withoutLines = ({ log, end }) => ({
  log: log.map((text) => text.replace(/case\.js:\d+/g, "case.js")),
  end: { ...end, lines: undefined },
});

const PRINTED_OTHERWISE = ": parentheses that V8 prints";

let compared = 0;
const cases = readCases();
for (const { name, source, module } of cases) {
  test(name, async (context) => {
    if (name.endsWith(PRINTED_OTHERWISE)) {
      context.skip("swc leaves out parentheses that say nothing, and V8 prints them; with the plugin it says what it says of the source");
      return;
    }
    let plain;
    try {
      plain = compile(source, module, []);
    } catch (error) {
      context.skip(`swc refuses it: ${error.message.split("\n")[0]}`);
      return;
    }
    const options = { loader: module ? pathToFileURL(loader).href : loader, root: process.cwd() };
    const probed = compile(source, module, [[plugin, options]]);
    const run = module ? observeModule : observe;
    const expected = withoutLines(await run(plain));
    for (const time of ["first", "second"]) {
      assert.deepEqual(withoutLines(await run(probed)), expected, `${time} run\n${probed}`);
    }
    assert.doesNotMatch(probed, /leave/, "it is instrumented");
    compared += 1;
  });
}

test("nearly all cases were compared", () => {
  assert.ok(compared >= cases.length * 0.9, `${compared} of ${cases.length}`);
});
