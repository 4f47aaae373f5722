// The package with the SWC plugin in it, as packed: what it says of others, and the example of npm/nearmiss/hosts.md.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { EXAMPLES, runExample } from "../../ci/pasted.mjs";
import { foreignProject, pack, run } from "../../ci/tarballs.mjs";

describe("the package with the SWC plugin", () => {
  let packed;
  before(() => (packed = pack()));
  after(() => packed.remove());

  it("holds it and the licences of what is compiled into it", () => {
    const read = (args) => run(packed.folder, "tar", args);
    assert.match(read(["-tzf", packed.nearmiss]), /^package\/swc\/nearmiss_swc_1\.16\.wasm$/m);
    const notices = read(["-xOzf", packed.nearmiss, "package/THIRD-PARTY-NOTICES.txt"]);
    // The second is for wasm only.
    for (const crate of ["swc_core", "swc_plugin_proxy", "globset"]) assert.match(notices, new RegExp(`^${crate} \\d`, "m"));
    assert.match(notices, /Apache License/);
  });

  it("runs the example of swc as pasted", () => {
    runExample(foreignProject(packed, "foreign", {}), EXAMPLES.find(({ title }) => title === "swc"));
  });
});
