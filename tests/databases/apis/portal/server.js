"use strict";
// A portal whose accounts, sessions and keys another program makes.

const { createHash, pbkdf2Sync, scryptSync, timingSafeEqual } = require("node:crypto");
const http = require("node:http");
const bcrypt = require("bcryptjs");
const { Pool } = require("pg");
const { DataTypes, Sequelize } = require("sequelize");

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 3 });
const one = async (text, values) => (await pool.query(text, values)).rows[0];
const refused = [401, { error: "who are you?" }];

async function login({ email, password }) {
  if (typeof email !== "string" || typeof password !== "string") return [400, { error: "email and password" }];
  const account = await one("SELECT id, password_hash, status FROM accounts WHERE email = $1", [email]);
  if (!account?.password_hash || !(await bcrypt.compare(password, account.password_hash))) return refused;
  if (account.status !== "confirmed") return [403, { error: "confirm your address first" }];
  return [200, { account: account.id }];
}

async function staffLogin({ email, password }) {
  if (typeof email !== "string" || typeof password !== "string") return [400, { error: "email and password" }];
  const member = await one("SELECT id, salt, derived_key FROM staff WHERE email = $1", [email]);
  if (member === undefined) return refused;
  const derived = pbkdf2Sync(password, member.salt, 1000, 32, "sha256").toString("hex");
  return derived === member.derived_key ? [200, { member: member.id }] : refused;
}

async function operatorLogin({ name, password }) {
  if (typeof name !== "string" || typeof password !== "string") return [400, { error: "name and password" }];
  const operator = await one("SELECT id, secret FROM operators WHERE name = $1", [name]);
  if (operator === undefined) return refused;
  const [salt, key] = operator.secret.split(":");
  const kept = Buffer.from(key ?? "", "hex");
  const derived = scryptSync(password, salt, 32, { N: 1024 });
  return kept.length === derived.length && timingSafeEqual(kept, derived) ? [200, { operator: operator.id }] : refused;
}

const SESSION =
  "SELECT a.id, a.full_name FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.token = $1 AND s.expires_at > now()";
const KEY =
  "SELECT a.id, k.scope FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.key_hash = $1 AND k.revoked_at IS NULL";

async function profile(_, request) {
  const header = request.headers.authorization ?? "";
  if (!header.startsWith("Bearer ")) return [401, { error: "a session, please" }];
  const account = await one(SESSION, [header.slice("Bearer ".length)]);
  return account === undefined ? refused : [200, { account: account.id, name: account.full_name }];
}

async function usage(_, request) {
  const key = request.headers["x-api-key"];
  if (key === undefined) return [401, { error: "a key, please" }];
  const found = await one(KEY, [createHash("sha256").update(key).digest("hex")]);
  if (found === undefined) return refused;
  return found.scope === "write" ? [200, { calls: 0, writes: 0 }] : [200, { calls: 0 }];
}

const sequelize = new Sequelize(process.env.DATABASE_URL, { logging: false, pool: { max: 2 } });
/** What the tables do not say, since whoever fills them has this model, too. */
const Offer = sequelize.define(
  "offer",
  {
    sku: { type: DataTypes.STRING(20), primaryKey: true },
    state: { type: DataTypes.STRING(12), allowNull: false, validate: { isIn: [["draft", "live", "gone"]] } },
    contact: { type: DataTypes.STRING(60), allowNull: false, validate: { isEmail: true } },
    discount: { type: DataTypes.INTEGER, allowNull: false, validate: { min: 0, max: 50 } },
  },
  { tableName: "offers", timestamps: false },
);
const TITLES = { draft: ["Soon"], live: ["Now"], gone: ["No more"] };

function decoded(text) {
  try {
    return decodeURIComponent(text).replaceAll("\0", "");
  } catch {
    return "";
  }
}

async function offered(sku) {
  const offer = await Offer.findByPk(sku);
  if (offer === null) return [404, { error: "no such offer" }];
  const [title] = TITLES[offer.state];
  const [, host] = offer.contact.split("@");
  return [200, { title: title.toUpperCase(), by: host.toLowerCase(), pays: "x".repeat(50 - offer.discount).length + 50 }];
}

const routes = {
  "POST /login": login,
  "POST /staff/login": staffLogin,
  "POST /operators/login": operatorLogin,
  "GET /profile": profile,
  "GET /usage": usage,
};

async function answer(request) {
  const [, sku] = /^\/offers\/([^/?]+)/.exec(request.url) ?? [];
  if (request.method === "GET" && sku !== undefined) return offered(decoded(sku));
  const handle = routes[`${request.method} ${request.url.split("?")[0]}`];
  if (handle === undefined) return [404, { error: "no such place" }];
  let text = "";
  for await (const piece of request) text += piece;
  let body = {};
  try {
    body = text === "" ? {} : JSON.parse(text);
  } catch {
    return [400, { error: "no JSON" }];
  }
  if (JSON.stringify(body).includes("\\u0000")) return [400, { error: "no text" }];
  return handle(body ?? {}, request);
}

http
  .createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((error) => [500, { error: error.message }]);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  })
  .listen(Number(process.env.PORT ?? 3108));
