import { measureRules } from "@tools/bench/harness/referral-lives";
import { printLine } from "@tools/bench/harness/report";
import { LEAST_HELD, MOST_HONEST_HELD } from "@server/members/rules/risk/risk-facts";

/**
 * Measures how many dishonest and honest referrals the rules hold for review, by lives of seeds that
 * nobody has seen: the clock's. BENCH_SEED=N uses N and those after it. BENCH_ROUNDS months, 20 by
 * default.
 */
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 20);
const first = Number(process.env["BENCH_SEED"] ?? Date.now() % 2 ** 31);

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const seeds = Array.from({ length: rounds }, (_, round) => first + round);
const { dishonest, honest, byPattern } = measureRules(seeds);
const months = seeds.map((seed) => measureRules([seed]));
const least = Math.min(...months.map((month) => month.dishonest));
const most = Math.max(...months.map((month) => month.honest));
const metAlone = months.filter(
  (month) => month.dishonest >= LEAST_HELD && month.honest <= MOST_HONEST_HELD,
).length;
const isMet = dishonest >= LEAST_HELD && honest <= MOST_HONEST_HELD;

printLine(`Seeds ${first} to ${first + rounds - 1}, each of 500 honest and 100 dishonest lives:`);
for (const [pattern, held] of byPattern) printLine(`  ${pattern}: ${percent(held)} held`);
printLine(
  `  dishonest: ${percent(dishonest)} held, goal ${percent(LEAST_HELD)}; in the worst month ${percent(least)}`,
);
printLine(
  `  honest: ${percent(honest)} held, goal ${percent(MOST_HONEST_HELD)}; in the worst month ${percent(most)}: ${isMet ? "met" : "MISSED"}`,
);
printLine(`  ${metAlone} of ${rounds} months meet both goals by themselves.`);
if (!isMet) process.exitCode = 1;
