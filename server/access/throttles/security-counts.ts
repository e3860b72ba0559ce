/** Counts each security event of this process, by event and refusal code. */
const counts = new Map<string, { event: string; code: string; count: number }>();

/**
 * Counts one event. Both values are of the types in `security-events.ts`, so their number is
 * bounded.
 */
export function countSecurityEvent(event: string, code = ""): void {
  const key = `${event} ${code}`;
  const known = counts.get(key);
  if (known) known.count += 1;
  else counts.set(key, { event, code, count: 1 });
}

export const securityCounts = () => [...counts.values()];
