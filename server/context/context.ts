import type { Database, Executor } from "@db/client";
import type { Language } from "@db/vocabulary";
import type { Config } from "@server/config/environment";
import type { Jobs } from "@server/jobs/jobs";
import type { Secrets } from "@server/secrets/secrets";
import type { HostProbe } from "@server/adapters/hosts/host-probe";
import type { Storage } from "@server/adapters/storage/storage";
import type { Logger } from "pino";
import type { AdminDashboard } from "@server/contracts/dashboard";
import type { Actor } from "./actor";
import type { Figures } from "./figures";
import type { Passwords } from "./passwords";
import type { Sessions } from "./sessions";
import { type CompanySite, type Site, companyOf } from "./site";
import { transact } from "@db/client";

/** What lives as long as the process. */
export interface Deps {
  config: Config;
  database: Database;
  jobs: Jobs;
  secrets: Secrets;
  storage: Storage;
  sessions: Sessions;
  passwords: Passwords;
  /** Without them every reading is fresh. */
  figures?: Figures<AdminDashboard>;
  /** Without one no host is looked at. */
  hostProbe?: HostProbe;
  logger: Logger;
}

/** The operator's is no login: whoever holds it holds the server. */
export type Door = "page" | "rest" | "trpc" | "operator";

/** What is known of a request before anyone is asked who they are. */
export interface RequestFacts {
  door: Door;
  requestId: string;
  /** The client's address; forwarded ones count only behind TRUST_PROXY. */
  ip: string;
  userAgent: string | null;
  /** Scheme, host and port as the person sees them. */
  origin: string;
  language: Language;
  site: Site;
  idempotencyKey: string | null;
}

/** What a procedure works with. */
export interface Context extends RequestFacts {
  deps: Deps;
  /** The pool, or the transaction this call runs in. */
  db: Executor;
  company: CompanySite | null;
  actor: Actor;
  /** For pure rules; what must agree between instances uses the database's clock. */
  now: Date;
  /** All or nothing; inside a transaction it joins it. */
  transact<T>(run: (tx: Executor) => Promise<T>): Promise<T>;
}

export function createContext(deps: Deps, facts: RequestFacts, actor: Actor): Context {
  return {
    ...facts,
    deps,
    db: deps.database.db,
    company: companyOf(facts.site),
    actor,
    now: new Date(),
    transact: (run) => transact(deps.database.db, run),
  };
}

/** The same context inside a transaction already open. */
export function withinTransaction<C extends Context>(ctx: C, tx: Executor): C {
  return { ...ctx, db: tx, transact: (run) => run(tx) };
}
