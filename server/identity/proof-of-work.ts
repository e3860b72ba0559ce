import { createChallenge, verifySolution, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Context } from "@server/context/context";
import { countedSoFar } from "./throttle";

/**
 * A proof of work before a code is sent, where a company asks for one (decision 44). The browser searches
 * for a key that begins with a zero byte: 256 tries of 2,000 iterations on average, half a second on a
 * phone. Making a challenge costs the server one HMAC, a right answer one try.
 */
const WORK = { algorithm: "PBKDF2/SHA-256", cost: 2000, keyPrefix: "00" } as const;

/** How long a challenge may be answered. */
const WORK_SECONDS = 20 * 60;

/** How much later a code is mailed without a proof of work. */
export const SLOW_SECONDS = 60;

const secretOf = (ctx: Pick<Context, "deps">): string =>
  ctx.deps.secrets.keyedHash("proof-of-work", "challenge");

/** A new challenge for the codes of one company. */
export const newChallenge = (ctx: Pick<Context, "deps">, companyId: string): Promise<Challenge> =>
  createChallenge({
    ...WORK,
    deriveKey,
    data: { company: companyId },
    expiresAt: Math.floor(Date.now() / 1000) + WORK_SECONDS,
    hmacSignatureSecret: secretOf(ctx),
  });

/** What `altcha` widgets and `solveChallenge` send, in base64. */
const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(WORK.algorithm),
      cost: z.literal(WORK.cost),
      keyPrefix: z.literal(WORK.keyPrefix),
      keyLength: z.literal(32),
      nonce: z.string().max(100),
      salt: z.string().max(100),
      expiresAt: z.number(),
      data: z.object({ company: z.string() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200) }),
});

/** A proof can be used once; this counts its use. */
const useOf = (nonce: string) => ({
  what: "work-used",
  of: nonce,
  limit: 1,
  windowSeconds: WORK_SECONDS,
});

/**
 * What counts the use of a right and unused proof for this company, to be counted with the request. Null
 * for any other: without a proof the code is mailed more slowly, nobody is refused.
 */
export async function provenWork(
  ctx: Pick<Context, "deps">,
  companyId: string,
  proof: string | undefined,
): Promise<ReturnType<typeof useOf> | null> {
  if (!proof) return null;
  const parsed = Payload.safeParse(readJson(proof));
  if (!parsed.success || parsed.data.challenge.parameters.data.company !== companyId) return null;
  const { challenge, solution } = parsed.data;
  const use = useOf(challenge.parameters.nonce);
  if ((await countedSoFar(ctx, use)) > 0) return null;
  const { verified } = await verifySolution({
    challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: secretOf(ctx),
  });
  return verified ? use : null;
}

function readJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
  } catch {
    return null;
  }
}
