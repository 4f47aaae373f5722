// Each fixture API starts as people start it and answers; none of them knows of nearmiss.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { fixture, startPlain } from "./sut-process.mjs";

const EXPECTED = {
  ncs: [
    ["/api/triangle/3/4/5", 200, { resultAsInt: 1 }],
    ["/api/triangle/5/5/5", 200, { resultAsInt: 3 }],
    ["/api/triangle/5/5/9", 200, { resultAsInt: 2 }],
    ["/api/triangle/1/2/3", 200, { resultAsInt: 0 }],
    ["/api/triangle/1/2/x", 400, { error: "c is not an integer" }],
    ["/api/triangle/1/2/2147483648", 400, { error: "c does not fit into 32 bits" }],
    ["/api/bessj/3/1.0", 200, { resultAsDouble: 0.0195633539 }],
    ["/api/bessj/7/-30", 200, { resultAsDouble: -0.145185189 }],
    ["/api/bessj/2/1", 400, { error: "n must be above 2 and at most 1000" }],
    ["/api/expint/2/0.5", 200, { resultAsDouble: 0.326643862 }],
    ["/api/expint/4/7", 200, { resultAsDouble: 0.0000854287563 }],
    ["/api/fisher/3/5/1.2", 200, { resultAsDouble: 0.600651055 }],
    ["/api/fisher/101/50/1.1", 200, { resultAsDouble: 0.640075909 }],
    ["/api/gammq/3.5/5", 200, { resultAsDouble: 0.188573467 }],
    ["/api/gammq/2/0.5", 200, { resultAsDouble: 0.909795989 }],
    ["/api/gammq/100000/100010", 500, undefined],
    ["/api/remainder/-17/5", 200, { resultAsInt: -2 }],
  ],
  scs: [
    ["/api/calc/plus/1/2", 200, "3"],
    ["/api/cookie/session/am/abc.com", 200, "1"],
    ["/api/costfuns/5/baab", 200, "10"],
    ["/api/dateparse/mon/dec", 200, "13"],
    ["/api/filesuffix/text/a.txt", 200, "1"],
    ["/api/notypevar/1/five", 200, "11"],
    ["/api/ordered4/aaaaa/bbbbb/ccccc/dddddd", 200, "increasing"],
    ["/api/pat/xabccbaabc/abc", 200, "5"],
    ["/api/regex/mon12jan", 200, "date"],
    ["/api/regex/http:%2F%2Fexample.org", 200, "url"],
    ["/api/text2txt/by/the/way", 200, "btw"],
    ["/api/title/female/Lady", 200, "0"],
    ["/api/calc/plus/one/2", 400, "arg1 is not a number"],
  ],
  taint: [
    ["/api/switch?mode=overconfident", 200, { found: "bold" }],
    ["/api/switch?mode=other", 400, { error: "not what was looked for" }],
    ["/api/key?item=turquoise-teapot", 200, { found: "price 31" }],
    ["/api/array?city=Antananarivo-Sud", 200, { found: "city" }],
    ["/api/set/kaleidoscopic-token-771", 200, { found: "token" }],
    ["/api/map/northwest-passage", 200, { found: "sea" }],
    ["/api/parts?text=x:epilogue", 200, { found: "suffix" }],
    ["/api/regex?order=ORD-123456-north", 200, { found: "order number" }],
    ["/api/equal?password=abcd&repeated=abcd", 200, { found: "same password" }],
  ],
};

/** Numbers are compared to six digits: the last ones are not what a smoke test is about. */
function rounded(value) {
  return JSON.parse(JSON.stringify(value, (_, v) => (typeof v === "number" ? Number(v.toPrecision(6)) : v)));
}

for (const [name, calls] of Object.entries(EXPECTED)) {
  describe(name, () => {
    it("answers its functions and refuses what is outside their domain", async () => {
      const sut = await startPlain("node", ["server.js"], fixture(name));
      try {
        for (const [path, status, body] of calls) {
          const res = await fetch(sut.baseUrl + path);
          assert.equal(res.status, status, path);
          if (body !== undefined) {
            const got = typeof body === "string" ? await res.text() : await res.json();
            assert.deepEqual(rounded(got), rounded(body), path);
          }
        }
        const document = await (await fetch(`${sut.baseUrl}/openapi.json`)).json();
        assert.match(document.openapi, /^3\./);
      } finally {
        await sut.stop();
      }
    });
  });
}

