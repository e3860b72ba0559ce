/** Acts that clean up at the end of the run, also after a failure or Ctrl-C; the last first. */
const acts: { undo: () => Promise<unknown>; atOnce?: () => void }[] = [];

/**
 * Registers an act that stops a process or removes a folder. `atOnce` does the same without
 * waiting, for an interrupted run. Returns a function that cleans up early.
 */
export function undoLater(undo: () => Promise<unknown>, atOnce?: () => void): () => Promise<void> {
  const act = { undo, ...(atOnce && { atOnce }) };
  acts.push(act);
  return async () => {
    const at = acts.indexOf(act);
    if (at < 0) return;
    acts.splice(at, 1);
    await undo();
  };
}

export async function undoAll(): Promise<void> {
  for (let act = acts.pop(); act; act = acts.pop()) await act.undo();
}

/** Ends running processes when the run is interrupted. */
export function undoWhenInterrupted(): void {
  process.once("exit", () => {
    for (const { atOnce } of acts.reverse()) atOnce?.();
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.exit(1));
  }
}
