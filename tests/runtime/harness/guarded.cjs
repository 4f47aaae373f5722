"use strict";
// Loaded first into a program that is held: strangers are refused, as in a search.

const hosts = JSON.parse(process.env.REACHES ?? "[]");
require("../../../npm/nearmiss/sut/strangers/guard.cjs").install({ hosts, mark: `GUARDED=${process.env.GUARDED}` });
require("../../../npm/nearmiss/sut/strangers/children.js").install(() => {});
