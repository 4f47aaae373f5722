// Imported first by each module that the loader thread has instrumented: registers it in the thread that runs it.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { session } = require("./session.js");
const json = require("../native.js").registration(Number(new URL(import.meta.url).search.slice(1)));

session.register(JSON.parse(json));
