import { z } from "zod";
import { BATCH_STATES, BATCH_WAYS, CLAIM_CALLS } from "@db/vocabulary";
import * as as from "@server/platform/contracts/described";
import { described } from "@server/platform/contracts/described";
import {
  booleanField,
  code,
  dateField,
  line,
  oneOf,
  wholeNumberField,
} from "@server/platform/contracts/fields";
import { readHash } from "@server/launch/rules/transactions";

const MOST_BATCHES = 1_000_000;
/** A chain id is a positive integer (EIP-155); PostgreSQL's `integer` holds those in use. */
const MOST_CHAIN_ID = 2_147_483_647;
const HASH = `0x${"5c".repeat(32)}`;
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const A_DAY = "2027-08-23";

const batchNumberField = described(
  wholeNumberField(1, MOST_BATCHES, "FIELD_INVALID"),
  "The batch's number, from 1.",
  1,
);

/** `batches.find` and `batches.freeze` (admin), `batches.trace` (member): a batch of the own company. */
export const BatchRef = z.object({ number: batchNumberField });
export type BatchRef = z.output<typeof BatchRef>;

/** `batches.prepare` (admin): the day in India whose free tokens the next batch holds. Returns its number. */
export const PrepareBatch = z.object({ day: dateField("BAD_DATE", "BAD_DATE") });

const networkField = line("NETWORK_REQUIRED", 60);
/** An address of https without a query; transactions are shown at `<address>/tx/<hash>`. */
const explorerField = z
  .string({ error: code("EXPLORER_INVALID") })
  .trim()
  .max(200, code("EXPLORER_INVALID"))
  .regex(/^https:\/\/[a-z0-9.-]+\.[a-z]{2,}(\/[a-zA-Z0-9._~/-]*)?$/, code("EXPLORER_INVALID"))
  .overwrite((address) => address.replace(/\/+$/, ""));
const hashField = z
  .string({ error: code("TRANSACTION_HASH_INVALID") })
  .transform((typed, issues) => {
    const hash = readHash(typed);
    if (hash) return hash;
    issues.addIssue({ code: "custom", message: code("TRANSACTION_HASH_INVALID") });
    return z.NEVER;
  });

/** `batches.publish` (admin): the contract from which members claim a batch. Waits for a second admin. */
export const PublishBatch = z.object({
  number: batchNumberField,
  network: networkField,
  chainId: wholeNumberField(1, MOST_CHAIN_ID, "CHAIN_ID_INVALID"),
  contract: z
    .string({ error: code("CONTRACT_INVALID") })
    .trim()
    .regex(/^0[xX][0-9a-fA-F]{40}$/, code("CONTRACT_INVALID")),
  claimCall: oneOf(CLAIM_CALLS),
  explorer: explorerField,
  claimUntil: dateField("BAD_DATE", "BAD_DATE"),
});
export type PublishBatch = z.output<typeof PublishBatch>;

/** `batches.fund` (admin): the transaction that funded the contract; members may claim from then on. */
export const FundBatch = z.object({
  number: batchNumberField,
  hash: hashField,
  isFunded: booleanField("FUNDS_NOT_CONFIRMED").refine(
    (isTicked) => isTicked,
    code("FUNDS_NOT_CONFIRMED"),
  ),
});
export type FundBatch = z.output<typeof FundBatch>;

/** `batches.send` (admin): the company sends the tokens of a batch itself. */
export const SendBatch = z.object({
  number: batchNumberField,
  network: networkField,
  explorer: explorerField,
});
export type SendBatch = z.output<typeof SendBatch>;

/** `batches.addTransfers` (admin): some thousand lines of a CSV with the transactions that sent rows. */
export const AddTransfers = z.object({
  number: batchNumberField,
  text: z
    .string({ error: code("TRANSFERS_REQUIRED") })
    .trim()
    .min(1, code("TRANSFERS_REQUIRED"))
    .max(500_000, code("TEXT_TOO_LONG")),
});
export type AddTransfers = z.output<typeof AddTransfers>;

/** `batches.file` (admin): a file of a frozen batch; `part` counts those for sending from 1. */
export const BatchFile = z.object({
  number: batchNumberField,
  file: oneOf(["claims", "tree", "send"]),
  part: wholeNumberField(1, MOST_BATCHES, "FIELD_INVALID").optional(),
});
export type BatchFile = z.output<typeof BatchFile>;

/** Output of `batches.file`. */
export interface WrittenFile {
  text: string;
}

/** Why a line of transactions was refused. */
export const TRANSFER_FAULTS = ["FORM", "HASH", "ADDRESS", "AMOUNT", "TWICE"] as const;
export type TransferFault = (typeof TRANSFER_FAULTS)[number];

