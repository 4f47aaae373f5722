// When an input leaves the token of SQL that it was put into: what is sent by the examination, in queries as programs write them,
// with what real packages make of it.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import { describe, it } from "node:test";

const require = createRequire(import.meta.url);
const { leavesItsToken } = require("../../npm/nearmiss/sut/incidents/sql/spliced.js");
const { tokenAround } = require("../../npm/nearmiss/sut/incidents/sql/tokens.js");
const mysql = require("mysql");
const mysql2 = require("mysql2");
const { escapeIdentifier, escapeLiteral } = require("pg");

/** The texts of the oracle, as its source has them. */
const ORACLE = new URL("../../crates/nearmiss_problem/src/rest/oracles/sql_injection/mod.rs", import.meta.url);
const [quote, backslash, words, names, mail] = fs
  .readFileSync(ORACLE, "utf8")
  .split("const LEAVING")[1]
  .split("];")[0]
  .match(/^ {4}".*"(?=,$)/gm)
  .map((text) => JSON.parse(text.trim()));
const ALL = [quote, backslash, words, names, mail];

const doubled = (text) => text.replaceAll("'", "''");
const DIALECTS = ["mysql", "postgres", "sqlite"];
/** Title, dialects, query, and what leaves it. */
const QUERIES = [
  ["a text as it is", DIALECTS, (x) => `SELECT * FROM t WHERE a = '${x}' AND b = 'c'`, [quote, backslash, mail]],
  ["a number as it is", DIALECTS, (x) => `SELECT * FROM t WHERE a = ${x}`, ALL],
  ["a number with doubled quotes", DIALECTS, (x) => `SELECT * FROM t WHERE a = ${doubled(x)} AND b = 1`, ALL],
  ["an order as it is", DIALECTS, (x) => `SELECT * FROM t ORDER BY ${x} LIMIT 3`, ALL],
  ["in other case", DIALECTS, (x) => `SELECT * FROM t WHERE a = '${x.toUpperCase()}'`, [quote, backslash, mail]],
  ["trimmed, between others", ["postgres", "sqlite"], (x) => `SELECT * FROM t WHERE a LIKE '%${x.trim()}%'`, [quote, backslash, mail]],
  ["doubled quotes, other servers", ["postgres", "sqlite"], (x) => `SELECT '${doubled(x)}', 'c'`, []],
  ["doubled quotes, backslashes escape", ["mysql"], (x) => `SELECT '${doubled(x)}', 'c'`, [backslash]],
  ["doubled quotes, text with escapes", ["postgres"], (x) => `SELECT E'${doubled(x)}', 'c'`, [backslash]],
  ["quotes taken away, backslashes escape", ["mysql"], (x) => `SELECT '${x.replaceAll("'", "")}', 'c'`, [backslash]],
  ["quotes taken away", ["postgres", "sqlite"], (x) => `SELECT '${x.replaceAll("'", "")}', 'c'`, []],
  ["a name in quotes", ["postgres", "sqlite"], (x) => `SELECT * FROM "${x}"`, [names]],
  ["a name in backticks", ["mysql", "sqlite"], (x) => `SELECT * FROM \`${x}\``, [names]],
  ["a name in brackets", ["sqlite"], (x) => `SELECT * FROM [${x}] WHERE a = 1`, []],
  ["a name with doubled quotes", ["postgres", "sqlite"], (x) => `SELECT * FROM "${x.replaceAll('"', '""')}"`, []],
  ["a text in double quotes", ["mysql"], (x) => `SELECT * FROM t WHERE a = "${x}"`, [backslash, names]],
  ["a comment", DIALECTS, (x) => `/* ${x} */ SELECT 1`, [names]],
  ["a comment to the end", DIALECTS, (x) => `SELECT 1 -- ${x}`, []],
  ["a text in dollars", ["postgres"], (x) => `SELECT $tag$${x}$tag$, $1`, []],
  ["words, each by itself", DIALECTS, (x) => x.split(" ").map((word) => `a = '${word.replaceAll(/[^\w]/g, "")}'`).join(" AND "), []],
  ["encoded", DIALECTS, (x) => `SELECT '${encodeURIComponent(x).replaceAll("'", "%27")}'`, []],
  ["escapeLiteral of pg", ["postgres"], (x) => `SELECT * FROM t WHERE a = ${escapeLiteral(x)} AND b = 'c'`, []],
  ["escapeIdentifier of pg", ["postgres"], (x) => `SELECT * FROM t ORDER BY ${escapeIdentifier(x)} DESC`, []],
  ["format of mysql", ["mysql"], (x) => mysql.format("SELECT * FROM ?? WHERE a = ? AND b = 'c'", [x, x]), []],
  ["format of mysql2", ["mysql"], (x) => mysql2.format("SELECT * FROM ?? WHERE a = ? AND b = 'c'", [x, x]), []],
  ["escape of mysql in other quotes", ["mysql"], (x) => `SELECT "${mysql.escape(x).slice(1, -1)}", 1`, []],
];

