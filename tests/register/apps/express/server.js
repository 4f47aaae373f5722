const express = require("express");

const app = express();
app.get("/items/:id", (request, response) => {
  if (request.params.id === "none") return response.status(404).json({ error: "none" });
  response.json({ id: request.params.id });
});
app.get("/boom", () => {
  throw new Error("boom");
});
app.listen(process.env.PORT || 8080);
