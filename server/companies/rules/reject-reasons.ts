/** The most reasons that a company keeps, and the most characters of each. */
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

/** True if the reasons are few and short enough to be kept. */
export const areValidReasons = (reasons: readonly string[]): boolean =>
  reasons.length <= REJECT_REASONS.most &&
  reasons.every((reason) => reason.length <= REJECT_REASONS.length);
