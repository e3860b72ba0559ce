import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, test, vi } from "vitest";
import { createDatabase, isDatabaseAway, type Reader, runText } from "./client";
import { newId } from "./ids";
import { type OlderRead, openStandby, type Standby, type StandbyOptions } from "./standby";
import { type Followed, followedDatabase } from "./testing/standby";

let followed: Followed;
const opened: Standby[] = [];

beforeAll(async () => {
  followed = await followedDatabase();
}, 120_000);
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
afterAll(() => followed.end(), 60_000);

const quiet = { debug: () => undefined, info: vi.fn(), warn: vi.fn() };

function open(change: Partial<StandbyOptions> = {}): Standby {
  const { primary, url } = followed;
  const standby = openStandby({ primary, url, limitSeconds: 60, logger: quiet, ...change });
  opened.push(standby);
  return standby;
}

const answers = async (standby: Standby) => {
  await vi.waitFor(() => expect(standby.state().declined).toBeNull(), WAIT);
  return standby;
};
const declines = (standby: Standby, reason: string) =>
  vi.waitFor(() => expect(standby.state().declined).toBe(reason), WAIT);
const WAIT = { timeout: 30_000, interval: 20 };

const none = { entries: [] };
const one = async (db: Reader) => (await runText(db, "SELECT 1 AS one", []))[0]?.one;
const companies = async (db: Reader) =>
  Number((await runText(db, "SELECT count(*) AS count FROM companies", []))[0]?.count);
const found = <T>(read: OlderRead<T> | { declined: string }): OlderRead<T> => {
  if ("declined" in read) throw new Error(`It was declined: ${read.declined}.`);
  return read;
};

async function addCompany(): Promise<string> {
  const id = newId();
  await runText(
    followed.primary.db,
    "INSERT INTO companies (id, name, email, mobile, token_name, token_symbol, total_supply) VALUES ($1, 'House', 'desk@house.example', '+919876500000', 'Token', 'TOK', 1000)",
    [id],
  );
  return id;
}

async function addEntry(companyId: string) {
  const id = newId();
  await runText(
    followed.primary.db,
    "INSERT INTO audit_entries (company_id, id, actor_role, action, subject_type, subject_id) VALUES ($1, $2, 'ADMIN', 'company.changed', 'company', 'a company')",
    [companyId, id],
  );
  return { companyId, id };
}

