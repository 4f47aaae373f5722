"use strict";
// What one JavaScript thread of a SUT process shares with the core: its options, its map, its connection.

const fs = require("node:fs");
const path = require("node:path");
const { isMainThread, threadId } = require("node:worker_threads");
const { packageRoot } = require("./package_json.js");

const control = process.env.NEARMISS_CONTROL;

/** What a core says that is there. */
const REFUSED = /^nearmiss: the core refused: /;

/** Options of the search; `{}` stand-alone. */
function readOptions() {
  const text = process.env.NEARMISS_OPTIONS;
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    process.emitWarning(`nearmiss: NEARMISS_OPTIONS is not JSON and is left aside: ${error.message}`);
    return {};
  }
}

const realpath = (folder) => {
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder;
  }
};

const native = () => require("../native.js");

/** The driver that `driver/host.js` was started with, or null. */
function driverFile([, program, file]) {
  if (program === undefined || file === undefined) return null;
  const host = path.join(path.dirname(__dirname), "driver", "host.js");
  return realpath(program) === host ? realpath(path.resolve(file)) : null;
}

class Session {
  constructor() {
    this.options = readOptions();
    /** Whether there is a core to report to. */
    this.reports = Boolean(control);
    this.instruments = this.options.instrument !== false;
    /** Whether the core asks what predicates are evaluated with (`nearmiss explain`). */
    this.explains = this.reports && this.instruments && Boolean(process.env.NEARMISS_EXPLAIN);
    /** Where the coverage of this process goes when it ends, or null. A search has its own reports. */
    const coverage = process.env.NEARMISS_COVERAGE || this.options.coverage;
    this.coverageFolder = !this.reports && typeof coverage === "string" ? coverage : null;
    this.root = realpath(this.options.root ? path.resolve(this.options.root) : packageRoot(process.cwd()));
    /** The number of the thread this one speaks for: the loader thread of Node 20 speaks for another. */
    this.owner = threadId;
    this.argv = process.argv;
    /** The file that the process was started with, or "". */
    this.program = process.argv[1] === undefined ? "" : realpath(path.resolve(process.argv[1]));
    this.driver = driverFile(process.argv);
    /** The life of a test as the map of this thread shows it (`runtime/epoch.js`); null until it is needed. */
    this.epoch = null;
    /** The runtime of this thread; null until there are probes in it. */
    this.runtime = null;
    /** What tells the inputs that the program reads; null where it has no probes. */
    this.inputs = null;
    /** What tells values that meet and differ; null likewise. */
    this.pairs = null;
    this.waiting = [];
    this.named = new Set();
    this.connected = false;
  }

  /** Makes this session, of a loader thread, speak for the thread that it loads for. */
  speakFor({ owner, argv, driver }) {
    this.owner = owner;
    this.argv = argv;
    this.driver = driver;
  }

  /** Sends one request (JSON text) and returns the answer; null when there is no core or it is gone. */
  ask(request) {
    if (!this.reports) return null;
    try {
      const hello = { type: "hello", pid: process.pid, ppid: process.ppid, thread: this.owner, argv: this.argv };
      const text = native().controlRequest(control, this.owner, JSON.stringify(hello), request ?? undefined);
      const answer = JSON.parse(text);
      if (answer.error) throw new Error(`nearmiss: the core refused: ${answer.error}`);
      if (!this.connected) {
        this.connected = true;
        const waiting = this.waiting;
        this.waiting = [];
        for (const skipped of waiting) this.ask(skipped);
      }
      return answer;
    } catch (error) {
      // The program goes on as if we were not there, unless the core is no more: nobody else would end it. (A thread ends with its
      // process.)
      this.reports = false;
      process.emitWarning(`${error.message}; this process goes on without reporting`);
      if (isMainThread && !REFUSED.test(error.message)) require("../sut/orders.js").endWithCore();
      return null;
    }
  }

