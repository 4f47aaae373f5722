// The loader thread's side of `esm_thread.js`.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { session } = require("./session.js");
const { isUnknownExtension, loadModule, resolveCompiled } = require("./esm_rules.js");
const { prefixed } = require("./prefixed_text.js");
const native = require("../native.js");

/** Without the number: loaders of others ask for other names that it may have, too (`hand_over.mjs.ts?1`), and these are none of ours. */
const HAND_OVER = `${new URL("hand_over.mjs", import.meta.url).href}?`;

/** Told by the thread that we load for. */
export function initialize(data) {
  session.speakFor(data);
}

export async function resolve(specifier, context, nextResolve) {
  if (specifier.startsWith(HAND_OVER)) return { url: specifier, shortCircuit: true };
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const url = resolveCompiled(specifier, context.parentURL, error);
    if (url === null) throw error;
    return { url, shortCircuit: true };
  }
}

/** Puts the import of the registration before the module's own imports, on the same line. */
function handOver(registration, text) {
  const number = native.keepRegistration(JSON.stringify({ ...registration, roots: Array.from(registration.roots) }));
  return prefixed(text, `import ${JSON.stringify(`${HAND_OVER}${number}`)};`);
}

export async function load(url, context, nextLoad) {
  if (url.startsWith(HAND_OVER)) return nextLoad(url, { ...context, format: "module" });
  let loaded = null;
  try {
    loaded = await nextLoad(url, context);
  } catch (error) {
    if (!isUnknownExtension(error)) throw error;
  }
  return loadModule(url, loaded, handOver);
}
