/** How often each security event happened in this process, by event and refusal code. */
const counts = new Map<string, { event: string; code: string; count: number }>();

/** Both are of the types in `security-events.ts`: their number is bounded. */
export function countSecurityEvent(event: string, code = ""): void {
  const key = `${event} ${code}`;
  const known = counts.get(key);
  if (known) known.count += 1;
  else counts.set(key, { event, code, count: 1 });
}

export const securityCounts = () => [...counts.values()];
