// Decorators are applied as TypeScript would.
require("reflect-metadata");
const { Body, Controller, Delete, Get, Module, Param, Post, Query } = require("@nestjs/common");
const { NestFactory } = require("@nestjs/core");

class Books {
  shelf(shelf, order) {
    return { shelf, order };
  }
  create(title) {
    return { title };
  }
}
class Cache {
  clear(level) {
    return { level };
  }
}
function handle(controller, name, decorator, places) {
  decorator(controller.prototype, name, Object.getOwnPropertyDescriptor(controller.prototype, name));
  for (const [at, place] of places.entries()) place(controller.prototype, name, at);
}
handle(Books, "shelf", Get("shelves/:shelf"), [Param("shelf"), Query("order")]);
handle(Books, "create", Post(), [Body("title")]);
Controller("books")(Books);
handle(Cache, "clear", Delete("cache"), [Query("level")]);
Controller("admin")(Cache);

class Application {}
Module({ controllers: [Books, Cache] })(Application);
NestFactory.create(Application, { logger: false }).then((app) => app.listen(3000));
