// Runs the body of a test with a core that is closed whatever happens; answers what it answers.

import { FakeCore } from "./fake_core.mjs";

export async function withCore(body) {
  const core = await FakeCore.start();
  try {
    return await body(core);
  } catch (error) {
    error.message += `\n--- output of the program ---\n${core.output}`;
    throw error;
  } finally {
    await core.close();
  }
}
