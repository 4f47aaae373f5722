const http = require("node:http");
const { classify } = require("./classify");

let hanging = null;
const server = http.createServer((request, response) => {
  if (request.url === "/later") {
    setTimeout(() => classify(7), 20);
  }
  if (request.url === "/much-later") {
    setTimeout(() => classify(7), 60000);
  }
  if (request.url === "/abort") {
    request.socket.destroy();
    return;
  }
  if (request.url === "/stack") {
    response.end(new Error("here").stack.split("\n")[1]);
    return;
  }
  if (request.url === "/hang") {
    hanging = response;
    return;
  }
  if (request.url === "/release") {
    hanging.end("at last");
    response.end("released");
    return;
  }
  response.end(classify(Number(request.url.slice(1))));
});
server.listen(3000);
server.keepAliveTimeout = 1;
