// The parcel counter starts as people start it: each kind of token opens what it should, is noted once, and no two are the same.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, it } from "node:test";
import { fixture, startPlain } from "./sut-process.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-tokens-"));
const file = path.join(folder, "given");
const given = () => fs.readFileSync(file, "utf8").trimEnd().split("\n");
const CLERK = { user: "clerk", password: "clerk-anvil-2091" };

let sut;
before(async () => {
  sut = await startPlain(process.execPath, ["server.js"], fixture("tokens"), { TOKENS_GIVEN: file, TOKENS_CLERK: CLERK.password });
});
after(async () => {
  await sut.stop();
  fs.rmSync(folder, { recursive: true });
});

async function call(method, target, { body, headers = {} } = {}) {
  const answer = await fetch(new URL(target, sut.baseUrl), { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, cookies: answer.headers.getSetCookie(), body: text && JSON.parse(text) };
}

const me = async (headers) => (await call("GET", "/me", { headers })).body.user;
const bearer = (token) => ({ authorization: `Bearer ${token}` });

it("gives tokens by body, by refresh, by cookie, by mail and by a call, and each lets its holder in", async () => {
  const first = (await call("POST", "/login", { body: CLERK })).body;
  assert.equal(await me(bearer(first.token)), "clerk");
  const second = (await call("POST", "/refresh", { body: { refreshToken: first.refreshToken } })).body;
  assert.equal(await me(bearer(second.token)), "clerk");
  assert.equal((await call("POST", "/refresh", { body: { refreshToken: first.refreshToken } })).status, 401);

  const sid = (await call("POST", "/session", { body: CLERK })).cookies[1].split(";")[0];
  assert.equal(await me({ cookie: sid }), "clerk");

  await call("POST", "/links", { body: { email: "ann@example.org" } });
  const [mail] = (await call("GET", "/mails/ann@example.org")).body;
  const link = /http\S+/.exec(mail.text)[0];
  const { session } = (await call("GET", link)).body;
  assert.equal(await me(bearer(session)), "ann@example.org");

  const { apiKey } = (await call("POST", "/keys", { headers: bearer(session), body: { label: "till" } })).body;
  assert.equal(await me({ "x-api-key": apiKey }), "ann@example.org");

  const noted = given();
  const decoded = decodeURIComponent(sid.slice("sid=".length));
  for (const token of [first.token, first.refreshToken, second.token, decoded, link.split("/").at(-1), session, apiKey]) {
    assert.equal(noted.filter((line) => line === token).length, 1, token);
  }
  assert.equal(new Set(noted).size, noted.length);
});

it("takes a delivery that is signed with the secret of its hook, and no other", async () => {
  const { token } = (await call("POST", "/login", { body: CLERK })).body;
  const hook = (await call("POST", "/hooks", { headers: bearer(token), body: { url: "http://localhost/in" } })).body;
  const body = { what: "parcel" };
  const signed = createHmac("sha256", hook.secret).update(JSON.stringify(body)).digest("hex");
  const deliver = (signature) =>
    call("POST", `/hooks/${hook.id}/deliveries`, { headers: { ...bearer(token), "x-signature": signature }, body });
  assert.equal((await deliver(signed)).status, 202);
  assert.equal((await deliver(`${signed}0`)).status, 403);
});

it("says a credential again in every writing", async () => {
  const { token } = (await call("POST", "/login", { body: CLERK })).body;
  const { said } = (await call("GET", "/echo", { headers: bearer(token) })).body;
  assert.equal(said.loud, `Bearer ${token}`.toUpperCase());
  assert.equal(Buffer.from(said.base64, "base64").toString(), `Bearer ${token}`);
  assert.equal(JSON.parse(`"${said.escaped}"`), `Bearer ${token}`);
});
