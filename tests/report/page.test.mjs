// The page of report.html in a real browser, opened from disk: what it loads, its views, filters, links
// and keys.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { launch, madeUpPage, openTab, pageFile, pagesFolder, unfold, visit } from "./browser.mjs";
import { noBrowser } from "./chromium.mjs";

describe("the page of report.html", { skip: noBrowser }, () => {
  const { folder, remove } = pagesFolder();
  let browser;
  let url;
  let tab;
  before(async () => {
    url = pageFile(folder, "report.html", madeUpPage(3, 240));
    browser = await launch();
    tab = await openTab(browser);
  });
  after(async () => {
    await browser?.close();
    remove();
  });

  const texts = (selector) => tab.page.locator(selector).allInnerTexts();
  const heading = () => tab.page.locator("h1").innerText();
  /** Waits until the count beside the filters says so. */
  const isLeft = (left) => tab.page.locator(".left").filter({ hasText: new RegExp(`^${left}$`) }).waitFor();
  const filter = async (text, left) => {
    await tab.page.locator(".text-filter input").fill(text);
    await isLeft(left);
  };

  test("it opens from disk, asks for nothing but itself, and says nothing wrong", async () => {
    await visit(tab.page, url);
    for (const view of ["overview", "faults", "endpoints", "files", "near", "run", "file/src/a0.js:12"]) {
      await tab.page.evaluate((hash) => (location.hash = hash), `#/${view}`);
      await tab.page.locator(`main.view-${view.split("/")[0]} h1`).waitFor();
    }
    assert.deepEqual([...new Set(tab.requests.map((request) => request.replace(/#.*/, "")))], [url]);
    assert.deepEqual(tab.problems, []);
  });

  test("what a program inside tries to load or to send stays inside", async () => {
    const reached = [];
    const server = createServer((request, response) => {
      reached.push(request.url);
      response.end();
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const own = await openTab(browser);
    try {
      await visit(own.page, url);
      const refused = await own.page.evaluate(async (outside) => {
        const fetched = await fetch(`${outside}/fetch`, { mode: "no-cors" }).then(() => "sent", () => "refused");
        const image = await new Promise((resolve) => {
          const element = new Image();
          element.onload = () => resolve("loaded");
          element.onerror = () => resolve("refused");
          element.src = `${outside}/image`;
        });
        const script = document.createElement("script");
        script.textContent = "globalThis.injected = true";
        document.body.append(script);
        return [fetched, image, globalThis.injected === undefined ? "refused" : "ran"];
      }, `http://127.0.0.1:${server.address().port}`);
      assert.deepEqual(refused, ["refused", "refused", "refused"]);
      assert.deepEqual(reached, []);
    } finally {
      await own.close();
      server.close();
    }
  });

  test("texts of the API are shown as they are and run nowhere", async () => {
    await visit(tab.page, url, "#/faults");
    for (const view of ["overview", "faults", "endpoints", "run", "file/src/a0.js:8"]) {
      await tab.page.evaluate((hash) => (location.hash = hash), `#/${view}`);
      await tab.page.locator(`main.view-${view.split("/")[0]} h1`).waitFor();
      await unfold(tab.page);
      const state = await tab.page.evaluate(() => ({
        hacked: globalThis.hacked,
        images: document.images.length,
        scripts: document.querySelectorAll("#app script").length,
        handlers: document.querySelectorAll("#app [onerror], #app [onload], #app [onclick]").length,
        bold: document.querySelectorAll("main code b").length,
      }));
      assert.deepEqual(state, { hacked: undefined, images: 0, scripts: 0, handlers: 0, bold: 0 }, view);
    }
    assert.match(await tab.page.locator('.row[data-line="8"] code').innerText(), /note: "<b>bold<\/b> & 'quoted'"/);
    await visit(tab.page, url, "#/run");
    assert.match((await texts(".warnings li"))[0], /a warning <\/script><script>globalThis\.hacked=1<\/script>/);
    assert.deepEqual(tab.problems, []);
  });

  test("key figures are those of the run", async () => {
    await visit(tab.page, url);
    const figures = await texts(".figures li");
    assert.equal(figures.length, 4);
    assert.match(figures[0], /lines\s+83\.3 %/);
    assert.match(figures[3], /faults\s+5\s+4 causes/);
    assert.match(await tab.page.locator(".lead").innerText(), /20,000 calls in 1 min 2 s.*seed 18446744073709551615, 5 tests/);
    assert.equal(await tab.page.locator(".u-wrap canvas").count(), 1);
    await tab.page.locator("summary", { hasText: "as a table" }).click();
    assert.equal(await tab.page.locator(".chart details tbody tr").count(), 40);
  });

  test("faults are grouped by cause, and found by code, operation and text", async () => {
    await visit(tab.page, url, "#/faults");
    assert.equal(await tab.page.locator(".fault").count(), 5);
    assert.equal(await tab.page.locator(".cause").count(), 4);
    const first = tab.page.locator(".cause").first();
    assert.match(await first.locator("header").innerText(), /src\/a0\.js:4\s+2 operations come here/);
    await filter("stack trace", "1 of 5 faults");
    assert.match((await texts(".fault .id"))[0], /^209-[0-9a-f]{8}$/);
    await filter("nothing like it", "0 of 5 faults");
    assert.equal(await tab.page.locator(".empty").innerText(), "No fault fits.");
    await filter("", "5 faults");
    await tab.page.getByLabel("Code").selectOption("100");
    await isLeft("2 of 5 faults");
    await tab.page.getByLabel("Operation").selectOption("GET:/books");
    await isLeft("1 of 5 faults");
    // The filters are in the address.
    await tab.page.reload();
    await tab.page.waitForSelector("html[data-ready]");
    assert.equal(await tab.page.locator(".fault").count(), 1);
  });

  test("a fault has its test, its calls to paste, and a link of its own", async () => {
    await visit(tab.page, url, "#/faults?q=stack+trace");
    await tab.page.locator(".fault summary").click();
    const id = (await texts(".fault .id"))[0];
    const calls = await texts(".fault .calls code");
    assert.deepEqual(calls, [
      "curl -X POST 'http://localhost:3000/books?<script>alert(1)</script>'",
      "curl -X DELETE 'http://localhost:3000/books/7'",
    ]);
    assert.match(await tab.page.locator(".calls li.shows").innerText(), /shows the fault/);
    assert.match(await tab.page.locator(".fault .test-place").innerText(), /faults\.test\.js:24/);
    await tab.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await tab.page.locator(".calls > .copy").click();
    await tab.page.locator(".calls > .copy", { hasText: "Copied" }).waitFor();
    assert.equal(await tab.page.evaluate(() => navigator.clipboard.readText()), calls.join("\n"));
    await visit(tab.page, url, `#/fault/${id}`);
    assert.deepEqual(await texts(".fault .id"), [id]);
    assert.ok(await tab.page.locator(".fault .calls").isVisible());
  });

  test("endpoints tell statuses, faults and tests", async () => {
    await visit(tab.page, url, "#/endpoints");
    const rows = await texts(".table-scroll tbody tr");
    assert.equal(rows.length, 6);
    assert.match(rows[0], /GET\s+\/books\s+200\s+500\s+\d+\s+2\s+2/);
    assert.match(rows[5], /never called by a test/);
    await tab.page.getByLabel("Which").selectOption("uncalled");
    await isLeft("1 of 6 operations");
    await tab.page.getByLabel("Which").selectOption("");
    await tab.page.getByRole("button", { name: "2 tests, show them" }).first().click();
    assert.match((await texts(".tests li"))[0], /GET \/books 200\s+success\.test\.js:24/);
    await filter("loans", "1 of 6 operations");
    assert.match((await texts(".table-scroll tbody tr"))[0], /no answer/);
  });

  test("files are sorted by what is asked", async () => {
    await visit(tab.page, url, "#/files");
    const files = () => texts(".table-scroll tbody .source-link");
    assert.deepEqual(await files(), ["src/a0.js", "src/a1.js", "src/a2.js"]);
    const head = tab.page.locator("th", { hasText: "File" });
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    await head.getByRole("button").click();
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    assert.deepEqual(await files(), ["src/a2.js", "src/a1.js", "src/a0.js"]);
    await filter("a1", "1 of 3 files");
    await tab.page.locator(".table-scroll .source-link").click();
    await tab.page.locator("main.view-file").waitFor();
    assert.equal(await heading(), "src/a1.js");
  });

  test("a line says what became of it, in signs and numbers", async () => {
    await visit(tab.page, url, "#/file/src/a0.js:16");
    const sign = (line) => tab.page.locator(`.row[data-line="${line}"] .sign`).innerText();
    // Line 16 is a miss of 1 - 1/18; 6 is covered, 14 threw, 36 was covered at start but for a miss, 46 never reached.
    assert.equal(await sign(16), ".944");
    assert.equal(await sign(6), "✓");
    assert.equal(await sign(14), "↯");
    assert.equal(await sign(31), "○");
    assert.equal(await sign(46), "✕");
    assert.ok(await tab.page.locator('.row.chosen[data-line="16"]').isVisible());
    const details = await tab.page.locator(".line-details").innerText();
    assert.match(details, /Line 16 near miss, \.944 of 1/);
    assert.match(details, /condition is true\s+\.944\s+Branch_at_src\/a0\.js_at_line_00016_position_0_trueBranch/);
    assert.match(details, /condition is false\s+✓ covered\s+POST \/books 201.*success\.test\.js:35; first after 593 calls/);
    // A nearer miss has another colour.
    const colour = (line) => tab.page.locator(`.row[data-line="${line}"] .sign`).evaluate((element) => getComputedStyle(element).backgroundColor);
    await tab.page.locator('.row[data-line="12"]').scrollIntoViewIfNeeded();
    assert.notEqual(await colour(12), await colour(37));
  });

  test("a link to a line opens it there, and a line that is chosen is in the address", async () => {
    await visit(tab.page, url, "#/file/src/a2.js:230");
    assert.ok(await tab.page.locator('.row.chosen[data-line="230"]').isVisible());
    await tab.page.locator('.row[data-line="228"] code').click();
    assert.match(tab.page.url(), /#\/file\/src\/a2\.js:228$/);
    await visit(tab.page, url, "#/file/src/missing.js");
    assert.match(await tab.page.locator(".empty").innerText(), /There is no such file/);
    await visit(tab.page, url, "#/file/%E0%A4%A:nonsense?%");
    assert.match(await tab.page.locator(".empty").innerText(), /There is no such file/);
    assert.deepEqual(tab.problems, []);
  });

  test("near misses come nearest first, by file and text", async () => {
    await visit(tab.page, url, "#/near");
    const values = (await texts(".table-scroll .near")).map(Number);
    assert.ok(values.length >= 100);
    assert.deepEqual(values, values.toSorted((a, b) => b - a));
    await tab.page.getByLabel("File").selectOption("src/a1.js");
    await isLeft("\\d+ of \\d+ near misses");
    assert.deepEqual([...new Set((await texts(".table-scroll .source-link")).map((text) => text.split(":")[0]))], ["src/a1.js"]);
    const before = await tab.page.locator(".left").innerText();
    await tab.page.locator(".text-filter input").fill("student");
    await tab.page.waitForFunction((left) => document.querySelector(".left").innerText !== left, before);
    const lines = await texts(".table-scroll .one-line");
    assert.ok(lines.length > 10 && lines.every((line) => line.includes('"student"')));
    await tab.page.getByLabel("Which").selectOption("all");
    await tab.page.locator("td", { hasText: "never reached" }).first().waitFor();
  });

  test("the run's details tell users, timing, warnings and what was suppressed", async () => {
    await visit(tab.page, url, "#/run");
    const text = await tab.page.locator("main").innerText();
    for (const part of [/nobody 9,000 calls/, /ada 11,000 calls/, /node-cron\s+src\/a0\.js:3/, /2 tests that do not repeat/, /calls\s+40\.5\s+66 %/]) {
      assert.match(text, part);
    }
    await tab.page.locator(".list .source-link").click();
    await tab.page.locator('.row.chosen[data-line="3"]').waitFor();
  });

  test("keys lead through the page", async () => {
    const { page } = tab;
    await visit(page, url);
    await page.keyboard.press("2");
    await page.locator("main.view-faults").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("stack");
    await isLeft("1 of 5 faults");
    // Letters typed into a field are no keys.
    assert.equal(await page.locator(".text-filter input").inputValue(), "stack");
    await page.keyboard.press("Escape");
    await isLeft("5 faults");
    await page.keyboard.press("?");
    await page.locator("dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });

    await visit(page, url, "#/file/src/a0.js");
    const chosen = async () => Number(await page.locator(".row.chosen").getAttribute("data-line"));
    await page.keyboard.press("n");
    await page.locator(".row.chosen").waitFor();
    const first = await chosen();
    await page.keyboard.press("n");
    await page.waitForFunction((line) => !location.hash.endsWith(`:${line}`), first);
    const second = await chosen();
    assert.ok(second > first);
    await page.keyboard.press("p");
    await page.waitForFunction((line) => location.hash.endsWith(`:${line}`), first);
    await page.locator(".code").focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction((line) => location.hash.endsWith(`:${line}`), first + 1);
  });

  test("Tab reaches what can be used, and the focus can be seen", async () => {
    const { page } = tab;
    await visit(page, url, "#/faults");
    const seen = [];
    for (let i = 0; i < 16; i += 1) {
      await page.keyboard.press("Tab");
      seen.push(
        await page.evaluate(() => {
          const { activeElement: element } = document;
          const style = getComputedStyle(element);
          return [element.innerText || element.tagName, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
        }),
      );
    }
    assert.match(seen[0][0], /Skip to the content/);
    assert.ok(seen.some(([text]) => /HTTP|GET|\/books/.test(text)), JSON.stringify(seen));
    assert.deepEqual(seen.filter(([, isVisible]) => !isVisible), []);
  });

  test("find in a source goes from place to place", async () => {
    const { page } = tab;
    await visit(page, url, "#/file/src/a0.js");
    await page.keyboard.press("/");
    await page.keyboard.type("lend17");
    await page.locator('.row.chosen[data-line="171"]').waitFor();
    await page.locator(".text-filter input").fill("function");
    await page.locator(".find output", { hasText: "1 of 24 lines" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".find output", { hasText: "2 of 24 lines" }).waitFor();
    await page.keyboard.press("Shift+Enter");
    await page.locator(".find output", { hasText: "1 of 24 lines" }).waitFor();
  });

  test("dark and light follow the system until one is chosen, which is kept", async () => {
    const dark = await openTab(browser, { scheme: "dark" });
    const theme = () => dark.page.evaluate(() => document.documentElement.dataset.theme);
    await visit(dark.page, url);
    assert.equal(await theme(), "dark");
    await dark.page.emulateMedia({ colorScheme: "light" });
    await dark.page.waitForSelector('html[data-theme="light"]');
    await dark.page.getByRole("button", { name: "Dark" }).click();
    assert.equal(await theme(), "dark");
    await dark.page.reload();
    await dark.page.waitForSelector("html[data-ready]");
    assert.equal(await theme(), "dark");
    await dark.close();
  });

  test("a run that found nothing has a page, too", async () => {
    const empty = await openTab(browser);
    await visit(empty.page, pageFile(folder, "empty.html", madeUpPage()));
    for (const view of ["overview", "faults", "endpoints", "files", "near", "run"]) {
      await empty.page.evaluate((hash) => (location.hash = hash), `#/${view}`);
      await empty.page.locator(`main.view-${view} h1`).waitFor();
    }
    assert.deepEqual(empty.problems, []);
    await empty.close();
  });

  test("it works where nothing can be kept", async () => {
    const closed = await openTab(browser);
    await closed.page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    await visit(closed.page, url);
    await closed.page.getByRole("button", { name: "Dark" }).click();
    await closed.page.waitForSelector('html[data-theme="dark"]');
    assert.deepEqual(closed.problems, []);
    await closed.close();
  });
});