/** Output of `batches.addTransfers`; at most a hundred refused lines are listed. */
export type AddedTransfers = {
  added: number;
  refused: number;
  faults: { line: number; fault: TransferFault }[];
};

const orNull = <S extends z.ZodType>(schema: S) => as.orNull(schema);

/** A batch, as its company's admins see it. */
export const BatchAnswer = z.object({
  number: as.tokens("Its number, from 1.", 1),
  day: described(z.string(), "The day in India whose free tokens it holds.", A_DAY),
  state: described(
    z.enum(BATCH_STATES),
    "PREPARED, FROZEN, PUBLISHED (its contract is not funded yet) or DELIVERED.",
    "DELIVERED",
  ),
  way: orNull(described(z.enum(BATCH_WAYS), "Members CLAIM it, or the company SENDs it.", "CLAIM")),
  members: orNull(as.tokens("Members who are in it.", 400)),
  tokens: orNull(as.tokens("Their tokens.", 105_000)),
  amount: orNull(as.text("The tokens in the smallest units.", "105000000000000000000000")),
  checkpoint: orNull(as.tokens("The ledger's checkpoint that it stands on.", 12)),
  frozenAt: orNull(as.instant("The time of its freeze.")),
  root: orNull(as.text("The root of its claims' tree.", HASH)),
  network: orNull(as.text("The network, as the company names it.", "Polygon")),
  chainId: orNull(as.tokens("The network's chain id.", 137)),
  contract: orNull(as.text("The contract that pays claims.", ADDRESS)),
  claimCall: orNull(
    described(z.enum(CLAIM_CALLS), "The type of the amount in the contract's claim.", "UINT256"),
  ),
  explorer: orNull(as.text("The site that shows transactions.", "https://polygonscan.com")),
  claimUntil: orNull(described(z.string(), "The last day on which claims are paid.", A_DAY)),
  publishedAt: orNull(as.instant("The time at which its contract was confirmed.")),
  fundedHash: orNull(as.text("The transaction that funded it: the company's word.", HASH)),
  deliveredAt: orNull(as.instant("The time from which its tokens are there.")),
  sent: as.tokens("Of a batch that is sent: rows with a transaction.", 0),
});
export type BatchView = z.output<typeof BatchAnswer>;

/** Answer of `batches.list`. */
export const BatchesAnswer = z.object({
  records: z.array(BatchAnswer).describe("The batches, newest first."),
  ledger: as.tokens("All tokens of the ledger.", 200_000),
  delivered: as.tokens("Those in frozen batches.", 105_000),
  waiting: as.tokens("Those in no batch yet. Both add up to the ledger.", 95_000),
  launchAt: orNull(as.instant("The launch of the token.")),
});
export type BatchList = z.output<typeof BatchesAnswer>;

/** What stands in the way of a prepared batch, and what would be in it. */
export type Preparation = {
  /** Those who get most, with their wallets. */
  included: { memberId: string; name: string; address: string; tokens: number }[];
  members: number;
  tokens: number;
  /** The ledger's last checkpoint; null before the first. */
  checkpoint: number | null;
  /** Tokens that unlock after the batch's day. */
  later: number;
  pendingOrders: number;
  awaitedRests: number;
  heldRewards: number;
  waitingChanges: number;
  /** Members with free tokens who are left out, those with the most tokens first, and their number. */
  leftOut: { memberId: string; name: string; tokens: number; because: "NO_WALLET" | "BLOCKED" }[];
  leftOutMembers: number;
  leftOutTokens: number;
  /** The change that waits for a second admin; null without one. */
  waiting: { id: string; members: number; tokens: number } | null;
};

/** Output of `batches.find`. */
export type BatchDetails = BatchView & {
  preparation: Preparation | null;
  /** The network of the company's last batch, for one that has none yet. */
  last: Pick<BatchView, "network" | "chainId" | "explorer"> | null;
  /** True if a contract waits for a second admin. */
  contractWaits: boolean;
  /** ISO; from when on its contract may be confirmed as funded, or its transactions be added. */
  deliverableAt: string;
};

/** A member's row of a batch that is delivered, or of one that was sent. */
export type OwnDelivery = {
  number: number;
  tokens: number;
  address: string;
  network: string;
  /** The company's word: the transaction that sent it, or that funded the claims. */
  hash: string | null;
  link: string | null;
  /** What a wallet needs to claim; null for tokens that were sent. */
  claim: {
    index: number;
    amount: string;
    chainId: number;
    contract: string;
    contractLink: string;
    /** YYYY-MM-DD in India. */
    until: string;
    root: string;
    proof: string[];
    /** The call's data, `0x…`. */
    data: string;
  } | null;
};
