import type { Reader } from "@db/client";
import { lastEntriesOfStaff, type OwnEntry } from "@db/queries/own-entries";
import type { Dated } from "@server/contracts/dated";
import type { AdminActor, SuperAdminActor } from "./actor";
import type { Context } from "./context";
import { type Figures, FIGURES_MAX_AGE_MS } from "./figures";

/**
 * The calls that a standby may answer: sums, lists and files of what was, for pages that say how old
 * they are (docs/decisions/0083). None decides, and nothing that decides reads what they return. Every
 * other call reads the primary.
 */
export const STANDBY_CALLS = [
  "companies.overview",
  "dashboard.admin",
  "dashboard.history",
  "exports.activity",
  "exports.allOrders",
  "exports.companies",
  "exports.members",
  "exports.orders",
  "payments.days",
] as const;
export type StandbyCall = (typeof STANDBY_CALLS)[number];

/** What is older than this says so on its page; a standby that follows is behind by less. */
export const OLD_MS = 5000;

/** From the time of an entry to its commit. */
const LONGEST_WRITE_MS = 30_000;

type StaffContext = Context & { actor: AdminActor | SuperAdminActor };

/** A read that continues another one, as the pieces of a file do. */
interface Continued {
  /** The other one's moment; null if the primary answered it. Undefined for a read of its own. */
  asOf?: string | null;
}

/**
 * Reads for a page of an admin or a super admin from a standby, unless there is none, it is too old, or
 * it lacks an entry that the reader wrote: nobody sees an older state than that of their last act. Then
 * from the primary, as for REST and tRPC, whose answers cannot say their age.
 */
export async function readOlder<T>(
  ctx: StaffContext,
  call: StandbyCall,
  run: (db: Reader) => Promise<T>,
  continued: Continued = {},
): Promise<{ value: T } & Dated> {
  if (continued.asOf === null) return { value: await run(ctx.db) };
  const { asOf } = continued;
  const entries = asOf === undefined ? await ownEntries(ctx) : [];
  return readWith(ctx, call, run, { entries, ...(asOf && { notBefore: new Date(asOf) }) });
}

/** The same of totals that this process keeps for seconds, which what the reader wrote bypasses. */
export async function readOlderKept<T extends object>(
  ctx: StaffContext,
  call: StandbyCall,
  { kept, key }: { kept: Figures<T & Dated> | undefined; key: string },
  run: (db: Reader) => Promise<T>,
): Promise<T & Dated> {
  const entries = await ownEntries(ctx);
  const read = async () => {
    const { value, ...dated } = await readWith(ctx, call, run, { entries });
    return { ...value, ...dated };
  };
  if (!kept) return read();
  const standby = standbyFor(ctx);
  if (!standby) return kept.of(key, read);
  const oldestMs = standby.limitMs + FIGURES_MAX_AGE_MS + LONGEST_WRITE_MS;
  const isFresh = entries.some(({ secondsAgo }) => secondsAgo * 1000 < oldestMs);
  // Apart: REST and tRPC cannot say how old it is.
  return kept.of(`${key} standby`, read, { isFresh });
}

const standbyFor = ({ deps, transport }: Context) =>
  transport === "page" ? deps.standby : undefined;

/** What the reader wrote last; nothing where no standby could lack it. */
async function ownEntries(ctx: StaffContext): Promise<OwnEntry[]> {
  if (!standbyFor(ctx)) return [];
  const { actor, db } = ctx;
  const companyId = actor.role === "ADMIN" ? actor.companyId : null;
  return lastEntriesOfStaff(db, { companyId, actorId: actor.id });
}

async function readWith<T>(
  ctx: StaffContext,
  call: StandbyCall,
  run: (db: Reader) => Promise<T>,
  needs: { entries: readonly OwnEntry[]; notBefore?: Date },
): Promise<{ value: T } & Dated> {
  const found = await standbyFor(ctx)?.read(needs, run);
  if (found && "value" in found) {
    const { value, asOf, behindMs } = found;
    return { value, asOf: { at: asOf.toISOString(), isOld: behindMs > OLD_MS } };
  }
  if (found) ctx.deps.logger.debug({ call, reason: found.declined }, "read from the primary");
  return { value: await run(ctx.db) };
}
