// Projects of a few files for the command line, each in a folder of its own that is gone at the end.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

/** The npm package of this tree. */
export const PACKAGE = fileURLToPath(new URL("../../npm/nearmiss", import.meta.url));

const top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "nearmiss-projects-")));
after(() => fs.rmSync(top, { recursive: true, force: true }));

let made = 0;

/** A project with these files (text or bytes), with nearmiss installed unless `installed` is false. */
export function project(files, { manifest = {}, installed = true } = {}) {
  const folder = path.join(top, String((made += 1)));
  for (const [name, content] of Object.entries({ "package.json": JSON.stringify(manifest), ...files })) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  if (installed) {
    fs.mkdirSync(path.join(folder, "node_modules"), { recursive: true });
    fs.symlinkSync(PACKAGE, path.join(folder, "node_modules/nearmiss"));
  }
  return folder;
}
