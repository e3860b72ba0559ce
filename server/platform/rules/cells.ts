/**
 * Formats values of a CSV file for spreadsheets: instants in India's local time, amounts as plain
 * decimals, long numbers as text. The writer of the file neutralises formulas.
 */
const india = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Asia/Kolkata",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/**
 * Formats an instant as "2026-11-21 14:05:33" in India, which spreadsheets of every locale read as
 * a date and time. Null gives an empty text.
 */
export function momentCell(iso: string | null): string {
  return iso === null ? "" : india.format(new Date(iso)).replace(", ", " ");
}

/** Formats paise as rupees with two decimals and no grouping: "100000.00". */
export function rupeesCell(paise: number | null): string {
  return paise === null ? "" : decimal(paise, 2);
}

/** Formats micro-rupees as rupees, with two decimals or as many as needed: "7.00", "0.000125". */
export function priceCell(microRupees: number | null): string {
  if (microRupees === null) return "";
  return decimal(microRupees, 6).replace(/0{1,4}$/, "");
}

/**
 * Formats an Indian mobile number as "98765 43210", which a spreadsheet does not convert to a
 * number.
 */
export function mobileCell(mobile: string): string {
  const match = /^\+91(\d{5})(\d{5})$/.exec(mobile);
  return match ? `${match[1] ?? ""} ${match[2] ?? ""}` : mobile;
}

/**
 * Marks digits as text by an apostrophe where a spreadsheet would round them (it keeps fifteen) or
 * strip leading zeros. Shorter ones stay numbers, so that they match a bank's statement.
 */
export function digitsCell(text: string | null): string {
  if (text === null) return "";
  return /^(0\d+|\d{16,})$/.test(text) ? `'${text}` : text;
}

function decimal(units: number, places: number): string {
  const sign = units < 0 ? "-" : "";
  const digits = String(Math.abs(units)).padStart(places + 1, "0");
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
