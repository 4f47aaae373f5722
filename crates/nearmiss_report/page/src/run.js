// The facts of the run, as `page_data.rs` wrote them, and what follows from them.

import { Source } from "./source.js";
import { AT_START, ownState, testOf } from "./target-state.js";

export function readRun(text) {
  const run = JSON.parse(text);
  run.sources = run.sources.map((raw) => new Source(raw, run.forms));
  run.faults = run.faults.map((fault) => withSource(fault, run));
  run.operations = operationsOf(run);
  if (run.curve.calls.length > 0) {
    run.curve.calls.unshift(0);
    run.curve.covered.unshift(0);
  }
  return run;
}

/** The fault with the file and line of its place, where it has one. */
function withSource(fault, run) {
  const [index, line] = fault.source ?? [];
  const name = run.codes[fault.code];
  if (index === undefined) return { ...fault, name, source: null };
  const { file } = run.sources[index];
  // People read positions rather than keys.
  return { ...fault, name, source: { file, line }, message: fault.message.replaceAll(fault.place, `${file}:${line}`) };
}

/** Each operation with its statuses, tests and faults. */
function operationsOf(run) {
  const operations = run.operations.map((name, index) => ({
    name,
    ...split(name),
    listed: index < run.listed,
    statuses: new Map(),
    tests: new Set(),
    lines: 0,
    faults: run.faults.filter((fault) => fault.operation === name),
  }));
  run.tests.forEach((test, index) => {
    for (const [operation, status] of test.calls) {
      const { statuses, tests } = operations[operation];
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      tests.add(index);
    }
  });
  countLines(run, operations);
  return operations;
}

/** Each line counts for the operations of the one test that it names. */
function countLines(run, operations) {
  const operationsOfTest = run.tests.map(({ calls }) => [...new Set(calls.map(([operation]) => operation))]);
  const isLine = run.forms.map(({ kind }) => kind === "line");
  for (const source of run.sources) {
    source.each((form, state) => {
      const test = isLine[form] ? testOf(state) : null;
      for (const operation of operationsOfTest[test] ?? []) operations[operation].lines += 1;
    });
  }
}

/** `GET:/books/{id}` in its two parts. */
export function split(operation) {
  const at = operation.indexOf(":");
  return at < 0 ? { verb: "", path: operation } : { verb: operation.slice(0, at), path: operation.slice(at + 1) };
}

/**
 * Faults of one code, by cause: those that the same line of source shows are one, whatever operation
 * came there; else those of which the same is said.
 */
export function causesOf(faults) {
  const causes = new Map();
  for (const fault of faults) {
    const key = fault.source ? `${fault.code} ${fault.place}` : `${fault.code} ${fault.place} ${fault.message}`;
    if (!causes.has(key)) causes.set(key, { key, code: fault.code, name: fault.name, source: fault.source, faults: [] });
    causes.get(key).faults.push(fault);
  }
  return [...causes.values()].sort((a, b) => a.code - b.code || b.faults.length - a.faults.length);
}

/**
 * Targets of some kinds that calls covered, along the budget: like the run's own curve, without what the
 * start of the API covered.
 */
export function curveOf(run, kinds) {
  const firsts = [];
  for (const source of run.sources) {
    source.each((form, state, first) => {
      const isCovered = ownState(state) === "covered" && state !== AT_START;
      if (isCovered && kinds.includes(run.forms[form].kind)) firsts.push(first);
    });
  }
  firsts.sort((a, b) => a - b);
  let seen = 0;
  return run.curve.calls.map((calls) => {
    while (seen < firsts.length && firsts[seen] <= calls) seen += 1;
    return seen;
  });
}
