import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { createDatabase } from "@db/client";
import { startEmbedded } from "@db/embedded/server";
import { knownMigrations } from "@db/startup/migrate";
import { restoreBackup } from "@ops/backups/backups";
import { DEMO_COMPANIES, demoCompanyId } from "@ops/demo/companies";
import { hosts, twoFactors } from "@db/schema";
import { createSessions } from "@server/access/sessions/lucia-sessions";
import { createLocalStorage } from "@server/files/storage/storage";
import { freshActor } from "@server/testing/actors";
import { crawl } from "@tools/attacks/harness/crawl";
import { ask } from "@tools/attacks/harness/http";
import { AcknowledgedSteps, compare } from "@tools/faults/harness/checks";
import { Tally } from "@tools/faults/harness/client";
import { install, type Installation } from "@tools/faults/harness/installation";
import { startJourneys } from "@tools/faults/harness/journeys";
import type { Row } from "@tools/faults/report";
import type { Run } from "@tools/faults/scenario";
import { TAKEOVER_KEY, takeoverFile, TAKEOVERS } from "@tools/takeover/installation";

/** The build of the version before, or why there is none (scripts/test/faults.mjs). */
const previous = JSON.parse(process.env["FAULTS_PREVIOUS"] ?? '{"missing":"not built"}') as
  | { folder: string; name: string }
  | { missing: string };
const TRAFFIC_MS = 60_000;
const HOST = "rsgn.localhost";
const COMPANY = demoCompanyId(DEMO_COMPANIES[0]!);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const none = {
  times: 0,
  acknowledged: 0,
  refused: 0,
  unknown: 0,
  lost: 0,
  doubled: 0,
  wrongSums: 0,
};

/** Takes over a lived-in installation of each earlier version: its screens, and both versions at once. */
export async function takeover({ form }: Run): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of TAKEOVERS) {
    const place = await livedIn(one);
    try {
      rows.push(await screens(place, one.version));
      if (one === TAKEOVERS.at(-1)) rows.push(await bothVersions(place));
      if (form === "whole") rows.push(await withoutColumn(place));
    } finally {
      await place.close();
    }
  }
  return rows;
}

/** Restores an installation at the schema of its version, which `install` migrates. */
const livedIn = ({ version, migrations }: (typeof TAKEOVERS)[number]): Promise<Installation> =>
  install(async (folder, port) => {
    const dataDir = path.join(folder, "data");
    const server = await startEmbedded({ dataDir, port, maxConnections: 200 }, quiet);
    const database = createDatabase({ url: server.url, max: 2 });
    const storage = createLocalStorage(path.join(folder, "files"));
    const known = knownMigrations().slice(0, migrations);
    await restoreBackup({ database, storage }, takeoverFile(version), TAKEOVER_KEY, { known });
    await database.close();
    return server;
  });

/** Opens every page and list as a member, an admin and a super admin; returns what failed. */
async function failedScreens(place: Installation) {
  const { db, sql } = place.database;
  const sessions = createSessions(db);
  const client = { ip: "127.0.0.1", userAgent: null };
  const [found = {}] = await sql`
    SELECT o.order_number, o.member_id, m.id AS receipt_id,
           (SELECT id FROM users WHERE company_id = ${COMPANY} AND role = 'ADMIN' ORDER BY id LIMIT 1) AS admin_id,
           (SELECT id FROM super_admins LIMIT 1) AS super_id
      FROM orders o, medias m
     WHERE o.company_id = ${COMPANY} AND o.status = 'APPROVED' AND m.company_id = o.company_id LIMIT 1`;
  const companyId = COMPANY;
  const tokenOf = async (role: "USER" | "ADMIN", id: unknown) =>
    (
      await sessions.start(
        freshActor({ role, adminRole: "OWNER", id: String(id), companyId }),
        client,
      )
    ).token;
  const superId = String(found["super_id"]);
  await db
    .insert(twoFactors)
    .values({ personId: superId, secretEncrypted: "none", confirmedAt: new Date() })
    .onConflictDoNothing();
  const admin = await tokenOf("ADMIN", found["admin_id"]);
  const [instance] = await place.pair();
  const visited = await crawl(
    instance,
    {
      tenant: { host: HOST, company: { id: COMPANY } },
      receiptId: String(found["receipt_id"]),
      approved: String(found["order_number"]),
      memberIds: [String(found["member_id"])],
      superAdmin: (await sessions.start({ role: "SUPER_ADMIN", id: superId }, client)).token,
      admin,
      member: await tokenOf("USER", found["member_id"]),
    },
    "whole",
  );
  const failed = visited.filter(({ status }) => status >= 500);
  const opened = visited.filter(({ status }) => status === 200).length;
  return { visited, failed, opened, admin, port: instance.port };
}

async function screens(place: Installation, version: string): Promise<Row> {
  const { visited, failed, opened, admin, port } = await failedScreens(place);
  const [order = {}] = await place.database.sql`
    SELECT id FROM orders WHERE company_id = ${COMPANY} AND status = 'PENDING' ORDER BY id LIMIT 1`;
  const approved = await ask(port, {
    path: "/api/v1/admin/transaction/approve",
    host: HOST,
    token: admin,
    json: { id: String(order["id"]) },
  });
  return {
    scenario: `takeover of ${version}`,
    done: "every page and list is opened by a visitor, a member, an admin and a super admin, and an order is approved",
    ...none,
    times: visited.length + 1,
    acknowledged: opened + Number(approved.status === 200),
    lost: failed.length,
    goal: "all open, the order is approved",
    isMet: failed.length === 0 && opened > visited.length / 2 && approved.status === 200,
    note: [
      ...failed.slice(0, 5).map(({ path: at, status }) => `${at} is ${status}`),
      ...(approved.status === 200 ? [] : [approved.text]),
    ].join("; "),
  };
}

/** Runs the version before beside this one on this schema; clients ask both in turn. */
async function bothVersions(place: Installation): Promise<Row> {
  const row = { scenario: "version before", ...none, goal: "nothing lost, doubled or wrong" };
  if ("missing" in previous)
    return { ...row, done: "skipped", isMet: true, note: `skipped: ${previous.missing}` };
  const [instance] = await place.pair();
  const old = await place.instance({ folder: previous.folder });
  // The calls of another company come by the platform's own host.
  await place.database.db.delete(hosts).where(eq(hosts.host, "localhost"));
  const [tally, acknowledged] = [new Tally(), new AcknowledgedSteps()];
  const journeys = await startJourneys(place, () => [instance.origin, old.origin], {
    clients: 4,
    tally,
    acknowledged,
  });
  await after(TRAFFIC_MS);
  await journeys.finish();
  const { faults, ...found } = await compare(place.database, journeys.company.id, acknowledged);
  return {
    ...row,
    done: `4 clients buy, pay and approve for a minute, at ${previous.name} and this version in turn`,
    ...tally.counts,
    ...found,
    isMet: found.lost + found.doubled + found.wrongSums === 0 && tally.refused === 0,
    note: [tally.said, ...faults].filter(Boolean).join("; "),
  };
}

/** The control: screens fail where a column is gone. */
async function withoutColumn(place: Installation): Promise<Row> {
  await place.database.sql`ALTER TABLE users RENAME pincode TO dropped`;
  const { failed, visited } = await failedScreens(place);
  return {
    scenario: "control: takeover",
    done: "the same screens without the column users.pincode",
    ...none,
    times: visited.length,
    lost: failed.length,
    goal: "screens fail",
    isMet: failed.length > 0,
  };
}