describe("a standby", () => {
  test("of an idle primary is not old, though nothing was replayed for seconds", async () => {
    await addCompany();
    await followed.caughtUp();
    const silence = async () =>
      Number(
        (
          await runText(
            followed.standby.db,
            "SELECT extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) AS seconds",
            [],
          )
        )[0]?.seconds,
      );
    // The control: its last replayed commit says that it is old.
    await vi.waitFor(async () => expect(await silence()).toBeGreaterThan(6), WAIT);
    const standby = open({ limitSeconds: 5 });
    await answers(standby);
    expect(standby.state().behindSeconds).toBeLessThan(5);
    expect(found(await standby.read(none, one)).value).toBe(1);
  });

  test("shows what it has, with the moment of it, and not what it has yet to replay", async () => {
    const standby = await answers(open());
    await addCompany();
    await followed.caughtUp();
    await standby.ask();
    const before = found(await standby.read(none, companies));
    await followed.pause();
    try {
      await addCompany();
      const [now] = await runText(followed.primary.db, "SELECT clock_timestamp() AS now", []);
      const after = found(await standby.read(none, companies));
      expect(after.value).toBe(before.value);
      expect(after.asOf.getTime()).toBeLessThan(new Date(String(now?.now)).getTime());
      // It grows older while the primary goes on.
      await vi.waitFor(async () => {
        const { behindMs } = found(await standby.read(none, companies));
        expect(behindMs).toBeGreaterThan(after.behindMs + 500);
      }, WAIT);
      expect(
        await standby.read({ entries: [], notBefore: new Date(String(now?.now)) }, one),
      ).toEqual({ declined: "old" });
    } finally {
      await followed.resume();
    }
    await followed.caughtUp();
    expect(found(await standby.read(none, companies)).value).toBe(before.value + 1);
  });

  test("is not read from while it is older than the limit, and is again afterwards", async () => {
    const standby = await answers(open({ limitSeconds: 2 }));
    await followed.pause();
    try {
      await declines(standby, "old");
      expect(standby.state().behindSeconds).toBeGreaterThan(2);
      const run = vi.fn(one);
      expect(await standby.read(none, run)).toEqual({ declined: "old" });
      expect(run).not.toHaveBeenCalled();
      expect(standby.state().left.old).toBe(1);
    } finally {
      await followed.resume();
    }
    await answers(standby);
    expect(found(await standby.read(none, one)).value).toBe(1);
    expect(standby.state().answered).toBe(1);
  });

  test("is not read from without what the reader wrote", async () => {
    const standby = await answers(open());
    const company = await addCompany();
    const earlier = await addEntry(company);
    await followed.caughtUp();
    await followed.pause();
    try {
      const entry = await addEntry(company);
      expect(await standby.read({ entries: [entry, earlier] }, one)).toEqual({ declined: "own" });
      expect(found(await standby.read({ entries: [earlier] }, one)).value).toBe(1);
    } finally {
      await followed.resume();
    }
    await followed.caughtUp();
    expect(found(await standby.read({ entries: [earlier] }, one)).value).toBe(1);
  });

  test("is not read from without a migration of this build", async () => {
    const standby = await answers(open());
    const { db } = followed.primary;
    const moveLast = (by: number) =>
      runText(
        db,
        "UPDATE drizzle.__drizzle_migrations SET created_at = created_at + $1 WHERE created_at = (SELECT max(created_at) FROM drizzle.__drizzle_migrations)",
        [by],
      );
    await moveLast(1);
    try {
      await declines(standby, "schema");
      expect(await standby.read(none, one)).toEqual({ declined: "schema" });
    } finally {
      await moveLast(-1);
    }
    await answers(standby);
  });

  test("is read by the role that serves and owns nothing", async () => {
    const { primary, url } = followed;
    for (const statement of [
      "CREATE ROLE serves LOGIN PASSWORD 'a password of tests'",
      "GRANT USAGE ON SCHEMA drizzle TO serves",
      "GRANT SELECT ON ALL TABLES IN SCHEMA drizzle, public TO serves",
    ]) {
      await runText(primary.db, statement, []);
    }
    await followed.caughtUp();
    const asServing = (address: string) => {
      const at = new URL(address);
      at.username = "serves";
      at.password = "a password of tests";
      return at.href;
    };
    const serving = createDatabase({ url: asServing(primary.url), max: 1 });
    try {
      const standby = await answers(open({ primary: serving, url: asServing(url) }));
      expect(found(await standby.read(none, companies)).value).toBeGreaterThanOrEqual(0);
    } finally {
      await Promise.all(opened.splice(0).map((one) => one.close()));
      await serving.close();
    }
  });

  test("that lacks a table is left to the primary", async () => {
    const standby = await answers(open());
    const missing = (db: Reader) => runText(db, "SELECT * FROM a_table_of_tomorrow", []);
    expect(await standby.read(none, missing)).toEqual({ declined: "schema" });
  });

  test("takes no write, and says that it was asked for one", async () => {
    const standby = await answers(open());
    const write = (db: Reader) => runText(db, "DELETE FROM companies", []);
    const refused: unknown = await standby.read(none, write).catch((error: unknown) => error);
    expect(String(refused)).toContain("What reads from the standby writes");
    // Not an outage, after which the primary would be asked to write it.
    expect(isDatabaseAway(refused)).toBe(false);
    type Writes = "insert" | "update" | "delete" | "transaction" | "with";
    expectTypeOf<Extract<keyof Reader, Writes>>().toBeNever();
  });

  test("that ends is not waited for, and is read from again once it is back", async () => {
    const standby = await answers(open());
    await followed.stopStandby();
    try {
      expect(await standby.read(none, one)).toEqual({ declined: "away" });
      await declines(standby, "away");
      expect(standby.state().behindSeconds).toBeNull();
    } finally {
      await followed.startStandby();
    }
    await answers(standby);
  });

  test("an address that leads to the primary, or to another database, is not read from", async () => {
    const standby = open({ url: followed.primary.url });
    await declines(standby, "promoted");
    expect(await standby.read(none, one)).toEqual({ declined: "promoted" });
  });

  test("is not read from once it was promoted", async () => {
    const standby = await answers(open());
    await runText(followed.standby.db, "SELECT pg_promote()", []);
    expect(await standby.read(none, one)).toEqual({ declined: "promoted" });
    await declines(standby, "promoted");
  });
});
