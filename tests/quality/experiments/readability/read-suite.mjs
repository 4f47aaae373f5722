// A written suite (Jest, JavaScript) as one reads it: its tests, each with its name, its calls, its bodies and what it asserts.

import fs from "node:fs";
import path from "node:path";
import { parseSync } from "@babel/core";

/** The file of a suite that holds large bodies, by name of the function that makes one. */
const PAYLOADS = "support/payloads.cjs";

/**
 * Reads the tests of the suite in a folder: `file`, `name`, `code` (all of it, with the bodies that it takes from the file of payloads),
 * `calls` (the same without what is asserted and said), and `asserted` (what each `expect` is given).
 */
export function readSuite(folder) {
  const payloads = payloadsOf(path.join(folder, PAYLOADS));
  const files = fs.readdirSync(folder).filter((name) => name.endsWith(".test.js"));
  return files.sort().flatMap((file) => readFile(path.join(folder, file), file, payloads));
}

function parsed(source) {
  return parseSync(source, { babelrc: false, configFile: false, sourceType: "unambiguous" }).program.body;
}

function payloadsOf(file) {
  if (!fs.existsSync(file)) return new Map();
  const source = fs.readFileSync(file, "utf8");
  const functions = parsed(source).filter(({ type }) => type === "FunctionDeclaration");
  return new Map(functions.map(({ id, body }) => [id.name, source.slice(body.start, body.end)]));
}

function readFile(file, name, payloads) {
  const source = fs.readFileSync(file, "utf8");
  return parsed(source).flatMap((statement) => {
    const test = testOf(statement);
    if (test !== null) return [readTest(test, name, source, payloads)];
    return statement.type === "ForOfStatement" ? rowsOf(statement, name, source, payloads) : [];
  });
}

/** The call of `test` that a statement is, or null. */
function testOf({ type, expression }) {
  const isTest = type === "ExpressionStatement" && expression.type === "CallExpression" && expression.callee.name === "test";
  return isTest ? expression : null;
}

/** The tests of a table: each row is one, with its values where the test has their names. */
function rowsOf({ left, right, body }, name, source, payloads) {
  const one = readTest(testOf(body.body[0]), name, source, payloads);
  const columns = left.declarations[0].id.elements.map((column) => column.name);
  return right.elements.map(({ elements }) => {
    const row = new Map(elements.map(({ start, end }, index) => [columns[index], source.slice(start, end)]));
    const made = (text) => text.replace(/\b(call|logIn|credential|asUser|send)\((method, path|user|body)\b/g, (whole, made, given) => {
      const values = given.split(", ").map((column) => row.get(column));
      return values.includes(undefined) ? whole : `${made}(${values.join(", ")}`;
    });
    return { ...one, name: elements[0].value, code: made(one.code), calls: made(one.calls) };
  });
}

function readTest(test, file, source, payloads) {
  const [title, work] = test.arguments;
  const statements = work.body.body;
  const isAssertion = (statement) => asserts(statement, source) !== null;
  const text = ({ start, end }) => withPayloads(source.slice(start, end), payloads);
  return {
    file,
    name: title.type === "StringLiteral" ? title.value : source.slice(title.start, title.end),
    code: statements.map(text).join("\n"),
    calls: statements.filter((statement) => !isAssertion(statement)).map(text).join("\n"),
    asserted: statements.map((statement) => asserts(statement, source)).filter((what) => what !== null),
  };
}

/** Answers what an assertion is given, and what with, as it is written; null for any other statement. */
function asserts({ type, expression }, source) {
  let call = type === "ExpressionStatement" ? expression : null;
  if (call?.type === "AwaitExpression") call = call.argument;
  const whole = call;
  while (call?.type === "CallExpression" || call?.type === "MemberExpression") {
    if (call.type === "CallExpression" && call.callee.name === "expect") {
      const [given] = call.arguments;
      return { given: source.slice(given.start, given.end), all: source.slice(whole.start, whole.end) };
    }
    call = call.type === "CallExpression" ? call.callee : call.object;
  }
  return null;
}

/** The code with the body of each function that makes a payload in the place of its name. */
function withPayloads(code, payloads) {
  return code.replace(/\b(\w+)\(/g, (whole, name) => (payloads.has(name) ? `${payloads.get(name)}(` : whole));
}
