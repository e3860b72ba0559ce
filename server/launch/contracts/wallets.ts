import { z } from "zod";
import { WALLET_PROOFS } from "@db/vocabulary";
import { described, instant, orNull, text, tokens } from "@server/platform/contracts/described";
import { code, idField, line, oneOf, ownPasswordField } from "@server/platform/contracts/fields";
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

/** A proven wallet, as REST answers it. */
const WalletAnswer = z.object({
  address: text("With its checksum.", "0x52908400098527886E0F7030069857D2E4169EE7"),
  provedAt: instant("When the member proved it."),
  validFrom: orNull(
    instant("Tokens go there from then on; null: admins confirm it first, after a lost wallet."),
  ),
});
/** `isShared`: true if another member of the company has proven the same address. */
export type ProvenWallet = z.output<typeof WalletAnswer> & { id: string; isShared: boolean };

/** The member's tokens, when they unlock, and the wallet to which they go, as REST answers it. */
export const LaunchAnswer = z.object({
  tokens: tokens("Tokens allocated to this member.", 1050),
  free: tokens("Tokens of them that are free today.", 262),
  launchAt: orNull(instant("The company's launch; null: no day yet.")),
  unlocks: text("When tokens unlock, in one sentence.", "All tokens unlock at the launch."),
  parts: z
    .array(
      z.object({
        day: described(z.iso.date(), "The day in India.", "2030-01-31"),
        tokens: tokens("Tokens that unlock on it.", 262),
      }),
    )
    .describe("The days on which tokens unlock, oldest first; none without a launch."),
  wallet: WalletAnswer.nullable().describe("The proven wallet to which tokens go, or null."),
  waiting: WalletAnswer.nullable().describe("The proven wallet that takes force later, or null."),
});

/** `launch.mine` (member). */
export type MyLaunch = Omit<z.output<typeof LaunchAnswer>, "wallet" | "waiting"> & {
  wallet: ProvenWallet | null;
  waiting: ProvenWallet | null;
  /** The wallet that the member lost, until another one takes force. */
  lost: ProvenWallet | null;
  /** The message that this session asked for, and has not answered yet. */
  asked: { id: string; address: string; message: string; expiresAt: string } | null;
  /** The address in the profile, which nobody has proven. */
  typed: string | null;
};

/** `launch.loseWallet` (member): the wallet in force is lost. Returns null. */
export const LoseWallet = z.object({ id: idField, currentPassword: ownPasswordField });

/** `launch.walletsOf` (admin): the wallets of a member. */
export const MemberRef = z.object({ memberId: idField });
export type WalletsOfMember = Pick<MyLaunch, "wallet" | "waiting" | "lost">;

/**
 * `launch.confirmWallet` (admin): the wallet that follows a lost one, with how the member proved who they
 * are. Returns null.
 */
export const ConfirmWallet = z.object({
  id: idField,
  evidence: line("EVIDENCE_REQUIRED", 500, "REASON_TOO_LONG"),
});
export type ConfirmWallet = z.output<typeof ConfirmWallet>;
