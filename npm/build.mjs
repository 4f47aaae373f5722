// Builds the native part and puts it into the platform package: `node npm/build.mjs [--debug|--quick]`. --quick optimises little, for
// tests.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutPaths } from "./pack/release_env.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Profile of Cargo.toml that an option asks for, and the folder of `target` that it builds in. */
const PROFILES = { "--debug": ["dev", "debug"], "--quick": ["gate", "gate"] };
const args = process.argv.slice(2);
const unknown = args.find((arg) => !Object.hasOwn(PROFILES, arg));
if (unknown !== undefined) {
  console.error(`build: unknown option ${unknown}; known: ${Object.keys(PROFILES).join(", ")}`);
  process.exit(2);
}
if (process.platform !== "linux" || process.arch !== "x64") {
  console.error(`build: there is no platform package for ${process.platform}-${process.arch} yet, only for linux-x64`);
  process.exit(2);
}

// Its page goes into the native part.
const page = spawnSync(process.execPath, [join(root, "crates/nearmiss_report/page/build.mjs")], { stdio: "inherit" });
if (page.status !== 0) {
  console.error("build: the page of report.html could not be made; are the npm packages installed?");
  process.exit(1);
}

const [profile, folder] = PROFILES[args.at(-1)] ?? ["release", "release"];
// Stripped: the names of functions are a quarter of the file, and nobody who installs it reads them.
const packed = profile === "release" ? { ...withoutPaths(), CARGO_PROFILE_RELEASE_STRIP: "symbols" } : {};
const cargoArgs = ["build", "-p", "nearmiss_binding", "--profile", profile];
console.log(`build: cargo ${cargoArgs.join(" ")} (a first build takes some minutes)`);
const started = Date.now();
const cargo = spawnSync("cargo", cargoArgs, { cwd: root, stdio: "inherit", env: { ...process.env, ...packed } });
if (cargo.error?.code === "ENOENT") {
  console.error("build: `cargo` is not on the PATH; install Rust 1.95 or later from https://rustup.rs");
  process.exit(1);
}
if (cargo.status !== 0) process.exit(cargo.status ?? 1);

const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const built = join(target, folder, "libnearmiss_binding.so");
if (!existsSync(built)) {
  console.error(`build: cargo succeeded but ${built} is not there; is the target directory set in a cargo config?`);
  process.exit(1);
}
const addon = join(root, "npm", "linux-x64-gnu", "nearmiss.node");
// Renamed into place: a process that has the old file mapped keeps it whole.
const fresh = `${addon}.${process.pid}`;
copyFileSync(built, fresh);
renameSync(fresh, addon);
const seconds = ((Date.now() - started) / 1000).toFixed(1);
const mebibytes = (statSync(addon).size / 2 ** 20).toFixed(1);
console.log(`build: npm/linux-x64-gnu/nearmiss.node, ${mebibytes} MiB, ${profile}, ${seconds} s`);
