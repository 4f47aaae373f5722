// Which operations of a fixture API's list (`succeeds.json`) were seen to succeed.

import fs from "node:fs";
import path from "node:path";
import { fixture } from "./sut-process.mjs";

const holes = (template) => template.split("{").length - 1;

/** Notes calls that were answered, and knows which operations of the list have not succeeded. */
export class Succeeding {
  #waiting;
  #operations;

  constructor(name) {
    const list = JSON.parse(fs.readFileSync(path.join(fixture(name), "succeeds.json"), "utf8"));
    this.#waiting = new Set(list);
    this.#operations = list
      .map((operation) => {
        const colon = operation.indexOf(":");
        const template = operation.slice(colon + 1);
        const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`);
        return { operation, method: operation.slice(0, colon), template, pattern };
      })
      // `/articles/feed` is no `/articles/{slug}`.
      .sort((a, b) => holes(a.template) - holes(b.template));
  }

  /** One answer: of which operation, is told by method and path. */
  note(method, target, status) {
    if (status < 200 || status > 299) return;
    const { pathname } = new URL(target, "http://localhost");
    const found = this.#operations.find((one) => one.method === method && one.pattern.test(pathname));
    if (found !== undefined) this.#waiting.delete(found.operation);
  }

  /** Those that have not succeeded yet. */
  get missing() {
    return [...this.#waiting].sort();
  }
}
