import type { Executor } from "@db/client";
import type { LedgerRow } from "@server/verification/queries/ledger";
import {
  type StoredCheckpoint,
  countUnsealed,
  listAllMerkleNodes,
  listCheckpointsToVerify,
  listSeals,
  auditGenesis,
  auditHash,
  FAN_OUT,
  completeNodes,
  leafOf,
  nodeSha256,
  isSigned,
} from "@server/ledger";
import type { SealedLog } from "@db/vocabulary";
import { NO_CHECKPOINT, checkpointHash, checkpointText } from "@server/ledger/rules/checkpoint";
import { GrowingTree } from "@server/ledger/rules/merkle";
import { readAhead } from "./read-ahead";

/** A contradiction in the seals, the checkpoints or the list of unsealed entries. */
export type SealFault =
  /** A sealed entry that is missing, moved or changed. */
  | { kind: "audit"; sequence: number; fault: "sequence" | "entry-missing" | "hash" }
  /** Entries that were added without the product, or listed and then deleted. */
  | { kind: "audit-list"; stray: number; missing: number }
  /** Seals that no checkpoint covers: a checkpoint is missing. */
  | { kind: "audit-seals"; sealed: number; signed: number }
  | { kind: "checkpoint"; log: SealedLog; number: number; fault: CheckpointFault }
  /** Stored roots of subtrees that differ from the allocations. */
  | { kind: "merkle-nodes"; differing: number };

export type CheckpointFault =
  | "number"
  | "format"
  | "previous"
  | "size"
  | "time"
  | "signature"
  | "unknown-key"
  | "head"
  | "root"
  /** The audit log's checkpoints and those of the allocations contradict each other. */
  | "beside"
  /** It differs from a copy that was kept elsewhere. */
  | "anchor";

/** Number of unsealed entries, and the age of the oldest. */
export interface Tail {
  sealed: number;
  unsealed: number;
  /** Seconds since the oldest unsealed entry was made; 0 if all is sealed. */
  unsealedSeconds: number;
}

/** A checkpoint's hash that was kept outside the database. */
export interface Anchor {
  companyId: string;
  log: SealedLog;
  number: number;
  /** SHA-256 of its text, in hex. */
  hash: string;
}

export interface SealOptions {
  /** Public keys by id; a checkpoint of another key is a fault. */
  keys: ReadonlyMap<string, string>;
  anchors?: readonly Anchor[];
}

const AT_ONCE = 5000;
const MOST = 20;
const HEX = /^[0-9a-f]{64}$/;

/** Reads a log's checkpoints in order while its entries are read, and compares the two. */
class CheckpointReader {
  readonly faults: SealFault[] = [];
  last: StoredCheckpoint | null = null;
  readonly #tx: Executor;
  readonly #companyId: string;
  readonly #log: SealedLog;
  readonly #options: SealOptions;
  #waiting: (StoredCheckpoint & { isWholeTime: boolean })[] = [];
  #isAtEnd = false;
  #fetched = Number.MIN_SAFE_INTEGER;
  /** Numbers of the anchors that were found. */
  readonly #anchored = new Set<number>();

  constructor(tx: Executor, companyId: string, log: SealedLog, options: SealOptions) {
    this.#tx = tx;
    this.#companyId = companyId;
    this.#log = log;
    this.#options = options;
  }

  /** Compares the checkpoints of this size; `headAt` is called only if there is one. */
  async at(size: number, headAt: () => { head: string; root: string | null }): Promise<void> {
    for (;;) {
      const next = this.#waiting[0] ?? (await this.#fetch());
      if (!next || next.size > size) return;
      this.#waiting.shift();
      const { head, root } = headAt();
      if (next.size < size) this.#note(next.number, "size");
      else if (next.head !== head) this.#note(next.number, "head");
      else if (next.root !== root) this.#note(next.number, "root");
      this.#checkItself(next);
    }
  }

  /** Checks the end: remaining checkpoints claim more entries than there are. */
  async end(): Promise<void> {
    for (;;) {
      const next = this.#waiting[0] ?? (await this.#fetch());
      if (!next) break;
      this.#waiting.shift();
      this.#note(next.number, "size");
      this.#checkItself(next);
      if (this.faults.length >= MOST) break;
    }
    for (const anchor of this.#options.anchors ?? []) {
      const isOurs = anchor.companyId === this.#companyId && anchor.log === this.#log;
      if (isOurs && !this.#anchored.has(anchor.number)) this.#note(anchor.number, "anchor");
    }
  }

  async #fetch(): Promise<(StoredCheckpoint & { isWholeTime: boolean }) | null> {
    if (this.#isAtEnd) return null;
    this.#waiting = await listCheckpointsToVerify(this.#tx, this.#companyId, this.#log, {
      after: this.#fetched,
      limit: AT_ONCE,
    });
    this.#isAtEnd = this.#waiting.length < AT_ONCE;
    this.#fetched = this.#waiting.at(-1)?.number ?? this.#fetched;
    return this.#waiting[0] ?? null;
  }

  #checkItself(one: StoredCheckpoint & { isWholeTime: boolean }): void {
    const { last } = this;
    const isAudit = this.#log === "AUDIT";
    const hasFormat =
      [one.head, one.previous, one.keyId].every((text) => HEX.test(text)) &&
      (isAudit
        ? one.root === null && one.beside !== null
        : HEX.test(one.root ?? "") && one.beside === null);
    if (one.number !== (last?.number ?? 0) + 1) this.#note(one.number, "number");
    if (!hasFormat) this.#note(one.number, "format");
    if (one.previous !== (last ? checkpointHash(last) : NO_CHECKPOINT)) {
      this.#note(one.number, "previous");
    }
    if (last && (isAudit ? one.size < last.size : one.size <= last.size)) {
      this.#note(one.number, "size");
    }
    if (!one.isWholeTime || (last && one.signedAt < last.signedAt)) this.#note(one.number, "time");
    const publicKey = this.#options.keys.get(one.keyId);
    if (publicKey === undefined) this.#note(one.number, "unknown-key");
    else if (!isSigned(publicKey, checkpointText(one), one.signature)) {
      this.#note(one.number, "signature");
    }
    const anchor = this.#options.anchors?.find(
      ({ companyId, log, number }) =>
        companyId === this.#companyId && log === this.#log && number === one.number,
    );
    if (anchor) {
      this.#anchored.add(anchor.number);
      if (anchor.hash !== checkpointHash(one)) this.#note(one.number, "anchor");
    }
    this.last = one;
  }

  #note(number: number, fault: CheckpointFault): void {
    if (this.faults.length < MOST) {
      this.faults.push({ kind: "checkpoint", log: this.#log, number, fault });
    }
  }
}

