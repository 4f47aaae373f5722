// Sources in the colours of their grammar.

import { parser } from "@lezer/javascript"; // MIT; the grammar of CodeMirror: JavaScript, TypeScript and JSX as trees, not by patterns
import { classHighlighter, highlightTree } from "@lezer/highlight"; // MIT; the same, from trees to classes
import { useEffect, useMemo, useReducer } from "preact/hooks";

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
/** Lines that are coloured together: a walk through the tree begins at its top each time. */
const BLOCK = 100;

const dialectOf = (file) => {
  const jsx = /x$/.test(file) || /\.[cm]?js$/.test(file) ? "jsx" : "";
  return [/\.[cm]?tsx?$/.test(file) ? "ts" : "", jsx].filter(Boolean).join(" ");
};

const short = (classes) => {
  for (const name of classes.split(" ")) if (name in CLASSES) return CLASSES[name];
  return null;
};

/** Colours of one source: plain until its text is parsed, which goes in parts, so that a long one opens at once. */
export class Highlighting {
  #source;
  #starts = [];
  #parse = null;
  #tree = null;
  #blocks = new Map();

  constructor(source) {
    this.#source = source;
    if (!source.hasText || !/\.[cm]?[jt]sx?$/.test(source.file)) return;
    let at = 0;
    for (const line of source.lines) {
      this.#starts.push(at);
      at += line.length + 1;
    }
    // One letter per line end, so that places in the tree are places in the lines.
    this.#parse = parser.configure({ dialect: dialectOf(source.file) }).startParse(source.lines.join("\n"));
  }

  /** Parses for so long at most; answers whether more is to do. */
  advance(milliseconds) {
    const until = performance.now() + milliseconds;
    while (this.#parse !== null && performance.now() < until) {
      this.#tree = this.#parse.advance();
      if (this.#tree !== null) this.#parse = null;
    }
    return this.#parse !== null;
  }

  /** The pieces of a line: `[text, class or null]`. */
  piecesOf(index) {
    if (this.#tree === null) return [[this.#source.lines[index], null]];
    const block = Math.floor(index / BLOCK);
    if (!this.#blocks.has(block)) this.#blocks.set(block, this.#coloured(block * BLOCK));
    return this.#blocks.get(block)[index % BLOCK];
  }

  #coloured(first) {
    const lines = this.#source.lines.slice(first, first + BLOCK);
    const pieces = lines.map(() => []);
    let [line, at] = [0, this.#starts[first]];
    const put = (to, name) => {
      while (at < to && line < lines.length) {
        const start = this.#starts[first + line];
        const end = start + lines[line].length;
        if (at < end) pieces[line].push([lines[line].slice(at - start, Math.min(to, end) - start), name]);
        if (to <= end) break;
        line += 1;
        at = end + 1;
      }
      at = Math.max(at, to);
    };
    const last = this.#starts[first + lines.length - 1] + lines.at(-1).length;
    highlightTree(
      this.#tree,
      classHighlighter,
      (from, to, classes) => {
        put(from, null);
        put(to, short(classes));
      },
      at,
      last,
    );
    put(last, null);
    return pieces;
  }
}

const FIRST_MS = 60;
const NEXT_MS = 30;

/** The colours of a source, of which more come while it is looked at. */
export function useHighlighting(source) {
  const [, draw] = useReducer((times) => times + 1, 0);
  const highlighting = useMemo(() => new Highlighting(source), [source]);
  const more = useMemo(() => highlighting.advance(FIRST_MS), [highlighting]);
  useEffect(() => {
    if (!more) return undefined;
    const goOn = () => {
      if (highlighting.advance(NEXT_MS)) timer = setTimeout(goOn);
      else draw();
    };
    let timer = setTimeout(goOn);
    return () => clearTimeout(timer);
  }, [highlighting]);
  return highlighting;
}
