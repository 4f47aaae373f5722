import { early, raise, value } from "./a.mjs";

const seen = [early(2), early(0)];
let refused;
try {
  raise();
} catch (error) {
  refused = `${error.name}: ${error.message}`;
}
export function fromB() {
  return [...seen, refused];
}
export function dead() {
  try {
    return value < 1 || value;
  } catch (error) {
    return error.message;
  }
}
