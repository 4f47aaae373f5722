// node tests/report/pictures.mjs [REPORT.HTML]: the pictures of the README, of the report that the search below
// writes, or of another.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { commandLine } from "../quality/fuzz.mjs";
import { launch, openTab, visit } from "./browser.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SHOP = path.join(ROOT, "fixtures/suts/shop");
const OUT = path.join(ROOT, "tests/quality/results/report");
const SEARCH = ["--driver", "driver.ts", "--auth", "auth.yaml", "--calls", "8000", "--seed", "1"];
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

function searched() {
  const out = path.join(SHOP, "nearmiss-tests/pictures");
  const { status } = spawnSync(process.execPath, [commandLine(), "fuzz", ...SEARCH, "--out", out], { cwd: SHOP, stdio: "inherit" });
  if (status !== 0) process.exit(1);
  return path.join(out, "report.html");
}

const report = path.resolve(process.argv[2] ?? searched());
if (!existsSync(report)) {
  console.error(`pictures: there is no ${report}`);
  process.exit(2);
}
mkdirSync(OUT, { recursive: true });
const browser = await launch();
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
