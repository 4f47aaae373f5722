// Variables of release builds alone, as these are what is packed: no path of the machine is left in what is built.

import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Of flags in CARGO_ENCODED_RUSTFLAGS: a path may hold spaces. */
const SEPARATOR = "\x1f";

/** Flags of rustc that the environment asks for, as cargo reads them. */
function askedFlags() {
  const { CARGO_ENCODED_RUSTFLAGS: encoded, RUSTFLAGS: plain = "" } = process.env;
  return (encoded === undefined ? plain.split(" ") : encoded.split(SEPARATOR)).filter(Boolean);
}

/** Answers variables for cargo that take the paths of this machine out of what it builds, beside the flags that are asked for. */
export function withoutPaths() {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const remapped = [[ROOT, "/nearmiss"], [cargoHome, "/cargo"]].map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  return { CARGO_ENCODED_RUSTFLAGS: [...askedFlags(), ...remapped].join(SEPARATOR) };
}
