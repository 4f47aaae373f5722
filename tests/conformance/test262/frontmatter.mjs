// What a test says of itself between `/*---` and `---*/` (test262's INTERPRETING.md, "Metadata").

/** Names in a YAML list, `[a, b]` or one `- a` a line. */
function list(text, key) {
  const inline = new RegExp(`^${key}:\\s*\\[([^\\]]*)\\]`, "m").exec(text);
  if (inline !== null) {
    return inline[1].split(",").map((name) => name.trim()).filter(Boolean);
  }
  const lines = new RegExp(`^${key}:[ \\t]*\\r?\\n((?:[ \\t]*-[^\\n]*(?:\\n|$))+)`, "m").exec(text);
  return lines === null ? [] : [...lines[1].matchAll(/^[ \t]*-[ \t]*(\S+)/gm)].map(([, name]) => name);
}

/**
 * Reads the metadata of a test.
 *
 * @param {string} source text of the test
 * @returns {{ flags: Set<string>, includes: string[], negative: null | { phase: string, type: string } }}
 */
export function frontmatter(source) {
  const text = /\/\*---([\s\S]*?)---\*\//.exec(source)?.[1].replace(/\r\n?/g, "\n") ?? "";
  const negative = /^negative:[ \t]*\n((?:[ \t]+[^\n]*\n?)+)/m.exec(text)?.[1];
  const field = (name) => new RegExp(`^[ \\t]+${name}:[ \\t]*(\\S+)`, "m").exec(negative)?.[1] ?? "";
  return {
    flags: new Set(list(text, "flags")),
    includes: list(text, "includes"),
    negative: negative === undefined ? null : { phase: field("phase"), type: field("type") },
  };
}

/** In which modes a test runs: `module`, `sloppy`, `strict`. */
export function modes({ flags }) {
  if (flags.has("module")) return ["module"];
  if (flags.has("raw") || flags.has("noStrict")) return ["sloppy"];
  return flags.has("onlyStrict") ? ["strict"] : ["sloppy", "strict"];
}
