// A stateful API whose ids nobody can guess: orders need products by the ids in their items, and go through states one
// after another. What lies behind that is reached by what answers told, and not without.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import { nearmiss } from "./command.mjs";
import { project } from "./projects.mjs";

const text = { type: "string" };
const id = (name) => ({ name, in: "path", required: true, schema: text });
const body = (properties, required) => ({
  required: true,
  content: { "application/json": { schema: { type: "object", properties, required } } },
});
const made = { 201: { description: "made", content: { "application/json": { schema: { type: "object", properties: { id: text } } } } } };
const answers = { 200: { description: "done" } };
const items = { type: "array", minItems: 1, maxItems: 3, items: { type: "object", properties: { productId: text, count: { type: "integer" } }, required: ["productId"] } };
const step = { post: { parameters: [id("id")], responses: answers } };
const document = {
  openapi: "3.0.0",
  info: { title: "orders", version: "1" },
  paths: {
    "/products": { post: { requestBody: body({ name: text }, ["name"]), responses: made }, get: { responses: answers } },
    "/coupons": { post: { responses: answers } },
    "/orders": { post: { requestBody: body({ items }, ["items"]), responses: made } },
    "/orders/{id}/pay": { post: { parameters: [id("id")], requestBody: body({ coupon: text }, []), responses: answers } },
    "/orders/{id}/ship": step,
    "/orders/{id}/receive": step,
  },
};

const server = `
const { createServer } = require("node:http");
const { createHash } = require("node:crypto");
let count = 0;
let products = new Map();
let orders = new Map();
const key = (kind) => createHash("sha1").update(kind + (count += 1)).digest("hex").slice(0, 12);
const STATES = { pay: ["new", "paid"], ship: ["paid", "shipped"], receive: ["shipped", "received"] };
function reset() {
  count = 0;
  products = new Map();
  orders = new Map();
}
function answer(method, path, body) {
  if (path === "/reset") {
    reset();
    return [204];
  }
  if (path === "/products" && method === "POST") {
    if (typeof body.name !== "string") return [400];
    const id = key("product");
    products.set(id, body.name);
    return [201, { id }];
  }
  if (path === "/products") return [200, [...products.keys()].map((id) => ({ id }))];
  if (path === "/coupons" && method === "POST") return [200, { coupon: "c-81-" + "xq".repeat(3) }];
  if (path === "/orders" && method === "POST") {
    if (!Array.isArray(body.items) || body.items.length === 0) return [400];
    for (const item of body.items) if (!products.has(item?.productId)) return [404, { missing: "product" }];
    const id = key("order");
    orders.set(id, "new");
    return [201, { id }];
  }
  const found = /^\\/orders\\/([^/]+)\\/(pay|ship|receive)$/.exec(path);
  if (!found || method !== "POST") return [404, { missing: "path" }];
  const [, id, step] = found;
  if (!orders.has(id)) return [404, { missing: "order" }];
  const [before, after] = STATES[step];
  if (orders.get(id) !== before) return [409, { state: orders.get(id) }];
  orders.set(id, after);
  return [200, { state: after }];
}
const listener = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => (text += chunk));
  request.on("end", () => {
    let body = {};
    try {
      body = JSON.parse(text) ?? {};
    } catch {}
    const [status, value] = answer(request.method, request.url, body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(value === undefined ? "" : JSON.stringify(value));
  });
});
listener.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
`;

/** Statuses of each operation. With other seeds the last state may take more calls. */
async function search(dir, label, args) {
  const out = path.join(dir, label);
  const common = ["fuzz", "--start", "node server.cjs", "--openapi", "openapi.json", "--reset", "/reset", "--calls", "4000", "--seed", "3", "--out", out];
  const { code, output } = await nearmiss(dir, [...common, ...args]);
  assert.equal(code, 0, output);
  const report = JSON.parse(fs.readFileSync(path.join(out, "report.json"), "utf8"));
  const statuses = {};
  for (const { endpointId, httpStatus } of report.problemDetails.rest.coveredHttpStatus) {
    statuses[endpointId] = [...(statuses[endpointId] ?? []), ...httpStatus];
  }
  const files = fs.readdirSync(out).filter((name) => name.endsWith(".test.js"));
  return { statuses, text: files.map((name) => fs.readFileSync(path.join(out, name), "utf8")).join("\n") };
}

describe("an API of states and ids", () => {
  const dir = project({ "server.cjs": server, "openapi.json": JSON.stringify(document) });

  it("is gone through to its last state, and the suite says where ids come from", async () => {
    const { statuses, text } = await search(dir, "tests", []);
    assert.ok(statuses["POST:/orders"].includes(201), JSON.stringify(statuses));
    for (const name of ["pay", "ship", "receive"]) {
      assert.ok(statuses[`POST:/orders/{id}/${name}`].includes(200), `${name}: ${JSON.stringify(statuses)}`);
    }
    assert.match(text, /\bproductId: \w+\.body\.id\b/);
  });

  it("is not, where calls are not related and values not used again", async () => {
    const { statuses } = await search(dir, "plain", ["--without", "resources", "--without", "pool"]);
    assert.ok(!statuses["POST:/orders/{id}/receive"]?.includes(200), JSON.stringify(statuses));
  });
});
