// Hooks of ES modules where Node runs them in a thread of their own.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const { changed } = createRequire(import.meta.url)("./hooks.cjs");

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (loaded.format !== "module" || !loaded.source || !url.startsWith("file:")) return loaded;
  const source = changed(fileURLToPath(url), () => Buffer.from(loaded.source).toString("utf8"));
  return source === null ? loaded : { ...loaded, source, shortCircuit: true };
}
