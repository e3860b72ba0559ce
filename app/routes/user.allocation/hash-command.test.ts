import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { chainAllocation } from "@server/ledger/rules/hash-chain.server";
import { hashCommand, hashInBrowser } from "./hash-command";

const row = chainAllocation(
  {
    companyId: "01900000-0000-7000-8000-00000000000a",
    id: "01900000-0000-7000-8000-000000000001",
    memberId: "01900000-0000-7000-8000-000000000002",
    orderId: "01900000-0000-7000-8000-000000000003",
    decision: 1,
    kind: "REVERSAL",
    quantity: -80,
    createdAt: new Date("2026-11-21T12:00:00.123Z"),
    terms: {
      orderNumber: "PUR-123456",
      buyerId: "01900000-0000-7000-8000-000000000002",
      amountPaise: 80_500,
      priceMicroRupees: 10_000_000,
      feeBps: 250,
      feePaise: 2_013,
      totalPaise: 82_513,
      quantity: 80,
      referrerId: null,
      rewardBps: null,
      rewardTokens: 0,
      bonusBps: null,
      bonusTokens: 0,
    },
    reverses: { sequence: 3, hash: "0".repeat(64) },
  },
  null,
);

test("the browser and a terminal compute the hash of the chain", { tags: ["full"] }, async () => {
  expect(await hashInBrowser(row.previousHash, row.hashedBytes)).toBe(row.hash);
  const command = hashCommand(row.previousHash, row.hashedBytes) ?? "";
  expect(command).not.toContain("\n");
  expect(execFileSync("sh", ["-c", command], { encoding: "utf8" })).toMatch(
    new RegExp(`^${row.hash}\\b`),
  );
});

test("no command is generated for text with shell metacharacters", () => {
  for (const text of ["a'; rm -rf .", "$(id)", "50%s", "a\\b", "`id`", ""]) {
    expect(hashCommand(row.previousHash, `${row.hashedBytes}\n${text}$`)).toBeNull();
  }
});
