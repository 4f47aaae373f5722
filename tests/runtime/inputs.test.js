// Which inputs are told: the probes `i` and `j` on the requests of Node and of frameworks.

import assert from "node:assert/strict";
import http from "node:http";
import { createRequire } from "node:module";
import { parse } from "node:querystring";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const { create, detachedBuffer } = require("../../npm/nearmiss/runtime/index.js");
const { word, fact } = require("../../npm/nearmiss/runtime/generated/layout.js");

/** A runtime with a request under way. */
function underWay(url = "/") {
  const { probes, map, inputs } = create(detachedBuffer(64));
  map.header[word.DISCOVERY] = 1;
  const request = new http.IncomingMessage(null);
  request.url = url;
  inputs.began(request, parse);
  /** The inputs told since the last call, properties of tainted texts as `<taint>.<name>`. */
  const told = () => {
    const found = [];
    for (let at = 0; at < map.header[word.FACTS_USED] / 2;) {
      const [kind, , low, , length] = map.facts.subarray(at, at + 5);
      const text = String.fromCharCode(...map.facts.subarray(at + 5, at + 5 + length));
      if (kind === fact.INPUT) found.push(text);
      if (kind === fact.PROPERTY) found.push(`${low}.${text}`);
      at += 5 + length;
    }
    map.header[word.FACTS_USED] = 0;
    map.header[word.EPOCH] += 1;
    return found;
  };
  return { __nm: probes, inputs, request, told };
}

test("parts of a request are told by name", () => {
  const { __nm, request, told } = underWay();
  __nm.i(request, "query.page body.user.name headers.x-key get(X-Trace) cookies.session url");
  assert.deepEqual(told(), ["qpage", "b", "b/user", "b/user/name", "hx-key", "hX-Trace", "csession"]);
  __nm.i({ query: { page: "1" } }, "query.page");
  assert.deepEqual(told(), []);
});

test("nothing is told when nobody asks, or when no request is under way", () => {
  const { __nm, inputs } = underWay();
  assert.equal(__nm.A[0], 1);
  inputs.ended();
  assert.equal(__nm.A[0], 0);
});

test("objects that were read of a request are known where they are handed to", () => {
  const { __nm, request, told } = underWay();
  request.body = { address: { city: "x" }, items: [{ price: 1 }] };
  __nm.i(request, "body.address body.items");
  told();
  __nm.i(request.body.address, "city zip.length");
  __nm.i(request.body.items[0], "price tax");
  assert.deepEqual(told(), ["b/address/city", "b/address/zip", "b/items/-/price", "b/items/-/tax"]);
  const query = { a: "1" };
  __nm.j(query, request, "query");
  __nm.i(query, "sort has");
  assert.deepEqual(told(), ["qsort"]);
});

test("what a framework hangs on the request is found by identity", () => {
  const { __nm, request, told } = underWay();
  request.body = { a: 1 };
  __nm.i(request.body, "a b.c");
  assert.deepEqual(told(), ["b/a", "b/b", "b/b/c"]);
});

test("a query is found by its content", () => {
  const { __nm, told } = underWay("/list?page=2&q=a%20b");
  __nm.i({ page: "2", q: "a b" }, "size");
  __nm.i({ page: "2", q: "other" }, "left");
  __nm.i(new URL("http://h/list?page=2&q=a%20b").searchParams, "get(order) has(flag)");
  __nm.i(new URL("http://h/list?page=2&q=a%20b"), "searchParams.get(by)");
  assert.deepEqual(told(), ["qsize", "qorder", "qflag", "qby"]);
});

test("contexts that hold the request of Node lead to it", () => {
  const { __nm, request, told } = underWay();
  __nm.i({ raw: request, query: { a: "1" } }, "query.a headers.b");
  __nm.i({ req: request, request: {} }, "query.c request.body.d get(e)");
  assert.deepEqual(told(), ["qa", "hb", "qc", "b", "b/d", "he"]);
});

test("no getter runs and no trap is called", () => {
  const { __nm, request, told } = underWay();
  let runs = 0;
  Object.defineProperty(request, "body", { get: () => (runs += 1), configurable: true });
  __nm.i(request, "body.name query");
  const trapped = new Proxy({}, new Proxy({}, { get: () => (runs += 1) }));
  __nm.i(trapped, "a.b");
  __nm.j(trapped, request, "body");
  __nm.i({ query: trapped, req: trapped, raw: trapped }, "query.x");
  assert.equal(runs, 0);
  assert.deepEqual(told(), ["b", "b/name"]);
});

test("properties that a tainted text has not are told of it", () => {
  const { __nm, told } = underWay();
  __nm.i("_EM_7_XYZ_", "city length trim() -");
  __nm.i("plain", "city");
  __nm.i(null, "a");
  __nm.i(undefined, "a");
  __nm.i(12, "a");
  assert.deepEqual(told(), ["7.city", "7.-"]);
});

test("who looks for a name beside a fake looks for an input", () => {
  const { __nm, inputs, request, told } = underWay();
  inputs.soughtAmong("mc_gross", ["a", "nmExtraParam123"]);
  inputs.soughtAmong("x-tenant", ["host", "x-nm-extra-header-123"]);
  inputs.soughtAmong("none", ["a"]);
  inputs.soughtAmong("many", [...Array(16).keys(), "nmExtraParam123"]);
  inputs.comparedTexts("nmExtraField123", "kind");
  inputs.comparedTexts("sort", "nmExtraParam123");
  assert.deepEqual(told(), ["qmc_gross", "hx-tenant", "b/kind", "qsort"]);
  __nm.i({ nmExtraField123: "42" }, "anything");
  __nm.i({ nmExtraParam123: "42" }, "page");
  assert.deepEqual(told(), ["b/anything", "qpage"]);
  // In the program: a key that is not there, of a map of parameters.
  const parameters = new Map([["nmExtraParam123", "42"]]);
  __nm.t(20, 21, parameters, parameters.get, "wanted");
  assert.deepEqual(told(), ["qwanted"]);
  assert.equal(request.url, "/");
});
