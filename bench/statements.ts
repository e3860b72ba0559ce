import { MONTH_SHARES, monthAsCsv, statementMonth } from "@server/testing/statement-month";
import { matchStatement } from "@server/domain/statements/match-statement";
import { readStatement } from "@server/statements/read-statement";
import { printLine } from "./report";

const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 5_000);
/** Not used while the rules were written: those were 1 to 100. `BENCH_SEED` starts elsewhere. */
const FIRST_SEED = Number(process.env["BENCH_SEED"] ?? 202_611);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const GOAL_PERCENT = 95;

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(2)} %`;

printLine(
  `${ORDERS} orders a month; ${Object.entries(MONTH_SHARES)
    .map(([name, share]) => `${name} ${share} %`)
    .join(", ")}`,
);
for (let seed = FIRST_SEED; seed < FIRST_SEED + ROUNDS; seed += 1) {
  const month = statementMonth(seed, ORDERS);
  const bytes = Buffer.from(monthAsCsv(month), "utf8");
  const started = performance.now();
  const { rows, unread } = await readStatement(bytes);
  const read = performance.now();
  if (unread.length > 0 || rows.length !== month.rows.length) {
    throw new Error(`${rows.length} of ${month.rows.length} rows were read.`);
  }
  const matches = matchStatement(rows, month.orders);
  const matched = performance.now();

  const counts = { carrying: 0, found: 0, false: 0, offered: 0, certain: 0 };
  for (const [at, truth] of month.rows.entries()) {
    const match = matches[at];
    const [first] = match?.candidates ?? [];
    const isCertain = match?.outcome === "CERTAIN";
    const isRight =
      first !== undefined && (first.orderId === truth.orderId || first.orderId === truth.secondOf);
    if (isCertain) counts.certain += 1;
    if (isCertain && !isRight) counts.false += 1;
    if (!truth.isCarrying) continue;
    counts.carrying += 1;
    if (isCertain && isRight) counts.found += 1;
    else if (match?.candidates.some(({ orderId }) => orderId === truth.orderId)) {
      counts.offered += 1;
    }
  }
  printLine(
    `seed ${seed}: ${rows.length} rows, ${counts.carrying} carry a reference or number: ${percent(counts.found, counts.carrying)} matched, goal ${GOAL_PERCENT} %; ${percent(counts.offered, counts.carrying)} among the candidates; ${counts.certain} certain in all, ${counts.false} false, goal 0; read in ${(read - started).toFixed(0)} ms, matched in ${(matched - read).toFixed(0)} ms`,
  );
  if (counts.false > 0 || counts.found / counts.carrying < GOAL_PERCENT / 100) process.exitCode = 1;
}
