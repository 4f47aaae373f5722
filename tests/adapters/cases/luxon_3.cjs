"use strict";

const DATE = { texts: ["DATE 1"] };
const DAYS = "^(0[1-9]|1[0-9]|2[0-8])\\/(0[1-9]|1[0-2])\\/[12][0-9]{3}$";
const TAINTED = "1953-04-02T19:47:53.001Z";

exports.cases = async (run, look) => {
  const { DateTime, Settings, Interval } = require("luxon");
  await run("look", () => [look(DateTime), look(DateTime.fromISO), Object.keys(require("luxon"))]);
  await run("no date", () => DateTime.fromISO("_EM_1_XYZ_").isValid);
  await run("a date", () => DateTime.fromISO("1953-04-02T10:00:00Z").toMillis());
  await run("a year", () => DateTime.fromISO(TAINTED, { zone: "utc" }).year === 1889);
  await run("a format", () => DateTime.fromFormat("_EM_1_XYZ_", "dd/MM/yyyy").invalidReason);
  await run("a format, as it is", () => DateTime.fromFormat("25/12/1889", "dd/MM/yyyy").year);
  await run("a format, by its old name", () => DateTime.fromString("_EM_1_XYZ_", "dd/MM/yyyy").isValid);
  await run("fixed text", () => DateTime.fromFormat("_EM_1_XYZ_", "'at' H.mm").isValid);
  await run("a format that is not known", () => DateTime.fromFormat("_EM_1_XYZ_", "kkkk-'W'WW").isValid);
  await run("no format", () => DateTime.fromFormat("_EM_1_XYZ_"));
  await run("sql", () => DateTime.fromSQL("_EM_1_XYZ_").isValid);
  await run("sql, as it is told", () => DateTime.fromSQL("1953-04-02 10:00:59").isValid);
  await run("mail", () => DateTime.fromRFC2822("_EM_1_XYZ_").isValid);
  await run("mail, as it is told", () => DateTime.fromRFC2822("01 Apr 1953 10:00:59 +0130").isValid);
  await run("no text", () => [DateTime.fromISO(null).isValid, DateTime.fromMillis(3).toMillis(), DateTime.fromJSDate(new Date(4)).ts]);
  await run("throws", () => {
    Settings.throwOnInvalid = true;
    try {
      DateTime.fromISO("_EM_1_XYZ_");
    } finally {
      Settings.throwOnInvalid = false;
    }
  });
  await run("a subclass", () => {
    class Day extends DateTime {}
    return [Day.fromISO("2020-01-02").constructor === DateTime, Day.fromISO("2020-01-02") instanceof Day];
  });
  await run("an interval", () => Interval.fromISO("2020-01-02/2020-01-05").length("days"));
  await run("options that are read", () => {
    let reads = 0;
    const day = DateTime.fromISO("2020-01-02", { get zone() { reads += 1; return "utc"; } });
    return [day.isValid, reads];
  });
};

const formatted = { texts: [`REGEX_WHOLE 1 ${DAYS}`] };
exports.expected = {
  "no date": DATE,
  "a date": { texts: [] },
  "a year": { texts: ["DATE 1 year 1889"] },
  "a format": formatted,
  "a format, by its old name": formatted,
  "fixed text": { texts: ["REGEX_WHOLE 1 ^at ([0-9]|1[0-9]|2[0-3])\\.[0-5][0-9]$"] },
  "a format that is not known": { texts: [] },
  throws: DATE,
};
