import { z } from "zod";
import { type UnlockPlans, WALLET_PROOFS } from "@db/vocabulary";
import { code, idField, oneOf, ownPasswordField } from "@server/platform/contracts/fields";
import { normaliseWalletAddress } from "@server/platform/rules/people/wallet-address";
import { isRefusal } from "@server/platform/rules/refusals/refuse";

/** An address in stored form, with its EIP-55 checksum. */
const addressField = z.string({ error: code("WALLET_ADDRESS_INVALID") }).transform((typed, ctx) => {
  try {
    return normaliseWalletAddress(typed);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.addIssue({ code: "custom", message: error.code });
    return z.NEVER;
  }
});

/** `launch.askWallet` (member): a message to sign. Returns null. */
export const AskWallet = z.object({
  walletAddress: addressField,
  currentPassword: ownPasswordField,
});

/** `launch.proveWallet` (member): the signature of the message. Returns null. */
export const ProveWallet = z.object({
  id: idField,
  signature: z
    .string({ error: code("WALLET_SIGNATURE_WRONG") })
    .trim()
    .min(1, code("WALLET_SIGNATURE_MISSING"))
    .max(2_000, code("WALLET_SIGNATURE_WRONG")),
  proof: oneOf(WALLET_PROOFS).default("PASTED"),
});
export type ProveWallet = z.output<typeof ProveWallet>;

/** `launch.stopWallet` (member). */
export const WalletRef = z.object({ id: idField });

/** A proven wallet; instants are ISO. */
export interface ProvenWallet {
  id: string;
  address: string;
  provedAt: string;
  /** Tokens go there from then on. */
  validFrom: string;
  /** True if another member of the company has proven the same address. */
  isShared: boolean;
}

/** `launch.mine` (member): the member's tokens, when they unlock, and the wallet to which they go. */
export interface MyLaunch {
  tokens: number;
  /** Tokens that are free by today, in India. */
  free: number;
  /** ISO; null without a day. */
  launchAt: string | null;
  /** Null: all tokens unlock at the launch. */
  plans: UnlockPlans | null;
  /** The days (YYYY-MM-DD) on which tokens unlock, oldest first; none without a launch. */
  parts: { day: string; tokens: number }[];
  /** The proven wallet in force, and the one that takes force later. */
  wallet: ProvenWallet | null;
  waiting: ProvenWallet | null;
  /** The message that this session asked for, and has not answered yet. */
  asked: { id: string; address: string; message: string; expiresAt: string } | null;
  /** The address in the profile, which nobody has proven. */
  typed: string | null;
}

/** `launch.walletsOf` (admin): the wallets of a member. */
export const MemberRef = z.object({ memberId: idField });
export interface WalletsOfMember {
  wallet: ProvenWallet | null;
  waiting: ProvenWallet | null;
}
