"use strict";
// An application of Nest with its ValidationPipe; decorators are applied as TypeScript would.

require("reflect-metadata");
const { BadRequestException, Body, Controller, Get, Headers, Module, Param, Post, Query, Req, ValidationPipe } = require("@nestjs/common");
const { NestFactory } = require("@nestjs/core");
const { Type } = require("class-transformer");
const rules = require("class-validator");

function decorate(of, properties) {
  for (const [name, decorators] of Object.entries(properties)) {
    for (const decorator of decorators) decorator(of.prototype, name);
  }
}

class Page {}
decorate(Page, { text: [rules.IsString(), rules.MinLength(3)] });
class NewBook {}
decorate(NewBook, {
  seats: [rules.IsInt(), rules.Min(2)],
  mail: [rules.IsEmail()],
  pages: [rules.IsArray(), rules.ValidateNested({ each: true }), Type(() => Page)],
});
class Listing {}
decorate(Listing, { page: [rules.IsInt(), rules.Max(9), Type(() => Number)] });

class Books {
  create(book) {
    return { made: book.constructor.name, book };
  }
  list(listing) {
    return listing;
  }
  // What is read here by name is read by Nest, and what of the rest in code of the program.
  find(shelf, by, key, request) {
    if (by === "year" && key !== "open") throw new BadRequestException();
    return { shelf, by, order: request.query.order };
  }
  lend(title, reader, query, headers) {
    const lent = { title, mail: reader?.mail, days: query.days };
    if (title !== "On Trees" && headers["x-agent"] !== "reader") throw new BadRequestException();
    return lent;
  }
}
const handler = (name, decorators, places) => {
  Reflect.defineMetadata("design:paramtypes", places.map(([, of]) => of), Books.prototype, name);
  for (const decorator of decorators) decorator(Books.prototype, name, Object.getOwnPropertyDescriptor(Books.prototype, name));
  for (const [at, [place]] of places.entries()) place(Books.prototype, name, at);
};
handler("create", [Post()], [[Body(), NewBook]]);
handler("list", [Get()], [[Query(), Listing]]);
handler("find", [Get("shelves/:shelf")], [[Param("shelf"), String], [Query("by"), String], [Headers("X-Key"), String], [Req(), Object]]);
handler("lend", [Post("loans")], [[Body("title"), Object], [Body("reader"), Object], [Query(), Object], [Headers(), Object]]);
Controller("books")(Books);

class Application {}
Module({ controllers: [Books] })(Application);

NestFactory.create(Application, { logger: false }).then((app) => {
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  return app.listen(0);
});
