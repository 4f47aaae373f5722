import http from "node:http";
import { Shelf } from "./shelf";
import type { Book } from "./book.js";
import { Genre } from "./book.js";

interface Answer {
  genre: string;
  count: number;
  line: string | undefined;
}

const shelf = new Shelf("main");
const server = http.createServer((request, response) => {
  const book: Book = { title: request.url!.slice(1), genre: Genre.Novel };
  if (book.title.length > 3) {
    shelf.add(book);
  }
  const line = new Error("here").stack!.split("\n")[1];
  const probes = typeof (globalThis as Record<string, unknown>)["__" + "nm"];
  const answer: Answer & { probes: string } = { probes, genre: Genre[book.genre], count: shelf.count, line };
  response.end(JSON.stringify(answer));
});
server.listen(3000, "localhost");
