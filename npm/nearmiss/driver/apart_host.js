"use strict";
// `node --import nearmiss/register apart_host.js <driver file>`: obeys `driver/apart.js`, by one message an order.

const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { driverClass } = require("./driver_class.js");

const file = path.resolve(process.argv[2]);

async function load() {
  const Driver = driverClass(await import(pathToFileURL(file)), file);
  return new Driver();
}

let driver;
process.on("message", async ({ id, order }) => {
  try {
    driver ??= load();
    const value = await (await driver)[order]?.();
    process.send({ id, value });
  } catch (error) {
    process.send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
// Whatever the API has left open: who asked is done, or gone.
process.on("disconnect", () => process.exit(0));
