require("./src/kept.js");
require("./src/left_out.js");
require("./vendor/library.js");
require("../outside/beside.js");
require("node:http").createServer((request, response) => response.end("ok")).listen(3000);
