"use strict";
// Addresses of the program itself: where a process of its tree listens. Told by the system (`/proc`), so that it does not matter
// who listens: this thread, another one, or a child that is no Node.

const fs = require("node:fs");
const { isIPv4, isIPv6 } = require("node:net");
const os = require("node:os");
const path = require("node:path");

const { hrtime } = process;
const TABLES = { tcp: ["/proc/net/tcp", "/proc/net/tcp6"], udp: ["/proc/net/udp", "/proc/net/udp6"] };
const LISTENS = "0A";
const UNIX_LISTENS = "00010000";
const MAPPED = "00000000000000000000ffff";
const ANY = "0".repeat(32);
/** How long who does not listen for datagrams is taken not to. */
const FORGET_NS = 1_000_000_000n;

/** Whether the system tells who listens. Where it does not, everything on this machine counts as the program's own. */
const tells = fs.existsSync(TABLES.tcp[0]);

/** Whether sockets by their numbers are the program's. */
const known = new Map();

/** An address as 32 hexadecimal digits, those of IPv4 as IPv6 maps them; "" for what is none. */
function digitsOf(address) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  const plain = mapped === null ? address : mapped[1];
  if (isIPv4(plain)) return MAPPED + plain.split(".").map((part) => Number(part).toString(16).padStart(2, "0")).join("");
  if (!isIPv6(plain)) return "";
  const [head, tail = ""] = plain.split("%", 1)[0].split("::");
  const groups = (text) => (text === "" ? [] : text.split(":").map((part) => part.padStart(4, "0")));
  const [before, after] = [groups(head), groups(tail)];
  return [...before, ...Array(Math.max(8 - before.length - after.length, 0)).fill("0000"), ...after].join("").toLowerCase();
}

/** The same of an address as the tables have it: words of four bytes, each the other way round. */
function digitsOfTable(text) {
  const words = text.toLowerCase().match(/.{8}/g) ?? [];
  const digits = words.map((word) => word.match(/../g).reverse().join("")).join("");
  if (digits.length !== 8) return digits;
  return digits === "00000000" ? ANY : MAPPED + digits;
}

const isLoopback = (digits) => digits === `${"0".repeat(31)}1` || digits.startsWith(`${MAPPED}7f`) || digits === `${MAPPED}00000000` || digits === ANY;

/** Tells whether an address is one of this machine. */
exports.isHere = (address) => {
  const digits = digitsOf(address);
  if (digits === "" || isLoopback(digits)) return digits !== "";
  const all = Object.values(os.networkInterfaces()).flat();
  return all.some((one) => digitsOf(one.address) === digits);
};

const read = (file) => {
  try {
    return fs.readFileSync(file, "latin1");
  } catch {
    return "";
  }
};

/** Numbers of the sockets that take what is sent to an address of this machine. */
function socketsAt(kind, address, port) {
  const digits = digitsOf(address);
  const exact = [];
  const any = [];
  for (const table of TABLES[kind]) {
    for (const line of read(table).split("\n").slice(1)) {
      const fields = line.trim().split(/\s+/);
      if (fields.length < 10 || (kind === "tcp" && fields[3] !== LISTENS)) continue;
      const [host, its] = fields[1].split(":");
      if (Number.parseInt(its, 16) !== port) continue;
      const at = digitsOfTable(host);
      if (at === digits) exact.push(fields[9]);
      else if (at === ANY) any.push(fields[9]);
    }
  }
  // Who listens at the very address gets it.
  return exact.length > 0 ? exact : any;
}

/** Numbers of the sockets that listen at a path. */
function socketsAtPath(file) {
  // Names that are no files begin with a null character, which the table has as `@`.
  const wanted = file.startsWith("\0") ? `@${file.slice(1)}` : path.resolve(file);
  const is = (text) => text === wanted || (!text.startsWith("@") && path.resolve(text) === wanted);
  const lines = read("/proc/net/unix").split("\n").slice(1);
  const all = lines.map((line) => /^\S+ \S+ \S+ (\S+) \S+ \S+ +(\d+) (.+)$/.exec(line));
  return all.filter((fields) => fields !== null && fields[1] === UNIX_LISTENS && is(fields[3])).map((fields) => fields[2]);
}

/** Tells whether a process of the program's tree has the socket of this number open; `mark` stands in the environment of each. */
function isOfTree(number, mark) {
  const before = known.get(number);
  if (before !== undefined) return before;
  const wanted = `socket:[${number}]`;
  const holds = (pid) => {
    if (pid !== String(process.pid) && !`\0${read(`/proc/${pid}/environ`)}`.includes(`\0${mark}\0`)) return false;
    try {
      return fs.readdirSync(`/proc/${pid}/fd`).some((fd) => {
        try {
          return fs.readlinkSync(`/proc/${pid}/fd/${fd}`) === wanted;
        } catch {
          return false;
        }
      });
    } catch {
      return false;
    }
  };
  const found = fs.readdirSync("/proc").some((name) => /^\d+$/.test(name) && holds(name));
  known.set(number, found);
  return found;
}

/** "own", "stranger", or "nobody" where nobody listens. */
exports.whoListens = (kind, address, port, mark) => judge(tells ? socketsAt(kind, address, port) : null, mark);
exports.whoListensAtPath = (file, mark) => judge(tells ? socketsAtPath(file) : null, mark);

function judge(sockets, mark) {
  if (sockets === null) return "own";
  if (sockets.length === 0) return "nobody";
  return sockets.every((number) => isOfTree(number, mark)) ? "own" : "stranger";
}

const datagrams = new Map();

/** Whether who takes datagrams there is the program's own; asked often, so who does not is asked for once a second. */
exports.takesDatagrams = (address, port, mark) => {
  const place = `${address} ${port}`;
  const before = datagrams.get(place);
  if (before !== undefined && (before === "own" || hrtime.bigint() - before < FORGET_NS)) return before === "own";
  const isOwn = exports.whoListens("udp", address, port, mark) === "own";
  datagrams.set(place, isOwn ? "own" : hrtime.bigint());
  return isOwn;
};
