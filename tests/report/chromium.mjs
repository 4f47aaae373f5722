// Which Chromium there is. Needs no package, as it is asked before they are installed.

import { accessSync, constants, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Those that `npx playwright install chromium` brings. */
function ofPlaywright() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), ".cache/ms-playwright");
  try {
    const versions = readdirSync(folder).filter((name) => name.startsWith("chromium-")).sort().reverse();
    return versions.flatMap((version) => ["chrome-linux64", "chrome-linux"].map((part) => join(folder, version, part, "chrome")));
  } catch {
    return [];
  }
}

function found() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const onPath = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...onPath.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ofPlaywright()].find(isProgram) ?? null;
}

/** Its path, or null. */
export const PROGRAM = found();

/** Why there is none, or false. */
export const noBrowser =
  PROGRAM === null ? "no Chromium: apt-get install chromium, or npx playwright install chromium, or its path in CHROMIUM" : false;
