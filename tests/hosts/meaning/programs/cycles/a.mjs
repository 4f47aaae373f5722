import { dead, fromB } from "./b.mjs";

export const log = [["a runs", fromB(), dead()]];
export let value = 7;
export function early(n) {
  return n > 1 ? "more" : n === undefined ? "none" : "less";
}
export function raise() {
  value += 4;
}
