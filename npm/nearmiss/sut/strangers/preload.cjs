"use strict";
// Loaded by `--require`, since threads of text (`new Worker(text, { eval: true })`) do not load what `--import` names.

require("./index.js").install();
