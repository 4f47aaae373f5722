"use strict";
// The files of the project are what they were when the API has ended, whatever the tests have it do to them. Its process keeps what a
// file holds before it writes there (preload.cjs), and here that is put back. What tests that were killed left undone is done before
// the next begin.

const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { createHash } = require("node:crypto");
const { putBack } = require("./put-back.cjs");

const IGNORE = "# Written by nearmiss; `nearmiss clean` removes what runs that were killed left here.\n*\n";
/** How long an API may outlive tests that were killed, and tests may wait for others of the project. */
const OUTLIVES_MS = 10_000;
const OTHERS_MS = 60_000;
const POLL_MS = 50;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const host = () => {
  try {
    return fs.readFileSync("/proc/sys/kernel/hostname", "utf8").trim();
  } catch {
    return os.hostname();
  }
};

/** When a process began, in ticks since the machine started: another one may get its number. 0 where nobody tells. */
function began(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? -1 : Number(fields[19]);
  } catch {
    return 0;
  }
}

function isAlive({ pid, began: then }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  return began(pid) === then;
}

/** Answers where folders of runs are: in the project, or elsewhere where that cannot be written. */
const places = (project) => [
  path.join(project, ".nearmiss", "kept"),
  path.join(os.tmpdir(), `sut-kept-${createHash("sha256").update(project).digest("hex").slice(0, 16)}`),
];

function makeIn(folder, project) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ignore = path.join(path.dirname(folder), ".gitignore");
  if (folder.endsWith(path.join(".nearmiss", "kept")) && !fs.existsSync(ignore)) fs.writeFileSync(ignore, IGNORE);
  const run = fs.mkdtempSync(path.join(folder, "run-"));
  fs.mkdirSync(path.join(run, "copies"));
  fs.writeFileSync(path.join(run, "list.jsonl"), '"Complete"\n');
  const { pid } = process;
  fs.writeFileSync(path.join(run, "owner.json"), JSON.stringify({ host: host(), pid, began: began(pid), project, suite: true }));
  return run;
}

function make(project) {
  let last;
  for (const folder of places(project)) {
    try {
      return makeIn(folder, project);
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`There is no place for copies of the files that the API writes: ${last.message}`);
}

/** Takes the folder of a run away, and those above it that are of no use any more. */
function remove(run) {
  fs.rmSync(run, { recursive: true, force: true });
  const folder = path.dirname(run);
  const ours = path.dirname(folder);
  try {
    fs.rmdirSync(folder);
    const ignore = path.join(ours, ".gitignore");
    if (path.basename(ours) !== ".nearmiss" || fs.readdirSync(ours).length > 1 || fs.readFileSync(ignore, "utf8") !== IGNORE) return;
    fs.rmSync(ignore);
    fs.rmdirSync(ours);
  } catch {
    // Others are there.
  }
}

/** Folders of other runs of written tests on this machine, with who has them. */
function others(project) {
  const found = [];
  for (const folder of places(project)) {
    for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
      const run = path.join(folder, name);
      try {
        const owner = JSON.parse(fs.readFileSync(path.join(run, "owner.json"), "utf8"));
        if (owner.suite && owner.project === project && owner.host === host()) found.push({ run, owner });
      } catch {
        // Gone meanwhile, or of a search.
      }
    }
  }
  return found;
}

/** Tells whether a process notes its writes in a folder. */
function hasWriter(run) {
  return fs.existsSync("/proc") && fs.readdirSync("/proc").some((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/environ`).includes(run);
    } catch {
      return false;
    }
  });
}

function warn(project, { edited, notKept }) {
  for (const name of edited) process.emitWarning(`${path.join(project, name)} was changed by somebody else after the API wrote it, and is left so`);
  for (const name of notKept) process.emitWarning(`${path.join(project, name)} was written by the API, and is not put back: it was not kept`);
}

/** Answers who still uses the files of a run; undefined where nobody does. A process has one run at a time: what it left is over with its API. */
async function user({ run, owner }) {
  if (owner.pid !== process.pid && isAlive(owner)) return owner.pid;
  for (const until = Date.now() + OUTLIVES_MS; Date.now() < until; await sleep(POLL_MS)) if (!hasWriter(run)) return undefined;
  return owner.pid;
}

/** Does what tests that were killed left undone, and waits for other tests of the project. */
async function waitForOthers(project) {
  const end = Date.now() + OTHERS_MS;
  for (;;) {
    let pid;
    for (const other of others(project)) {
      const using = await user(other);
      pid ??= using;
      if (using !== undefined) continue;
      warn(project, putBack(other.run, project, { ended: false }));
      remove(other.run);
    }
    if (pid === undefined) return;
    if (Date.now() > end) throw new Error(`Tests of the same API, which writes files, run in process ${pid}: run them one after another.`);
    await sleep(POLL_MS);
  }
}

/** Files that a process holds open. */
function openFiles(pid) {
  const files = new Set();
  try {
    for (const number of fs.readdirSync(`/proc/${pid}/fd`)) files.add(fs.readlinkSync(`/proc/${pid}/fd/${number}`));
  } catch {
    // It has closed one, or there is no telling.
  }
  return files;
}

/** Answers what keeps the files of a project (a folder) while the API runs. */
exports.keeper = (folder) => {
  const project = fs.realpathSync(folder);
  let run;
  return {
    /** Begins; answers what the API's process is told. */
    async begin() {
      this.end();
      await waitForOthers(project);
      run = make(project);
      return JSON.stringify({ folder: run, start: 1, project });
    },
    /** Puts files back before a process is reset that lives. */
    between(pid) {
      const held = openFiles(pid);
      if (run !== undefined) putBack(run, project, { isHeld: (file) => held.has(file) });
    },
    /** Puts files back when the API has ended. */
    end() {
      if (run === undefined) return;
      warn(project, putBack(run, project));
      remove(run);
      run = undefined;
    },
  };
};
