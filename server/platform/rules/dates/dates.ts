/** The periods that divide the history of the admin's dashboard. */
export const HISTORY_PERIODS = ["days", "weeks", "months"] as const;
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];

/** The number of periods shown, the present one included. */
const SPANS: Readonly<Record<HistoryPeriod, number>> = { days: 30, weeks: 12, months: 12 };

/**
 * Returns the first days of the last periods until the one of `today` (YYYY-MM-DD), oldest first.
 * Weeks begin on Mondays.
 */
export function periodStartsUntil(period: HistoryPeriod, today: string): string[] {
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: SPANS[period] }, (_, at) => {
    const back = SPANS[period] - 1 - at;
    const first =
      period === "months"
        ? Date.UTC(year, month - 1 - back, 1)
        : Date.UTC(year, month - 1, period === "days" ? day - back : day - weekday - 7 * back);
    return new Date(first).toISOString().slice(0, 10);
  });
}

/**
 * Dates in India's format and time zone. The offset is a constant instead of Intl's: India has one
 * zone without summer time, and server and browser always render the same text.
 */
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1_000;

/** Shifts an instant so that its UTC parts are India's local time. */
const clockOf = (at: Date) => new Date(at.getTime() + INDIA_OFFSET_MS);

const two = (n: number) => String(n).padStart(2, "0");

/** Returns the calendar date in India, YYYY-MM-DD; also the format of admin tables. */
export function dateInIndia(at: Date): string {
  return clockOf(at).toISOString().slice(0, 10);
}

/** Formats an instant as "21/11/2026" (product.md §2: en-GB). */
export const formatDate = (at: Date): string => formatDay(dateInIndia(at));

/** Formats a calendar date, "2026-11-21", as "21/11/2026". */
export function formatDay(date: string): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return `${day}/${month}/${year}`;
}

/** Formats an instant as "05:30 PM" (product.md §2: 12-hour time). */
export function formatTime(at: Date): string {
  const clock = clockOf(at);
  const hour = clock.getUTCHours();
  return `${two(hour % 12 || 12)}:${two(clock.getUTCMinutes())} ${hour < 12 ? "AM" : "PM"}`;
}

/** Formats an hour from 0 to 23 as admins read it: 9 is "09:00". */
export const formatHour = (hour: number): string => `${two(hour)}:00`;

/** Formats an instant as "21/11/2026, 05:30 PM". */
export function formatDateTime(at: Date): string {
  return `${formatDate(at)}, ${formatTime(at)}`;
}

/** The names of the months in a language, with spaces between them, and the present day (YYYY-MM-DD). */
export interface DayWords {
  months: string;
  today: string;
}

/** Names the month and the year of a day (YYYY-MM-DD): "Nov 2026". */
export const monthInWords = (day: string, { months }: Pick<DayWords, "months">): string =>
  `${months.split(" ")[Number(day.slice(5, 7)) - 1] ?? ""} ${day.slice(0, 4)}`;

/** Formats a day (YYYY-MM-DD) as people say it: "29 Nov", with its year if that is not the present one. */
export function dayInWords(day: string, words: DayWords): string {
  const [month = "", year] = monthInWords(day, words).split(" ");
  const named = `${Number(day.slice(8, 10))} ${month}`;
  return year === words.today.slice(0, 4) ? named : `${named} ${year}`;
}

/** Formats an instant's time as people say it: "1:42 am". */
const timeInWords = (at: Date): string => formatTime(at).replace(/^0/, "").toLowerCase();

/** Formats an instant as people say it: "29 Nov, 1:42 am". */
export const momentInWords = (at: Date, words: DayWords): string =>
  `${dayInWords(dateInIndia(at), words)}, ${timeInWords(at)}`;

/** Formats an instant as admins read it: "29 Nov 2026, 23:28". */
const officeMoment = (at: Date, { months }: Pick<DayWords, "months">): string => {
  const day = dateInIndia(at);
  return `${Number(day.slice(8))} ${monthInWords(day, { months })}, ${dateTimeFieldValue(at).slice(11)}`;
};

