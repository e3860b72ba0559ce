import { createDatabase, type Database } from "@db/client";

/** A statement that locks rows which other transactions may want. */
interface Lock {
  table: string;
  statement: string;
}

export interface LockRecorder {
  database: Database;
  /** Texts of all statements so far. */
  statements: ReadonlySet<string>;
  /** Returns the locks of each transaction that `work` runs, in the order in which they are taken. */
  record(work: () => Promise<unknown>): Promise<Lock[][]>;
}

/**
 * Creates a client that records the row locks of its transactions. It parses the statements' text: FOR
 * …, UPDATE, and INSERT into a table whose unique keys make others wait. Run one transaction at a time.
 */
export function lockRecorder(url: string): LockRecorder {
  let transactions: Lock[][] = [];
  const statements = new Set<string>();
  let open: Lock[] | null = null;
  const note = (statement: string) => {
    statements.add(statement);
    const text = statement.trim().toLowerCase();
    if (text.startsWith("begin")) transactions.push((open = []));
    else if (text === "commit" || text === "rollback") open = null;
    else open?.push(...tablesLockedBy(text).map((table) => ({ table, statement: text })));
  };
  const database = createDatabase({
    url,
    max: 4,
    logger: { debug: (fields) => note((fields as { sql: string }).sql) },
  });
  return {
    database,
    statements,
    async record(work) {
      transactions = [];
      await work();
      return transactions.filter((locks) => locks.length > 0);
    },
  };
}

const UPDATED = /\bupdate "?([a-z_]+)"? set\b/g;
const INSERTED = /\binsert into "?([a-z_]+)"?/g;
const LOCKED = /\bfor (?:no key )?(?:update|share)\b(?: of "?([a-z_]+)"?)?/g;

/**
 * Returns the tables of which a lower-case statement locks rows, in the order of its text, which is
 * that of execution.
 */
export function tablesLockedBy(text: string): string[] {
  const found = [UPDATED, INSERTED, LOCKED].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      at: match.index,
      table: match[1] ?? tableBefore(text, match.index),
    })),
  );
  const names = found.sort((a, b) => a.at - b.at).map(({ table }) => table);
  // `lockProof` serialises the submissions of one proof.
  return text.toLowerCase().startsWith("select pg_advisory_xact_lock")
    ? ["a proof", ...names]
    : names;
}

/** Returns the last table that is read before a position. */
const tableBefore = (text: string, at: number): string =>
  [...text.slice(0, at).matchAll(/\bfrom "?([a-z_]+)"?/g)].at(-1)?.[1] ?? "";
