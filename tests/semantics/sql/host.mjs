// Runs scenarios, each as a call of an API: `/?file=FILE&place=JSON`. `/end` closes the server; then the process ends
// by itself, if nothing of a scenario holds it.

import http from "node:http";
import { pathToFileURL } from "node:url";
import { telling } from "./told.mjs";

/** Runs a scenario and answers what it told. */
async function run(file, place) {
  const { said, say, refused } = telling();
  try {
    const { default: scenario } = await import(pathToFileURL(file).href);
    await scenario({ ...place, say, refused });
  } catch (error) {
    say("the scenario itself failed", error);
    process.exitCode = 1;
  }
  return said;
}

const server = http.createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  response.setHeader("connection", "close");
  if (pathname === "/end") return response.end(() => server.close());
  response.end(JSON.stringify(await run(searchParams.get("file"), JSON.parse(searchParams.get("place")))));
});
server.listen(0, "127.0.0.1", () => console.log(`listens on ${server.address().port}`));
