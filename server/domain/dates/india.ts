/**
 * Dates as people in India read them. The offset is written out rather than left to Intl: India has
 * one zone without summer time, and server and browser never show two different texts.
 */
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1_000;

/** The instant moved so that its UTC parts read as the clock in India. */
const clockOf = (at: Date) => new Date(at.getTime() + INDIA_OFFSET_MS);

const two = (n: number) => String(n).padStart(2, "0");

/** The calendar date in India, YYYY-MM-DD; also what admin tables show. */
export function dateInIndia(at: Date): string {
  return clockOf(at).toISOString().slice(0, 10);
}

/** "21/11/2026" (spec §2: en-GB). */
export function formatDate(at: Date): string {
  const [year = "", month = "", day = ""] = dateInIndia(at).split("-");
  return `${day}/${month}/${year}`;
}

/** "05:30 PM" (spec §2: 12-hour time). */
export function formatTime(at: Date): string {
  const clock = clockOf(at);
  const hour = clock.getUTCHours();
  return `${two(hour % 12 || 12)}:${two(clock.getUTCMinutes())} ${hour < 12 ? "AM" : "PM"}`;
}

/** "21/11/2026, 05:30 PM". */
export function formatDateTime(at: Date): string {
  return `${formatDate(at)}, ${formatTime(at)}`;
}

/** "2026-11-21T17:30", the value of a date and time field whose clock is India's. */
export function dateTimeFieldValue(at: Date): string {
  return clockOf(at).toISOString().slice(0, 16);
}

/**
 * The instant of a date and time field whose clock is India's; a text with its own zone is taken at
 * its word. Null when it is no date and time.
 */
export function parseDateTimeField(text: string): Date | null {
  const typed = text.trim();
  const match = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(
    typed,
  );
  const day = match?.[1];
  if (!match || day === undefined) return null;
  const at = new Date(match[4] ? typed : `${typed}+05:30`);
  // 31 November would otherwise roll over to 1 December.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return null;
  return midnight.toISOString().startsWith(day) ? at : null;
}