describe("an input in a query", () => {
  for (const [title, dialects, query, leaving] of QUERIES) {
    for (const dialect of dialects) {
      it(`${title}, ${dialect}`, () => {
        assert.deepEqual(ALL.filter((text) => leavesItsToken(query(text), dialect)), leaving);
      });
    }
  }

  it("is not what the program has taken apart and put together again, nor anything else", () => {
    const by = (text, mark) => `SELECT ${text.split(mark).map((part) => `'${doubled(part)}'`).join(", ")}`;
    assert.ok(!leavesItsToken(by(words, " "), "sqlite"));
    assert.ok(!leavesItsToken(by(quote, "'"), "sqlite"));
    assert.ok(!leavesItsToken("SELECT nmq, 'x', qmn", "sqlite"));
    assert.ok(!leavesItsToken("SELECT 'nmq' FROM t", "sqlite"));
    assert.ok(!leavesItsToken("SELECT nmqqmn FROM t", "sqlite"));
  });
});

describe("tokens of SQL", () => {
  /** The token around the `@` of a text. */
  const around = (text, dialect) => {
    const at = text.indexOf("@");
    const token = tokenAround(text, at, at + 1, dialect);
    return token === null ? null : text.slice(token.start, token.end);
  };
  const CASES = [
    ["a 'b''@c' d", "sqlite", "'b''@c'"],
    ["a 'b\\' @ 'c'", "sqlite", "@"],
    ["a 'b\\' @' c", "mysql", "'b\\' @'"],
    ["a E'b\\' @' c", "postgres", "'b\\' @'"],
    ["a e 'b\\' @ 'c'", "postgres", "@"],
    ['a "b""@" c', "postgres", '"b""@"'],
    ["a `b``@` c", "mysql", "`b``@`"],
    ["[a @] b", "sqlite", "[a @]"],
    ["[a @] b", "postgres", "@"],
    ["$$ ' @ $$ b", "postgres", "$$ ' @ $$"],
    ["$x$ $$ @ $x$ b", "postgres", "$x$ $$ @ $x$"],
    ["$1 '@' $1", "postgres", "'@'"],
    ["a$b$ '@' $b$", "postgres", "'@'"],
    ["a # b @\nc", "mysql", "# b @\n"],
    ["a # b @ c", "postgres", "@"],
    ["a -- b @\nc", "mysql", "-- b @\n"],
    ["a --b @ c", "mysql", "@"],
    ["a --b @ c", "postgres", "--b @ c"],
    ["/* /* */ @ */ b", "postgres", "/* /* */ @ */"],
    ["/* /* */ @ */ b", "mysql", "@"],
    ["a - b / @", "mysql", "@"],
    ["'never ends @", "mysql", "'never ends @"],
  ];
  for (const [text, dialect, token] of CASES) {
    it(`${dialect}: ${JSON.stringify(text)}`, () => assert.equal(around(text, dialect), token));
  }
});
