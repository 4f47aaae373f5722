// Which of the faults seeded in fixtures/suts/shop a report has found. The table follows FAULTS.md there; that file itself
// is read by nobody.

import fs from "node:fs";
import path from "node:path";
import { findings } from "../../findings.mjs";
import { SUTS } from "../../suts.mjs";

const REVIEWS = "/shops/{shopId}/products/{productId}/reviews";

/** Any place in an operation. */
const ANYWHERE = /^/;

/** A statement by file and text: what a place that names a line of code must name. */
const statement = (file, ...texts) => ({ file, texts });

/**
 * Number in FAULTS.md, code, operation, and what its place must look like: a pattern, or the statements where it is seen.
 * `also` are findings that the same defect makes: they neither count as found nor as false alarms.
 */
export const FAULTS = [
  { number: 1, code: 100, operation: "GET:/shops/{shopId}/products", place: statement("src/search/filters.ts", "const { compare } =") },
  { number: 2, code: 100, operation: "POST:/search", place: statement("src/search/filters.ts", "high.trim()") },
  { number: 3, code: 100, operation: "GET:/carts/{cartId}/quote", place: statement("src/pricing/currency.ts", "const { step } =") },
  {
    number: 4,
    code: 100,
    operation: "PUT:/orders/{orderId}/state",
    // The first exception of the call is the conflict itself; what breaks is how it is answered.
    place: statement("src/orders/states.ts", "throw new TransitionConflict"),
    or: statement("src/errors.ts", "const details = error.allowed"),
  },
  { number: 5, code: 101, operation: "GET:/shops/{shopId}/rating", place: /average/ },
  { number: 6, code: 102, operation: `POST:${REVIEWS}`, place: /stars/ },
  { number: 7, code: 103, operation: `DELETE:${REVIEWS}/{reviewId}`, place: ANYWHERE },
  {
    number: 8,
    code: 104,
    operation: "PUT:/users/{userId}/wishlists/{list}",
    place: ANYWHERE,
    also: [[901, "PUT:/users/{userId}/wishlists/{list}"]],
  },
  { number: 9, code: 201, operation: "GET:/shops/{shopId}/products/{productId}/page", place: /^stored/ },
  { number: 10, code: 201, operation: "GET:/help", place: /^reflected/ },
  { number: 11, code: 202, operation: "POST:/imports/preview", place: ANYWHERE },
  { number: 12, code: 203, operation: "POST:/users", place: /^(?!.*\b(id|role|username|email|country|nickname)\b)/ },
  { number: 13, code: 204, operation: "GET:/carts/{cartId}", place: ANYWHERE },
  { number: 14, code: 205, operation: "GET:/reports/{reportId}", place: ANYWHERE },
  { number: 15, code: 206, operation: "DELETE:/users/{userId}/addresses/{addressId}", place: ANYWHERE },
  { number: 16, code: 207, operation: "GET:/admin/audit", place: ANYWHERE },
  { number: 17, code: 208, operation: "PUT:/shops/{shopId}/hours", place: ANYWHERE, also: [[206, "PUT:/shops/{shopId}/hours"]] },
  { number: 18, code: 209, operation: "POST:/shops/{shopId}/imports", place: ANYWHERE },
  { number: 19, code: 210, operation: "GET:/debug/state", place: ANYWHERE },
  { number: 20, code: 905, operation: "PUT:/carts/{cartId}/items/{productId}", place: ANYWHERE },
  { number: 21, code: 970, operation: "POST:/webhooks", place: ANYWHERE },
  { number: 22, code: 907, operation: `POST:${REVIEWS}`, place: ANYWHERE },
  {
    number: 23,
    code: 906,
    operation: "PATCH:/shops/{shopId}/products/{productId}",
    place: /^other fields/,
    also: [[972, "PATCH:/shops/{shopId}/products/{productId}"]],
  },
  { number: 24, code: 920, operation: "PATCH:/users/{userId}/settings", place: ANYWHERE },
  { number: 25, code: 921, operation: "GET:/templates", place: ANYWHERE },
  { number: 26, code: 922, operation: "PATCH:/users/{userId}", place: ANYWHERE },
  {
    number: 27,
    code: 923,
    operation: "POST:/webhooks/{webhookId}/deliveries",
    place: ANYWHERE,
  },
  { number: 28, code: 924, operation: "POST:/imports/manifest", place: ANYWHERE },
  { number: 29, code: 925, operation: "POST:/search", place: ANYWHERE },
  { number: 30, code: 909, operation: "GET:/imports/{importId}/events", place: ANYWHERE },
];

const lines = new Map();

/** Whether a place (`Statement_src/errors.ts_00031_0`, `src/errors.ts:31`) names a line with one of these texts. */
function names(place, { file, texts }) {
  if (!lines.has(file)) lines.set(file, fs.readFileSync(path.join(SUTS.shop.dir, file), "utf8").split("\n"));
  const source = lines.get(file);
  if (!texts.every((text) => source.some((line) => line.includes(text)))) {
    throw new Error(`${file} of the shop has no line with ${texts.join(", ")}`);
  }
  const found = new RegExp(`${file.replaceAll(".", "\\.")}[_:]0*(\\d+)(?!\\d)`).exec(place);
  return found !== null && texts.some((text) => source[Number(found[1]) - 1]?.includes(text));
}

const fits = (place, wanted) => (wanted instanceof RegExp ? wanted.test(place) : names(place, wanted));

/** Numbers of the seeded faults that were found, those that were not, and findings that are none of them. */
export function judge(report) {
  const found = new Set();
  const falseAlarms = [];
  for (const finding of findings(report)) {
    const { code, operation, place } = finding;
    const rows = FAULTS.filter(
      (row) =>
        row.code === code && row.operation === operation && (fits(place, row.place) || (row.or !== undefined && fits(place, row.or))),
    );
    rows.forEach((row) => found.add(row.number));
    const follows = FAULTS.some(({ also = [] }) => also.some(([c, o]) => c === code && o === operation));
    if (rows.length === 0 && !follows) falseAlarms.push(finding);
  }
  return { found: [...found].sort((a, b) => a - b), missed: FAULTS.map(({ number }) => number).filter((n) => !found.has(n)), falseAlarms };
}
