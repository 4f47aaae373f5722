"use strict";

const DATE = { texts: ["DATE 1"] };
const DAYS = "(0[1-9]|1[0-9]|2[0-8])\\/(0[1-9]|1[0-2])\\/[12][0-9]{3}";
const TAINTED = "1953-04-02T19:47:53.001Z";

exports.cases = async (run, look) => {
  const dayjs = require("dayjs");
  const utc = require("dayjs/plugin/utc");
  await run("look", () => [look(dayjs), look(dayjs.prototype.parse), dayjs() instanceof dayjs]);
  await run("no date", () => dayjs("_EM_1_XYZ_").isValid());
  await run("a date", () => dayjs("1953-04-02T10:00:00Z").toISOString());
  await run("a year", () => dayjs(TAINTED).year() === 1889);
  await run("a format that nobody reads", () => dayjs("_EM_1_XYZ_", "DD/MM/YYYY").isValid());
  await run("no text", () => [dayjs(null).isValid(), dayjs(3).valueOf(), dayjs(new Date(4)).valueOf(), dayjs({}).isValid()]);
  await run("options that are read", () => {
    const seen = [];
    const options = new Proxy({}, { get: (target, key) => (seen.push(String(key)), target[key]) });
    return [dayjs("2020-01-02", options).format("YYYY"), seen];
  });
  await run("utc", () => {
    dayjs.extend(utc);
    return [typeof dayjs.utc, dayjs.utc("2020-01-02").format(), dayjs.utc("_EM_1_XYZ_").isValid()];
  });
  const customParseFormat = require("dayjs/plugin/customParseFormat");
  await run("plug-in", () => [look(customParseFormat), dayjs.extend(customParseFormat) === dayjs, dayjs.extend(customParseFormat) === dayjs]);
  await run("look again", () => [look(dayjs), look(dayjs.prototype.parse), customParseFormat.$i]);
  await run("a format", () => dayjs("_EM_1_XYZ_", "DD/MM/YYYY").isValid());
  await run("a format, as it is", () => dayjs("25/12/1889", "DD/MM/YYYY").year());
  await run("formats", () => dayjs("_EM_1_XYZ_", ["DD/MM/YYYY", "YYYY"], true).isValid());
  await run("a format that is not known", () => dayjs("_EM_1_XYZ_", "Do MMM").isValid());
  await run("still no date", () => dayjs("_EM_1_XYZ_").isValid());
  await run("a locale", () => {
    require("dayjs/locale/de");
    return [dayjs.locale("de"), dayjs("2020-03-01").format("MMMM"), dayjs.locale("en")];
  });
};

exports.expected = {
  "no date": DATE,
  "a date": { texts: [] },
  "a year": { texts: ["DATE 1 year 1889"] },
  "a format that nobody reads": DATE,
  utc: DATE,
  "a format": { texts: [`REGEX_WHOLE 1 ^${DAYS}$`] },
  formats: { texts: [`REGEX_WHOLE 1 ^${DAYS}$`, "REGEX_WHOLE 1 ^[12][0-9]{3}$"] },
  "a format that is not known": { texts: [] },
  "still no date": DATE,
};
