// The shop starts as people start it: its main road works, each of the 30 faults of FAULTS.md exists, and each sound
// neighbour is sound.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import { after, before, describe, it } from "node:test";
import { Succeeding } from "./succeeding.mjs";
import { fixture, startPlain } from "./sut-process.mjs";

const SIGNED = (id) => `${id}.${createHmac("sha256", "for development only").update(String(id)).digest("base64url")}`;
const PASSWORDS = { ada: "countess-1815", bob: "builder-1998", sam: "seller-2001", root: "correct-horse-7" };

let sut;
const tokens = {};
const succeeding = new Succeeding("shop");

const startShop = () => startPlain(process.execPath, ["--import", "tsx", "server.ts"], fixture("shop"));

/** One call: `as` a user, with a JSON body, or a text of a media type. */
async function call(method, path, { as, body, text, type = "application/json", base = sut.baseUrl, limitMs = 5_000 } = {}) {
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const res = await fetch(base + path, {
    method,
    headers: { ...(payload !== undefined && { "content-type": type }), ...(as && { authorization: `Bearer ${tokens[as]}` }) },
    body: payload,
    signal: AbortSignal.timeout(limitMs),
  });
  const read = await res.text();
  succeeding.note(method, path, res.status);
  const isJson = (res.headers.get("content-type") ?? "").includes("json");
  return { status: res.status, location: res.headers.get("location"), body: isJson ? JSON.parse(read) : read };
}

