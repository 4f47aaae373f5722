"use strict";
// @nestjs/throttler: its own storage, and any other that its guard is given.

/** Ends timers in lists or maps of lists: those of older versions count down what is forgotten, and would miss it. */
function endTimers(timers) {
  for (const one of timers?.values?.() ?? []) {
    if (Array.isArray(one)) endTimers(one);
    else clearTimeout(one);
  }
  if (Array.isArray(timers)) timers.length = 0;
  else timers?.clear?.();
}

function forget(storage) {
  endTimers(storage.timeoutIds);
  storage.hitExpirations?.clear();
  const records = storage.storage;
  if (records instanceof Map) records.clear();
  else for (const key of Object.keys(records)) delete records[key];
}

const memory = ({ ThrottlerStorageService }, watch) => {
  watch.counts(ThrottlerStorageService?.prototype, "increment", (store, [, , limit]) => ({
    store,
    forget: () => forget(store),
    limit,
  }));
};

/** What stands for the name of a storage that is none of the library's: that of its class. */
const nameOf = (storage) => (/redis/i.test(storage?.constructor?.name ?? "") ? "Redis" : storage?.constructor?.name);

const guard = ({ ThrottlerGuard }, watch, module, load) => {
  watch.counts(ThrottlerGuard?.prototype, "canActivate", ({ storageService }) => {
    const { ThrottlerStorageService } = load("./throttler.service.js");
    if (storageService === undefined || storageService instanceof ThrottlerStorageService) return undefined;
    return { elsewhere: nameOf(storageService) ?? "a store of the program" };
  });
};

module.exports = [
  {
    library: "@nestjs/throttler",
    files: { "dist/throttler.service.js": memory, "dist/throttler.guard.js": guard },
  },
];
