// Runs the driver class in the process of the API and obeys the tests: start, reset, stop.

import Module, { createRequire, register } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const file = process.argv[2];

/** Lets a driver that imports its base class load where the package nearmiss is not installed. */
function standInForNearmiss() {
  try {
    createRequire(file).resolve("nearmiss");
    return;
  } catch {
    // Not installed.
  }
  const base = new URL("driver-base.cjs", import.meta.url);
  const { _resolveFilename: resolveFilename } = Module;
  Module._resolveFilename = function (request, ...rest) {
    return request === "nearmiss" ? fileURLToPath(base) : resolveFilename.call(this, request, ...rest);
  };
  const hook = `export const resolve = (specifier, context, next) => specifier === "nearmiss"
    ? { url: ${JSON.stringify(base.href)}, shortCircuit: true }
    : next(specifier, context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}

/** Makes a TypeScript driver loadable on versions of Node that do not read TypeScript themselves. */
async function readTypeScript() {
  if (!/\.[cm]?tsx?$/.test(file)) return;
  const resolve = createRequire(file).resolve;
  for (const loader of ["tsx", "ts-node/register"]) {
    let found;
    try {
      found = resolve(loader);
    } catch {
      continue;
    }
    await import(pathToFileURL(found));
    return;
  }
  if (process.features.typescript) return;
  throw new Error(`${file} is TypeScript: add "tsx" to the dev dependencies, or use Node 22.18 or later`);
}

async function load() {
  standInForNearmiss();
  await readTypeScript();
  let loaded = await import(pathToFileURL(file));
  // A CommonJS module compiled from TypeScript has its default export one level down.
  while (loaded.default && typeof loaded !== "function") loaded = loaded.default;
  const Driver = typeof loaded === "function" ? loaded : Object.values(loaded).find(isDriver);
  if (!isDriver(Driver)) {
    throw new Error(`${file} has no default export that is a class with startSut and resetStateOfSUT`);
  }
  return new Driver();
}

const isDriver = (value) =>
  typeof value === "function" && typeof value.prototype?.startSut === "function";

/** Where the server that a driver's URL means really is: the preload moves servers to free ports. */
function realAddress(url) {
  const servers = globalThis[Symbol.for("sut.servers")] ?? new Map();
  const moved = [...servers.values()].find((address) => new URL(address).port === url.port);
  return moved ?? servers.get(Number(url.port || 80)) ?? url.origin;
}

let driver;
const orders = {
  async start() {
    driver = await load();
    await driver.setupForGeneratedTest?.();
    const url = await driver.startSut();
    if (typeof url !== "string") throw new Error("startSut must answer the base URL of the API");
    return { url: realAddress(new URL(url)) };
  },
  async reset() {
    await driver.resetStateOfSUT();
    return {};
  },
  async stop() {
    await driver?.stopSut?.();
    return {};
  },
};

process.on("message", async ({ id, order }) => {
  try {
    process.send({ id, ...(await orders[order]()) });
  } catch (error) {
    process.send({ id, error: error?.stack ?? String(error) });
  }
});
// The tests are gone.
process.on("disconnect", () => process.exit(0));
