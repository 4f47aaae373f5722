// A fresh realm with what test262 asks of a host (INTERPRETING.md, "Host-Defined Functions").

import v8 from "node:v8";
import vm from "node:vm";

/** Makes an object that behaves as `document.all` does, as V8 has it for its own tests; `undefined` without one. */
function undetectableMaker() {
  v8.setFlagsFromString("--allow-natives-syntax");
  try {
    const make = new Function("return %GetUndetectable()");
    make();
    return make;
  } catch {
    return () => undefined;
  } finally {
    v8.setFlagsFromString("--no-allow-natives-syntax");
  }
}

function collector() {
  v8.setFlagsFromString("--expose-gc");
  const gc = vm.runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  return gc;
}

const makeHtmlDda = undetectableMaker();
const gc = collector();

// Defined by a script of the realm, so that its functions are of it.
const DEFINE = new vm.Script(
  `(host) => {
    const define = (object, name, value) =>
      Object.defineProperty(object, name, { value, writable: true, configurable: true, enumerable: false });
    const $262 = {
      global: globalThis,
      createRealm() { return host.createRealm(); },
      detachArrayBuffer(buffer) { host.detach(buffer); },
      evalScript(source) { return host.evalScript(String(source)); },
      gc() { host.gc(); },
      agent: {},
    };
    if (host.htmlDda !== undefined) $262.IsHTMLDDA = host.htmlDda;
    define(globalThis, "$262", $262);
    define(globalThis, "print", (text) => { host.print(String(text)); });
    return $262;
  }`,
  { filename: "host.js" },
);

/**
 * Makes a realm.
 *
 * @param {(text: string) => void} print what the test's \`print\` calls
 * @param {Function | undefined} importModuleDynamically for scripts that the test evaluates
 * @returns {{ context: object, $262: object }}
 */
export function createRealm(print, importModuleDynamically) {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  const host = {
    htmlDda: makeHtmlDda(),
    print,
    gc,
    createRealm: () => createRealm(print, importModuleDynamically).$262,
    detach: (buffer) => void structuredClone(buffer, { transfer: [buffer] }),
    evalScript: (source) => new vm.Script(source, { filename: "evalScript.js", importModuleDynamically }).runInContext(context),
  };
  return { context, $262: DEFINE.runInContext(context)(host) };
}
