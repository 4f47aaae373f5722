// The APIs of single queries (fixtures/suts/queries): those written by hand, by dialect, and generated ones.

import fs from "node:fs";
import path from "node:path";
import { generate } from "../../../../fixtures/suts/queries/generating/generate.mjs";
import { ROOT } from "../../suts.mjs";

const FOLDER = path.join(ROOT, "fixtures/suts/queries");
const ENTRY = ["--start", "node server.js", "--openapi", "openapi.json"];

const read = (...names) => JSON.parse(fs.readFileSync(path.join(...names), "utf8"));

/** The API of a dialect whose endpoints were written by hand, and built by builders. */
export function written(dialect) {
  const endpoints = read(FOLDER, "endpoints.json").filter((endpoint) => endpoint.dialect === dialect);
  return { name: dialect, dialect, dir: path.join(FOLDER, dialect), entry: ENTRY, endpoints };
}

/** Generates the API of a seed, as its seed alone decides. */
export async function generated(dialect, seed, queries) {
  const name = `${dialect}-${seed}`;
  const dir = path.join(FOLDER, "generated", name);
  await generate({ seed, dialect, folder: dir, queries });
  return { name: `generated ${name}`, dialect, dir, entry: ENTRY, endpoints: read(dir, "endpoints.json") };
}

/** Keeps some endpoints of an API, by their ids, for which the others are not called. */
export function only(api, ids) {
  const endpoints = api.endpoints.filter(({ id }) => ids.includes(id));
  return { ...api, endpoints, args: endpoints.flatMap(({ operation }) => ["--only", operation]) };
}
