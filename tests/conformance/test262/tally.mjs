// What came of the runs.

export class Tally {
  runs = 0;
  modes = {};
  plainFailures = 0;
  probed = 0;
  touched = 0;
  /** Differences that are listed, and those that are not. */
  known = [];
  fresh = [];
  #left = new Map();
  #accepted;
  #seen = new Set();
  #differing = new Set();

  /** @param {Map<string, string>} accepted runs (`file mode`) that may differ, and why */
  constructor(accepted) {
    this.#accepted = accepted;
  }

  add({ file, runs }) {
    for (const { mode, plain, instrumented } of runs) {
      const run = `${file} ${mode}`;
      this.runs += 1;
      this.modes[mode] = (this.modes[mode] ?? 0) + 1;
      this.#seen.add(run);
      if (!plain.passed) this.plainFailures += 1;
      if (instrumented.left === null) {
        this.probed += 1;
        if (instrumented.touched > 0) this.touched += 1;
      } else {
        this.#left.set(instrumented.left, (this.#left.get(instrumented.left) ?? 0) + 1);
      }
      if (plain.passed === instrumented.passed && plain.text === instrumented.text) continue;
      this.#differing.add(run);
      const difference = { run, plain: plain.text, instrumented: instrumented.text, isNew: plain.passed && !instrumented.passed };
      if (this.#accepted.has(run)) this.known.push({ ...difference, reason: this.#accepted.get(run) });
      else this.fresh.push(difference);
    }
  }

  differences() {
    return this.known.length + this.fresh.length;
  }

  /** Runs that pass plain and fail instrumented; the other differences are in what a failing run says. */
  newFailures() {
    return [...this.known, ...this.fresh].filter(({ isNew }) => isNew).length;
  }

  /** Runs of the list that were run and did not differ. */
  stale() {
    return [...this.#accepted.keys()].filter((run) => this.#seen.has(run) && !this.#differing.has(run));
  }

  byMode() {
    return Object.entries(this.modes).map(([mode, count]) => `${mode} ${count}`).join(", ");
  }

  leftCount() {
    return [...this.#left.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Why runs were left as they are, the most frequent first. */
  reasons() {
    return [...this.#left].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  }
}
