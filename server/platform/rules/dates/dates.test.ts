import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dateInIndia,
  datesIn,
  dateTimeFieldValue,
  dayInWords,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatMoment,
  formatTime,
  HISTORY_PERIODS,
  momentInWords,
  monthInWords,
  parseDateTimeField,
  periodStartsUntil,
  timeLeft,
} from "./dates";

const evening = new Date("2026-11-21T18:45:30.500Z");
const someDate = fc.date({
  noInvalidDate: true,
  min: new Date("1950-01-01"),
  max: new Date("2200-01-01"),
});

describe("dates", () => {
  test("dates are in India's time zone, where the day begins at 18:30 UTC", () => {
    expect(dateInIndia(evening)).toBe("2026-11-22");
    expect(formatDate(evening)).toBe("22/11/2026");
    expect(formatTime(evening)).toBe("12:15 AM");
    expect(formatMoment(evening)).toBe("2026-11-22 00:15");
    expect(formatDateTime(new Date("2026-11-21T06:30:00Z"))).toBe("21/11/2026, 12:00 PM");
    expect(formatTime(new Date("2026-11-21T11:35:00Z"))).toBe("05:05 PM");
  });

  test("people read a day with its month's name, and its year only where it is another one", () => {
    const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
    const words = { months, today: "2026-11-29" };
    expect(dayInWords("2026-11-05", words)).toBe("5 Nov");
    expect(dayInWords("2025-11-29", words)).toBe("29 Nov 2025");
    expect(monthInWords("2026-01-31", words)).toBe("Jan 2026");
    expect(momentInWords(evening, words)).toBe("22 Nov, 12:15 am");
    expect(momentInWords(new Date("2026-11-21T20:12:00Z"), words)).toBe("22 Nov, 1:42 am");
    const { full, short } = datesIn(words);
    expect(full("2026-11-29T17:58:00Z")).toBe("29 Nov 2026, 23:28");
    expect(short("2026-11-29T17:58:00Z")).toBe("29 Nov, 23:28");
    expect(short("2025-11-29T17:58:00Z")).toBe("29 Nov 2025, 23:28");
  });

  test("dates agree with Intl", () => {
    const day = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata" });
    const minute = new Intl.DateTimeFormat("en-US", {
      timeZone: "Asia/Kolkata",
      hour: "2-digit",
      minute: "2-digit",
      hour12: true,
    });
    fc.assert(
      fc.property(someDate, (at) => {
        expect(formatDate(at)).toBe(day.format(at));
        expect(formatTime(at)).toBe(minute.format(at).replace(/\s/u, " "));
      }),
    );
  });

  test("a date and time field round-trips to the minute", () => {
    expect(parseDateTimeField("2026-11-22T00:15")?.toISOString()).toBe("2026-11-21T18:45:00.000Z");
    expect(parseDateTimeField("2026-11-21T18:45:00Z")?.toISOString()).toBe(
      "2026-11-21T18:45:00.000Z",
    );
    fc.assert(
      fc.property(someDate, (at) => {
        const read = parseDateTimeField(dateTimeFieldValue(at));
        return read !== null && dateTimeFieldValue(read) === dateTimeFieldValue(at);
      }),
    );
  });

  test.each([
    "",
    "2026-11-22",
    "22/11/2026 10:00",
    "2026-02-30T10:00",
    "2026-13-01T10:00",
    "2026-11-22T25:00",
  ])("%s is not a date and time", (text) => expect(parseDateTimeField(text)).toBeNull());
});

describe("time left", () => {
  test("the time left is split into days, hours, minutes and seconds", () => {
    const until = new Date(evening.getTime() + ((2 * 24 + 3) * 3_600 + 4 * 60 + 5) * 1_000);
    expect(timeLeft(until, evening)).toEqual({
      state: "left",
      days: 2,
      hours: 3,
      minutes: 4,
      seconds: 5,
    });
  });

  test("the time left is over at the exact instant, and absent without a date", () => {
    expect(timeLeft(evening, evening)).toEqual({ state: "over" });
    expect(timeLeft(null, evening)).toEqual({ state: "none" });
  });

  test("the time left adds up from its parts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (ms) => {
        const left = timeLeft(new Date(evening.getTime() + ms), evening);
        if (left.state !== "left") return false;
        const total = ((left.days * 24 + left.hours) * 60 + left.minutes) * 60 + left.seconds;
        return (
          total === Math.ceil(ms / 1_000) &&
          left.hours < 24 &&
          left.minutes < 60 &&
          left.seconds < 60
        );
      }),
    );
  });

  test("a countdown starts at 02:59 and ends at 00:00", () => {
    expect(formatCountdown(179)).toBe("02:59");
    expect(formatCountdown(900)).toBe("15:00");
    expect(formatCountdown(-3)).toBe("00:00");
  });
});

describe("the spans of a history", () => {
  test("the spans of a history end with the present one, weeks on Mondays, months on their first days", () => {
    expect(periodStartsUntil("days", "2026-03-01").slice(-3)).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
    // A Sunday, and the Monday after it.
    expect(periodStartsUntil("weeks", "2026-11-22").slice(-2)).toEqual([
      "2026-11-09",
      "2026-11-16",
    ]);
    expect(periodStartsUntil("weeks", "2026-11-23").slice(-2)).toEqual([
      "2026-11-16",
      "2026-11-23",
    ]);
    expect(periodStartsUntil("months", "2026-01-31").slice(-3)).toEqual([
      "2025-11-01",
      "2025-12-01",
      "2026-01-01",
    ]);
    expect(HISTORY_PERIODS.map((period) => periodStartsUntil(period, "2026-11-23").length)).toEqual(
      [30, 12, 12],
    );
  });
});
