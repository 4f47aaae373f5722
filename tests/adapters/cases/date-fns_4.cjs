"use strict";

const DATE = { texts: ["DATE 1"] };
const DAYS = "^(0[1-9]|1[0-9]|2[0-8])\\/(0[1-9]|1[0-2])\\/[12][0-9]{3}$";
const TAINTED = "1953-04-02T19:47:53.001Z";

exports.cases = async (run, look) => {
  const dates = require("date-fns");
  const { parse, parseISO, parseJSON, toDate, isMatch } = dates;
  const fp = require("date-fns/fp");
  const now = new Date(0);
  await run("look", () => [Object.keys(dates).length, [parse, parseISO, parseJSON, toDate].map(look)]);
  await run("one function", () => [require("date-fns/parse").parse === parse, look(require("date-fns/parse"))]);
  await run("no date", () => parseISO("_EM_1_XYZ_"));
  await run("no date, of JSON", () => parseJSON("_EM_1_XYZ_"));
  await run("no date, given to another", () => dates.isValid(dates.addDays("_EM_1_XYZ_", 1)));
  await run("a date", () => parseISO("1953-04-02T10:00:00Z"));
  await run("a year", () => dates.getYear(parseISO(TAINTED)) === 1889);
  await run("a year, of a text", () => dates.getYear(TAINTED) === 1889);
  await run("a format", () => parse("_EM_1_XYZ_", "dd/MM/yyyy", now));
  await run("a format, as it is", () => parse("25/12/1889", "dd/MM/yyyy", now).getFullYear());
  await run("isMatch", () => isMatch("_EM_1_XYZ_", "dd/MM/yyyy"));
  await run("of another argument order", () => fp.parse(now, "dd/MM/yyyy", "_EM_1_XYZ_"));
  await run("fixed text", () => parse("_EM_1_XYZ_", "H 'o''clock'", now));
  await run("a format that is not known", () => parse("_EM_1_XYZ_", "do MMM", now));
  await run("a format that is refused", () => parse("_EM_1_XYZ_", "YYYY", now));
  await run("no text", () => [toDate(3), toDate(new Date(4)), toDate(null), parseISO(3)]);
  await run("a subclass", () => {
    class Day extends Date {}
    const day = toDate(new Day(5));
    return [day instanceof Day, day.getTime(), dates.constructFrom(day, 6) instanceof Day];
  });
};

const formatted = { texts: [`REGEX_WHOLE 1 ${DAYS}`] };
exports.expected = {
  "no date": DATE,
  "no date, of JSON": DATE,
  "no date, given to another": DATE,
  "a date": { texts: [] },
  "a year": { texts: ["DATE 1 year 1889"] },
  "a year, of a text": { texts: ["DATE 1 year 1889"] },
  "a format": formatted,
  isMatch: formatted,
  "of another argument order": formatted,
  "a format that is not known": { texts: [] },
};
