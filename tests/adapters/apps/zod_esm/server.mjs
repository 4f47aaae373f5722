import http from "node:http";
import * as zod from "zod";
import * as core from "zod/v4/core";
import { z as z3 } from "zod-3";

const Query = zod.z.object({ name: zod.z.string().min(20) });
const Old = z3.object({ name: z3.string().max(3) });

/** What can be seen of the libraries, and of an error that one throws. */
function look() {
  let thrown;
  try {
    Query.parse({});
  } catch (error) {
    thrown = error.stack.split("\n").filter((line) => line.includes("server.mjs") || /node_modules.zod/.test(line)).length;
  }
  const inner = [];
  zod.z
    .string()
    .refine(() => inner.push(new Error("x").stack.split("\n").filter((line) => line.includes("core/parse")).join()))
    .parse("a");
  return {
    names: Object.keys(core),
    zod: Object.keys(zod),
    parse: [core.parse.name, core.parse.length, core._parse.name, core.parse === core.parse],
    same: core._parse === zod.core._parse,
    thrown,
    inner,
  };
}

const server = http.createServer((request, response) => {
  const query = Object.fromEntries(new URL(request.url, "http://localhost").searchParams);
  const found = request.url === "/look" ? look() : [Query.safeParse(query).success, Old.safeParse(query).success];
  response.end(JSON.stringify(found));
});
server.listen(process.argv[2] ?? 8709, () => console.log(server.address().port));
