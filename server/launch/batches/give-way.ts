import { setTimeout as after } from "node:timers/promises";

/** Rows that long work takes at once: some milliseconds of it. */
export const SOME_ROWS = 500;

/** Gives as much time to other requests between two steps of long work as a step takes. */
export const giveWay = (): Promise<void> => after(5);