  /** Opens the map of this thread and installs the runtime on it, once. */
  open() {
    if (this.epoch !== null) return;
    const answer = this.ask(null);
    const buffer = answer === null ? privateMap() : native().openMap(answer.map);
    if (this.instruments) {
      this.runtime = require("../runtime/index.js").install(buffer);
      if (this.explains) require("../explain/index.js").install(this.runtime);
      this.epoch = this.runtime.epoch;
      this.inputs = this.runtime.inputs;
      this.pairs = this.runtime.pairs;
      if (answer !== null) {
        const { requests } = require("../sut/requests.js");
        this.runtime.validations.connect((question) => this.ask(question), requests);
      }
    } else {
      // Requests are counted, but no global is defined that the plain program would not have.
      const { createEpoch } = require("../runtime/epoch.js");
      this.epoch = createEpoch(require("../runtime/map.js").openMap(buffer));
    }
  }

  /** Tells the runtime the trees, texts and coverage of a module before its code runs. */
  register({ base, roots, texts, coverage, source }) {
    this.open();
    globalThis.__nm.register(base, roots, texts);
    require("./function_text.js").noteLoaded(base, source);
    if (coverage !== undefined) require("./coverage.js").add(this.coverageFolder, base, coverage);
  }

  /** Numbers a file that registers itself when it is loaded (`nearmiss/load`): the base of its slots, or null. */
  numberLoaded({ file, size, table }) {
    this.open();
    if (!this.reports) return this.base(file, null, size);
    const { slots } = table();
    // Slots that only coverage needs are no targets, but they take room.
    const padded = [...slots, ...Array.from({ length: size - slots.length }, () => ["root", 0, 1])];
    return this.base(file, JSON.stringify({ file, slots: padded }), size);
  }

  /** The base of a file's slots from its table (JSON text) with `slots` entries; null when they are used up. */
  base(file, table, slots) {
    const answer = this.ask(`{"type":"module","table":${table}}`);
    if (answer === null) {
      const base = native().localBase(slots);
      return base === 0 ? null : base;
    }
    return answer.base ?? null;
  }

  /** Tells the core of a file whose slots were numbered ahead of time; answers why they cannot be used, or null. */
  registerAt(table, base) {
    return this.ask(JSON.stringify({ type: "module", table, base }))?.refused ?? null;
  }

  /** Says what is doubtful about a file that is instrumented. */
  doubted(file, reason) {
    process.emitWarning(`nearmiss: what is measured of ${file} is not right: ${reason}`);
  }

  /** Tells the core of a wait that was shortened or a job that was kept from running, and where it was asked for. */
  suppressed(what, place) {
    this.told(JSON.stringify({ type: "suppressed", what, place }));
  }

  /** Tells the core something (JSON text) that is no reason to say hello. */
  told(request) {
    if (!this.reports) return;
    if (this.connected) this.ask(request);
    else this.waiting.push(request);
  }

  /** Names a file that is left un-instrumented, once. */
  skipped(file, reason) {
    if (this.named.has(file)) return;
    this.named.add(file);
    if (!this.reports) {
      process.emitWarning(`nearmiss: ${file} is not instrumented: ${reason}`);
      return;
    }
    const request = JSON.stringify({ type: "skipped", file, reason });
    // A file that is not ours alone is no reason to say hello.
    if (this.connected) this.ask(request);
    else this.waiting.push(request);
  }
}

/** A map that nobody else sees: a program that runs under the register hooks without a core. */
function privateMap() {
  const { layout, word, epoch } = require("../runtime/generated/layout.js");
  const buffer = new ArrayBuffer(layout.TOTAL_BYTES);
  const words = new Int32Array(buffer, 0, layout.HEADER_WORDS);
  words[word.MAGIC] = layout.MAGIC;
  words[word.VERSION] = layout.VERSION;
  words[word.EPOCH_STATE] = epoch.BOOT;
  return buffer;
}

exports.session = new Session();
