// Runs the body of a test with a core that is closed whatever happens.

import { FakeCore } from "./fake_core.mjs";

export async function withCore(body) {
  const core = await FakeCore.start();
  try {
    await body(core);
  } catch (error) {
    error.message += `\n--- output of the program ---\n${core.output}`;
    throw error;
  } finally {
    await core.close();
  }
}
