// Each view of report.html: no serious fault of accessibility in light and dark, and no sideways scrolling
// on a phone.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch, madeUpPage, openTab, pageFile, pagesFolder, unfold, visit } from "./browser.mjs";
import { noBrowser } from "./chromium.mjs";

// MPL-2.0: used by this test alone, nothing of it is in a report.
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const VIEWS = ["overview", "faults", "endpoints", "files", "near", "run", "file/src/a0.js:16", "file/src/missing.js"];
const PHONE = { width: 375, height: 740 };

describe("report.html for everybody", { skip: noBrowser }, () => {
  const { folder, remove } = pagesFolder();
  let browser;
  let url;
  before(async () => {
    url = pageFile(folder, "report.html", madeUpPage(3, 240));
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    remove();
  });

  for (const scheme of ["light", "dark"]) {
    for (const [name, size] of [["desktop", {}], ["phone", PHONE]]) {
      test(`no serious fault, ${scheme}, ${name}`, async () => {
        const tab = await openTab(browser, { scheme, ...size });
        for (const view of VIEWS) {
          await visit(tab.page, url, `#/${view}`);
          await unfold(tab.page);
          // The page lets no script in, not even this one; the debugger's way is not the page's.
          await tab.page.evaluate(AXE);
          const violations = await tab.page.evaluate(async () => (await globalThis.axe.run()).violations);
          const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          const told = serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.html} ${node.failureSummary}`).join("\n")}`);
          assert.deepEqual(told, [], view);
        }
        await tab.close();
      });
    }
  }

  test("on a phone no view scrolls sideways as a whole", async () => {
    const tab = await openTab(browser, PHONE);
    for (const view of VIEWS) {
      await visit(tab.page, url, `#/${view}`);
      await unfold(tab.page);
      const [wide, window] = await tab.page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(wide <= window, `${view}: ${wide} of ${window}`);
    }
    await tab.close();
  });

  test("on a phone each view and filter can be used", async () => {
    const tab = await openTab(browser, PHONE);
    await visit(tab.page, url);
    await tab.page.getByRole("link", { name: /Near misses/ }).first().click();
    await tab.page.locator(".text-filter input").fill("student");
    await tab.page.locator(".left", { hasText: " of " }).waitFor();
    await tab.page.locator("td .source-link").first().click();
    await tab.page.locator(".row.chosen").waitFor();
    assert.ok(await tab.page.locator(".row.chosen .sign").isVisible());
    await tab.close();
  });
});
