// `nearmiss/load` for ES modules in Node that a host does not load through Node's own interoperation with CommonJS.

import { createRequire } from "node:module";

export default createRequire(import.meta.url)("./index.js");
