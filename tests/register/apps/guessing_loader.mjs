// A loader as tsx 4.22 is one: of each file it asks for the same name with `.ts` behind it first.

import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

if (isMainThread) register(import.meta.url);

export async function resolve(specifier, context, nextResolve) {
  if (!/^(\.|file:)/.test(specifier)) return nextResolve(specifier, context);
  const [name, query] = specifier.split("?");
  try {
    return await nextResolve(`${name}.ts${query === undefined ? "" : `?${query}`}`, context);
  } catch {
    return nextResolve(specifier, context);
  }
}
