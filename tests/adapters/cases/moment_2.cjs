"use strict";

const DATE = { texts: ["DATE 1"] };
const DAYS = "^(0[1-9]|1[0-9]|2[0-8])\\/(0[1-9]|1[0-2])\\/[12][0-9]{3}$";
const TAINTED = "1953-04-02T19:47:53.001Z";

exports.cases = async (run, look) => {
  const moment = require("moment");
  moment.suppressDeprecationWarnings = true;
  await run("look", () => [look(moment), look(moment.utc), moment() instanceof moment, moment.fn === moment.prototype]);
  await run("no date", () => moment("_EM_1_XYZ_").isValid());
  await run("utc", () => moment.utc("_EM_1_XYZ_").isValid());
  await run("parseZone", () => moment.parseZone("_EM_1_XYZ_").isValid());
  await run("a date", () => moment("1953-04-02T10:00:00Z").toISOString());
  await run("a year", () => moment(TAINTED).year() === 1889);
  await run("a format", () => moment("_EM_1_XYZ_", "DD/MM/YYYY", true).isValid());
  await run("a lenient format", () => moment("_EM_1_XYZ_", "DD/MM/YYYY").isValid());
  await run("formats", () => moment("_EM_1_XYZ_", ["DD/MM/YYYY", moment.ISO_8601], true).isValid());
  await run("fixed text", () => moment("_EM_1_XYZ_", "[at] H.mm").isValid());
  await run("a format that is not known", () => moment("_EM_1_XYZ_", "GGGG-[W]WW").isValid());
  await run("new", () => [new moment("_EM_1_XYZ_").isValid(), Reflect.construct(moment, ["2020-01-02"]).year()]);
  await run("no text", () => [moment(null).isValid(), moment(3).valueOf(), moment([2020]).year(), moment({ year: 2020 }).year()]);
  await run("settings", () => {
    const { now } = moment;
    moment.now = () => 86_400_000;
    const then = moment().valueOf();
    moment.now = now;
    moment.mine = 3;
    const mine = [moment.mine, delete moment.mine, moment.mine];
    const offset = moment.updateOffset;
    let seen = 0;
    moment.updateOffset = () => { seen += 1; };
    moment();
    moment.updateOffset = offset;
    return [then, mine, seen];
  });
  await run("a locale", () => {
    require("moment/locale/de");
    const german = [moment.locale(), moment("2020-03-01").format("MMMM")];
    moment.locale("en");
    return [german, moment("2020-03-01").format("MMMM")];
  });
  await run("a duration", () => [moment.duration(90, "minutes").asHours(), moment.isMoment(moment()), moment.isDuration(3)]);
  await run("a deprecated text", () => {
    const { warn } = console;
    const warned = [];
    console.warn = (...args) => warned.push(String(args[0]).split("\n")[0]);
    moment.suppressDeprecationWarnings = false;
    moment("some day");
    moment.suppressDeprecationWarnings = true;
    console.warn = warn;
    return warned;
  });
};

const formatted = { texts: [`REGEX_WHOLE 1 ${DAYS}`] };
exports.expected = {
  "no date": DATE,
  utc: DATE,
  parseZone: DATE,
  "a date": { texts: [] },
  "a year": { texts: ["DATE 1 year 1889"] },
  "a format": formatted,
  "a lenient format": formatted,
  formats: formatted,
  "fixed text": { texts: ["REGEX_WHOLE 1 ^at ([0-9]|1[0-9]|2[0-3])\\.[0-5][0-9]$"] },
  "a format that is not known": { texts: [] },
  new: DATE,
};
