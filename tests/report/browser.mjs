// A real headless browser for the page of report.html, and pages to open in it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core"; // Apache-2.0; drives a browser that is there, and brings none
import { exampleProgram } from "../example-program.cjs";
import { PROGRAM } from "./chromium.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Starts it; the caller closes it. */
export function launch() {
  // Chromium has no sandbox for root; what is opened is of our own making.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: PROGRAM, args });
}

/** A folder for pages, and what removes it. */
export function pagesFolder() {
  const folder = mkdtempSync(join(tmpdir(), "nearmiss-report-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Text of the page of an API that is made up: so many files of so many lines. */
export function madeUpPage(...numbers) {
  const run = spawnSync(exampleProgram("page"), numbers.map(String), { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`page ${numbers.join(" ")} failed: ${run.error ?? run.stderr}`);
  return run.stdout;
}

/** Writes a page; answers its `file:` address. */
export function pageFile(folder, name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return pathToFileURL(file).href;
}

/**
 * A tab for one page. `requests` are the addresses it asked for, `problems` what went wrong in it: both
 * from the beginning.
 */
export async function openTab(browser, { width = 1280, height = 800, scheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  const [requests, problems] = [[], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  return { page, requests, problems, close: () => context.close() };
}

/** Opens the page there and waits until it is drawn. */
export async function visit(page, url, hash = "") {
  await page.goto("about:blank");
  await page.goto(url + hash);
  await page.waitForSelector("html[data-ready]");
}

/** Opens what is folded. */
export const unfold = (page) => page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
