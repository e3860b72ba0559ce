import { type Database, type Executor, transact } from "@db/client";
import type { KeyedRequest } from "@server/access/queries/idempotency";
import type { Language } from "@db/vocabulary";
import type { Config, Secrets, Figures } from "@server/platform";
import type { Jobs } from "@server/messages";
import { type HostProbe, type CompanySite, type Site, companyOf } from "@server/sites";
import type { FileProcesses, Scanner, Storage } from "@server/files";
import type { ReadingOptions, ReadStatement } from "@server/payments";
import type { Logger } from "pino";
import type { Actor, SignedInActor } from "./actor";
import { noteActor, type RequestNotes } from "./request-notes";
import type { CallCounts } from "@server/access/throttles/call-counts";
import type { Passwords } from "@server/access/sessions/passwords";
import type { Sessions } from "@server/access/sessions/sessions";

/** Services that live as long as the process. */
export interface Deps {
  config: Config;
  database: Database;
  jobs: Jobs;
  secrets: Secrets;
  storage: Storage;
  fileProcesses: FileProcesses<ReadingOptions, ReadStatement>;
  /** Without one, files are not scanned. */
  scanner?: Scanner;
  sessions: Sessions;
  passwords: Passwords;
  /** The calls of the last seconds, which are written in batches. */
  callCounts: CallCounts;
  /** Without them nothing is cached. */
  figures?: Figures;
  /** Without one, hosts are not checked. */
  hostProbe?: HostProbe;
  logger: Logger;
}

/** `operator` has no login: it requires access to the server. */
export type Transport = "page" | "rest" | "trpc" | "operator";

/** What is known of a request before authentication. */
export interface RequestFacts {
  transport: Transport;
  requestId: string;
  /** The client's address; forwarded addresses count only behind TRUST_PROXY. */
  ip: string;
  userAgent: string | null;
  language: Language;
  site: Site;
  idempotencyKey: string | null;
  /** Whether the caller can undo its decision: the mails about it wait (orders/rules/undo-window.ts). */
  canUndo?: boolean;
  /** The session that the same browser has in this role, which a login ends; none elsewhere. */
  presentSession?: (role: SignedInActor["role"]) => Promise<SignedInActor | null>;
  /** Aborted when nobody waits for the response any more. */
  signal?: AbortSignal;
  /** Of an HTTP request, for its line in the log. */
  notes?: RequestNotes;
  /** Runs at the end of each transaction of the call, with what the transaction returns. */
  beforeCommit?: (tx: Executor, result: unknown) => Promise<void>;
}

/** The context of a procedure. */
export interface Context extends RequestFacts {
  deps: Deps;
  /** The pool, or the transaction this call runs in. */
  db: Executor;
  company: CompanySite | null;
  actor: Actor;
  /** The call's key, claimed by the transaction that `db` is (once-per-key.ts). */
  claimedKey?: { request: KeyedRequest; isAnswered: boolean } | null;
  /** For pure rules; what must agree between instances uses the database's clock. */
  now: Date;
  /** Runs in a transaction; inside a transaction it joins that one. */
  transact<T>(run: (tx: Executor) => Promise<T>): Promise<T>;
}

export function createContext(deps: Deps, facts: RequestFacts, actor: Actor): Context {
  noteActor(facts.notes, actor);
  return {
    ...facts,
    deps,
    db: deps.database.db,
    company: companyOf(facts.site),
    actor,
    now: new Date(),
    transact: transactFor({ ...facts, deps, actor }, companyOf(facts.site)?.id ?? null),
  };
}

/**
 * Transactions of the actor's company, else of the site's, within that company's limit; an admin's
 * go ahead of members'. A super admin's are not limited: they are few, and end what is stuck.
 */
function transactFor(
  { deps, actor, beforeCommit }: Pick<Context, "deps" | "actor" | "beforeCommit">,
  siteId: string | null,
): Context["transact"] {
  const id = "companyId" in actor ? actor.companyId : siteId;
  const isLimited = id !== null && actor.role !== "SUPER_ADMIN";
  const options = isLimited ? { company: { id, isUrgent: actor.role === "ADMIN" } } : {};
  const runAndStore = async <T>(tx: Executor, run: (tx: Executor) => Promise<T>): Promise<T> => {
    const result = await run(tx);
    await beforeCommit?.(tx, result);
    return result;
  };
  return (run) => transact(deps.database.db, (tx) => runAndStore(tx, run), options);
}

/** The same context at the company that an anonymous call names. */
export const atCompany = <C extends Context>(ctx: C, company: CompanySite) => ({
  ...ctx,
  company,
  transact: transactFor(ctx, company.id),
});

/** The same context inside an open transaction. */
export function withinTransaction<C extends Context>(ctx: C, tx: Executor): C {
  return {
    ...ctx,
    db: tx,
    transact: (run) => transact(tx, run),
  };
}
