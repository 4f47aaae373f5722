// Sources in the colours of their grammar.

import { parser } from "@lezer/javascript"; // MIT; the grammar of CodeMirror: JavaScript, TypeScript and JSX as trees, not by patterns
import { classHighlighter, highlightTree } from "@lezer/highlight"; // MIT; the same, from trees to classes

/** Classes that the style knows, in their short form. */
const CLASSES = {
  "tok-keyword": "k",
  "tok-operator": "o",
  "tok-string": "s",
  "tok-string2": "s",
  "tok-number": "n",
  "tok-bool": "n",
  "tok-atom": "n",
  "tok-comment": "c",
  "tok-typeName": "t",
  "tok-className": "t",
  "tok-propertyName": "p",
  "tok-definition": "d",
};
/** Beyond this, a file is shown plain: colours are not worth a second of waiting. */
const MOST_LETTERS = 3_000_000;

const dialectOf = (file) => {
  const jsx = /x$/.test(file) || /\.[cm]?js$/.test(file) ? "jsx" : "";
  return [/\.[cm]?tsx?$/.test(file) ? "ts" : "", jsx].filter(Boolean).join(" ");
};

const short = (classes) => {
  for (const name of classes.split(" ")) if (name in CLASSES) return CLASSES[name];
  return null;
};

/** For each line its pieces: `[text, class or null]`. */
export function highlighted(source) {
  const { lines, text } = source;
  if (!source.hasText || text.length > MOST_LETTERS || !/\.[cm]?[jt]sx?$/.test(source.file)) {
    return lines.map((line) => [[line, null]]);
  }
  // One letter per line end, so that places in the tree are places in the lines.
  const joined = lines.join("\n");
  const pieces = lines.map(() => []);
  let [line, start, at] = [0, 0, 0];
  const put = (to, name) => {
    while (at < to && line < lines.length) {
      const end = start + lines[line].length;
      if (at < end) pieces[line].push([lines[line].slice(at - start, Math.min(to, end) - start), name]);
      if (to <= end) break;
      line += 1;
      start = at = end + 1;
    }
    at = Math.max(at, to);
  };
  highlightTree(parser.configure({ dialect: dialectOf(source.file) }).parse(joined), classHighlighter, (from, to, classes) => {
    put(from, null);
    put(to, short(classes));
  });
  put(joined.length, null);
  return pieces;
}
