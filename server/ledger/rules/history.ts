/** What a member held at the end of a day. */
export interface HeldOn {
  /** A day in India, YYYY-MM-DD. */
  readonly day: string;
  readonly tokens: number;
}

/**
 * At most `most` days of a history, for a drawing: of days that follow each other closely only the
 * last is kept, so each kept day states what was held at its end. The first and the last day stay.
 */
export function thinned(history: readonly HeldOn[], most: number): readonly HeldOn[] {
  if (history.length <= most) return history;
  return Array.from({ length: most }, (_, at) => {
    const index = Math.round((at * (history.length - 1)) / (most - 1));
    return history[index]!;
  });
}
