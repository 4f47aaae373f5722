// Builds the page of report.html: program and style of this folder, in one file without anything to
// load. `node crates/nearmiss_report/page/build.mjs`; `npm run build` begins with it.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild"; // MIT; the bundler of vite and tsx, so it is in the tree already

const HERE = dirname(fileURLToPath(import.meta.url));
const OUT = join(HERE, "built/page.html");
/** What may be shipped inside reports. */
const LICENCES = new Set(["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC"]);

/** Bundles one entry; answers its text and the names of the packages in it. */
async function bundled(entry) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: HERE,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: "built",
    format: "iife",
    target: ["chrome111", "firefox113", "safari16.4"],
    charset: "ascii",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
  });
  const packages = Object.keys(metafile.inputs).map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]);
  return { text: outputFiles[0].text.trim(), packages: packages.filter(Boolean), metafile };
}

/** The folder of an installed package. */
function folderOf(name) {
  for (let folder = HERE; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) throw new Error(`${name} is not installed`);
  }
}

/** The licences of what is inside go with it. */
function licenceOf(name) {
  const folder = folderOf(name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!LICENCES.has(license)) throw new Error(`${name} has the licence ${license}, which reports must not hold`);
  const file = ["LICENSE", "LICENSE.md", "LICENCE"].map((file) => join(folder, file)).find(existsSync);
  if (file === undefined) throw new Error(`${name} has no file with its licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(file, "utf8").trim().replaceAll("--", "- -")}\n`;
}

const [program, style] = [await bundled("src/main.jsx"), await bundled("style/page.css")];
for (const [what, text] of [["program", program.text], ["style", style.text]]) {
  if (/<\/(script|style)|<!--|%nearmiss:/i.test(text)) throw new Error(`the ${what} holds what would end its element`);
}
const packages = [...new Set([...program.packages, ...style.packages])].sort();
const hash = createHash("sha256").update(program.text).digest("base64");
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(HERE, "icon.svg"), "utf8").trim())}`;
const parts = {
  policy: `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`,
  icon,
  style: style.text,
  program: program.text,
  licences: packages.map(licenceOf).join("\n"),
};
// A function: `$&` in the program is no pattern.
const page = readFileSync(join(HERE, "template.html"), "utf8").replace(/%nearmiss:(\w+)%/g, (mark, name) => parts[name] ?? mark);

if (!existsSync(OUT) || readFileSync(OUT, "utf8") !== page) {
  // Left alone where it is the same, so that Cargo compiles nothing.
  mkdirSync(dirname(OUT), { recursive: true });
  writeFileSync(`${OUT}.${process.pid}`, page);
  renameSync(`${OUT}.${process.pid}`, OUT);
}
console.log(`build: the page of report.html, ${(page.length / 1024).toFixed(0)} KiB with ${packages.join(", ")}`);
