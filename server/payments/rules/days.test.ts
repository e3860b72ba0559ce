import { expect, test } from "vitest";
import { type AccountDay, dayLines, totalOf } from "./days";

const account = (day: string, accountId: string, paise: number): AccountDay => ({
  day,
  accountId,
  entries: 1,
  bankPaise: paise,
  approvedPaise: paise - 30,
  waitingPaise: 10,
  refundedPaise: 10,
  openPaise: 5,
  putAwayPaise: 5,
  excessPaise: 0,
});

const cash = {
  day: "2026-11-02",
  receivedPaise: 500,
  approvedPaise: 400,
  waitingPaise: 50,
  refundedPaise: 20,
  openPaise: 30,
};

test("a day's line has its accounts and what came without an entry, and every paisa once", () => {
  const [one, two] = [account("2026-11-01", "a", 100), account("2026-11-01", "b", 200)];
  const lines = dayLines([one, two], [cash], [], []);
  expect(lines.map(({ day }) => day)).toEqual(["2026-11-02", "2026-11-01"]);
  expect(lines[1]).toMatchObject({ bankPaise: 300, withoutEntryPaise: 0, approvedPaise: 240 });
  for (const line of [...lines, totalOf(lines)!]) {
    const { approvedPaise, waitingPaise, refundedPaise, openPaise, putAwayPaise } = line;
    expect(approvedPaise + waitingPaise + refundedPaise + openPaise + putAwayPaise).toBe(
      line.bankPaise + line.withoutEntryPaise,
    );
  }
  expect(totalOf(lines)).toMatchObject({ bankPaise: 300, withoutEntryPaise: 500 });
  expect(totalOf([])).toBeNull();
});

test("a day has a line for a return alone, and a return is in none of its other sums", () => {
  const one = { ...account("2026-11-01", "a", 100), excessPaise: 25 };
  const returned = [
    { day: "2026-11-01", paise: 7 },
    { day: "2026-11-03", paise: 9 },
  ];
  const lines = dayLines([one], [], returned, []);
  expect(lines).toMatchObject([
    { day: "2026-11-03", bankPaise: 0, openPaise: 0, returnedPaise: 9, signed: null },
    { day: "2026-11-01", bankPaise: 100, refundedPaise: 10, returnedPaise: 7, excessPaise: 25 },
  ]);
  expect(totalOf(lines)).toMatchObject({ bankPaise: 100, returnedPaise: 16, excessPaise: 25 });
});

test("a day is signed once all its accounts are, with the sums of now", () => {
  const [one, two] = [account("2026-11-01", "a", 100), account("2026-11-01", "b", 200)];
  const signed = (...signatures: AccountDay[]) =>
    dayLines([one, two], [], [], signatures)[0]?.signed;
  expect(signed()).toBe("no");
  expect(signed(one)).toBe("no");
  expect(signed(one, two)).toBe("yes");
  expect(signed(one, { ...two, openPaise: 6 })).toBe("changed");
  expect(signed({ ...one, day: "2026-10-31" }, two)).toBe("no");
  expect(dayLines([], [cash], [], [])[0]?.signed).toBeNull();
});
