let message = "none";
try {
  require("./broken.js");
} catch (error) {
  message = error.name;
}
require("node:http").createServer((request, response) => response.end(message)).listen(3000);
