import { afterAll, beforeAll, expect, test } from "vitest";
import { runText } from "@db/client";
import { signedMediaPath } from "@server/media/open-media";
import { storeFile } from "@server/media/store-file";
import { type RestWorld, restWorld } from "@server/testing/rest-world";
import { PASSWORD, type UserRow } from "@server/testing/people-world";
import { outcome } from "@server/testing/money-world";
import { docx } from "@server/testing/sample-files";
import { appRouter } from "../router";

let world: RestWorld;
let id: string;
let member: UserRow;
let admin: UserRow;
let mediaId: string;

/**
 * What still answers: the public texts of a company, one's own sessions and language, ways in that
 * are refused further on, and what is no company's.
 */
const ANSWERS = [
  ...["site.config", "policies.current", "policies.agreed", "messages.outbox"],
  ...["members.savePreferences", "sessions.me", "sessions.logOut", "sessions.listMine"],
  ...["sessions.endOne", "sessions.endAll", "sessions.startAdmin", "sessions.finishAdmin"],
  ...["sessions.logInAdmin", "sessions.requestSuperAdminCode", "sessions.startSuperAdmin"],
  ...["sessions.finishSuperAdmin", "sessions.logInSuperAdmin", "passwords.requestResetAdmin"],
  ...["passwords.resetAdmin", "passwords.invitation", "passwords.setPassword"],
].sort();

beforeAll(async () => {
  world = await restWorld();
  id = await world.company();
  member = await world.person(id, "USER");
  admin = await world.person(id, "ADMIN");
  const actor = { role: "USER" as const, id: member.id, companyId: id, sessionId: "test" };
  const file = { fieldName: "medias", fileName: "proof.docx", bytes: docx() };
  mediaId = (await storeFile(world.deps, actor, file)).id;
});
afterAll(() => world.close());

const setStatus = async (status: "ACTIVE" | "SUSPENDED") =>
  (await world.asSuperAdmin()).companies.setStatus({ id, status });

/** What the company has, but for its status, its hour and the activity. */
const booksOf = () =>
  runText(
    world.database.db,
    `SELECT to_jsonb(c) - 'status' - 'updated_at' AS company, (SELECT jsonb_agg(u ORDER BY u.id) FROM users u WHERE u.company_id = c.id) AS people,
      (SELECT jsonb_agg(m ORDER BY m.id) FROM medias m WHERE m.company_id = c.id) AS files,
      (SELECT count(*) FROM sessions s WHERE s.company_id = c.id) AS sessions
     FROM companies c WHERE c.id = $1`,
    [id],
  );

/** Every procedure there is, asked without anything. */
async function askEverything(person: UserRow, isPlatform: boolean) {
  const at = isPlatform ? {} : { at: person.companyId };
  const caller = await world.caller(at, {
    role: person.role,
    id: person.id,
    companyId: person.companyId,
    sessionId: "test",
  });
  const told: Record<string, string> = {};
  for (const name of Object.keys(appRouter._def.procedures)) {
    const call: unknown = name
      .split(".")
      .reduce<unknown>((one, part) => Reflect.get(Object(one), part), caller);
    if (typeof call !== "function") throw new Error(`There is no ${name}.`);
    told[name] = await outcome(
      Promise.resolve(Reflect.apply(call, undefined, [{ companyId: id }])),
    );
  }
  return told;
}

test("a suspended company answers nobody of its own, by whichever call and on whichever host", async () => {
  await setStatus("SUSPENDED");
  for (const person of [member, admin]) {
    for (const isPlatform of [false, true]) {
      const told = Object.entries(await askEverything(person, isPlatform));
      const answering = told.filter(
        ([, code]) => code !== "COMPANY_SUSPENDED" && code !== "WRONG_ROLE",
      );
      for (const [name] of answering) expect(ANSWERS).toContain(name);
      // A call that was refused for the role alone would prove nothing.
      const closed = told.filter(([, code]) => code === "COMPANY_SUSPENDED");
      expect(closed.length).toBeGreaterThan(10);
    }
  }
  // The ways in that look at what is typed first.
  const site = await world.caller({ at: id });
  const { email } = admin;
  expect(await outcome(site.sessions.logInAdmin({ email, password: PASSWORD }))).toBe(
    "COMPANY_SUSPENDED",
  );
  expect(await outcome(site.passwords.requestResetAdmin({ email }))).toBe("COMPANY_SUSPENDED");
  const reset = { email, otp: "123456", newPassword: "another pass phrase" };
  expect(await outcome(site.passwords.resetAdmin(reset))).toBe("COMPANY_SUSPENDED");
});

test("its files open for the super admin alone, and nothing of it is lost", async () => {
  await setStatus("ACTIVE");
  const token = await world.tokenFor(member);
  const before = await booksOf();
  const address = `https://api.example/api/v1/media/${mediaId}`;
  const signed = `https://api.example${signedMediaPath(world.deps, mediaId)}`;
  const open = async (at: string, as?: string) => (await world.open(at, as)).status;
  expect([await open(address, token), await open(signed)]).toEqual([200, 200]);

  await setStatus("SUSPENDED");
  expect([await open(address, token), await open(signed)]).toEqual([403, 403]);
  const root = await world.tokenFor({
    ...(await world.superAdmin()),
    role: "SUPER_ADMIN",
    sessionId: "",
  });
  expect([await open(address, root), await open(signed, root)]).toEqual([200, 200]);
  const form = new FormData();
  form.append("medias", new Blob([new Uint8Array(docx())]), "more.docx");
  const upload = await world.send("POST", "/superadmin/media/add", { raw: form, token });
  expect([upload.status, upload.body.code]).toEqual([403, "COMPANY_SUSPENDED"]);
  const logIn = { user: member.email, password: PASSWORD };
  const refused = await world.send("POST", "/user/auth/login", { json: logIn, at: id });
  expect([refused.status, refused.body.code]).toEqual([403, "COMPANY_SUSPENDED"]);

  await setStatus("ACTIVE");
  expect([await open(address, token), await open(signed)]).toEqual([200, 200]);
  expect(await booksOf()).toEqual(before);
});
