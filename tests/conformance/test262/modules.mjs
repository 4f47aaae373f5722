// The modules of one realm: read from the test's folder, each once, instrumented if the run is.

import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

/** Tells errors apart by when they came. */
class Phase extends Error {
  constructor(phase, cause) {
    super(phase);
    this.phase = phase;
    this.cause = cause;
  }
}

/**
 * @param {object} context of the realm
 * @param {(source: string, file: string) => { code: string, filename: string }} prepare what is compiled in place of a source
 */
export function createModules(context, prepare) {
  const modules = new Map();

  function compile(file, type) {
    const text = fs.readFileSync(file, "utf8");
    if (type === "json") {
      const value = vm.runInContext("JSON.parse", context)(text);
      return new vm.SyntheticModule(["default"], function () { this.setExport("default", value); }, { context, identifier: file });
    }
    return new vm.SourceTextModule(prepare(text, file), {
      context,
      identifier: file,
      importModuleDynamically: dynamically,
      initializeImportMeta() {},
    });
  }

  function load(specifier, referrer, attributes) {
    const file = path.resolve(path.dirname(referrer), specifier);
    const type = attributes?.type ?? "js";
    const key = `${type}:${file}`;
    if (!modules.has(key)) modules.set(key, compile(file, type));
    return modules.get(key);
  }

  const link = (specifier, from, { attributes }) => load(specifier, from.identifier, attributes);

  async function run(module) {
    if (module.status === "unlinked") {
      try {
        await module.link(link);
      } catch (error) {
        throw new Phase("resolution", error);
      }
    }
    if (module.status === "errored") throw new Phase("runtime", module.error);
    try {
      await module.evaluate();
    } catch (error) {
      throw new Phase("runtime", error);
    }
    return module;
  }

  async function dynamically(specifier, from, attributes) {
    const referrer = from.identifier ?? from.filename;
    try {
      return await run(load(specifier, referrer, attributes));
    } catch (error) {
      throw error instanceof Phase ? error.cause : error;
    }
  }

  return {
    dynamically: (referrer) => (specifier, _, attributes) => dynamically(specifier, { identifier: referrer }, attributes),
    /** Runs the module in \`file\`; throws a Phase. */
    async run(file) {
      let module;
      try {
        module = load(path.basename(file), file, undefined);
      } catch (error) {
        throw new Phase("parse", error);
      }
      await run(module);
    },
  };
}