/** Formats ISO instants, and calendar days for `day` and `month`, as people say them. */
export function datesIn(words: DayWords) {
  const dayOf = (at: string) => (at.length > 10 ? dateInIndia(new Date(at)) : at);
  return {
    day: (at: string) => dayInWords(dayOf(at), words),
    month: (at: string) => monthInWords(dayOf(at), words),
    moment: (at: string) => momentInWords(new Date(at), words),
    time: (at: string) => timeInWords(new Date(at)),
    /** The office's form, whose hours admins compare with the bank's: "29 Nov 2026, 23:28". */
    full: (at: string) => officeMoment(new Date(at), words),
    /** The same in a narrow list, without the present year: "29 Nov, 23:28". */
    short: (at: string) =>
      `${dayInWords(dayOf(at), words)}, ${dateTimeFieldValue(new Date(at)).slice(11)}`,
  };
}

/**
 * Formats an instant as "2026-11-21 17:30": every moment of the admin area, whose days are
 * `dateInIndia`'s (product.md §2).
 */
export const formatMoment = (at: Date): string => dateTimeFieldValue(at).replace("T", " ");

/** Formats an instant as "2026-11-21T17:30", the value of a date and time field in India's time. */
export function dateTimeFieldValue(at: Date): string {
  return clockOf(at).toISOString().slice(0, 16);
}

/**
 * Reads the instant of a date and time field in India's time; a text with its own zone keeps it.
 * Null when it is not a date and time.
 */
export function parseDateTimeField(text: string): Date | null {
  const typed = text.trim();
  const match = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(
    typed,
  );
  const day = match?.[1];
  if (!match || day === undefined) return null;
  const at = new Date(match[4] ? typed : `${typed}+05:30`);
  // Otherwise 31 November would roll over to 1 December.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return null;
  return midnight.toISOString().startsWith(day) ? at : null;
}

type TimeLeft =
  /** The instant is not set: shown as N/A. */
  | { readonly state: "none" }
  | { readonly state: "over" }
  | {
      readonly state: "left";
      readonly days: number;
      readonly hours: number;
      readonly minutes: number;
      readonly seconds: number;
    };

/** Returns the time from `now` until `until`, rounded up to the second; null means no date. */
export function timeLeft(until: Date | null, now: Date): TimeLeft {
  if (until === null) return { state: "none" };
  const total = Math.ceil((until.getTime() - now.getTime()) / 1_000);
  if (total <= 0) return { state: "over" };
  return {
    state: "left",
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3_600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}

/** Formats seconds as a countdown: 179 → "02:59". */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

const HOUR = 3600;

/** "1 hour", "4 hours", "2 days": rounded up, in steps so coarse that the next reading says the same. */
export function usualTime(language: string, seconds: number): string {
  const isHours = seconds <= 4 * HOUR;
  const format = new Intl.NumberFormat(language, {
    style: "unit",
    unit: isHours ? "hour" : "day",
    unitDisplay: "long",
  });
  return format.format(isHours ? (seconds <= HOUR ? 1 : 4) : Math.ceil(seconds / (24 * HOUR)));
}

/** Returns the year in which India's financial year of a day (YYYY-MM-DD) begins: on 1 April. */
export const financialYearOf = (day: string): number =>
  Number(day.slice(0, 4)) - (day.slice(5, 7) < "04" ? 1 : 0);

/** Formats the financial year that begins in a year: 2026 is "2026-27". */
export const financialYearName = (year: number): string => `${year}-${two((year + 1) % 100)}`;

/** Returns the present financial year and those before it, newest first, that statements are offered for. */
export function recentFinancialYears(today: string): number[] {
  const present = financialYearOf(today);
  return Array.from({ length: 5 }, (_, back) => present - back);
}
