const http = require("node:http");
const { classify } = require("./classify");

const server = http.createServer((request, response) => {
  const value = Number(request.url.slice(1));
  if (request.url === "/later") {
    setTimeout(() => classify(7), 10);
  }
  if (request.url === "/abort") {
    request.socket.destroy();
    return;
  }
  if (request.url === "/stack") {
    response.end(new Error("here").stack.split("\n")[1]);
    return;
  }
  response.end(classify(value));
});
server.listen(3000, () => console.log(`listening on ${server.address().port}`));
server.keepAliveTimeout = 1;
