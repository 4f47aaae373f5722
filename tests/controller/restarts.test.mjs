// A process of the API that is followed by another one: that listens where it did, and is reset before its first test.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { APIS, Core, serve } from "./client.mjs";

test("one that ends, with another server beside it", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-restarts-"));
  const file = path.join(folder, "resets");
  const resets = () => fs.readFileSync(file, "utf8").split("\n").length - 1;
  const served = await serve([path.join(APIS, "odd/beside-driver.js")], { env: { ODD_RESETS: file } });
  const core = new Core(served);
  try {
    const { baseUrlOfSUT } = await core.begin();
    for (let round = 0; round < 3; round += 1) {
      const before = resets();
      await core.must(204, "PUT", "/runSUT", { run: true, resetState: true });
      assert.equal(resets(), before + 1);
      assert.equal((await core.call({ path: "/count" })).text, "1");
      await core.must(204, "PUT", "/newAction", { index: 0, name: "GET:/exit" });
      await core.call({ path: "/exit" }).catch(() => {});
      await core.must(204, "PUT", "/runSUT", { run: true, resetState: true });
      assert.equal((await core.info()).baseUrlOfSUT, baseUrlOfSUT);
      assert.equal(resets(), before + 2, "also the process that has just been started");
    }
  } finally {
    core.close();
    await served.stop();
    fs.rmSync(folder, { recursive: true });
  }
});
