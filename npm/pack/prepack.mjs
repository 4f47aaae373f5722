// Writes what a package holds of computed texts, as it is packed (`prepack`): `node prepack.mjs FOLDER`. THIRD-PARTY-NOTICES.txt for
// each package; for one with a native part its README.md, which says what glibc it needs. Git ignores them.

import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { glibcNeeded } from "./glibc.mjs";
import { crateParts, notices, pageParts } from "./notices.mjs";

/** Text that stands for the version of glibc in the README. */
const GLIBC = "{glibc}";
const ADDON = "nearmiss.node";
const DRAFT = "about.md";

function fail(text) {
  console.error(`prepack: ${text}`);
  process.exit(1);
}

/** Puts a text into place at once, since another `npm pack` may read it now; a file that says the same is left alone. */
function put(file, text) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}

/** Texts of the package with the native part. */
function nativePart(folder) {
  const addon = join(folder, ADDON);
  if (!existsSync(addon)) fail(`${addon} is not there; build it with \`npm run build\` in the folder of the project`);
  put(join(folder, "README.md"), readFileSync(join(folder, DRAFT), "utf8").replaceAll(GLIBC, glibcNeeded(readFileSync(addon))));
  const parts = [...crateParts("nearmiss_binding", "x86_64-unknown-linux-gnu"), ...pageParts()];
  return notices(`the native part (${ADDON})`, parts);
}

/** Texts of the package with the JavaScript, which holds the SWC plugin where that has been built. */
function javaScriptPart(folder) {
  const plugins = readdirSync(join(folder, "swc")).filter((name) => name.endsWith(".wasm"));
  if (plugins.length === 0) {
    console.error("prepack: the SWC plugin is not built, so this package is packed without it; `npm run build:wasm` in the project's folder builds it");
    return notices(null, []);
  }
  return notices(`the SWC plugin (swc/${plugins.join(", swc/")})`, crateParts("nearmiss_swc_plugin", "wasm32-unknown-unknown"));
}

const PACKAGES = { "linux-x64-gnu": nativePart, nearmiss: javaScriptPart };
const folder = resolve(process.argv[2] ?? fail("which folder?"));
const write = PACKAGES[basename(folder)] ?? fail(`${folder} is no package of ${Object.keys(PACKAGES).join(", ")}`);
try {
  put(join(folder, "THIRD-PARTY-NOTICES.txt"), write(folder));
} catch (error) {
  fail(error.message);
}
