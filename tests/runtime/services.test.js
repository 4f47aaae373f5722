// Services that a program calls are answered for in its own process, whichever client calls: by HTTP and HTTPS, HTTP/2 with and without TLS,
// under names and addresses; nothing leaves it. Who speaks something else is refused as ever.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const ANSWERED = fileURLToPath(new URL("harness/answered.cjs", import.meta.url));
// Below the project, whose packages it finds.
const folder = fs.mkdtempSync(path.join(path.dirname(ANSWERED), "answered-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const CLIENTS = `
  const http = require("node:http"), https = require("node:https"), http2 = require("node:http2"), net = require("node:net"), tls = require("node:tls");
  const text = (answer) => new Promise((done) => { let all = ""; answer.on("data", (part) => (all += part)).on("end", () => done(all)); });
  const get = (module, where) => new Promise((done) => module.get(where, async (answer) => {
    const { remoteAddress, remotePort } = answer.socket;
    done([answer.statusCode, await text(answer), remoteAddress, remotePort]);
  }).on("error", (error) => done([error.code])));
  const get2 = (origin, headers) => new Promise((done) => {
    const session = http2.connect(origin).on("error", (error) => done([error.code]));
    const stream = session.request(headers);
    stream.on("response", async ({ ":status": status }) => { done([status, await text(stream)]); session.close(); });
    stream.end();
  });
  const ask = async (url, options) => { const answer = await fetch(url, options); return [answer.status, await answer.text()]; };
  const print = (name, value) => console.log(name, JSON.stringify(value));
  const run = async (all) => { for (const [name, make] of Object.entries(all)) print(name, await make().catch((error) => [error.cause?.code ?? error.code ?? error.message])); };
`;

/** Answers the lines that a program prints; it ends by itself. */
async function printed(program, args = []) {
  const file = path.join(folder, "program.cjs");
  fs.writeFileSync(file, CLIENTS + program);
  const env = { ...process.env, ANSWERED: String(process.pid) };
  const child = spawn(process.execPath, ["--require", ANSWERED, file, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const [code] = await once(child, "close");
  assert.equal(code, 0, text);
  return text.trim().split("\n");
}

const answersOf = (lines) => Object.fromEntries(lines.filter((line) => !/^(?:asked|refused|endless) /.test(line)).map((line) => [line.split(" ", 1)[0], JSON.parse(line.slice(line.indexOf(" ")))]));

describe("services that a program calls", () => {
  it("are answered for, whichever client of Node calls them", async () => {
    const lines = await printed(`
      services.reply("https://api.example", "GET", "/users/*", 200, { name: "Ann" });
      services.reply("http://pay.internal:8080", "POST", "/charges", 201, { id: 1 });
      services.reply("https://192.0.2.77", "GET", "/", 200, []);
      services.reply("https://[2001:db8::7]:8443", "GET", "/", 200, "six");
      run({
        https: () => get(https, "https://api.example/users/1?a=b"),
        fetch: () => ask("https://api.example/users/2"),
        post: () => ask("http://pay.internal:8080/charges", { method: "POST", body: "{}" }),
        http: () => get(http, "http://pay.internal:8080/charges"),
        address: () => get(https, "https://192.0.2.77/"),
        six: () => get(https, "https://[2001:db8::7]:8443/"),
        pinned: () => get(https, { host: "api.example", path: "/users/3", checkServerIdentity: () => new Error("pinned") }),
        own: () => get(https, { host: "api.example", path: "/users/4", ca: tls.rootCertificates[0], agent: new https.Agent({ keepAlive: true }) }),
        http2: () => get2("https://api.example", { ":path": "/users/5" }),
        plain2: () => get2("http://pay.internal:8080", { ":path": "/charges", ":method": "POST" }),
        unknown: () => ask("https://api.example/nothing"),
      });`);
    const ann = '{"name":"Ann"}';
    assert.deepEqual(answersOf(lines), {
      https: [200, ann, "192.0.2.1", 443],
      fetch: [200, ann],
      post: [201, '{"id":1}'],
      http: [404, "", "192.0.2.1", 8080],
      address: [200, "[]", "192.0.2.77", 443],
      six: [200, '"six"', "2001:db8::7", 8443],
      pinned: [200, ann, "192.0.2.1", 443],
      own: [200, ann, "192.0.2.1", 443],
      http2: [200, ann],
      plain2: [201, '{"id":1}'],
      unknown: [404, ""],
    });
    assert.ok(lines.includes("asked GET https://api.example/users/1?a=b 0"));
    assert.ok(lines.includes("asked GET https://api.example/nothing -1"));
    assert.deepEqual(lines.filter((line) => line.startsWith("refused")), []);
  });

  it("are answered for by packages, too", async () => {
    const lines = await printed(`
      services.reply("https://api.example", "GET", "/a", 200, { name: "Ann" });
      const a = "https://api.example/a";
      run({
        axios: async () => (await require("axios").get(a)).data,
        superagent: async () => (await require("superagent").get(a)).body,
        undici: async () => (await require("undici").request(a)).body.json(),
        undici2: async () => (await require("undici").request(a, { dispatcher: new (require("undici").Agent)({ allowH2: true }) })).body.json(),
        nodeFetch: async () => (await (await import("node-fetch")).default(a)).json(),
        got: async () => (await import("got")).default(a).json(),
        got2: async () => (await import("got")).default(a, { http2: true }).json(),
      });`);
    const ann = { name: "Ann" };
    assert.deepEqual(answersOf(lines), { axios: ann, superagent: ann, undici: ann, undici2: ann, nodeFetch: ann, got: ann, got2: ann });
  });

  it("answer several times in order, with headers and without a body, until it is forgotten", async () => {
    const lines = await printed(`
      services.reply("http://a.example", "GET", "/", 500);
      services.reply("http://a.example", "GET", "/", 200, "no JSON", { "Content-Type": "text/plain", Link: "next" });
      services.reply("http://a.example", "GET", "/204", 204, { left: "out" });
      run({
        first: () => ask("http://a.example/"),
        second: () => fetch("http://a.example/").then(async (answer) => [answer.status, await answer.text(), answer.headers.get("link")]),
        third: () => ask("http://a.example/"),
        empty: () => ask("http://a.example/204"),
        gone: async () => { services.forget(); return ask("http://a.example/"); },
        wrong: async () => services.reply("a.example", "GET", "/", 200),
        early: async () => services.reply("http://a.example", "GET", "/", 101),
      });`);
    const { wrong, early, ...answers } = answersOf(lines);
    assert.deepEqual(answers, { first: [500, ""], second: [200, "no JSON", "next"], third: [200, "no JSON"], empty: [204, ""], gone: [404, ""] });
    assert.match(wrong[0], /"a\.example" is no service/);
    assert.match(early[0], /101 is no status/);
  });

  it("are led there by a lookup that answers at once, and under names of any length", async () => {
    const peer = net.createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await once(peer, "listening");
    const reached = [];
    peer.on("connection", () => reached.push(1));
    const answers = answersOf(await printed(`
      const at = [{ address: "127.0.0.1", family: 4 }];
      const lookup = (name, options, done) => (options.all ? done(null, at) : done(null, "127.0.0.1", 4));
      const { certificateFor } = require(${JSON.stringify(fileURLToPath(new URL("../../npm/nearmiss/setup/services/certificates.cjs", import.meta.url)))});
      const names = Array.from({ length: 60 }, (_, length) => "a".repeat(length + 1) + ".example");
      run({
        first: () => get(http, { host: "internal.example", port: ${peer.address().port}, path: "/", lookup }),
        names: async () => names.filter((name) => { try { tls.createSecureContext(certificateFor(name)); } catch { return true; } }),
        dated: async () => [typeof (await fetch("http://dated.example/")).headers.get("date")],
      }).then(() => process.exit());
    `));
    peer.close();
    assert.equal(answers.first[0], 404);
    assert.deepEqual(reached, []);
    assert.deepEqual(answers.names, []);
    assert.deepEqual(answers.dated, ["string"]);
  });

  it("are none where a name is an address in another form, and are where it is out of range", () => {
    const { isOfMachine } = createRequire(import.meta.url)("../../npm/nearmiss/sut/strangers/names.cjs");
    for (const name of ["127.1", "2130706433", "0x7f.1", "0177.0.0.1", "localhost"]) assert.equal(isOfMachine(name), true, name);
    for (const name of ["99999999999", "256.1", "1.2.3.4.5", "1.16777216", "09.1", "12.example", ""]) assert.equal(isOfMachine(name), false, name);
  });

  it("may fail as networks do", async () => {
    const lines = await printed(`
      const all = ["refused", "reset", "cut", "garbled", "page", "slow"];
      for (const fault of all) services.fail("https://" + fault + ".example", "GET", "/*", fault);
      services.fail("http://a.example:81", "GET", "/", "reset");
      services.reply("http://a.example:81", "GET", "/", 200, 1);
      const of = (name, ask) => Object.fromEntries(all.map((fault) => [name + fault, () => ask("https://" + fault + ".example/x")]));
      run({
        ...of("fetch-", ask),
        ...of("https-", (url) => get(https, url)),
        first: () => ask("http://a.example:81/"),
        second: () => ask("http://a.example:81/"),
        wrong: async () => services.fail("https://a.example", "GET", "/", "odd"),
      });`);
    const answers = answersOf(lines);
    const page = "<!DOCTYPE html><title>Sign in</title><h1>Sign in</h1>";
    assert.deepEqual([answers["fetch-refused"], answers["https-refused"]], [["ECONNREFUSED"], ["ECONNREFUSED"]]);
    for (const name of ["fetch-reset", "https-reset", "first"]) assert.match(answers[name][0], /^(?:ECONNRESET|UND_ERR_SOCKET)$/, name);
    assert.match(answers["fetch-cut"][0], /^(?:ECONNRESET|UND_ERR_SOCKET)$/);
    assert.deepEqual([answers["fetch-garbled"], answers["https-garbled"].slice(0, 2)], [[200, '{"data":[{"id":1'], [200, '{"data":[{"id":1']]);
    assert.deepEqual([answers["fetch-page"], answers["fetch-slow"], answers.second], [[200, page], [200, "{}"], [200, "1"]]);
    assert.match(answers.wrong[0], /"odd" is nothing that goes wrong/);
    assert.ok(lines.includes("asked GET https://refused.example/* 0"));
  });

  it("that never answer have the program's own limits go by at once", async () => {
    const began = performance.now();
    const lines = await printed(`
      services.fail("https://never.example", "GET", "/", "timeout");
      const url = "https://never.example/";
      const axios = require("axios");
      const give = (make) => () => make().then(() => ["answered"], (error) => [error.name, error.code ?? error.cause?.code ?? ""]);
      run({
        signal: give(() => fetch(url, { signal: AbortSignal.timeout(60_000) })),
        aborted: give(() => { const one = new AbortController(); setTimeout(() => one.abort(), 60_000); return fetch(url, { signal: one.signal }); }),
        request: give(() => new Promise((done, fail) => { const one = https.get(url, { timeout: 60_000 }, done); one.on("error", fail).on("timeout", () => one.destroy(new Error("late"))); })),
        axios: give(() => axios.get(url, { timeout: 60_000 })),
        got: give(async () => (await import("got")).default(url, { timeout: { request: 60_000 }, retry: { limit: 0 } })),
        race: give(() => Promise.race([fetch(url, { signal: AbortSignal.timeout(90_000) }), new Promise((done, fail) => setTimeout(fail, 60_000, new Error("first")))])),
        http2: give(() => new Promise((done, fail) => { const session = http2.connect("https://never.example"); const one = session.request({ ":path": "/" }); one.on("error", fail).setTimeout(60_000, () => { one.close(8); session.close(); fail(new Error("late")); }); })),
        fetch: give(() => fetch(url)),
        nobody: give(() => new Promise((done, fail) => https.get(url, done).on("error", fail))),
      });`);
    const { fetch, nobody, ...answers } = answersOf(lines);
    assert.deepEqual(answers, {
      signal: ["TimeoutError", 23],
      aborted: ["AbortError", 20],
      request: ["Error", ""],
      axios: ["AxiosError", "ECONNABORTED"],
      got: ["TimeoutError", "ETIMEDOUT"],
      race: ["Error", ""],
      http2: ["Error", ""],
    });
    for (const cut of [fetch, nobody]) assert.match(cut[1], /^(?:ECONNRESET|UND_ERR_SOCKET)$/);
    // That fetch waits for five minutes is a limit.
    assert.deepEqual(lines.filter((line) => line.startsWith("endless")), ["endless https://never.example"]);
    assert.ok(performance.now() - began < 30_000);
  });

  it("say who they are and empty records to a program that does not listen yet, and sign tokens", async () => {
    const program = `
      const { createPublicKey, verify } = require("node:crypto");
      const ID = "https://id.example/realms/a";
      const json = async (url, options) => (await fetch(url, options)).json();
      services.reply("https://id.example", "POST", "/realms/a/token", 200, { id_token: 'jwt:{"sub":"7"}', other: "jwt:{no" });
      const login = async (options) => {
        const about = await json(ID + "/.well-known/openid-configuration");
        const { keys: [key] } = await json(about.jwks_uri);
        const { id_token: token, other } = await json(about.token_endpoint, { method: "POST", ...options });
        const [header, payload, signature] = token.split(".");
        const isRight = verify("sha256", Buffer.from(header + "." + payload), createPublicKey({ key, format: "jwk" }), Buffer.from(signature, "base64url"));
        const { iss, aud, sub, exp, iat } = JSON.parse(Buffer.from(payload, "base64url"));
        return [about.issuer, isRight, iss, aud, sub, exp - iat, other];
      };
      run({
        flags: () => ask("https://flags.example/all"),
        basic: () => login({ headers: { authorization: "Basic " + btoa("me:secret") } }),
        form: () => login({ body: new URLSearchParams({ client_id: "you" }) }),
      });`;
    const token = (aud) => ["https://id.example/realms/a", true, "https://id.example/realms/a", aud, "7", 3_600, "jwt:{no"];
    const { flags, ...logins } = answersOf(await printed(program, ["starts"]));
    assert.deepEqual([flags, logins], [[200, "{}"], { basic: token("me"), form: token("you") }]);
    const later = answersOf(await printed(program));
    assert.deepEqual(later, { flags: [404, ""], ...logins });
  });

  it("take letters, or refuse them where a test says so", async () => {
    const lines = await printed(`
      const nodemailer = require("nodemailer");
      const auth = { user: "ann", pass: "secret" };
      const letter = { from: "us@example.com", to: ["ann@example.com", "ben@example.com"], subject: "Hello", text: "One\\n.\\nTwo" };
      const send = (options, own = {}) => nodemailer.createTransport(options).sendMail({ ...letter, ...own }).then((info) => [info.accepted.length, info.response]);
      const raw = (host, port) => new Promise((done) => {
        let all = "";
        const socket = net.connect(port, host).on("data", (text) => (all += text)).on("close", () => done(all.split("\\r\\n")));
        socket.write("NOOP\\nNONE\\nAUTH GUESS\\nQUIT\\n");
      });
      const all = {
        plain: () => send({ host: "mail.example", port: 587 }),
        secure: () => send({ host: "mail.example", port: 465, secure: true, auth }),
        login: () => send({ host: "192.0.2.9", port: 1025, auth, authMethod: "LOGIN" }),
        hashed: () => send({ host: "mail.example", port: 25, auth, authMethod: "CRAM-MD5" }),
        long: () => send({ host: "mail.example", port: 587, pool: false }, { text: "Dear Ann\\n".repeat(20_000) }),
        raw: () => raw("mail.example", 25),
      };
      (async () => {
        await run(all);
        services.reply("smtp://mail.example:587", "MAIL", "/", 550);
        services.fail("smtp://mail.example:465", "MAIL", "/", "refused");
        services.fail("smtp://mail.example", "MAIL", "/", "timeout");
        services.fail("smtp://192.0.2.9:1025", "MAIL", "/", "page");
        await run({ 550: all.plain, absent: all.secure, never: all.hashed, reset: all.login });
      })();`);
    const taken = [2, "250 OK: taken"];
    const raw = ["220 mail.example ESMTP", "250 OK", "502 not known", "504 not known", "221 bye", ""];
    const { 550: refusal, ...others } = answersOf(lines);
    assert.deepEqual(others, {
      plain: taken,
      secure: taken,
      login: taken,
      hashed: taken,
      long: taken,
      raw,
      absent: ["ESOCKET"],
      never: ["ETIMEDOUT"],
      reset: ["ESOCKET"],
    });
    assert.deepEqual(refusal, ["EMESSAGE"]);
    const asked = lines.filter((line) => line.startsWith("asked"));
    const of = ["587 -1", "465 -1", "192.0.2.9:1025 -1"];
    assert.deepEqual(lines.filter((line) => line.startsWith("refused ")), []);
    assert.equal(asked[0], "asked MAIL smtp://mail.example:587/ -1");
    assert.ok(of.every((end) => asked.some((line) => line.includes(end.replace(" ", "/ ")))), asked.join("\n"));
  });

  it("that speak something else are refused as before, and what the program listens at is its own", async () => {
    const server = net.createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    const lines = await printed(
      `const tcp = (port, host) => new Promise((done) => net.connect(port, host).on("error", (error) => done([error.code])).on("connect", function () { done(["connected"]); this.destroy(); }));
      const own = http.createServer((request, response) => response.end("own")).listen(0, "127.0.0.1", async () => {
        await run({ queue: () => tcp(5672, "queue.example"), near: () => tcp(Number(process.argv[2]), "127.0.0.1"), own: () => ask("http://127.0.0.1:" + own.address().port) });
        own.close();
        own.closeAllConnections();
      });`,
      [String(port)],
    );
    server.close();
    assert.deepEqual(answersOf(lines), { queue: ["ECONNREFUSED"], near: ["ECONNREFUSED"], own: [200, "own"] });
    assert.deepEqual(lines.filter((line) => line.startsWith("refused")), ["refused queue.example:5672", `refused 127.0.0.1:${port}`]);
  });
});
