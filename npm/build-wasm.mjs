// Builds the SWC plugin: `node npm/build-wasm.mjs [--check] [--quick]`. --check only looks for the toolchain; --quick optimises little,
// for tests.
//
// A toolchain is either the Rust of the PATH with the target wasm32-unknown-unknown, or Debian's packages `rustc-web`,
// `cargo-web`, `rust-web-src` (which build std themselves) and `lld`. Exit codes: 0 done, 1 it does not compile,
// 3 there is no toolchain.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutPaths } from "./pack/release_env.mjs";

const TARGET = "wasm32-unknown-unknown";
/** The line of @swc/core that the swc_core of Cargo.toml fits; `npm/nearmiss/swc/index.js` lists them. */
const PLUGIN = "nearmiss_swc_1.16.wasm";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const args = process.argv.slice(2);
const unknown = args.find((arg) => !["--check", "--quick"].includes(arg));
if (unknown !== undefined) {
  console.error(`build:wasm: unknown option ${unknown}; known: --check, --quick`);
  process.exit(2);
}

/** The Rust of the PATH, if it has the target. */
function own() {
  const asked = spawnSync("rustc", ["--print", "target-libdir", "--target", TARGET], { encoding: "utf8" });
  if (asked.status !== 0 || !existsSync(asked.stdout.trim())) return null;
  return { name: "the Rust of the PATH", cargo: "cargo", args: [], env: {} };
}

/** Debian's Rust, which lies beside another one and does not disturb it. */
function debian() {
  const sources = "/usr/lib/rustlib/src/rust/library/std";
  const linker = readdirSync("/usr/bin").find((name) => /^wasm-ld(-\d+)?$/.test(name));
  const there = ["/usr/bin/cargo", "/usr/bin/rustc", sources].every((file) => existsSync(file));
  if (!there || linker === undefined) return null;
  return {
    name: `Debian's Rust and ${linker}`,
    cargo: "/usr/bin/cargo",
    args: ["-Zbuild-std=std,panic_abort"],
    env: {
      PATH: "/usr/bin:/bin",
      RUSTC: "/usr/bin/rustc",
      RUSTC_BOOTSTRAP: "1",
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker,
    },
  };
}

const toolchain = own() ?? (process.platform === "linux" ? debian() : null);
if (toolchain === null) {
  console.error(
    `build:wasm: no Rust for ${TARGET}: \`rustup target add ${TARGET}\`, or on Debian ` +
      "`apt-get install --no-install-recommends rustc-web cargo-web rust-web-src lld-22`",
  );
  process.exit(3);
}
if (args.includes("--check")) {
  console.log(`build:wasm: by ${toolchain.name}`);
  process.exit(0);
}

const profile = args.includes("--quick") ? "gate" : "release";
// Another compiler than the addon's: neither is to throw away what the other built.
const target = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "swc-plugin");
const cargoArgs = ["build", "--profile", profile, "--locked", "--target", TARGET, "-p", "nearmiss_swc_plugin", ...toolchain.args];
console.log(`build:wasm: cargo ${cargoArgs.join(" ")}, by ${toolchain.name} (a first build takes some minutes)`);
const started = Date.now();
const cargo = spawnSync(toolchain.cargo, cargoArgs, {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    ...toolchain.env,
    ...(profile === "release" ? withoutPaths() : {}),
    CARGO_TARGET_DIR: target,
  },
});
if (cargo.status !== 0) process.exit(1);

const plugin = join(root, "npm/nearmiss/swc", PLUGIN);
const fresh = `${plugin}.${process.pid}`;
copyFileSync(join(target, TARGET, profile, "nearmiss_swc_plugin.wasm"), fresh);
renameSync(fresh, plugin);
const seconds = ((Date.now() - started) / 1000).toFixed(1);
console.log(`build:wasm: npm/nearmiss/swc/${PLUGIN}, ${(statSync(plugin).size / 2 ** 20).toFixed(1)} MiB, ${seconds} s`);
