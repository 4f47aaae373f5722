// A report of 100,000 lines of source, and one of a file of 20,000: both open and scroll.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, madeUpPage, openTab, pageFile, pagesFolder, visit } from "./browser.mjs";
import { noBrowser } from "./chromium.mjs";

const FILES = 160;
const LINES = 500;
const LONG = 20_000;
/** Far more than it takes; what never ends is what this finds. */
const DEADLINE_MS = 180_000;

describe("a report of 100,000 lines", { skip: noBrowser }, () => {
  const { folder, remove } = pagesFolder();
  let browser;
  let url;
  before(async () => {
    const text = madeUpPage(FILES, LINES, 1, LONG);
    console.log(`the page has ${(text.length / 2 ** 20).toFixed(1)} MiB`);
    url = pageFile(folder, "report.html", text);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    remove();
  });

  async function timed(what, body) {
    const started = performance.now();
    const result = await body();
    console.log(`${what}: ${(performance.now() - started).toFixed(0)} ms`);
    return result;
  }

  test("it opens and answers", { timeout: DEADLINE_MS }, async () => {
    const tab = await openTab(browser);
    await timed("opened", () => visit(tab.page, url));
    await timed("near misses", async () => {
      await tab.page.keyboard.press("5");
      await tab.page.locator("main.view-near td .near").first().waitFor();
    });
    await timed("filtered", async () => {
      await tab.page.locator(".text-filter input").fill("student long0");
      await tab.page.locator("td .source-link", { hasText: "src/long0.js" }).first().waitFor();
    });
    await timed("files", async () => {
      await tab.page.evaluate(() => (location.hash = "#/files"));
      await tab.page.locator(".left", { hasText: `${FILES + 1} files` }).waitFor();
    });
    assert.deepEqual(tab.problems, []);
    await tab.close();
  });

  test("the long file scrolls through, and only what is seen exists", { timeout: DEADLINE_MS }, async () => {
    const tab = await openTab(browser);
    const { page } = tab;
    await visit(page, url);
    await timed("long file", async () => {
      await page.evaluate(() => (location.hash = "#/file/src/long0.js"));
      await page.locator('.row[data-line="1"] .sign').waitFor();
    });
    await timed("its colours", () => page.locator('.row[data-line="1"] .t-k').first().waitFor());
    const shown = () => page.locator(".row").count();
    await timed("20 pages of scrolling", async () => {
      for (let part = 1; part <= 20; part += 1) {
        await page.locator(".code").evaluate((element, share) => (element.scrollTop = element.scrollHeight * share), part / 20);
        const line = Math.min(Math.round((LONG * part) / 20), LONG - 5);
        await page.locator(`.row[data-line="${line}"]`).waitFor({ state: "attached" });
        assert.ok((await shown()) < 200);
      }
    });
    assert.equal(await page.locator(`.row[data-line="${LONG}"]`).count(), 1);
    await timed("the last near miss", async () => {
      await page.keyboard.press("p");
      await page.locator(".row.chosen.state-near").waitFor();
    });
    await timed("a line by its address", async () => {
      await page.evaluate(() => (location.hash = "#/file/src/long0.js:12345"));
      await page.locator('.row.chosen[data-line="12345"]').waitFor();
    });
    assert.ok(await page.locator('.row[data-line="12345"]').isVisible());
    assert.deepEqual(tab.problems, []);
    await tab.close();
  });
});
