// Jobs of schedulers, each every second: an application of Nest with `@nestjs/schedule`, croner and toad-scheduler. Decorators
// are applied as TypeScript would.

import "reflect-metadata";
import { Controller, Get, Injectable, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { Cron, Interval, ScheduleModule, Timeout } from "@nestjs/schedule";
import { Cron as Croner } from "croner";
import { AsyncTask, CronJob, SimpleIntervalJob, Task, ToadScheduler } from "toad-scheduler";

const EVERY_SECOND = "* * * * * *";
const jobs = { croner: 0, cronerMethod: 0, interval: 0, asyncInterval: 0, toadCron: 0, nestCron: 0, nestInterval: 0, nestTimeout: 0 };
const count = (name) => () => {
  jobs[name] += 1;
};

new Croner(EVERY_SECOND, count("croner"));
new Croner(EVERY_SECOND).schedule(count("cronerMethod"));
const scheduler = new ToadScheduler();
scheduler.addSimpleIntervalJob(new SimpleIntervalJob({ seconds: 1 }, new Task("a", count("interval"))));
scheduler.addSimpleIntervalJob(new SimpleIntervalJob({ seconds: 1 }, new AsyncTask("b", async () => count("asyncInterval")())));
scheduler.addCronJob(new CronJob({ cronExpression: EVERY_SECOND }, new Task("c", count("toadCron"))));

function decorate(of, name, ...decorators) {
  for (const decorator of decorators) decorator(of.prototype, name, Object.getOwnPropertyDescriptor(of.prototype, name));
}
class Tasks {
  cron() {
    jobs.nestCron += 1;
  }
  interval() {
    jobs.nestInterval += 1;
  }
  timeout() {
    jobs.nestTimeout += 1;
  }
}
decorate(Tasks, "cron", Cron(EVERY_SECOND));
decorate(Tasks, "interval", Interval(1000));
decorate(Tasks, "timeout", Timeout(500));
Injectable()(Tasks);

class State {
  state() {
    return jobs;
  }
}
decorate(State, "state", Get("state"));
Controller()(State);

class Application {}
Module({ imports: [ScheduleModule.forRoot()], controllers: [State], providers: [Tasks] })(Application);
NestFactory.create(Application, { logger: false }).then((app) => app.listen(process.env.PORT || 8721));
