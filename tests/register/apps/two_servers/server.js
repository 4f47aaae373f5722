const http = require("node:http");
const net = require("node:net");

const inner = http.createServer((request, response) => response.end("second"));
const ask = (answer) => http.get({ port: inner.address().port, host: "127.0.0.1" }, answer);
const outer = http.createServer((request, response) => {
  if (request.url !== "/through") {
    response.end("first");
    return;
  }
  // The inner server has answered long before this one does.
  ask((answer) => {
    answer.resume();
    setTimeout(() => response.end(slow(request.url.length)), 200);
  });
});

function slow(length) {
  return length > 5 ? "long" : "short";
}

net.createServer(() => {}).listen(0, "127.0.0.1", () => {
  outer.listen(3000, () => inner.listen(3001));
});
