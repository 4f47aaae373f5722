"use strict";
// express-rate-limit: its own store from version 6 on (a class), that of version 5 (a function that keeps its counts in a
// closure), and stores of others for it.

/** The limit of a store: told to it when its limiter is made, from version 6 on. */
const limits = new WeakMap();

const memory = ({ MemoryStore }, watch) => {
  watch.calls(MemoryStore?.prototype, "init", (store, [options]) => {
    limits.set(store, options?.limit ?? options?.max);
  });
  watch.counts(MemoryStore?.prototype, "increment", (store) => ({
    store,
    forget: () => store.resetAll(),
    limit: limits.get(store),
  }));
};

const version5 = (MemoryStore, watch, module) => {
  module.exports = new Proxy(MemoryStore, {
    construct(target, args, made) {
      const store = Reflect.construct(target, args, made);
      watch.counts(store, "incr", () => ({ store, forget: () => store.resetAll() }));
      return store;
    },
  });
};

/** A store elsewhere, by the name of its class. */
const elsewhere = (name, at) => (exports, watch) => {
  const Store = exports[name] ?? exports.default ?? exports;
  watch.counts(Store?.prototype, "increment", () => ({ elsewhere: at }));
};

const stores = { "rate-limit-redis": "Redis", "rate-limit-memcached": "Memcached", "rate-limit-mongo": "MongoDB" };
const classes = { "rate-limit-redis": "RedisStore", "rate-limit-memcached": "MemcachedStore", "rate-limit-mongo": "MongoStore" };

module.exports = [
  {
    library: "express-rate-limit",
    files: { "dist/index.cjs": memory, "lib/memory-store.js": version5 },
    modules: { "dist/index.mjs": { names: ["MemoryStore"], watch: memory } },
  },
  ...Object.entries(stores).map(([library, at]) => ({
    library,
    names: "express-rate-limit",
    files: { "dist/index.cjs": elsewhere(classes[library], at), "lib/mongoStore.js": elsewhere(classes[library], at) },
    modules: { "dist/index.mjs": { names: [classes[library]], watch: elsewhere(classes[library], at) } },
  })),
];
