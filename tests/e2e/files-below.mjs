// Files below a folder, without the packages that it links to: what other tests write behind such a link comes and goes.

import fs from "node:fs";
import path from "node:path";

/** Answers names below a folder, of files and folders, as paths from it. Links are named and not followed. */
export function namesBelow(folder, within = "") {
  return fs.readdirSync(path.join(folder, within), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(within, entry.name);
    return entry.isDirectory() ? [name, ...namesBelow(folder, name)] : [name];
  });
}

/** Answers names of the files below a folder, links left out. */
export function filesBelow(folder) {
  return namesBelow(folder).filter((name) => fs.lstatSync(path.join(folder, name)).isFile());
}
