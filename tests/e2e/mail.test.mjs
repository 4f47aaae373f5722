// An API that sends mail, and does nothing else where that fails: each letter is taken in the place of its server, or refused as servers do, in the
// search and in the suite alike.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, describe, it } from "node:test";
import { runSuite } from "../quality/fuzz.mjs";
import { nearmiss } from "./command.mjs";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SERVER = `
const { createServer } = require("node:http");
const nodemailer = require("nodemailer");
const mail = nodemailer.createTransport({ host: "smtp.mail.example", port: 587, auth: { user: "us", pass: process.env.PASSWORD ?? "none" } });
async function invite({ email }) {
  if (typeof email !== "string" || email.length < 3) return [400, { error: "no address" }];
  try {
    const { response } = await mail.sendMail({ from: "us@example.com", to: "ann@example.com", subject: "Come", text: email });
    return [201, { email, response }];
  } catch (error) {
    if (error.responseCode === 550) return [422, { error: "nobody is there" }];
    if (error.code === "ESOCKET") return [503, { error: "later" }];
    throw error;
  }
}
createServer(async (request, response) => {
  let text = "";
  for await (const part of request) text += part;
  const isInvitation = request.method === "POST" && request.url === "/invitations";
  const read = async () => JSON.parse(text);
  const [status, body] = isInvitation ? await read().then(invite).catch(() => [500, {}]) : [404, {}];
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}).listen(process.env.PORT, "127.0.0.1");
`;
const schema = { type: "object", required: ["email"], properties: { email: { type: "string" } } };
const post = { requestBody: { required: true, content: { "application/json": { schema } } }, responses: { default: { description: "any" } } };
const OPENAPI = { openapi: "3.0.0", info: { title: "mail", version: "1" }, paths: { "/invitations": { post } } };

describe("an API that sends mail", () => {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "mail-")));
  after(() => fs.rmSync(dir, { recursive: true, force: true }));
  fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(dir, "node_modules"));
  for (const [name, text] of [["server.js", SERVER], ["openapi.json", JSON.stringify(OPENAPI)], ["package.json", "{}"]]) fs.writeFileSync(path.join(dir, name), text);

  it("has its letters taken and refused, and its suite runs offline", async () => {
    const { code, output } = await nearmiss(dir, ["fuzz", "--start", "node server.js", "--openapi", "openapi.json", "--reset", "none", "--seed", "1", "--calls", "400", "--out", "nearmiss-tests"]);
    assert.equal(code, 0, output);
    assert.match(output, /the API sends mail by smtp\.mail\.example:587: nearmiss takes each letter in its place, and sends none/);
    assert.doesNotMatch(output, /wants to reach/);
    const out = path.join(dir, "nearmiss-tests");
    const text = (name) => fs.readFileSync(path.join(out, name), "utf8");
    assert.match(text("success.test.js"), /POST \/invitations 201[^]*response: "250 OK: taken"/);
    assert.match(text("client-errors.test.js"), /await services\.reply\("smtp:\/\/smtp\.mail\.example:587", "MAIL", "\/", 550\);[^]*nobody is there/);
    await runSuite(out);
  });
});
