import { fromB } from "./cycle_b.js";
export const early = fromB;
export function hoisted(value) {
  if (value > 3) return "over";
  return "under";
}
export function later(value) {
  return hoisted(value);
}
