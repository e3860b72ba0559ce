/** Keeps what was drawn last by its name, up to a number of bytes. */
export function keptBytes(most = 8 * 1024 * 1024) {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    get: (name: string) => kept.get(name),
    keep(name: string, drawn: Uint8Array<ArrayBuffer>): void {
      kept.set(name, drawn);
      let bytes = [...kept.values()].reduce((sum, one) => sum + one.length, 0);
      for (const [oldest, one] of kept) {
        if (bytes <= most) return;
        kept.delete(oldest);
        bytes -= one.length;
      }
    },
  };
}
