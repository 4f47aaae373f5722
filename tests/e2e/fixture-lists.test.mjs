// The lists of operations that can succeed (`succeeds.json`), by which the experiment `first-success` judges, are
// right: a client that knows the API makes each of them succeed. The list of the shop is judged in
// fixture-shop.test.mjs.

import assert from "node:assert/strict";
import { it } from "node:test";
import { Succeeding } from "./succeeding.mjs";
import { fixture, startPlain } from "./sut-process.mjs";

/** Starts a fixture API and walks through it; every operation of its list must have succeeded then. */
async function walk(name, args, road) {
  const sut = await startPlain(process.execPath, args, fixture(name));
  const succeeding = new Succeeding(name);
  const call = async (expected, method, target, { body, headers = {} } = {}) => {
    const answer = await fetch(sut.baseUrl + target, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    assert.equal(answer.status, expected, `${method} ${target}: ${text}`);
    succeeding.note(method, target, answer.status);
    return (answer.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : text;
  };
  try {
    await road(call);
  } finally {
    await sut.stop();
  }
  assert.deepEqual(succeeding.missing, []);
}

it("books", async () => {
  await walk("books", ["--import", "tsx", "server.ts"], async (call) => {
    const body = { title: "Walden", author: "Thoreau", isbn: "978-0123456789", pages: 300, genre: "travel" };
    const { id } = await call(201, "POST", "/books", { body });
    await call(200, "GET", "/books");
    await call(200, "GET", `/books/${id}`);
    await call(200, "PUT", `/books/${id}`, { body });
    await call(200, "PATCH", `/books/${id}`, { body: { pages: 301 } });
    const other = await call(201, "POST", "/books", { body: { ...body, isbn: "978-0123456780" } });
    await call(204, "DELETE", `/books/${other.id}`);
    const loan = await call(201, "POST", `/books/${id}/loans`, { body: { reader: "Ada", from: "2024-05-17", days: 5 } });
    await call(200, "GET", `/books/${id}/loans`);
    await call(200, "GET", `/books/${id}/loans/${loan.id}`);
  });
});

it("blog", async () => {
  await walk("blog", ["server.js"], async (call) => {
    const register = async (username) => {
      const { user } = await call(201, "POST", "/users", { body: { user: { username, email: `${username}@example.org`, password: "long-enough" } } });
      return { authorization: `Bearer ${user.token}` };
    };
    const [mina, otto] = [await register("mina"), await register("otto")];
    await call(422, "POST", "/users", { body: { user: { username: "mina", email: "m@example.org", password: "long-enough" } } });
    await call(401, "POST", "/users/login", { body: { user: { email: "mina@example.org", password: "another" } } });
    await call(200, "POST", "/users/login", { body: { user: { email: "mina@example.org", password: "long-enough" } } });
    await call(401, "GET", "/user");
    await call(200, "GET", "/user", { headers: mina });
    await call(200, "PUT", "/user", { headers: mina, body: { user: { bio: "writes" } } });
    await call(200, "GET", "/profiles/mina");
    await call(422, "POST", "/profiles/mina/follow", { headers: mina });
    await call(200, "POST", "/profiles/mina/follow", { headers: otto });
    assert.equal((await call(200, "GET", "/profiles/mina/followers")).profiles[0].username, "otto");

    const words = { title: "Ten things I learnt!", description: "d", body: "b", tagList: ["life"] };
    const { article } = await call(201, "POST", "/articles", { headers: mina, body: { article: words } });
    assert.equal(article.slug, "ten-things-i-learnt");
    assert.equal((await call(201, "POST", "/articles", { headers: mina, body: { article: words } })).article.slug, "ten-things-i-learnt-2");
    const here = `/articles/${article.slug}`;
    assert.equal((await call(200, "GET", "/articles?tag=life&author=mina")).articlesCount, 2);
    assert.equal((await call(200, "GET", "/articles/feed", { headers: otto })).articlesCount, 2);
    await call(200, "GET", here);
    await call(403, "PUT", here, { headers: otto, body: { article: { body: "mine" } } });
    await call(200, "PUT", here, { headers: mina, body: { article: { body: "better" } } });
    await call(404, "DELETE", `${here}/favourite`, { headers: otto });
    await call(200, "POST", `${here}/favourite`, { headers: otto });
    await call(200, "DELETE", `${here}/favourite`, { headers: otto });
    const { comment } = await call(201, "POST", `${here}/comments`, { headers: otto, body: { comment: { body: "fine" } } });
    await call(200, "GET", `${here}/comments`);
    await call(403, "PUT", `${here}/comments/${comment.id}`, { headers: mina, body: { comment: { body: "mine" } } });
    await call(200, "PUT", `${here}/comments/${comment.id}`, { headers: otto, body: { comment: { body: "better" } } });
    await call(204, "DELETE", `${here}/comments/${comment.id}`, { headers: mina });
    assert.deepEqual((await call(200, "GET", "/tags")).tags, ["life"]);
    await call(204, "DELETE", here, { headers: mina });
    await call(404, "GET", here);
    await call(200, "DELETE", "/profiles/mina/follow", { headers: otto });
  });
});

it("resources", async () => {
  await walk("resources", ["server.js"], async (call) => {
    const headers = { "x-api-key": "mission-ready-1969" };
    const made = async (path, body, list = async () => call(200, "GET", path)) => {
      assert.equal(await call(201, "POST", path, { headers, body }), "Created");
      return (await list()).at(-1).id;
    };
    await call(401, "POST", "/cores", { body: { serial: "B1" } });
    const core = await made("/cores", { serial: "B1" });
    const capsule = await made("/capsules", { serial: "C1", type: "Dragon 2.0" }, async () => (await call(200, "GET", "/capsules")).docs);
    const query = { query: { status: "active" }, options: { limit: 5, sort: "-name" } };
    const member = await made("/crew", { name: "Ride", status: "active" }, async () => (await call(200, "POST", "/crew/query", { body: query })).docs);
    const flight = { name: "Demo", date_utc: "2020-05-30T19:22:00.000Z", cores: [{ core }], crew: [member] };
    await call(400, "POST", "/launches", { headers, body: { ...flight, cores: [{ core: member }] } });
    const launch = await made("/launches", flight, async () => (await call(200, "POST", "/launches/query", { body: {} })).docs);
    await call(200, "GET", "/launches");
    assert.equal((await call(200, "GET", "/launches/upcoming")).length, 1);
    await call(400, "POST", "/payloads", { headers, body: { name: "Sat", launch: core } });
    const payload = await made("/payloads", { name: "Sat", launch, mass_kg: 100 });
    const changes = { cores: { block: 5 }, capsules: { land_landings: 1 }, crew: { agency: "ESA" }, launches: { details: "d" }, payloads: { orbit: "LEO" } };
    const ids = { payloads: payload, launches: launch, crew: member, capsules: capsule, cores: core };
    for (const [kind, id] of Object.entries(ids)) {
      await call(200, "GET", `/${kind}/${id}`);
      await call(200, "PATCH", `/${kind}/${id}`, { headers, body: changes[kind] });
    }
    assert.equal((await call(200, "POST", `/launches/${launch}/outcome`, { headers, body: { success: true } })).success, true);
    await call(409, "DELETE", `/cores/${core}`, { headers });
    for (const [kind, id] of Object.entries(ids)) await call(204, "DELETE", `/${kind}/${id}`, { headers });
  });
});

it("tenants", async () => {
  await walk("tenants", ["--import", "tsx", "server.ts"], async (call) => {
    const login = (email, password) => call(200, "POST", "/login", { body: { email, password } });
    const bearer = ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` });
    const ann = () => login("ann@north.example", "lantern-keeper-41").then(bearer);
    const tokens = await login("ann@north.example", "lantern-keeper-41");
    let headers = bearer(tokens);
    await call(401, "GET", "/me");
    await call(200, "GET", "/me", { headers });
    for (let n = 0; n < 27; n += 1) await call(200, "GET", "/tenants", { headers });
    assert.equal((await call(401, "GET", "/tenants", { headers })).code, "token_expired");
    const fresh = await call(200, "POST", "/login/refresh", { body: { refreshToken: tokens.refreshToken } });
    await call(401, "POST", "/login/refresh", { body: { refreshToken: tokens.refreshToken } });
    headers = bearer(fresh);
    await call(204, "POST", "/logout", { headers, body: { refreshToken: fresh.refreshToken } });
    await call(200, "PATCH", "/me", { headers, body: { name: "Anna" } });
    await call(201, "POST", "/signup", { body: { email: "new@north.example", password: "long-enough", name: "New" } });

    const [{ id: north }] = await call(200, "GET", "/tenants", { headers });
    const here = `/tenants/${north}`;
    const cy = bearer(await login("cy@south.example", "orchard-wall-77"));
    await call(404, "GET", here, { headers: cy });
    const [invitation] = await call(200, "GET", "/me/invitations", { headers: cy });
    await call(200, "POST", `/me/invitations/${invitation.id}/accept`, { headers: cy });
    await call(403, "PATCH", here, { headers: cy, body: { name: "Mine" } });
    await call(200, "GET", here, { headers });
    await call(200, "PATCH", here, { headers, body: { plan: "business" } });
    const members = await call(200, "GET", `${here}/members`, { headers });
    assert.deepEqual(members.map(({ name }) => name), ["Anna", "Ben", "Cy"]);
    await call(200, "PATCH", `${here}/members/${members[2].userId}`, { headers, body: { role: "admin" } });
    await call(204, "DELETE", `${here}/members/${members[2].userId}`, { headers });
    await call(201, "POST", `${here}/invitations`, { headers, body: { email: "cy@south.example" } });
    const [again] = await call(200, "GET", "/me/invitations", { headers: cy });
    await call(204, "DELETE", `/me/invitations/${again.id}`, { headers: cy });
    const { id: third } = await call(201, "POST", `${here}/invitations`, { headers, body: { email: "dee@west.example" } });
    await call(200, "GET", `${here}/invitations`, { headers });
    await call(204, "DELETE", `${here}/invitations/${third}`, { headers });

    headers = await ann();
    const { id: project } = await call(201, "POST", `${here}/projects`, { headers, body: { key: "OPS", name: "Operations" } });
    const at = `${here}/projects/${project}`;
    await call(200, "GET", `${here}/projects`, { headers });
    await call(200, "GET", at, { headers });
    await call(200, "PATCH", at, { headers, body: { name: "Operating" } });
    const { id: task } = await call(201, "POST", `${at}/tasks`, { headers, body: { title: "Sweep", assigneeId: members[1].userId } });
    await call(422, "POST", `${at}/tasks`, { headers, body: { title: "Sweep", assigneeId: "nobody" } });
    await call(200, "GET", `${at}/tasks?status=open`, { headers });
    await call(200, "GET", `${at}/tasks/${task}`, { headers });
    await call(200, "PATCH", `${at}/tasks/${task}`, { headers, body: { status: "doing" } });
    await call(409, "POST", `${at}/archive`, { headers });
    await call(204, "DELETE", `${at}/tasks/${task}`, { headers });
    await call(200, "POST", `${at}/archive`, { headers });
    await call(204, "DELETE", at, { headers });
    const { id: own } = await call(201, "POST", "/tenants", { headers, body: { name: "Own" } });
    await call(204, "DELETE", `/tenants/${own}`, { headers });
  });
});
