// An address of another machine: a network namespace, joined by a cable of two ends. Where there is none to be had (it needs root and
// `ip`), another address of the loopback interface.

import { spawnSync } from "node:child_process";
import fs from "node:fs";

const NAME = `nearmiss-${process.pid}`;
const ENDS = [`nm${process.pid}a`, `nm${process.pid}b`];
/** Four addresses of each process of ours, so that two runs do not meet. */
const block = (address) => `10.203.${(process.pid >> 6) & 255}.${(process.pid & 63) * 4 + address}`;
const [HERE, THERE] = [block(1), block(2)];

const ip = (...args) => spawnSync("ip", args, { encoding: "utf8" }).status === 0;

/** Takes away what killed runs left; a cable goes with the end that is in the namespace. */
function clear() {
  const { stdout } = spawnSync("ip", ["netns", "list"], { encoding: "utf8" });
  for (const [name, pid] of (stdout ?? "").matchAll(/^nearmiss-(\d+)/gm)) {
    if (!fs.existsSync(`/proc/${pid}`)) ip("netns", "del", name);
  }
}

function made() {
  const within = ["netns", "exec", NAME, "ip"];
  return (
    ip("netns", "add", NAME) &&
    ip("link", "add", ENDS[0], "type", "veth", "peer", "name", ENDS[1]) &&
    ip("link", "set", ENDS[1], "netns", NAME) &&
    ip("addr", "add", `${HERE}/30`, "dev", ENDS[0]) &&
    ip("link", "set", ENDS[0], "up") &&
    ip(...within, "addr", "add", `${THERE}/30`, "dev", ENDS[1]) &&
    ip(...within, "link", "set", ENDS[1], "up") &&
    ip(...within, "link", "set", "lo", "up")
  );
}

/** `{ host, command, end }`: an address, what runs a command where that is, and what takes it away. */
export function elsewhere() {
  const end = () => {
    ip("link", "del", ENDS[0]);
    ip("netns", "del", NAME);
  };
  const isRoot = process.getuid?.() === 0;
  if (isRoot) clear();
  if (isRoot && made()) return { host: THERE, command: ["ip", "netns", "exec", NAME], end };
  end();
  return { host: "127.0.0.2", command: [], end: () => {} };
}
