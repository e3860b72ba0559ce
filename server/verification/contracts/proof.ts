import { z } from "zod";
import type { PublishedCheckpoint } from "@server/ledger/rules/verify-proof";
import { code, pageFields } from "@server/platform/contracts/fields";

const whole = (least: number) =>
  z.coerce
    .number({ error: code("FIELD_INVALID") })
    .int({ error: code("FIELD_INVALID") })
    .min(least, { error: code("FIELD_INVALID") })
    .max(Number.MAX_SAFE_INTEGER, { error: code("FIELD_INVALID") });

/** Input of `proof.history` (public): the checkpoints of the allocations, newest first. */
export const ListCheckpoints = z.object(pageFields);

/** Input of `proof.checkpoint` (public): a number; without one, the last checkpoint. */
export const CheckpointRef = z.object({ number: whole(1).optional() });

/**
 * Input of `proof.inclusion` (public): a leaf index in the tree of a checkpoint, by default of the last
 * one.
 */
export const InclusionRef = z.object({ leaf: whole(0), checkpoint: whole(1).optional() });

/**
 * Input of `proof.consistency` (public): from one checkpoint's number to another's, by default to the
 * last one.
 */
export const ConsistencyRef = z.object({ from: whole(1), to: whole(1).optional() });

export type CheckpointRow = {
  number: number;
  /** Number of allocations that it covers. */
  size: number;
  /** Merkle root in hex. */
  root: string;
  /** ISO 8601 time. */
  signedAt: string;
  keyId: string;
};

/** Output of `proof.lastVerification` (super admin): the result of the last nightly verification. */
export type VerificationResult = {
  /** ISO 8601 time. */
  finishedAt: string;
  companies: number;
  allocations: number;
  auditEntries: number;
  unsealed: number;
  /** One line for each fault, with its company; empty if everything agrees. */
  faults: string[];
};

export type CheckpointHistory = {
  /** It is null before the first checkpoint. */
  current: (CheckpointRow & PublishedCheckpoint) | null;
  records: CheckpointRow[];
  total: number;
  lastPage: number;
  keys: { id: string; publicKey: string; firstUsedAt: string }[];
};
