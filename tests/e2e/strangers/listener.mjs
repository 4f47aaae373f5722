// Somebody whom an API may want to reach: counts who comes to ports of `host` (TCP and UDP), and to a path.
//
//   node listener.mjs '{"host": "127.0.0.1", "names": ["net"], "path": "/tmp/a.sock"}'
//
// Prints `{"ports": {name: port}}` once it listens, and `{"counts": {name: number}}` for each line that it reads.

import dgram from "node:dgram";
import { once } from "node:events";
import net from "node:net";
import { createInterface } from "node:readline";

const { host, names, path, ports: wanted = {} } = JSON.parse(process.argv[2]);
const counts = {};
const ports = {};
const ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";

const listener = (name) =>
  net.createServer((socket) => {
    counts[name] += 1;
    socket.on("error", () => {});
    // Who waits for more than a line of HTTP is not kept waiting.
    socket.once("data", () => socket.end(ANSWER));
  });

for (const name of names) {
  counts[name] = 0;
  const server = listener(name).listen(wanted[name] ?? 0, host);
  await once(server, "listening");
  ports[name] = server.address().port;
  const datagrams = dgram.createSocket(host.includes(":") ? "udp6" : "udp4").on("message", () => {
    counts[name] += 1;
  });
  await once(datagrams.bind(ports[name], host), "listening");
}
if (path !== undefined) {
  counts.path = 0;
  await once(listener("path").listen(path), "listening");
}
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
say({ ports });
createInterface(process.stdin).on("line", () => say({ counts })).on("close", () => process.exit(0));
