// A fixture API behind `nearmiss serve`, to be searched through its controller.

import { serve } from "../controller/client.mjs";

/** Runs `work` with the API as those see it who know nothing but its controller. */
export async function withServed(sut, work) {
  // A driver stands alone there.
  const served = await serve(sut.entry.filter((arg) => arg !== "--driver"), { cwd: sut.dir });
  try {
    return await work({ ...sut, entry: ["--controller", `http://127.0.0.1:${served.port}`] });
  } finally {
    await served.stop();
  }
}
