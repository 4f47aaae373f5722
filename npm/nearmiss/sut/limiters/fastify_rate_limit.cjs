"use strict";
// @fastify/rate-limit.

/** Up to version 9 the store has the window, from 10 on each count is told it. */
const local = (LocalStore, watch) => {
  watch.counts(LocalStore.prototype, "incr", (store, [, , third, fourth]) => ({
    store,
    forget: () => store.lru.clear(),
    limit: store.timeWindow === undefined ? fourth : third,
  }));
};

const redis = (RedisStore, watch) => {
  watch.counts(RedisStore.prototype, "incr", () => ({ elsewhere: "Redis" }));
};

module.exports = [
  {
    library: "@fastify/rate-limit",
    files: { "store/LocalStore.js": local, "store/RedisStore.js": redis },
  },
];