async function status(expected, ...args) {
  const answer = await call(...args);
  assert.equal(answer.status, expected, `${args[0]} ${args[1]}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

before(async () => {
  sut = await startShop();
  for (const [username, password] of Object.entries(PASSWORDS)) {
    tokens[username] = (await status(200, "POST", "/login", { body: { username, password } })).token;
  }
});
after(() => sut.stop());

it("walks the main road: register, log in, fill a cart, order, pay, send, pay back", async () => {
  await status(401, "POST", "/login", { body: { username: "ada", password: "wrong" } });
  const NEW = { username: "cleo", password: "a-long-one-1", email: "cleo@example.org", country: "NL" };
  const user = await status(201, "POST", "/users", { body: NEW });
  await status(409, "POST", "/users", { body: NEW });
  tokens.cleo = (await status(200, "POST", "/login", { body: { username: "cleo", password: "a-long-one-1" } })).token;
  assert.equal(tokens.cleo, SIGNED(user.id));
  await status(401, "GET", `/users/${user.id}`);
  await status(403, "GET", `/users/${user.id}`, { as: "bob" });
  const place = { country: "NL", postcode: "1012 AB", line: "Damrak 1" };
  await status(422, "POST", `/users/${user.id}/addresses`, { as: "cleo", body: { ...place, postcode: "1012AB" } });
  const address = await status(201, "POST", `/users/${user.id}/addresses`, { as: "cleo", body: place });
  const cart = await status(201, "POST", "/carts", { as: "cleo" });
  const here = `/carts/${cart.id}`;
  await status(422, "GET", `${here}/quote`, { as: "cleo" });
  await status(200, "PUT", `${here}/items/1`, { as: "cleo", body: { quantity: 1 } });
  await status(200, "PUT", `${here}/items/2`, { as: "cleo", body: { quantity: 10 } });
  const coupon = (await status(200, "GET", "/coupons", { as: "sam" }))[0];
  await status(200, "PUT", `${here}/coupon`, { as: "cleo", body: { code: coupon.code } });
  const quote = await status(200, "GET", `${here}/quote?currency=SEK`, { as: "cleo" });
  assert.deepEqual(quote.discounts.map(({ reason }) => reason), ["10 or more of product 2", "a book and a toy", "coupon"]);
  assert.equal(quote.amount, "3942.00");
  const order = await status(201, "POST", "/orders", {
    as: "cleo",
    body: { cartId: cart.id, addressId: address.id, date: "2024-05-17", zone: "city", from: 18 },
  });
  const at = `/orders/${order.id}`;
  await status(422, "POST", `${at}/payment`, { as: "cleo", body: { method: "card", account: "4111111111111112" } });
  const paid = await status(200, "POST", `${at}/payment`, { as: "cleo", body: { method: "card", account: "4111 1111 1111 1111" } });
  assert.deepEqual([paid.state, paid.paidBy], ["paid", "card (visa)"]);
  await status(403, "PUT", `${at}/state`, { as: "cleo", body: { state: "packed" } });
  await status(200, "PUT", `${at}/state`, { as: "sam", body: { state: "packed" } });
  await status(422, "PUT", `${at}/state`, { as: "sam", body: { state: "shipped" } });
  const sent = await status(201, "POST", `${at}/shipments`, { as: "sam", body: { carrier: "post", code: "RR473124829DE" } });
  assert.equal(sent.service, "registered");
  for (const state of ["shipped", "delivered"]) await status(200, "PUT", `${at}/state`, { as: "sam", body: { state } });
  const refund = await status(201, "POST", `${at}/refunds`, { as: "cleo", body: { reason: "regret" } });
  assert.equal(refund.cents, order.total - 490);
  for (const made of ["shipments", `shipments/${sent.id}`, `refunds/${refund.id}`]) await status(200, "GET", `${at}/${made}`, { as: "cleo" });
  for (const state of ["returned", "refunded"]) await status(200, "PUT", `${at}/state`, { as: "sam", body: { state } });
});

it("knows check digits, tariffs, slots, periods and filters", async () => {
  await status(200, "PUT", "/shops/1/payout", { as: "sam", body: { iban: "DE89 3704 0044 0532 0130 00" } });
  await status(422, "PUT", "/shops/1/payout", { as: "sam", body: { iban: "DE88 3704 0044 0532 0130 00" } });
  await status(200, "PATCH", "/shops/1", { as: "sam", body: { vatId: "DE136695976" } });
  await status(409, "PATCH", "/shops/1", { as: "sam", body: { vatId: "ATU13585627" } });
  for (const vatId of ["BE0428759497", "FR83404833048", "IT00743110157"]) {
    await status(409, "PATCH", "/shops/1", { as: "sam", body: { vatId } });
  }
  assert.equal((await status(200, "GET", "/articles/4006381333931")).origin, "DE");
  assert.equal((await status(200, "GET", "/articles/9783161484100")).kind, "book");
  const tariff = await status(200, "GET", "/tariffs?country=GB&postcode=IV1%201AA&service=express");
  assert.deepEqual(tariff.surcharges, ["highlands", "express"]);
  assert.deepEqual(await status(200, "GET", "/slots?date=2024-05-19&zone=rural"), []);
  await status(422, "GET", "/slots?date=2024-12-25");
  const period = await status(201, "POST", "/reports", { as: "sam", body: { kind: "stock", period: "2024-W07" } });
  assert.deepEqual([period.from, period.to], ["2024-02-12", "2024-02-18"]);
  const product = { title: "K", category: "books", price: 100, sku: "BOK-1234-E", ean: "9783161484100" };
  await status(201, "POST", "/shops/1/products", { as: "sam", body: product });
  const found = await status(200, "POST", "/search", { body: { filters: ["price:90..100", "has:ean", "-title:^rake"] } });
  assert.equal(found.total, 1);
  const table = "title,price,stock,ean\nA,1.50,3,4006381333931\nB,2,4,9783161484100";
  const run = await status(201, "POST", "/shops/1/imports", { as: "sam", text: table, type: "text/csv" });
  assert.equal(run.accepted, 2);
  const manifest = { magic: "SHOPMANIFEST", version: "3.1", checksum: 7, entries: [{ action: "stock", productId: 1, amount: 104 }] };
  await status(201, "POST", "/imports/manifest", { as: "sam", body: manifest });
});

it("has every operation of its document, and answers anonymous callers as declared", async () => {
  const { paths } = JSON.parse(fs.readFileSync(`${fixture("shop")}/openapi.json`, "utf8"));
  let count = 0;
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      const answer = await call(method.toUpperCase(), path.replace(/\{\w+\}/g, "1"));
      assert.ok(responses[answer.status], `${method} ${path}: ${answer.status} is not declared`);
      assert.notEqual(answer.body.error, "there is nothing at this path", `${method} ${path}`);
      count += 1;
    }
  }
  assert.equal(count, 86);
});

describe("the seeded faults", () => {
  const REVIEWS = "/shops/2/products/3/reviews";

  it("1 to 4: answers 500", async () => {
    await status(500, "GET", "/shops/2/products?sort=rating");
    await status(400, "GET", "/users?role=none", { as: "root" });
    await status(500, "POST", "/search", { body: { filters: ["price:between 5"] } });
    await status(422, "POST", "/search", { body: { filters: ["price:5.."] } });
    const cart = await status(201, "POST", "/carts", { as: "bob" });
    await status(200, "PUT", `/carts/${cart.id}/items/1`, { as: "bob", body: { quantity: 1 } });
    await status(500, "GET", `/carts/${cart.id}/quote?currency=CHF`, { as: "bob" });
    await status(409, "PUT", "/orders/3/state", { as: "sam", body: { state: "paid" } });
    await status(200, "PUT", "/orders/1/state", { as: "ada", body: { state: "cancelled" } });
    for (const order of [1, 4]) await status(500, "PUT", `/orders/${order}/state`, { as: "sam", body: { state: "paid" } });
  });

  it("5, 6, 7, 9, 22: reviews", async () => {
    assert.equal((await status(200, "GET", "/shops/2/rating")).average, 0);
    const review = await status(201, "POST", REVIEWS, { as: "ada", body: { stars: 7, text: "<img src=x onerror=alert(1)>" } });
    assert.equal((await status(200, "GET", "/shops/2/rating")).average, "7.0");
    assert.match(await status(200, "GET", "/shops/2/products/3/page"), /<img src=x/);
    const second = await call("POST", REVIEWS, { as: "ada", body: { stars: 1, text: "no" } });
    assert.equal(second.status, 201);
    await status(404, "GET", second.location);
    await status(204, "DELETE", `${REVIEWS}/${review.id}`, { as: "ada" });
    await status(200, "GET", `${REVIEWS}/${review.id}`);
  });

  it("8, 20, 21, 23: what HTTP promises", async () => {
    const list = "/users/1/wishlists/birthday";
    await status(404, "GET", list, { as: "ada" });
    await status(422, "PUT", list, { as: "ada", body: { products: [77] } });
    assert.deepEqual((await status(200, "GET", list, { as: "ada" })).products, [77]);
    const cart = await status(201, "POST", "/carts", { as: "ada" });
    for (const quantity of [2, 4]) {
      const changed = await status(200, "PUT", `/carts/${cart.id}/items/3`, { as: "ada", body: { quantity: 2 } });
      assert.equal(changed.items[0].quantity, quantity);
    }
    const hook = await call("POST", "/webhooks", { as: "sam", body: { url: "https://example.org/a", event: "order.paid" } });
    assert.deepEqual([hook.status, hook.location, Object.keys(hook.body)], [201, null, ["url", "event"]]);
    await status(200, "PATCH", "/shops/1/products/1", { as: "sam", body: { description: "knots" } });
    assert.equal((await status(200, "PATCH", "/shops/1/products/1", { as: "sam", body: { price: 5 } })).description, "");
  });

  it("10 to 12: reflected script, fetches, mass assignment", async () => {
    const script = encodeURIComponent("<script>alert(1)</script>");
    assert.match(await status(200, "GET", `/help?topic=${script}`), /<script>/);
    assert.doesNotMatch(await status(200, "GET", `/help/search?words=${script}`), /<script>/);
    let called = 0;
    const inside = http.createServer((req, res) => res.end(`secret ${(called += 1)}`)).listen(0, "127.0.0.1");
    await once(inside, "listening");
    const url = `http://127.0.0.1:${inside.address().port}/`;
    assert.deepEqual(await status(200, "POST", "/imports/preview", { as: "sam", body: { url } }), { status: 200, size: 8 });
    await status(422, "POST", "/webhooks", { as: "sam", body: { url, event: "order.paid" } });
    inside.close();
    assert.equal(called, 1);
    const rich = { username: "rich", password: "a-long-one-1", email: "r@example.org", country: "NL", credit: 9999 };
    const { id, credit } = await status(201, "POST", "/users", { body: rich });
    assert.equal(credit, 9999);
    assert.equal((await status(200, "PATCH", `/users/${id}`, { as: "root", body: { credit: 1 } })).credit, 9999);
  });

  it("13 to 17, 19: access", async () => {
    const cart = await status(201, "POST", "/carts", { as: "ada" });
    await status(403, "GET", `/carts/${cart.id}`, { as: "bob" });
    await status(404, "GET", "/carts/999", { as: "bob" });
    await status(403, "PUT", "/carts/999/items/1", { as: "bob", body: { quantity: 1 } });
    await status(403, "GET", "/orders/999", { as: "bob" });
    await status(401, "GET", "/reports/1", { as: "ada" });
    await status(403, "DELETE", "/reports/1", { as: "ada" });
    await status(403, "GET", "/users/1/addresses/1", { as: "bob" });
    await status(403, "PUT", "/users/1/addresses/1", { as: "bob", body: { country: "GB", postcode: "SW1A 1AA", line: "1" } });
    await status(204, "DELETE", "/users/1/addresses/1", { as: "bob" });
    await status(404, "GET", "/users/1/addresses/1", { as: "ada" });
    await status(200, "GET", "/admin/audit");
    await status(403, "GET", "/admin/audit", { as: "ada" });
    await status(401, "GET", "/admin/tiers");
    await status(200, "PUT", "/shops/1/hours", { body: { open: 9, close: 17 } });
    await status(401, "PUT", "/shops/1/payout", { body: { iban: "DE89370400440532013000" } });
    await status(200, "GET", "/debug/state");
  });

  it("18, 24, 25: stack, prototype, path", async () => {
    const broken = await status(422, "POST", "/shops/1/imports", { as: "sam", text: "no,such", type: "text/csv" });
    assert.match(broken.details[0], /at readTable \(/);
    assert.match(await status(200, "GET", "/templates?file=../package.json", { as: "sam" }), /sut-shop/);
    assert.match(await status(200, "GET", "/templates/invoice", { as: "sam" }), /^Invoice/);
    await status(404, "GET", "/templates/..%2F..%2Fpackage", { as: "sam" });
    await status(200, "PATCH", "/shops/1/preferences", { as: "sam", text: '{"__proto__":{"bought":1},"theme":{"size":2}}' });
    assert.equal((await status(422, "GET", "/tariffs?country=XX")).bought, undefined);
    const withoutEmail = { username: "eve", password: "a-long-one-1", country: "NL" };
    await status(400, "POST", "/users", { body: withoutEmail });
    await status(200, "PATCH", "/users/1/settings", { as: "ada", text: '{"__proto__":{"email":"every@object.has"}}' });
    assert.equal((await status(201, "POST", "/users", { body: withoutEmail })).email, "every@object.has");
    await status(200, "PATCH", "/users/1/settings", { as: "ada", text: '{"__proto__":{"email":null}}' });
  });

  it("29: what was searched is kept", async () => {
    const megabytes = () => (Number(fs.readFileSync(`/proc/${sut.child.pid}/statm`, "utf8").split(" ")[1]) * 4096) / 1e6;
    const note = "x".repeat(190_000);
    for (let i = 0; i < 200; i++) await status(400, "POST", "/users", { body: { note } });
    const before = megabytes();
    for (let i = 0; i < 200; i++) await status(200, "POST", "/search", { body: { filters: [], note } });
    assert.ok(megabytes() - before > 20, `${before} MB became ${megabytes()} MB`);
  });

  it("30: never answers", async () => {
    const manifest = { magic: "SHOPMANIFEST", version: "2", entries: [] };
    const { id } = await status(201, "POST", "/imports/manifest", { as: "sam", body: manifest });
    await status(200, "GET", `/imports/${id}/events?follow=last`, { as: "sam" });
    await assert.rejects(call("GET", `/imports/${id}/events?follow=tail`, { as: "sam", limitMs: 500 }), { name: "TimeoutError" });
  });

  it("26: one pattern blocks everybody", async () => {
    const own = await startShop();
    const long = { nickname: `${"a".repeat(40)}!` };
    await assert.rejects(call("PATCH", "/users/1", { as: "ada", body: long, base: own.baseUrl, limitMs: 1_000 }), { name: "TimeoutError" });
    await assert.rejects(call("GET", "/shops", { base: own.baseUrl, limitMs: 500 }), { name: "TimeoutError" });
    await status(422, "POST", "/shops", { as: "sam", body: { name: `${"a".repeat(40)}!`, country: "DE" } });
    own.child.kill("SIGKILL");
  });

  it("27: a rejection that nobody waits for, behind a 202", async () => {
    await status(201, "POST", "/webhooks", { as: "sam", body: { url: "https://example.org/b", event: "order.paid" } });
    const { id } = (await status(200, "GET", "/webhooks", { as: "sam" })).at(-1);
    const deliveries = `/webhooks/${id}/deliveries`;
    await status(422, "POST", deliveries, { as: "sam", body: { signed: true, now: true } });
    const said = once(sut.child.stderr, "data");
    await status(202, "POST", deliveries, { as: "sam", body: { signed: true } });
    assert.match(String((await said)[0]), /work in the background failed: TypeError/);
    await status(202, "POST", deliveries, { as: "sam", body: { signed: false } });
  });

  it("28: an old manifest ends the process", async () => {
    const own = await startShop();
    const manifest = (version) => ({ magic: "SHOPMANIFEST", version, entries: [] });
    await status(422, "POST", "/imports/manifest", { as: "sam", body: manifest("4"), base: own.baseUrl });
    const exited = once(own.child, "exit");
    await assert.rejects(call("POST", "/imports/manifest", { as: "sam", body: manifest("1"), base: own.baseUrl }), TypeError);
    assert.equal((await exited)[0], 2);
  });
});

