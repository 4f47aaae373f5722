import type { Book } from "./book.js";

const sealed = (target: Function) => {
  Object.defineProperty(target, "sealed", { value: true });
};
const counted = (target: object, key: string, descriptor: PropertyDescriptor) => {
  if (typeof descriptor.get !== "function") throw new Error("not a legacy decorator");
};

@sealed
export class Shelf {
  private books: Book[] = [];
  constructor(readonly name: string) {}

  add(book: Book): void {
    if (this.books.some((other) => other.title === book.title)) return;
    this.books.push(book);
  }

  @counted
  get count(): number {
    return this.books.length;
  }
}
