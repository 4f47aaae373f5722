"use strict";
// Two processes behind one port; each answers with what the same code says there.
const cluster = require("node:cluster");
const http = require("node:http");

function grade(points) {
  return points > 90 ? "A" : points > 50 && points < 91 ? "B" : "C";
}

if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  const ports = [];
  const done = new Set();
  cluster.on("listening", async (worker, { port }) => {
    ports.push(port);
    if (ports.length < workers.length) return;
    const seen = new Set();
    for (let i = 0; i < 40; i += 1) {
      const answer = await fetch(`http://localhost:${port}/${i * 3}`, { headers: { connection: "close" } });
      seen.add(`${i * 3} ${await answer.text()}`);
    }
    console.log(JSON.stringify({ one: new Set(ports).size, seen: [...seen], here: grade(91) }));
    for (const each of workers) each.process.kill();
  });
  cluster.on("exit", (worker) => {
    done.add(worker.id);
    if (done.size === workers.length) console.log("both gone");
  });
} else {
  http.createServer((request, response) => response.end(grade(Number(request.url.slice(1))))).listen(0);
}