describe("books", () => {
  const NEW_BOOK = {
    title: "Walden",
    author: "Thoreau",
    isbn: "978-0123456789",
    pages: 300,
    genre: "travel",
    publishedOn: "1854-08-09",
  };
  const json = (method, body) => ({
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

  it("keeps books and loans, and has exactly five ways to break", async () => {
    const sut = await startPlain("node", ["--import", "tsx", "server.ts"], fixture("books"));
    const call = async (path, options) => {
      const res = await fetch(sut.baseUrl + path, options);
      const text = await res.text();
      return { status: res.status, location: res.headers.get("location"), body: text && JSON.parse(text) };
    };
    try {
      const made = await call("/books", json("POST", NEW_BOOK));
      assert.equal(made.status, 201);
      assert.equal(made.location, "/books/1");
      assert.equal(made.body.title, "Walden");
      assert.equal((await call("/books", json("POST", NEW_BOOK))).status, 409);
      assert.equal((await call("/books?author=Thoreau&genre=travel&minPages=300&publishedAfter=1854-07")).body.length, 1);
      assert.equal((await call("/books?minPages=301")).body.length, 0);
      assert.equal((await call("/books/1", json("PUT", { ...NEW_BOOK, pages: 301 }))).body.pages, 301);
      assert.equal((await call("/books/1", json("PATCH", { pages: 302 }))).body.pages, 302);
      const loan = { reader: "Ada", from: "2024-05-17", days: 5 };
      const lent = await call("/books/1/loans", json("POST", loan));
      assert.equal(lent.status, 201);
      assert.deepEqual(lent.body.reminders, [false, false, true, false, false]);
      assert.equal((await call("/books/1/loans/1")).body.text, "Walden, lent to Ada for 5 days");
      assert.equal((await call("/books/1", { method: "DELETE" })).status, 409);
      assert.equal((await call("/books/9")).status, 404);

      const broken = [
        await call("/books?publishedAfter=lately"),
        await call("/books/1", json("PUT", { ...NEW_BOOK, isbn: "978-9999999999" })),
        await call("/books/1", json("PATCH", { publishedOn: "some day" })),
        await call("/books/1/loans", json("POST", { ...loan, days: -1 })),
        await call("/books/1/loans/77"),
      ];
      assert.deepEqual(broken.map((answer) => answer.status), [500, 500, 500, 500, 500]);
      assert.equal(new Set(broken.map((answer) => answer.body.error)).size, 5);
    } finally {
      await sut.stop();
    }
  });
});

describe("the driver of books", () => {
  const SCRIPT = `
    (async () => {
      const { default: Driver } = require("./driver.ts");
      const driver = new Driver();
      const url = await driver.startSut();
      const body = JSON.stringify({ title: "a", author: "b", isbn: "978-0123456789", pages: 1, genre: "novel" });
      const headers = { "content-type": "application/json" };
      const count = async () => (await (await fetch(url + "/books")).json()).length;
      await fetch(url + "/books", { method: "POST", headers, body });
      const before = await count();
      await driver.resetStateOfSUT();
      const after = await count();
      const { openapi } = await driver.getProblemInfo();
      await driver.stopSut();
      process.stdout.write(JSON.stringify({ before, after, openapi }));
    })();`;

  it("starts it on a free port, clears its state, names its schema and stops it", async () => {
    const args = ["--require", "tsx/cjs", "--eval", SCRIPT];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: fixture("books"), timeout: 30_000 });
    const { before, after, openapi } = JSON.parse(stdout);
    assert.deepEqual([before, after], [1, 0]);
    assert.equal(openapi, path.join(fixture("books"), "openapi.yaml"));
  });
});

describe("bad", () => {
  const ANSWERING = {
    "answers-50-mb": 50 * 1024 * 1024,
    "closes-connections": undefined,
    "exits-on-path": undefined,
    "loops-forever": undefined,
    "source-does-not-parse": undefined,
    "streams-without-end": undefined,
    "throws-in-timer": undefined,
  };
  for (const [name, dumpSize] of Object.entries(ANSWERING)) {
    it(`${name} works but for what it is named for`, async () => {
      const sut = await startPlain("node", ["server.js"], fixture(`bad/${name}`));
      try {
        for (const [n, text] of [["5", "small"], ["77", "the number"], ["2000", "large"]]) {
          assert.equal(await (await fetch(`${sut.baseUrl}/ok/${n}`)).text(), text);
        }
        if (dumpSize !== undefined) {
          const body = await (await fetch(`${sut.baseUrl}/dump/1`)).arrayBuffer();
          assert.equal(body.byteLength, dumpSize);
        }
      } finally {
        await sut.stop();
      }
    });
  }
});
