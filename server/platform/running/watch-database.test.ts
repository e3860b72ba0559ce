import { pino } from "pino";
import { expect, test } from "vitest";
import { watchDatabase } from "./watch-database";

test("the log says that the database is away when it is, each minute, and when it answers again", async () => {
  const lines: { level: number; msg: string; seconds: number }[] = [];
  const logger = pino({}, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[0]) });
  let [isAway, asked, at] = [true, 0, 0];
  const ping = () => {
    asked += 1;
    at += 20_000;
    return isAway ? Promise.reject(new Error("gone")) : Promise.resolve();
  };
  const watch = watchDatabase(ping, logger, { askMs: 1, now: () => at });
  await expect.poll(() => asked).toBeGreaterThan(9);
  expect(watch.outage()).toMatchObject({ isAway: true });
  isAway = false;
  await expect.poll(() => watch.outage().isAway).toBe(false);
  watch.stop();
  const away = lines.filter(({ msg }) => msg === "the database does not answer");
  expect(away.map(({ level }) => level)).toEqual(away.map(() => 50));
  // 20 s between two questions: every third one is logged.
  expect(away.slice(0, 3).map(({ seconds }) => seconds)).toEqual([0, 60, 120]);
  expect(lines.at(-1)).toMatchObject({ level: 40, msg: "the database answers again" });
});
