const http = require("node:http");
const net = require("node:net");

net.createServer(() => {}).listen(0, "127.0.0.1", function () {
  http.createServer((request, response) => response.end("first")).listen(3000, () => {
    http.createServer((request, response) => response.end("second")).listen(3001);
  });
});
