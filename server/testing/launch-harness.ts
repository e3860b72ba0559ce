import { randomBytes } from "node:crypto";
import { newId } from "@db/ids";
import { wallets } from "@db/schema";
import type { Caller } from "@server/http/router";
import { sealBatches } from "@server/launch/batches/seal-batches";
import { sealAll } from "@server/ledger/sealing/seal-timer";
import { signingKey } from "@server/ledger/sealing/signing-key";
import { normaliseWalletAddress } from "@server/platform/rules/people/wallet-address";
import { dateInIndia } from "@server/platform/rules/dates/dates";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  type Person,
  resultCode,
  submittedPayment,
} from "./order-harness";

const DAY_MS = 86_400_000;

/** A company whose tokens are free since yesterday, with two owners. */
export interface LaunchFixture extends CompanyFixture {
  first: Caller;
  second: Caller;
  colleague: Person;
  /** Today in India. */
  today: string;
  /** Stores a proven wallet, which counts from now on. */
  prove(member: Person, address?: string): Promise<string>;
  /** Has a member buy 100 tokens, which are allocated; returns the order's id. */
  buy(member: Person): Promise<string>;
  /** Prepares a batch, and freezes it by both owners; returns its number, or the refusal of its freeze. */
  freeze(day?: string): Promise<number | string>;
}

export interface LaunchHarness extends OrderHarness {
  /** Signs the checkpoints of all companies. */
  seal(): Promise<unknown>;
  /** Seals the frozen batches of all companies. */
  sealBatches(): Promise<number>;
  launched(change?: Parameters<OrderHarness["company"]>[0]): Promise<LaunchFixture>;
}

export const LAUNCH_KEY = signingKey(Buffer.alloc(32, 3).toString("base64"));

/** An address of a wallet, with its checksum. */
export const newAddress = (): string =>
  normaliseWalletAddress(`0x${randomBytes(20).toString("hex")}`);

/** Creates fixtures for tests of batches. */
export async function launchHarness(
  options: Parameters<typeof orderHarness>[0] = {},
): Promise<LaunchHarness> {
  const harness = await orderHarness(options);
  const { database } = harness;
  const seal = () => sealAll({ database, key: LAUNCH_KEY });

  async function launched(
    change: Parameters<OrderHarness["company"]>[0] = {},
  ): Promise<LaunchFixture> {
    const launchAt = new Date(Date.now() - DAY_MS);
    const company = await harness.company({ launchAt, ...change });
    const colleague = await company.anotherAdmin();
    const [first, second] = [await company.as(company.admin), await company.as(colleague)];
    const today = dateInIndia(new Date());
    return {
      ...company,
      first,
      second,
      colleague,
      today,
      async prove(member, address = newAddress()) {
        const at = new Date(Date.now() - 1000);
        await database.db.insert(wallets).values({
          companyId: company.id,
          memberId: member.id,
          sessionId: "a session",
          address,
          nonce: newId(),
          message: "a message",
          expiresAt: at,
          signature: "0x",
          proof: "PASTED",
          provedAt: at,
          validFrom: at,
        });
        return address;
      },
      async buy(member) {
        const { order } = await submittedPayment(company, member);
        const { id } = await company.order(order.orderNumber);
        await first.orders.approve({ orderId: id });
        return id;
      },
      async freeze(day = today) {
        await seal();
        const { number } = await first.batches.prepare({ day });
        const code = await resultCode(first.batches.freeze({ number }));
        if (code !== "NEEDS_SECOND_ADMIN") return code;
        const waiting = await second.changes.list();
        const change = waiting.find(({ kind }) => kind === "BATCH_FREEZE");
        const confirmed = await resultCode(second.changes.confirm({ id: change?.id ?? "" }));
        return confirmed === "ok" ? number : confirmed;
      },
    };
  }

  return {
    ...harness,
    seal,
    sealBatches: () => sealBatches(database.db, { ...harness.deps, key: () => LAUNCH_KEY }),
    launched,
  };
}
