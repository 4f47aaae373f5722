"use strict";
// An application of Nest with its ValidationPipe; decorators are applied as TypeScript would.

require("reflect-metadata");
const { Body, Controller, Get, Module, Post, Query, ValidationPipe } = require("@nestjs/common");
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
}
const handler = (name, decorators, place, of) => {
  Reflect.defineMetadata("design:paramtypes", [of], Books.prototype, name);
  for (const decorator of decorators) decorator(Books.prototype, name, Object.getOwnPropertyDescriptor(Books.prototype, name));
  place(Books.prototype, name, 0);
};
handler("create", [Post()], Body(), NewBook);
handler("list", [Get()], Query(), Listing);
Controller("books")(Books);

class Application {}
Module({ controllers: [Books] })(Application);

NestFactory.create(Application, { logger: false }).then((app) => {
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  return app.listen(0);
});
