"use strict";
// koa-ratelimit: counts stand in a Map of the program, under the keys of the limiter. What else stands there is the program's.

/** The keys that limiters have written, by Map. */
const written = new WeakMap();

const memory = (Limiter, watch) => {
  watch.counts(Limiter.prototype, "get", ({ db, key, max }) => {
    if (!written.has(db)) written.set(db, new Set());
    const keys = written.get(db);
    keys.add(key);
    const forget = () => {
      for (const one of keys) db.delete(one);
      keys.clear();
    };
    return { store: db, forget, limit: max };
  });
};

const redis = (Limiter, watch) => {
  watch.counts(Limiter.prototype, "get", () => ({ elsewhere: "Redis" }));
};

module.exports = [
  {
    library: "koa-ratelimit",
    files: { "limiter/memory.js": memory, "limiter/redis.js": redis },
  },
];
