import type { PublishedCheckpoint } from "@server/ledger/rules/verify-proof";
import { parseCheckpointText } from "@server/ledger/rules/checkpoint";
import { verifyProof } from "@server/ledger/rules/verify-proof";
import { verifyInBrowser } from "./verify-signature";

/** The result of comparing the site's history with the remembered checkpoint. */
export type HistoryFinding =
  | { result: "first" | "same" | "grown"; number: number; size: number; isKeyNew: boolean }
  /** The site no longer has what it showed before, or does not lead from it to its present state. */
  | { result: "truncated" | "rewritten"; number: number; size: number; isKeyNew: boolean }
  /** The site could not be reached. */
  | { result: "failed" };

const KEY = "prelaunch-checkpoint";

/** The origin is the company's, so each company has its own. */
export interface CheckpointStore {
  read(): PublishedCheckpoint | null;
  write(checkpoint: PublishedCheckpoint): void;
}

export const browserStore: CheckpointStore = {
  read() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as PublishedCheckpoint | null;
      return kept && parseCheckpointText(kept.text) ? kept : null;
    } catch {
      return null;
    }
  },
  write(checkpoint) {
    try {
      localStorage.setItem(KEY, JSON.stringify(checkpoint));
    } catch {
      // Storage may be off: the next check is then a first one.
    }
  },
};

type Fetch = (
  address: string,
) => Promise<{ ok: boolean; status: number; json(): Promise<unknown> }>;

/**
 * Compares the site's history with the checkpoint that this browser saw last, and keeps the present
 * one if it grew out of that.
 */
export async function checkHistory(ask: Fetch, seen: CheckpointStore): Promise<HistoryFinding> {
  const before = seen.read();
  const known = before && parseCheckpointText(before.text);
  try {
    if (!before || !known) return await firstLook(ask, seen);
    const about = { number: known.number, size: known.size };
    const answer = await ask(`/proof/consistency.json?from=${known.number}`);
    if (answer.status === 404) return { result: "truncated", ...about, isKeyNew: false };
    if (!answer.ok) return { result: "failed" };
    const proof = (await answer.json()) as Record<string, unknown>;
    const verdict = await verifyProof(proof, { isSigned: verifyInBrowser });
    const [first, second] = [proof["first"], proof["second"]] as (
      | PublishedCheckpoint
      | undefined
    )[];
    const isSame = first?.text === before.text;
    if (!isSame || !second || !verdict.ok || verdict.kind !== "consistency") {
      return { result: "rewritten", ...about, isKeyNew: false };
    }
    seen.write(second);
    const { number, size } = verdict.second;
    const result = number === known.number ? "same" : "grown";
    return { result, number, size, isKeyNew: second.publicKey !== before.publicKey };
  } catch {
    return { result: "failed" };
  }
}

async function firstLook(ask: Fetch, seen: CheckpointStore): Promise<HistoryFinding> {
  const answer = await ask("/proof/checkpoint.json");
  if (!answer.ok) return { result: "failed" };
  const current = (await answer.json()) as PublishedCheckpoint;
  const checkpoint = parseCheckpointText(current.text);
  if (!checkpoint) return { result: "failed" };
  const { number, size } = checkpoint;
  if (!(await verifyInBrowser(current.publicKey, current.text, current.signature))) {
    return { result: "rewritten", number, size, isKeyNew: false };
  }
  seen.write(current);
  return { result: "first", number, size, isKeyNew: false };
}
