// node tests/report/pictures.mjs [REPORT.HTML]: the pictures of the README, of the terminal while the search below runs, and
// of the report that it writes, or of another.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onTerminalOf } from "../e2e/pseudo-terminal.mjs";
import { commandLine } from "../quality/fuzz.mjs";
import { launch, openTab, visit } from "./browser.mjs";
import { screenOf } from "./screen.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SHOP = path.join(ROOT, "fixtures/suts/shop");
const OUT = path.join(ROOT, "tests/quality/results/report");
const SEARCH = ["--driver", "driver.ts", "--auth", "auth.yaml", "--calls", "8000", "--seed", "1"];
const COLUMNS = 100;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };

/** File, window, address, and what is done there first. */
const PICTURES = [
  ["overview", DESKTOP, "#/overview"],
  ["faults", { ...DESKTOP, scheme: "dark" }, "#/faults", (page) => page.locator(".fault summary").first().click()],
  ["source", DESKTOP, "#/file/src/checks/coupon_code.ts:37"],
  ["near-misses", { ...DESKTOP, scheme: "dark" }, "#/near"],
  ["phone", PHONE, "#/overview"],
  ["phone-source", PHONE, "#/file/src/checks/coupon_code.ts:37"],
];

/** Runs the search on a terminal; answers what that was told, and where the report is. */
function searched() {
  const out = path.join(SHOP, "nearmiss-tests/pictures");
  const args = ["fuzz", ...SEARCH, "--out", path.relative(SHOP, out)];
  const [program, command] = onTerminalOf(COLUMNS, [process.execPath, commandLine(), ...args]);
  const env = { ...process.env, TERM: "xterm-256color" };
  const { status, stdout } = spawnSync(program, command, { cwd: SHOP, env, encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) {
    console.error(stdout);
    process.exit(1);
  }
  return { report: path.join(out, "report.html"), told: `$ npx nearmiss ${args.join(" ")}\n${stdout}` };
}

/** Two pictures in one: when the bar is half way, and at the end. */
async function pictureOfTerminal(browser, told) {
  const half = told.search(/\s5\d % \S*█/u);
  const drawn = told.indexOf("\r", half);
  const screens = [told.slice(0, drawn), told].map((text) => `<pre>${screenOf(text)}</pre>`);
  const { page, close } = await openTab(browser, { width: 900, height: 700 });
  await page.setContent(
    `<style>body { margin: 0; background: #111827; color: #e5e7eb; width: max-content }
     pre { margin: 0; padding: 14px 18px; font: 13px/1.4 "DejaVu Sans Mono", monospace }
     pre + pre { border-top: 1px solid #374151 }</style>${screens.join("")}`,
  );
  await page.locator("body").screenshot({ path: path.join(OUT, "terminal.png") });
  await close();
}

const { report, told } = process.argv[2] === undefined ? searched() : { report: path.resolve(process.argv[2]) };
if (!existsSync(report)) {
  console.error(`pictures: there is no ${report}`);
  process.exit(2);
}
mkdirSync(OUT, { recursive: true });
const browser = await launch();
if (told !== undefined) await pictureOfTerminal(browser, told);
for (const [name, window, address, prepare] of PICTURES) {
  const { page, close } = await openTab(browser, window);
  await visit(page, pathToFileURL(report).href, address);
  await prepare?.(page);
  const file = path.join(OUT, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(`${path.relative(ROOT, file)}: ${(statSync(file).size / 1024).toFixed(0)} KiB`);
  await close();
}
await browser.close();
