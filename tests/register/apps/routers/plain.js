const http = require("node:http");

http.createServer(async (req, res) => {
  const url = new URL(req.url, "http://localhost");
  const answer = (status, body) => res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (req.method === "GET" && url.pathname === "/books") {
    return answer(200, { order: url.searchParams.get("order"), key: req.headers["x-key"] });
  }
  const shelf = /^\/books\/shelves\/(\w+)$/.exec(url.pathname);
  if (shelf !== null) return answer(200, { shelf: shelf[1] });
  if (req.method === "POST" && url.pathname === "/books") {
    let text = "";
    for await (const chunk of req) text += chunk;
    const body = JSON.parse(text);
    return answer(201, { title: body.title });
  }
  return answer(404, {});
}).listen(3000);
