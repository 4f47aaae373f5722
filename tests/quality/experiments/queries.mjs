// How many of the endpoints that stand behind one query each a search reaches, on tables that are empty and that no
// endpoint fills (fixtures/suts/queries): those written by hand, and generated ones that nobody has run before.
//
// One search over all endpoints of an API has 300 calls for each of them. It costs one start of the API and its server
// where searches of single endpoints cost as many as there are endpoints (20 seeds: 8,000 and more), and it is fair:
// the calls are as many, no endpoint makes rows for another one, and a search that spends more than 300 on one has less
// for others. QUERIES_EACH=1 searches each endpoint by itself, with 300 calls, to see that this is so.
//
// Further variables of the environment: QUERIES_DIALECTS=pg,sqlite takes some dialects, QUERIES_SEEDS=3 has so many
// seeds, QUERIES_IDS=pg-exists,pg-union some endpoints, QUERIES_GENERATED=1,2 other generated APIs (0: none), and
// QUERIES_LANES=1 searches one API at a time.
//
// Random search reaches none: that is asked with one seed. Endpoints of generated seeds from 100 up are run by the full
// form alone.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startDatabase } from "../../../fixtures/suts/queries/proving/databases.mjs";
import { FIGURES_ONLY, fuzz } from "../fuzz.mjs";
import { seeds } from "../results.mjs";
import { generated, only, written } from "./queries/apis.mjs";
import { byOperator, counted, refused, shareReached, succeeded } from "./queries/table.mjs";

/** Of one endpoint. */
const CALLS = 300;
const asked = (name) => process.env[`QUERIES_${name}`];
const list = (name, ours) => asked(name)?.split(",") ?? ours;

const FULL = {
  dialects: list("DIALECTS", ["pg", "mariadb", "sqlite"]),
  ids: list("IDS", undefined),
  seeds: seeds(1, Number(asked("SEEDS") ?? 20)),
  generated: { seeds: list("GENERATED", ["100", "101"]), queries: 25 },
  lanes: Number(asked("LANES") ?? 2),
};
/** A handful of endpoints, and a few generated ones. */
const SMALL = {
  dialects: list("DIALECTS", ["pg", "sqlite"]),
  ids: list("IDS", [
    ...["pg-like-prefix", "pg-and-or-not", "pg-exists", "pg-tuple-param", "pg-knex-join", "pg-update-from-join"],
    ...["sqlite-text-equal", "sqlite-json-extract", "sqlite-left-join-null", "sqlite-drizzle-between"],
  ]),
  seeds: seeds(1, 1),
  generated: { seeds: list("GENERATED", ["1"]), queries: 5 },
  lanes: 1,
};
/** Searches of an endpoint that may fail: one of 20. */
const MAY_FAIL = 1 / 20;
const WANTED = { written: 95, generated: 90 };

export async function run(record, small) {
  const form = small ? SMALL : FULL;
  record.data = { calls: CALLS, seeds: form.seeds };
  const apis = form.dialects.map(written).map((api) => (form.ids === undefined ? api : only(api, form.ids)));
  await searchAll(record, "written", apis, form);
  const random = [];
  for (const dialect of form.dialects) {
    for (const seed of form.generated.seeds.filter((one) => one !== "0")) {
      random.push(await generated(dialect, Number(seed), form.generated.queries));
    }
  }
  if (random.length > 0) await searchAll(record, "generated", random, form);
}

/** Searches APIs, says what was reached, and holds it to its bound. */
async function searchAll(record, kind, apis, form) {
  const left = apis.filter(({ endpoints }) => endpoints.length > 0);
  const results = [];
  const lane = async () => {
    for (let api = left.shift(); api !== undefined; api = left.shift())
      results.push(await searchApi(record, api, form.seeds));
  };
  await Promise.all(Array.from({ length: form.lanes }, lane));
  const found = results.flatMap(({ endpoints }) => endpoints);
  const byChance = results.flatMap(({ random }) => random);
  record.data[kind] = found.map(({ id, how, operators, reached, searches }) => ({
    id,
    how,
    operators,
    reached,
    searches,
  }));
  sayTable(record, kind, found);
  const failing = Math.floor(form.seeds.length * MAY_FAIL);
  const share = shareReached(found, failing);
  const missed = found.filter(({ reached, searches }) => reached < searches - failing);
  record.must(
    share >= WANTED[kind],
    `${kind}: ${share.toFixed(1)} % of ${found.length} endpoints reached by ${form.seeds.length - failing} of` +
      ` ${form.seeds.length} seeds, at least ${WANTED[kind]} %; not: ${missed.map(({ id }) => id).join(" ") || "none"}`,
  );
  record.must(byChance.length === 0, `${kind}: endpoints that random search reaches: ${byChance.join(" ") || "none"}`);
}

/** Searches one API with all seeds, and once at random, beside a database of its own. */
async function searchApi(record, api, seedList) {
  const database = await startDatabase(api.dialect);
  try {
    const sets = [];
    for (const seed of seedList) {
      const started = performance.now();
      sets.push(await reachedBy(api, { seed, database }));
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      record.say(`${api.name}, seed ${seed}: ${sets.at(-1).size} of ${api.endpoints.length} endpoints, ${seconds} s`);
    }
    const atRandom = await search(api, { label: "random", seed: 1, database, algorithm: "random" });
    return { endpoints: counted(api.endpoints, sets), random: [...atRandom] };
  } finally {
    await database.stop();
  }
}

/** Answers the operations that a seed reaches: in one search, or in one for each endpoint. */
async function reachedBy(api, { seed, database }) {
  if (!asked("EACH")) return search(api, { label: `whole-${seed}`, seed, database });
  const reached = new Set();
  for (const { id } of api.endpoints) {
    const one = await search(only(api, [id]), { label: `each-${seed}`, seed, database });
    for (const operation of one) reached.add(operation);
  }
  return reached;
}

/** Runs one search; answers the operations of the API of which a test was answered 200, as what it has learnt says. */
async function search(api, { label, seed, database, algorithm = "mio" }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-queries-"));
  const archive = path.join(folder, "archive.json");
  const calls = CALLS * api.endpoints.length;
  const args = [...(api.args ?? []), "--archive", archive, ...FIGURES_ONLY];
  try {
    await fuzz(api, { label: `queries-${label}`, seed, calls, algorithm, args, env: database.variables });
    return succeeded(JSON.parse(fs.readFileSync(archive, "utf8")), api.endpoints);
  } catch (error) {
    // What it says where all calls are answered 404, as they are where no query finds anything.
    if (error.message.includes("the search reached nothing")) return new Set();
    throw error;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Says for each operator how many of the searches reached the endpoints that have it. */
function sayTable(record, kind, found) {
  for (const { operator, endpoints, reached, searches } of byOperator(found)) {
    const share = ((100 * reached) / searches).toFixed(1).padStart(5);
    const beside = refused(operator) ? "  (no gradient in EvoMaster)" : "";
    record.say(`${kind}  ${share} %  ${reached} of ${searches}  ${operator} in ${endpoints} endpoints${beside}`);
  }
}
