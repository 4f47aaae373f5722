"use strict";
// Loaded into the API (NODE_OPTIONS=--require) where a test is right only near the day on which it was written: the
// clock of the API begins at SUT_CLOCK and goes on from there. Timers and databases keep their own time.

const begin = Date.parse(process.env.SUT_CLOCK);
if (process.env.SUT_ADDRESS_FILE && !Number.isNaN(begin)) {
  const Real = Date;
  const ahead = begin - Real.now();
  const now = () => Real.now() + ahead;
  const Shifted = function Date(...args) {
    if (new.target === undefined) return new Real(now()).toString();
    return Reflect.construct(Real, args.length === 0 ? [now()] : args, new.target);
  };
  for (const name of ["UTC", "parse"]) {
    // What stands in for it already may have these from what it stands in for.
    Object.defineProperty(Shifted, name, { value: Real[name], writable: true, configurable: true });
  }
  Object.defineProperty(Shifted, "now", { value: now, writable: true, configurable: true });
  Object.defineProperty(Shifted, "length", { value: Real.length, configurable: true });
  Object.defineProperty(Shifted, "prototype", { value: Real.prototype, writable: false });
  Object.defineProperty(Real.prototype, "constructor", { value: Shifted, writable: true, configurable: true });
  globalThis.Date = Shifted;
  Object.defineProperty(globalThis, "Date", { enumerable: false });
}
