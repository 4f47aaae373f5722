"use strict";
// The fixture APIs and the libraries below them: each operation of the APIs' documents with a fixed set of values.

const path = require("node:path");

const SUTS = path.resolve(__dirname, "../../../../fixtures/suts");
const NAMES = ["ncs", "scs", "taint"];
const VALUES = ["0", "1", "3", "7", "12", "-2", "2.5", "sqrt", "pi", "x.txt", "true", "jan", "%20"];

/** What the APIs stand on, and is therefore used as its users would. */
const LIBRARIES = ["express", "router", "body-parser", "send", "finalhandler", "type-is"];

const folderOf = (library) => path.resolve(__dirname, "../../../../node_modules", library);
const apis = NAMES.map((name) => path.join(SUTS, name, "src"));
/** With PACKAGES, only a few packages are asked for. */
exports.folders = process.env.PACKAGES === undefined ? [...apis, ...LIBRARIES.map(folderOf)] : apis;

/** Fills the parameters of a path with values, another combination each time. */
function fill(template, round) {
  let position = 0;
  return template.replace(/\{[^}]+\}/g, () => VALUES[(round * 5 + position++ * 7 + ((round * position) % 3)) % VALUES.length]);
}

exports.run = async () => {
  for (const name of NAMES) {
    const exported = require(path.join(SUTS, name, "src/app.js"));
    const document = require(path.join(SUTS, name, "openapi.json"));
    const server = exported.createApp().listen(0);
    await new Promise((resolve) => server.once("listening", resolve));
    const origin = `http://127.0.0.1:${server.address().port}${document.servers?.[0]?.url.replace(/^https?:\/\/[^/]+/, "") ?? ""}`;
    for (const [template, operations] of Object.entries(document.paths)) {
      for (let round = 0; round < 12; round += 1) {
        for (const method of Object.keys(operations)) {
          const body = method === "post" || method === "put" ? { method, body: JSON.stringify({ value: VALUES[round] }) } : { method };
          const answer = await fetch(origin + fill(template, round), { ...body, headers: { "content-type": "application/json" } });
          await answer.text();
        }
      }
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};
