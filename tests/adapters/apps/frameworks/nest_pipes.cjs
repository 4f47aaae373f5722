"use strict";
// What is sent to an application of Nest is read and refused by Nest's own pipes; decorators are applied as TypeScript would.

require("reflect-metadata");
const nest = require("@nestjs/common");
const { NestFactory } = require("@nestjs/core");

class Pipes {
  all(number, pages, price, lent, isNew, id, kind, since) {
    return { number, pages, price, lent, isNew, id, kind, since };
  }
}
const optional = { optional: true };
const places = [
  [nest.Param("number", nest.ParseIntPipe), Number],
  [nest.Query("pages", new nest.ParseIntPipe(optional)), Object],
  [nest.Query("price", new nest.ParseFloatPipe(optional)), Object],
  [nest.Query("lent", new nest.ParseBoolPipe(optional)), Object],
  [nest.Query("new"), Boolean],
  [nest.Query("id", new nest.ParseUUIDPipe({ version: "4", ...optional })), String],
  [nest.Query("kind", new nest.ParseEnumPipe({ novel: "novel", poem: "poem", 1: "one", one: 1 }, optional)), String],
  [nest.Query("since", new nest.ParseDatePipe(optional)), Object],
];
Reflect.defineMetadata("design:paramtypes", places.map(([, of]) => of), Pipes.prototype, "all");
nest.Get(":number")(Pipes.prototype, "all", Object.getOwnPropertyDescriptor(Pipes.prototype, "all"));
for (const [at, [place]] of places.entries()) place(Pipes.prototype, "all", at);
nest.Controller("pipes")(Pipes);

class Application {}
nest.Module({ controllers: [Pipes] })(Application);

NestFactory.create(Application, { logger: false }).then((app) => {
  app.useGlobalPipes(new nest.ValidationPipe({ transform: true }));
  return app.listen(0);
});
