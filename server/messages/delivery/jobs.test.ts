import { pino } from "pino";
import { afterEach, expect, test, describe, beforeEach } from "vitest";
import { messages } from "@db/schema";
import { testDatabase, type TestDatabase } from "@db/testing/test-database";
import { transact, createDatabase, runText } from "@db/client";
import type { Mail, MailTransport } from "./mail-transport";
import { outboxSmsTransport } from "./sms-transport";
import { createSecrets } from "@server/platform/config/secrets";
import { mailingReader } from "@server/companies/settings/company-mailing";
import { type Jobs, createJobs } from "./jobs";
import { storeMessages } from "./store-message";
import type { Message } from "./message-templates";
import { JOB_LOCKS } from "@server/platform/queries/job-runs";
import { createTimers, type Task, type TimersParts } from "./timers";

describe("jobs", () => {
  const secrets = createSecrets("a secret of tests, thirty-two signs or more");
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
  });

  const note: Message = {
    template: "passwordChanged",
    params: {},
    channel: "EMAIL",
    address: "asha@member.example",
    language: "en",
    companyId: null,
    userId: null,
  };

  const code: Message = {
    ...note,
    template: "registrationCode",
    params: { code: "123456", minutes: 10 },
  };

  /** An SMTP server that can be stopped. */
  function mailbox() {
    const taken: Mail[] = [];
    const state = { isDown: false, refused: 0 };
    const end: MailTransport = {
      send(mail) {
        if (state.isDown) {
          state.refused += 1;
          return Promise.reject(new Error("connect ECONNREFUSED"));
        }
        taken.push(mail);
        return Promise.resolve();
      },
      close: () => undefined,
    };
    return { taken, state, end };
  }

  async function office(
    mail: MailTransport,
    options: { pollMs?: number } = {},
  ): Promise<{ jobs: Jobs; database: TestDatabase }> {
    const own = await testDatabase();
    undo.push(() => own.drop());
    const jobs = createJobs({
      logger: pino({ level: "silent" }),
      database: own,
      secrets,
      readMailing: mailingReader(own.db, "https://shop.example"),
      mail,
      sms: outboxSmsTransport,
      keepParams: false,
      connections: { EMAIL: 5, SMS: 1 },
      sweeps: [],
      ...options,
    });
    jobs.start();
    undo.push(() => jobs.stop());
    return { jobs, database: own };
  }

  /** A test that waits longer than this has failed, on machines of any speed. */
  const soon = { timeout: 20_000 };

  test(
    "the sender sends a code at once, and erases its contents after sending",
    { tags: ["full"], timeout: 40_000 },
    async () => {
      const box = mailbox();
      // A poll would not notice it during the test.
      const { jobs, database } = await office(box.end, { pollMs: 3_600_000 });
      for (let index = 0; index < 5; index += 1)
        await transact(database.db, (tx) => jobs.notify(tx, code));
      const rows = () => database.db.select().from(messages);
      await expect
        .poll(async () => (await rows()).map((row) => [row.status, row.paramsEncrypted]), soon)
        .toEqual(Array(5).fill(["SENT", null]));
      expect(box.taken).toHaveLength(5);
    },
  );

  test(
    "the sender notices messages that another process stored",
    { tags: ["full"], timeout: 40_000 },
    async () => {
      const box = mailbox();
      const { database } = await office(box.end);
      await transact(database.db, (tx) => storeMessages(tx, secrets, [note]));
      await expect.poll(() => box.taken.length, soon).toBe(1);
    },
  );

  test(
    "the sender never sends a message of a rolled-back transaction",
    { tags: ["full"], timeout: 40_000 },
    async () => {
      const box = mailbox();
      const { jobs, database } = await office(box.end);
      const broken = transact(database.db, async (tx) => {
        await jobs.notify(tx, note);
        throw new Error("no");
      });
      await expect(broken).rejects.toThrow("no");
      await transact(database.db, (tx) =>
        jobs.notify(tx, { ...note, address: "after@member.example" }),
      );
      await expect
        .poll(() => box.taken.map((mail) => mail.to), soon)
        .toEqual(["after@member.example"]);
      expect(await database.db.select().from(messages)).toHaveLength(1);
    },
  );

  test(
    "mail waits while its server is down and is sent within a minute of its return",
    { tags: ["full"], timeout: 90_000 },
    async () => {
      const box = mailbox();
      box.state.isDown = true;
      const { jobs, database } = await office(box.end);
      await transact(database.db, (tx) => jobs.notify(tx, note));
      await expect.poll(() => box.state.refused, soon).toBeGreaterThan(0);
      const waiting = async () => (await database.db.select().from(messages))[0]?.status;
      expect(await waiting()).toBe("QUEUED");
      box.state.isDown = false;
      await expect.poll(() => box.taken.length, { timeout: 60_000 }).toBe(1);
    },
  );
});

