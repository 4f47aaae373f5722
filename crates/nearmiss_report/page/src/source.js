// A source file with its targets. Targets stay in columns of numbers; a file is looked at closely only
// when it is opened.

import { AT_START, BY_NO_TEST, isNear, ownState } from "./target-state.js";

/** Kinds of targets that the figures of a file count, in their order. */
export const COUNTED = ["line", "branch", "function", "statement"];

const CRITERION = {
  line: "line",
  function: "function",
  statement: "statement",
  branchTrue: "branch",
  branchFalse: "branch",
};

export const isBranch = (kind) => kind === "branchTrue" || kind === "branchFalse";
export const isCall = (kind) => kind === "callTrue" || kind === "callFalse";

export class Source {
  #raw;
  #forms;
  #lines;
  #targets;
  #states = new Map();

  constructor(raw, forms) {
    this.file = raw.file;
    this.hasText = raw.text !== null;
    this.#raw = raw;
    this.#forms = forms;
    this.figures = this.#count();
  }

  get text() {
    return this.#raw.text ?? "";
  }

  /** Its lines; where it cannot be read, empty ones up to the last target. */
  get lines() {
    if (this.#lines === undefined) {
      const last = this.targets.at(-1)?.line ?? 0;
      this.#lines = this.hasText ? this.text.split(/\r\n|\n|\r/) : Array(last).fill("");
      if (this.#lines.length > 1 && this.#lines.at(-1) === "") this.#lines.pop();
    }
    return this.#lines;
  }

  /** Calls `visit(form, state, first)` for each target, cheaply. */
  each(visit) {
    for (const [form, { s, f }] of Object.entries(this.#raw.targets)) {
      for (let i = 0; i < s.length; i += 1) visit(Number(form), s[i], f[i]);
    }
  }

  #count() {
    const figures = { near: 0, nearest: 0 };
    for (const name of COUNTED) figures[name] = { covered: 0, total: 0 };
    this.each((form, state) => {
      const { kind } = this.#forms[form];
      const figure = figures[CRITERION[kind]];
      if (figure === undefined) return;
      figure.total += 1;
      if (!(state >= 0 && state < 1)) figure.covered += 1;
      if (isBranch(kind) && isNear(state)) {
        figures.near += 1;
        figures.nearest = Math.max(figures.nearest, state);
      }
    });
    return figures;
  }

  /** All targets by line. */
  get targets() {
    if (this.#targets === undefined) {
      this.#targets = [];
      for (const [form, columns] of Object.entries(this.#raw.targets)) {
        const { name, kind, key } = this.#forms[form];
        let line = 0;
        columns.l.forEach((step, i) => {
          line += step;
          this.#targets.push({
            kind,
            name,
            line,
            n: columns.n[i],
            state: columns.s[i],
            first: columns.f[i],
            key: columns.keys?.[i] ?? keyOf(key, this.file, line, columns.n[i]),
            form: Number(form),
          });
        });
      }
      this.#targets.sort((a, b) => a.line - b.line || group(a) - group(b) || a.n - b.n || a.form - b.form);
    }
    return this.#targets;
  }

  /** The targets of a line. */
  targetsOf(line) {
    let [low, high] = [0, this.targets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.targets[middle].line < line) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < this.targets.length && this.targets[end].line === line) end += 1;
    return this.targets.slice(low, end);
  }

  /** What became of a line. */
  stateOf(line) {
    if (!this.#states.has(line)) this.#states.set(line, lineState(this.targetsOf(line)));
    return this.#states.get(line);
  }

  /** Lines with a near miss, in order. */
  get nearLines() {
    const lines = this.targets.filter(({ kind, state }) => isBranch(kind) && isNear(state)).map(({ line }) => line);
    return [...new Set(lines)];
  }
}

/** The sides of a condition stand together, calls last. */
function group({ kind }) {
  return isCall(kind) ? 3 : isBranch(kind) ? 2 : kind === "statement" ? 1 : 0;
}

function keyOf([start, beforeLine, beforeN, end], file, line, n) {
  const number = beforeN === null ? "" : `${beforeN}${n}`;
  return `${start}${file}${beforeLine}${String(line).padStart(5, "0")}${number}${end}`;
}

/**
 * A line's own state: what its conditions and statements say. Outcomes of calls are told beside, for
 * most calls never throw.
 */
function lineState(all) {
  const targets = all.filter(({ kind }) => !isCall(kind));
  if (targets.length === 0) return { state: "none" };
  const open = targets.filter(({ state }) => ownState(state) !== "covered");
  if (open.length === 0) {
    const atStart = targets.every(({ state }) => state === AT_START);
    return { state: atStart ? "start" : targets.every(({ state }) => state === BY_NO_TEST) ? "search" : "test" };
  }
  if (open.length === targets.length && open.every(({ state }) => state === 0)) return { state: "never" };
  const near = open.filter(({ kind, state }) => isBranch(kind) && isNear(state)).map(({ state }) => state);
  if (near.length > 0) return { state: "near", nearness: Math.max(...near) };
  if (open.some(({ kind, state }) => kind === "statement" && isNear(state))) return { state: "threw" };
  return { state: "part" };
}
