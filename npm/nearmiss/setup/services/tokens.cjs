"use strict";
// Tokens that services sign (RFC 7519), by a key that is made for this process and never leaves it: neither stands in a test. A text of an answer
// that reads `jwt:{"sub":"1"}` is sent as a token with these claims, for who asks, by who answers.

const { createSign, generateKeyPairSync } = require("node:crypto");

const { parse, stringify } = JSON;
const BEGIN = "jwt:{";
const KEY_ID = "1";
const LIFETIME_SECONDS = 3_600;

let pair = null;

/** The key of this process; it is made when it is first needed. */
function key() {
  pair ??= generateKeyPairSync("rsa", { modulusLength: 2_048 });
  return pair;
}

/** The public keys, as JSON Web Keys. */
exports.keys = () => [{ ...key().publicKey.export({ format: "jwk" }), kid: KEY_ID, use: "sig", alg: "RS256" }];

const part = (value) => Buffer.from(stringify(value)).toString("base64url");

function signed(claims) {
  const text = `${part({ alg: "RS256", typ: "JWT", kid: KEY_ID })}.${part(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key().privateKey).toString("base64url")}`;
}

/** Answers the name of who asks: the one that goes with its secret, or that of its form. */
function clientOf({ authorization = "" }, body) {
  const basic = /^Basic (\S+)$/i.exec(authorization);
  if (basic !== null) return decodeURIComponent(Buffer.from(basic[1], "base64").toString("utf8").split(":", 1)[0]);
  return new URLSearchParams(body).get("client_id");
}

/** A token for a text, or the text. */
function tokenOf(text, common) {
  try {
    return signed({ ...common(), ...parse(text.slice(BEGIN.length - 1)) });
  } catch {
    return text;
  }
}

/** Answers the text of a body of JSON with its tokens signed; `issuer` answers a request with `headers` and a body. */
exports.withTokens = (text, issuer, headers, body) => {
  if (!text.includes(`"${BEGIN}`)) return text;
  const now = Math.floor(Date.now() / 1_000);
  const common = () => ({ iss: issuer, aud: clientOf(headers, body) ?? undefined, iat: now, exp: now + LIFETIME_SECONDS });
  try {
    return stringify(parse(text, (name, value) => (typeof value === "string" && value.startsWith(BEGIN) ? tokenOf(value, common) : value)));
  } catch {
    // It is no JSON, so it holds none.
    return text;
  }
};
