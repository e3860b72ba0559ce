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
import type { Turns } from "./turns";

/** An opening of a member's link, without who opened it. */
export interface Click {
  companyId: string;
  code: string;
  tag: string;
  /** YYYY-MM-DD in India. */
  day: string;
}

/** The services live as long as the process. */
export interface Deps {
  config: Config;
  database: Database;
  jobs: Jobs;
  secrets: Secrets;
  storage: Storage;
  fileProcesses: FileProcesses<ReadingOptions, ReadStatement>;
  turns: Turns;
  /** Missing where files are not scanned. */
  scanner?: Scanner;
  sessions: Sessions;
  passwords: Passwords;
  /** Counts the calls of the last seconds and writes them in batches. */
  callCounts: CallCounts;
  /** Counts openings of members' links; missing where they are not counted. */
  clicks?: { add(click: Click): void };
  /** Missing where nothing is cached. */
  figures?: Figures;
  /** Missing where hosts are not checked. */
  hostProbe?: HostProbe;
  logger: Logger;
}

/** `operator` has no login: it requires access to the server. */
export type Transport = "page" | "rest" | "trpc" | "operator";

/** The facts of a request that are known before authentication. */
export interface RequestFacts {
  transport: Transport;
  requestId: string;
  /** The client's address; forwarded addresses count only behind TRUST_PROXY. */
  ip: string;
  userAgent: string | null;
  language: Language;
  site: Site;
  idempotencyKey: string | null;
  /**
   * True if the caller can undo its decision: the mails about it wait
   * (orders/rules/undo-window.ts).
   */
  canUndo?: boolean;
  /** True within a decision on several rows: the first of them can be undone as long as the last. */
  isOneOfMany?: boolean;
  /** Reads the session that this browser has in a role; a login ends it. Missing outside pages. */
  presentSession?: (role: SignedInActor["role"]) => Promise<SignedInActor | null>;
  /** The referral code by which this browser first came, and the link's tag. Missing outside pages. */
  firstTouch?: { code: string; tag: string } | null;
  /** Aborted when nobody waits for the response any more. */
  signal?: AbortSignal;
  /** Collects the fields of the request's log line. */
  notes?: RequestNotes;
  /** Runs at the end of each transaction of the call, with what the transaction returns. */
  beforeCommit?: (tx: Executor, result: unknown) => Promise<void>;
}

/** Every procedure runs in this context. */
export interface Context extends RequestFacts {
  deps: Deps;
  /** The pool, or the transaction this call runs in. */
  db: Executor;
  company: CompanySite | null;
  actor: Actor;
  /** The call's key, claimed by the transaction that `db` is (once-per-key.ts). */
  claimedKey?: { request: KeyedRequest; isAnswered: boolean } | null;
  /** The clock of pure rules. Times that instances must agree on come from the database's clock. */
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
    transact: transactFor({ ...facts, deps }),
  };
}

/** Returns the company's host whose pages a person uses; null for other calls, and without such a host. */
export const pageHostOf = ({
  transport,
  site,
}: Pick<Context, "transport" | "site">): string | null =>
  transport === "page" && site.kind === "company" ? (site.host ?? null) : null;

function transactFor({
  deps,
  beforeCommit,
}: Pick<Context, "deps" | "beforeCommit">): Context["transact"] {
  const runAndStore = async <T>(tx: Executor, run: (tx: Executor) => Promise<T>): Promise<T> => {
    const result = await run(tx);
    await beforeCommit?.(tx, result);
    return result;
  };
  return (run) => transact(deps.database.db, (tx) => runAndStore(tx, run));
}

/** Returns the context of an anonymous call at the company that it names. */
export const atCompany = <C extends Context>(ctx: C, company: CompanySite) => ({
  ...ctx,
  company,
});

/** Runs an act in a transaction, with the context inside it. */
export const transactWithin = <C extends Context, T>(
  ctx: C,
  run: (inside: C, tx: Executor) => Promise<T>,
): Promise<T> => ctx.transact((tx) => run(withinTransaction(ctx, tx), tx));

/** Returns the resolver of a procedure that is one act in a transaction, with the context inside it. */
export const inTransaction =
  <C extends Context, I, O>(act: (inside: C, input: I, tx: Executor) => Promise<O>) =>
  ({ ctx, input }: { ctx: C; input: I }): Promise<O> =>
    transactWithin(ctx, (inside, tx) => act(inside, input, tx));

/** Returns the context inside an open transaction. */
export function withinTransaction<C extends Context>(ctx: C, tx: Executor): C {
  return {
    ...ctx,
    db: tx,
    transact: (run) => transact(tx, run),
  };
}
