import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase } from "@db/client";
import { migrate } from "@db/startup/migrate";
import { startDatabase } from "@db/startup/start";
import { createLogger } from "@server/platform/config/logger";
import { orderHarness } from "@server/testing/order-harness";
import { bankStatement } from "@server/testing/bank-statements";
import { judgeStatement } from "@server/testing/judge-statement";
import { MONTH_SHARES, monthAsCsv, statementMonth } from "@server/testing/statement-month";
import { bankKeys, hintsOf } from "@server/payments/rules/keys";
import { matchStatement } from "@server/payments/rules/match-statement";
import { readStatement } from "@server/payments/statements/read-statement";
import { printLine } from "@tools/bench/harness/report";

const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 5_000);
/**
 * The first seed. Seeds 1 to 100 were used while the rules were written. `BENCH_SEED` starts
 * elsewhere.
 */
const FIRST_SEED = Number(process.env["BENCH_SEED"] ?? 202_611);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const GOAL_PERCENT = 95;
/**
 * Number of rows of one file that is previewed, imported and listed, and the seconds that this may
 * take.
 */
const IMPORTED = { rows: 10_000, seconds: 20 };

/**
 * Statements of six banks with damaged rows. Each entry is read as the bank booked it, or shown as
 * not read; no order is certain for another's entry, and at least a share of those that pay an
 * order are certain.
 */
const MADE = {
  statements: Number(process.env["BENCH_STATEMENTS"] ?? 500),
  /** The first seed. Seeds 1 to 500 were used while the rules were written. */
  firstSeed: Number(process.env["BENCH_SEED"] ?? 360_000),
  certainPercent: 95,
};

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
  const { rows, unread } = readStatement(bytes);
  const read = performance.now();
  if (unread.length > 0 || rows.length !== month.rows.length) {
    throw new Error(`${rows.length} of ${month.rows.length} rows were read.`);
  }
  const matches = matchStatement(
    rows.map((row) => ({ ...row, keys: bankKeys(row), hints: hintsOf(row) })),
    month.orders,
  );
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

const all = Array.from({ length: MADE.statements }, (_, at) => {
  const made = bankStatement(MADE.firstSeed + at);
  return { ...judgeStatement(made), damages: made.damages.length, seed: MADE.firstSeed + at };
});
const sum = (of: (one: (typeof all)[number]) => number) =>
  all.reduce((total, one) => total + of(one), 0);
const [lost, wrong] = [sum((one) => one.lost.length), sum((one) => one.wrong.length)];
const [falsely, certain, payable] = [
  sum((one) => one.false),
  sum((one) => one.certain),
  sum((one) => one.payable),
];
printLine(
  `${MADE.statements} statements of six banks: ${sum((one) => one.entries)} entries, ${sum((one) => one.damages)} damaged; ${sum((one) => one.unread)} shown as not read, ${lost} lost, goal 0; ${wrong} wrong, goal 0; ${percent(certain, payable)} of payable ones certain, goal ${MADE.certainPercent} %; ${falsely} false, goal 0`,
);
for (const one of all.filter((each) => each.lost.length + each.wrong.length + each.false > 0)) {
  printLine(`seed ${one.seed}: lost ${one.lost.join(" ")}; wrong ${one.wrong.join(" ")}`);
}
if (lost + wrong + falsely > 0 || certain / payable < MADE.certainPercent / 100) {
  process.exitCode = 1;
}
if (process.env["BENCH_PARTS"] === "made") process.exit();

const data = await mkdtemp(path.join(tmpdir(), "prelaunch-bench-"));
const started = await startDatabase(
  { databaseUrl: undefined, dataDir: data },
  createLogger("silent"),
);
try {
  await migrate(started.database);
  const database = createDatabase({ url: started.url, max: 4 });
  const harness = await orderHarness({
    database: { ...database, url: started.url, drop: () => database.close() },
  });
  const company = await harness.company();
  const api = await company.as(company.admin);
  await api.beneficiaries.add({
    holderName: "Sample Private Limited",
    bankName: "HDFC Bank",
    branch: "Fort",
    accountNumber: "50100123456789",
    ifscCode: "HDFC0000001",
  });
  const accountId = (await api.beneficiaries.list({ page: 1, limit: 10 })).records[0]?.id ?? "";
  const whole = statementMonth(FIRST_SEED, IMPORTED.rows);
  const rows = whole.rows.slice(0, IMPORTED.rows);
  const bytes = Buffer.from(monthAsCsv({ ...whole, rows }), "utf8");
  const began = performance.now();
  const { fileId } = await api.statements.hold({
    accountId,
    file: { fileName: "month.csv", bytes },
  });
  await api.statements.file({ fileId });
  const shown = performance.now();
  const { addedCount } = await api.statements.importFile({ fileId });
  const stored = performance.now();
  await api.statements.lines({});
  const listed = performance.now();
  const seconds = (listed - began) / 1000;
  const ms = (from: number, to: number) => `${(to - from).toFixed(0)} ms`;
  printLine(
    `${addedCount} rows of one file: previewed in ${ms(began, shown)}, imported in ${ms(shown, stored)}, listed in ${ms(stored, listed)}; ${seconds.toFixed(1)} s in all, limit ${IMPORTED.seconds} s`,
  );
  if (addedCount !== rows.length || seconds > IMPORTED.seconds) process.exitCode = 1;
  await harness.close();
} finally {
  await started.stop();
  await rm(data, { recursive: true, force: true });
}
