// An address of another machine: a network namespace, joined by a cable of two ends. Where there is none to be had (it needs root and
// `ip`), another address of the loopback interface.

import { spawnSync } from "node:child_process";

const NAME = `nearmiss-${process.pid}`;
const ENDS = [`nm${process.pid}a`, `nm${process.pid}b`];
const HERE = "10.203.117.1";
const THERE = "10.203.117.2";

const ip = (...args) => spawnSync("ip", args, { encoding: "utf8" }).status === 0;

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
  if (process.getuid?.() === 0 && made()) return { host: THERE, command: ["ip", "netns", "exec", NAME], end };
  end();
  return { host: "127.0.0.2", command: [], end: () => {} };
}