/** Compares a company's allocations with its checkpoints, as the ledger check reads them. */
export function allocationSeals(tx: Executor, companyId: string, options: SealOptions) {
  const reader = new CheckpointReader(tx, companyId, "ALLOCATIONS", options);
  const subtrees = new Map<string, string>();
  const tree = new GrowingTree(nodeSha256, (level, index, hash) => {
    if (level % Math.log2(FAN_OUT) === 0) {
      subtrees.set(`${level / Math.log2(FAN_OUT)}/${index}`, Buffer.from(hash).toString("hex"));
    }
  });
  let firstUnsealedAt: Date | null = null;
  return {
    async read(rows: readonly LedgerRow[]): Promise<void> {
      for (const row of rows) {
        tree.append(leafOf(row.hashedBytes));
        const before = reader.last?.number;
        await reader.at(tree.size, () => ({
          head: row.hash,
          root: Buffer.from(tree.root()).toString("hex"),
        }));
        if (reader.last?.number !== before) firstUnsealedAt = null;
        else firstUnsealedAt ??= row.createdAt;
      }
    },
    /** Checks the end; `isComplete` is false if the chain was read only up to a fault. */
    async end(isComplete: boolean) {
      if (isComplete) await reader.end();
      const { faults, last } = reader;
      const sealed = last?.size ?? 0;
      if (isComplete && faults.length === 0) {
        const differing = await differingNodes(tx, companyId, sealed, subtrees);
        if (differing > 0) faults.push({ kind: "merkle-nodes", differing });
      }
      const tail: Tail = {
        sealed,
        unsealed: Math.max(0, tree.size - sealed),
        unsealedSeconds: secondsSince(firstUnsealedAt),
      };
      return { faults, tail, last };
    },
  };
}

const secondsSince = (at: Date | null): number =>
  at ? Math.max(0, Math.round((Date.now() - at.getTime()) / 1000)) : 0;

async function differingNodes(
  tx: Executor,
  companyId: string,
  sealed: number,
  subtrees: ReadonlyMap<string, string>,
): Promise<number> {
  const stored = await listAllMerkleNodes(tx, companyId);
  let due = 0;
  for (let level = 1; completeNodes(sealed, level) > 0; level += 1) {
    due += completeNodes(sealed, level);
  }
  const right = stored.filter(
    ({ level, index, hash }) =>
      level >= 1 &&
      index < completeNodes(sealed, level) &&
      subtrees.get(`${level}/${index}`) === hash,
  ).length;
  return stored.length - right + (due - right);
}

/** Verifies a company's sealed audit log, and counts the unsealed entries. */
export async function verifyAuditSeals(
  tx: Executor,
  companyId: string,
  options: SealOptions,
  /** Number of the last checkpoint of its allocations, which the audit log's last one must name. */
  beside: number,
): Promise<{ faults: SealFault[]; tail: Tail; entries: number }> {
  const faults: SealFault[] = [];
  const reader = new CheckpointReader(tx, companyId, "AUDIT", options);
  let [size, head] = [0, auditGenesis(companyId)];
  let isBroken = false;
  await reader.at(0, () => ({ head, root: null }));
  for await (const seals of readAhead((range) => listSeals(tx, companyId, range), AT_ONCE)) {
    for (const { sequence, hash, columns } of seals) {
      const fault =
        sequence !== size + 1
          ? "sequence"
          : columns === null
            ? "entry-missing"
            : auditHash(head, columns) === hash
              ? null
              : "hash";
      if (fault) {
        faults.push({ kind: "audit", sequence, fault });
        isBroken = true;
        break;
      }
      [size, head] = [sequence, hash];
      await reader.at(size, () => ({ head, root: null }));
    }
    if (isBroken) break;
  }
  if (!isBroken) await reader.end();
  faults.push(...reader.faults);
  const signed = reader.last?.size ?? 0;
  if (!isBroken && signed !== size) faults.push({ kind: "audit-seals", sealed: size, signed });
  if (!isBroken && reader.last !== null && reader.last.beside !== beside) {
    const { number } = reader.last;
    faults.push({ kind: "checkpoint", log: "AUDIT", number, fault: "beside" });
  }
  if (!isBroken && reader.last === null && beside > 0) {
    faults.push({ kind: "checkpoint", log: "AUDIT", number: 1, fault: "number" });
  }
  const { waiting, waitingSeconds, stray, missing, entries } = await countUnsealed(tx, companyId);
  if (stray + missing > 0) faults.push({ kind: "audit-list", stray, missing });
  return {
    faults,
    tail: { sealed: size, unsealed: waiting, unsealedSeconds: Math.round(waitingSeconds) },
    entries,
  };
}
