import http from "node:http";
import { double, Size } from "./double.js";

type Body = { value: number; size: string; line: string };

const server = http.createServer((request, response) => {
  const value: number = double(Number(request.url!.slice(1)));
  const line = new Error("here").stack!.split("\n")[1]!;
  const body: Body = { value, size: Size[value > 10 ? Size.Large : Size.Small]!, line };
  response.end(JSON.stringify(body));
});
server.listen("3000");