// The last: it makes succeed what nothing above needed.
it("lets each operation of succeeds.json succeed", async () => {
  const get = (path, as) => status(200, "GET", path, { as });
  const remove = (path, as) => status(204, "DELETE", path, { as });
  await get("/users", "root");
  await status(200, "PUT", "/users/2/role", { as: "root", body: { role: "customer" } });
  await get("/users/2", "bob");
  await get("/users/2/settings", "bob");
  await status(204, "PUT", "/users/2/password", { as: "bob", body: { current: PASSWORDS.bob, next: "another-1-way" } });
  const { id: user } = await status(201, "POST", "/users", { body: { username: "dora", password: "a-long-one-1", email: "d@example.org", country: "NL" } });
  await remove(`/users/${user}`, "root");

  const place = { country: "NL", postcode: "1012 AB", line: "Damrak 1" };
  const address = await status(201, "POST", "/users/2/addresses", { as: "bob", body: place });
  await get("/users/2/addresses", "bob");
  await get(`/users/2/addresses/${address.id}`, "bob");
  await status(200, "PUT", `/users/2/addresses/${address.id}`, { as: "bob", body: place });
  await status(201, "PUT", "/users/2/wishlists/spring", { as: "bob", body: { products: [1] } });
  await remove("/users/2/wishlists/spring", "bob");

  const { id: shop } = await status(201, "POST", "/shops", { as: "sam", body: { name: "Lamps", country: "DE" } });
  const product = { title: "Lamp", category: "garden", price: 900, stock: 3 };
  const { id: lamp } = await status(201, "POST", `/shops/${shop}/products`, { as: "sam", body: product });
  await remove(`/shops/${shop}/products/${lamp}`, "sam");
  await status(200, "PUT", `/shops/${shop}/payout`, { as: "sam", body: { iban: "DE89370400440532013000" } });
  await status(200, "PUT", `/shops/${shop}/hours`, { as: "sam", body: { open: 9, close: 18 } });
  for (const part of ["payout", "hours", "preferences"]) await get(`/shops/${shop}/${part}`, "sam");
  await remove(`/shops/${shop}`, "sam");

  const coupon = (await get("/coupons", "sam"))[0];
  const at = `/coupons/${encodeURIComponent(coupon.code)}`;
  await get(at, "sam");
  await status(200, "PATCH", at, { as: "sam", body: { label: "spring" } });
  await remove(at, "root");
  await status(201, "POST", "/coupons", { as: "root", body: coupon });

  const { id: cart } = await status(201, "POST", "/carts", { as: "bob" });
  await get(`/carts/${cart}`, "bob");
  await status(200, "PUT", `/carts/${cart}/items/1`, { as: "bob", body: { quantity: 1 } });
  await remove(`/carts/${cart}/items/1`, "bob");
  await remove(`/carts/${cart}`, "bob");

  const orders = await get("/orders", "root");
  await get(`/orders/${orders[0].id}`, "root");

  await status(201, "POST", "/webhooks", { as: "sam", body: { url: "https://example.org/c", event: "order.paid" } });
  const hook = (await get("/webhooks", "sam")).at(-1);
  await get(`/webhooks/${hook.id}`, "sam");
  await remove(`/webhooks/${hook.id}`, "sam");

  const manifest = { magic: "SHOPMANIFEST", version: "2", entries: [] };
  const run = await status(201, "POST", "/imports/manifest", { as: "sam", body: manifest });
  await get(`/imports/${run.id}`, "sam");
  const report = await status(201, "POST", "/reports", { as: "sam", body: { kind: "stock", period: "2024" } });
  await get(`/reports/${report.id}`, "sam");
  await remove(`/reports/${report.id}`, "sam");
  await get("/admin/tiers", "root");
  await status(200, "POST", "/admin/notices", { as: "root", body: { severity: 2, message: "closed on Monday" } });
  assert.deepEqual(succeeding.missing, []);
});