describe("timers", () => {
  const undo: (() => Promise<void>)[] = [];
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
    await database.drop();
  });

  /** An instance whose timers have started. */
  function instance(parts: Pick<TimersParts, "sweeps" | "nightly">) {
    const own = createDatabase({ url: database.url, max: 3 });
    const timers = createTimers({
      database: own,
      logger: pino({ level: "silent" }),
      tickMs: 20,
      ...parts,
    });
    timers.start();
    const stop = async () => {
      await timers.stop();
      await own.close();
    };
    undo.push(stop);
    return timers;
  }

  const soon = { timeout: 20_000 };
  const counted = (name: string, fails: (run: number) => boolean = () => false) => {
    const task = {
      name,
      runs: 0,
      run: () => {
        task.runs += 1;
        return fails(task.runs) ? Promise.reject(new Error("no")) : Promise.resolve();
      },
    };
    return task;
  };
  /** A nightly job by whose runs a test sees that its instances' timers have ticked. */
  const ticking = () => {
    const marker = counted("marker");
    const isKnown = () => database.sql`SELECT 1 AS n FROM job_runs WHERE name = 'marker'`;
    return {
      marker,
      pass: async () => {
        for (let n = 0; n < 3; n += 1) {
          await expect.poll(async () => (await isKnown()).length, soon).toBe(1);
          const { runs } = marker;
          await database.sql`
            UPDATE job_runs SET begun_at = now() - interval '1 day' WHERE name = 'marker'`;
          await expect.poll(() => marker.runs, soon).toBeGreaterThan(runs);
        }
      },
    };
  };
  const aMinuteLater = () =>
    database.sql`UPDATE job_runs SET begun_at = begun_at - interval '1 minute' WHERE name = 'sweeps'`;
  const aNightLater = () =>
    database.sql`UPDATE job_runs SET begun_at = begun_at - interval '1 day' WHERE name <> 'sweeps'`;

  test(
    "a sweep that fails does not keep the others from running, and runs again a minute later",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const [first, failing, last] = [
        counted("first"),
        counted("failing", () => true),
        counted("last"),
      ];
      const timers = instance({ sweeps: [first, failing, last] });
      await expect.poll(() => last.runs, soon).toBe(1);
      expect(timers.runs()).toEqual([
        { task: "first", failures: 0, lastSuccess: expect.any(Number) as number },
        { task: "failing", failures: 1, lastSuccess: null },
        { task: "last", failures: 0, lastSuccess: expect.any(Number) as number },
      ]);
      await aMinuteLater();
      await expect.poll(() => last.runs, soon).toBe(2);
      expect(failing.runs).toBe(2);
    },
  );

  test(
    "the minute's sweeps run in one of two instances, and one run at a time",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const atOnce = { now: 0, most: 0, runs: 0 };
      let release = () => undefined as void;
      const slow: Task = {
        name: "slow",
        run: async () => {
          atOnce.runs += 1;
          atOnce.now += 1;
          atOnce.most = Math.max(atOnce.most, atOnce.now);
          await new Promise<void>((resolve) => (release = resolve));
          atOnce.now -= 1;
        },
      };
      const { marker, pass } = ticking();
      instance({ sweeps: [slow], nightly: [marker] });
      instance({ sweeps: [slow], nightly: [marker] });
      await expect.poll(() => atOnce.runs, soon).toBe(1);
      // It is due again while it still runs.
      await aMinuteLater();
      await pass();
      expect(atOnce).toMatchObject({ runs: 1, most: 1 });
      release();
      await expect.poll(() => atOnce.runs, soon).toBe(2);
      release();
      await pass();
      expect(atOnce).toMatchObject({ runs: 2, most: 1 });
    },
  );

  test(
    "a job waits while another instance holds its lock, although it is due",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const kept = counted("kept");
      const { marker, pass } = ticking();
      await database.db.transaction(async (tx) => {
        await runText(tx, "SELECT pg_advisory_xact_lock($1)", [JOB_LOCKS.sweeps]);
        instance({ sweeps: [kept], nightly: [marker] });
        await pass();
        expect(kept.runs).toBe(0);
      });
      await expect.poll(() => kept.runs, soon).toBe(1);
    },
  );

  test(
    "a nightly job waits for its first night, runs once a night, and a missed one is made up",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const task = counted("verification");
      const { marker, pass } = ticking();
      instance({ sweeps: [], nightly: [task, marker] });
      instance({ sweeps: [], nightly: [task, marker] });
      await pass();
      expect(task.runs).toBe(0);
      await aNightLater();
      await expect.poll(() => task.runs, soon).toBe(1);
      await pass();
      expect(task.runs).toBe(1);
      await database.sql`UPDATE job_runs SET begun_at = begun_at - interval '9 days'`;
      await expect.poll(() => task.runs, soon).toBe(2);
    },
  );

  test(
    "a nightly job that fails is tried again, three times in all, and others run beside it",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      const failing = counted("failing", () => true);
      const recovering = counted("recovering", (run) => run === 1);
      const last = counted("last");
      const { marker, pass } = ticking();
      const timers = instance({ sweeps: [], nightly: [failing, recovering, last, marker] });
      await pass();
      await aNightLater();
      await expect.poll(() => failing.runs, soon).toBe(3);
      await pass();
      expect([failing.runs, recovering.runs, last.runs]).toEqual([3, 2, 1]);
      expect(timers.runs()).toMatchObject([
        { task: "marker" },
        { task: "failing", failures: 3, lastSuccess: null },
        { task: "recovering", failures: 1 },
        { task: "last", failures: 0 },
      ]);
      await aNightLater();
      await expect.poll(() => failing.runs, soon).toBeGreaterThan(3);
    },
  );

  test(
    "stopping the timers waits for the job that runs, and begins no other",
    { tags: ["full"], timeout: 60_000 },
    async () => {
      let release = () => undefined as void;
      const task: Task = {
        name: "slow",
        run: () => new Promise<void>((resolve) => (release = resolve)),
      };
      const next = counted("next");
      const timers = instance({ sweeps: [task, next] });
      await expect.poll(() => timers.runs().length, soon).toBe(1);
      let isStopped = false;
      const stopping = timers.stop().then(() => (isStopped = true));
      await database.ping();
      expect(isStopped).toBe(false);
      release();
      await stopping;
      expect(next.runs).toBe(0);
    },
  );
});
