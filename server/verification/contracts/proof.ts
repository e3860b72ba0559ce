import { z } from "zod";
import type { PublishedCheckpoint } from "@server/ledger/rules/verify-proof";
import { code, pageFields } from "@server/platform/contracts/fields";

const whole = (least: number) =>
  z.coerce
    .number({ error: code("FIELD_INVALID") })
    .int({ error: code("FIELD_INVALID") })
    .min(least, { error: code("FIELD_INVALID") })
    .max(Number.MAX_SAFE_INTEGER, { error: code("FIELD_INVALID") });

/** `proof.history` (public): the checkpoints of the allocations, newest first. */
export const ListCheckpoints = z.object(pageFields);

/** `proof.checkpoint` (public): by number; the last one without it. */
export const CheckpointRef = z.object({ number: whole(1).optional() });

/** `proof.inclusion` (public): by leaf index, in the tree of a checkpoint; the last one without it. */
export const InclusionRef = z.object({ leaf: whole(0), checkpoint: whole(1).optional() });

/** `proof.consistency` (public): from one checkpoint's number to another's, or to the last one. */
export const ConsistencyRef = z.object({ from: whole(1), to: whole(1).optional() });

/** A row of the history. */
export type CheckpointRow = {
  number: number;
  /** Allocations that it covers. */
  size: number;
  /** In hex. */
  root: string;
  /** ISO. */
  signedAt: string;
  keyId: string;
};

/** `proof.lastVerification` (super admin): the result of the last nightly verification. */
export type VerificationResult = {
  /** ISO. */
  finishedAt: string;
  companies: number;
  allocations: number;
  auditEntries: number;
  unsealed: number;
  /** One line each, with the company; empty if everything agrees. */
  faults: string[];
};

export type CheckpointHistory = {
  /** Null before the first one. */
  current: (CheckpointRow & PublishedCheckpoint) | null;
  records: CheckpointRow[];
  total: number;
  lastPage: number;
  keys: { id: string; publicKey: string; firstUsedAt: string }[];
};
