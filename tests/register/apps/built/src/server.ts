import http from "node:http";

interface Unused {
  a: number;
}

export function pick(url: string): string {
  if (url === "/x") return "X";
  return "other";
}
http.createServer((q, r) => r.end(pick(q.url!) + new Error("e").stack!.split("\n")[1])).listen(3000);
