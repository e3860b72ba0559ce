/** A member's tokens at the end of a day. */
export interface DayHolding {
  /** A day in India, YYYY-MM-DD. */
  readonly day: string;
  readonly tokens: number;
}

/**
 * Returns at most `most` days of a history, for a chart. Of days that follow each other closely it
 * keeps the last, so each kept day states the tokens at its end. The first and the last day stay.
 */
export function sampleDays(history: readonly DayHolding[], most: number): readonly DayHolding[] {
  if (history.length <= most) return history;
  return Array.from({ length: most }, (_, at) => {
    const index = Math.round((at * (history.length - 1)) / (most - 1));
    return history[index]!;
  });
}
