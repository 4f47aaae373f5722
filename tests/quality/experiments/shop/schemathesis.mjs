// Schemathesis, as its users run it: from PyPI, in a virtual environment of its own.

import fs from "node:fs";
import path from "node:path";
import { run } from "../../fuzz.mjs";
import { AUTH_FILE, SHOP, SupervisedShop } from "./api.mjs";

const NO_ANSWER_SECONDS = 2;

async function must(command, args) {
  const result = await run(command, args);
  if (result.code !== 0) {
    throw new Error(`${command} ${args.join(" ")}: ${result.stdout}${result.stderr}`);
  }
  return result.stdout.trim();
}

/** Installs it below a folder; answers the program and its version. */
export async function install(folder) {
  const environment = path.join(folder, "schemathesis");
  await must("python3", ["-m", "venv", environment]);
  await must(path.join(environment, "bin/pip"), ["install", "--quiet", "--disable-pip-version-check", "schemathesis"]);
  const program = path.join(environment, "bin/schemathesis");
  return { program, version: await must(program, ["--version"]) };
}

/**
 * Fuzzes the plain shop for so many seconds, all phases and checks on, logged in as one of its users; the shop is started
 * again when it ends, and a call that is not answered is given up. Answers what it told and where V8's coverage lies.
 */
export async function fuzzPlain(program, { folder, seconds, user }) {
  const coverage = path.join(folder, `coverage-${user}`);
  const shop = new SupervisedShop(path.join(coverage, "raw"));
  await shop.start();
  const report = path.join(folder, `report-${user}.json`);
  const args = [
    ...["run", path.join(SHOP.dir, "openapi.json"), "--url", shop.baseUrl],
    ...["--auth-wfc", AUTH_FILE, "--auth-wfc-user", user],
    ...["--max-time", String(seconds), "--checks", "all", "--continue-on-failure", "--request-timeout", String(NO_ANSWER_SECONDS)],
    ...["--suppress-health-check", "all", "--workers", "1", "--report", "json", "--report-json-path", report, "--no-color"],
  ];
  const work = path.join(folder, `work-${user}`);
  fs.mkdirSync(work);
  const result = await run(program, args, { cwd: work });
  await shop.stop();
  if (!fs.existsSync(report)) {
    throw new Error(`schemathesis ${args.join(" ")}: ${result.stdout}${result.stderr}`);
  }
  const told = JSON.parse(fs.readFileSync(report, "utf8"));
  return {
    coverage,
    restarts: shop.restarts,
    seconds: result.seconds,
    cases: told.test_cases.generated,
    failures: told.failures.flatMap(({ type, title, operations }) =>
      operations.map((operation) => ({ type, title, operation })),
    ),
    output: result.stdout,
  };
}

const REVIEWS = "/shops/{shopId}/products/{productId}/reviews";
const ANY_OF_AUTH = ["IgnoredAuth", "MissingHeaderNotRejected", "AcceptedNegativeData", "ObjectLevelAuthorization"];

/**
 * Which failures count as a seeded fault: any failure of one of these types at one of these operations, whatever it says.
 * A stateful failure that names no operation counts when the text of its output names the operation (`text`). Generous: a
 * 500 for another reason than ours would count.
 */
const GENEROUS = [
  { number: 1, types: ["ServerError"], operation: "GET /shops/{shopId}/products" },
  { number: 2, types: ["ServerError"], operation: "POST /search" },
  { number: 3, types: ["ServerError"], operation: "GET /carts/{cartId}/quote" },
  { number: 4, types: ["ServerError"], operation: "PUT /orders/{orderId}/state" },
  { number: 5, types: ["JsonSchemaError"], operation: "GET /shops/{shopId}/rating" },
  { number: 6, types: ["AcceptedNegativeData"], operation: `POST ${REVIEWS}` },
  { number: 7, types: ["UseAfterFree"], operation: `DELETE ${REVIEWS}/{reviewId}`, text: `DELETE ${REVIEWS}/{reviewId}` },
  { number: 8, types: ["EnsureResourceAvailability", "UseAfterFree"], operation: "PUT /users/{userId}/wishlists/{list}" },
  { number: 13, types: ["ObjectLevelAuthorization"], operation: "GET /carts/{cartId}" },
  { number: 14, types: ANY_OF_AUTH, operation: "GET /reports/{reportId}" },
  { number: 15, types: ANY_OF_AUTH, operation: "DELETE /users/{userId}/addresses/{addressId}" },
  { number: 16, types: ANY_OF_AUTH, operation: "GET /admin/audit" },
  { number: 17, types: ANY_OF_AUTH, operation: "PUT /shops/{shopId}/hours" },
  { number: 22, types: ["EnsureResourceAvailability"], operation: `POST ${REVIEWS}`, text: `POST ${REVIEWS}\`` },
  // Whatever it calls an API that does not answer.
  { number: 26, types: ["Timeout", "NetworkError", "RuntimeError"], operation: "PATCH /users/{userId}" },
  { number: 28, types: ["Timeout", "NetworkError", "RuntimeError"], operation: "POST /imports/manifest" },
  { number: 30, types: ["Timeout", "NetworkError", "RuntimeError"], operation: "GET /imports/{importId}/events" },
];
const TITLES = { UseAfterFree: "Use after free", EnsureResourceAvailability: "Created with      : " };

/** Numbers of the seeded faults that its failures show, read generously. */
export function seededFaults({ failures, output }) {
  return GENEROUS.filter(({ types, operation, text }) => {
    const named = failures.some((failure) => types.includes(failure.type) && failure.operation === operation);
    const stateful = failures.some((failure) => types.includes(failure.type) && failure.operation === "Stateful tests");
    return named || (stateful && text !== undefined && types.some((type) => output.includes(TITLES[type])) && output.includes(text));
  }).map(({ number }) => number);
}
