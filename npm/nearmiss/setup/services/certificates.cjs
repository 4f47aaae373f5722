"use strict";
// Certificates for names of services, under an authority that is made for this process, and that nobody else trusts. Its key never leaves the
// process.

const { createSign, generateKeyPairSync, randomBytes } = require("node:crypto");
const { isIP } = require("node:net");
const { bits, bytes, kind, list, number, set, tagged, text, time, yes } = require("./der.cjs");

const SIGNED_BY = list(kind("1.2.840.10045.4.3.2"));
const COMMON_NAME = kind("2.5.4.3");
/** Long before and after any run: clocks of programs may stand anywhere. */
const VALID = list(time("2000-01-01T00:00:00Z"), time("2199-12-31T23:59:59Z"));
const AUTHORITY = "nobody but this test";
const LONGEST_NAME = 64;

const name = (common) => list(set(list(COMMON_NAME, text(common.slice(0, LONGEST_NAME)))));
const extension = (of, content, isCritical = false) => list(kind(of), ...(isCritical ? [yes] : []), bytes(content));
// OpenSSL takes no empty line, which a break after each 64 letters leaves where they come out even.
const pem = (content) => ["-----BEGIN CERTIFICATE-----", ...content.toString("base64").match(/.{1,64}/g), "-----END CERTIFICATE-----", ""].join("\n");
const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The bytes of an address. */
function addressBytes(host) {
  if (isIP(host) === 4) return Buffer.from(host.split(".").map(Number));
  const [head, tail] = host.split("::");
  const words = (part) => (part ? part.split(":") : []);
  const [first, last] = [words(head), words(tail)];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => "0");
  const all = [...first, ...zeros, ...last].map((word) => Number.parseInt(word, 16));
  return Buffer.from(all.flatMap((word) => [word >>> 8, word & 0xff]));
}

const CONTEXT = 0x80;
const PARTS = 0xa0;

/** The host as a certificate names it: an address, or a name. */
const subjectOf = (host) => list(isIP(host) === 0 ? tagged(CONTEXT | 2, Buffer.from(host)) : tagged(CONTEXT | 7, addressBytes(host)));

function certificate({ subject, publicKey, extensions }, signingKey) {
  // Positive, and of so many bytes.
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)]);
  const own = list(
    tagged(PARTS, number(2)),
    number(serial),
    SIGNED_BY,
    name(AUTHORITY),
    VALID,
    name(subject),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(PARTS | 3, list(...extensions)),
  );
  const signature = createSign("SHA256").update(own).sign(signingKey);
  return pem(list(own, SIGNED_BY, bits(signature)));
}

let authority = null;

function theAuthority() {
  if (authority !== null) return authority;
  const { publicKey, privateKey } = newKeys();
  const extensions = [extension("2.5.29.19", list(yes), true), extension("2.5.29.15", bits(Buffer.from([0x06]), 1), true)];
  authority = { privateKey, certificate: certificate({ subject: AUTHORITY, publicKey, extensions }, privateKey) };
  return authority;
}

/** Names that are kept: a program may ask for any. */
const MOST_KNOWN = 500;
const known = new Map();

/** The certificate of the authority, in PEM. */
exports.authority = () => theAuthority().certificate;

/** A certificate for a host and its key, both in PEM. */
exports.certificateFor = (host) => {
  const before = known.get(host);
  if (before !== undefined) return before;
  const { privateKey: signingKey } = theAuthority();
  const { publicKey, privateKey } = newKeys();
  const extensions = [extension("2.5.29.17", subjectOf(host)), extension("2.5.29.37", list(kind("1.3.6.1.5.5.7.3.1")))];
  const made = {
    cert: certificate({ subject: host, publicKey, extensions }, signingKey),
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(host, made);
  return made;
};
