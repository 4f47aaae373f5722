"use strict";
// rate-limiter-flexible: limiters in memory share one kind of storage, whose records have timers of their own. All others keep
// their counts elsewhere.

/** Forgets by the storage's own way, which ends the timers of records. */
function forget(storage) {
  const records = storage._storage;
  for (const key of records instanceof Map ? [...records.keys()] : Object.keys(records)) storage.delete(key);
}

const storage = (MemoryStorage, watch) => {
  for (const method of ["incrby", "set"]) {
    watch.counts(MemoryStorage.prototype, method, (store) => ({ store, forget: () => forget(store), isPart: true }));
  }
};

const memory = (RateLimiterMemory, watch) => {
  watch.counts(RateLimiterMemory.prototype, "consume", ({ points, _memoryStorage: store }) => ({
    store,
    forget: () => forget(store),
    limit: points,
  }));
};

/** Limiters elsewhere are told by the names of their classes: `RateLimiterRedis`. */
const stores = (RateLimiterStoreAbstract, watch) => {
  watch.counts(RateLimiterStoreAbstract.prototype, "consume", (limiter) => ({
    elsewhere: limiter.constructor.name.replace(/^RateLimiter/, ""),
  }));
};

module.exports = [
  {
    library: "rate-limiter-flexible",
    files: {
      "lib/component/MemoryStorage/MemoryStorage.js": storage,
      "lib/RateLimiterMemory.js": memory,
      "lib/RateLimiterStoreAbstract.js": stores,
    },
  },
];
