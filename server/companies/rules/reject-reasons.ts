/** How many reasons a company keeps to choose from, and how long each may be. */
export const REJECT_REASONS = { most: 12, length: 200 } as const;

/** Reasons typed one a line, each once. */
export const reasonsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n?|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

/** Whether they are few and short enough to be kept. */
export const areValidReasons = (reasons: readonly string[]): boolean =>
  reasons.length <= REJECT_REASONS.most &&
  reasons.every((reason) => reason.length <= REJECT_REASONS.length);
