import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LostCommits, loseCommits } from "@db/testing/lost-commits";
import { createRestFixtures, tokenOf } from "@server/testing/rest-fixtures";
import { type RestFixtures, EXPECTED } from "@server/testing/rest-expectations";
import { PASSWORD } from "@server/testing/member-harness";
import { type RestHarness, type Sending, restHarness } from "@server/testing/rest-harness";
import { hugePng } from "@server/testing/sample-files";

let harness: RestHarness;
let proxy: LostCommits;
/** An instance whose database connection breaks at a COMMIT. */
let broken: RestHarness;
let fixtures: RestFixtures;
beforeAll(async () => {
  harness = await restHarness();
  proxy = await loseCommits(harness.database.url);
  broken = harness.elsewhere(proxy.url);
});
afterAll(async () => {
  await harness.close();
  await proxy.close();
});
beforeEach(async () => {
  fixtures = await createRestFixtures(harness);
});

const newKey = () => ({ "idempotency-key": crypto.randomUUID() });

async function sendingOf(call: string, who: "admin" | "super admin" | "nobody"): Promise<Sending> {
  const sending = (await EXPECTED[call]?.send?.(fixtures, who)) ?? {};
  return { ...sending, token: who === "nobody" ? null : await tokenOf(fixtures, who) };
}

const companies = async () => {
  const [row] = await harness.database.sql`SELECT count(*)::int AS count FROM companies`;
  return Number(row?.["count"]);
};

describe.each([
  ["POST /superadmin/company/add", "super admin"],
  ["PUT /superadmin/company/update", "super admin"],
  ["POST /superadmin/domain/add", "super admin"],
  ["DELETE /superadmin/domain/delete", "super admin"],
  ["POST /admin/auth/add", "admin"],
  ["PUT /admin/auth/update", "admin"],
  ["DELETE /admin/auth/delete", "admin"],
  ["POST /user/auth/register", "nobody"],
  ["POST /user/auth/forgot-password", "nobody"],
] as const)("%s", (call, who) => {
  const [method, path] = call.split(" ") as [string, string];

  test(
    `${call} whose COMMIT's answer was lost has run once, and a repetition gets its answer`,
    { tags: ["full"] },
    async () => {
      const sending = { ...(await sendingOf(call, who)), headers: newKey() };
      proxy.loseNext();
      expect((await broken.send(method, path, sending)).status).toBe(503);
      const after = await harness.rows();
      const again = await harness.send(method, path, sending);
      expect(`${again.status} ${again.body.code ?? ""}`).toBe("200 ");
      expect(again.body.message).toBe(EXPECTED[call]?.message);
      expect(await harness.rows()).toBe(after);
      const thrice = await broken.send(method, path, sending);
      expect(thrice.body).toEqual(again.body);
      expect(await harness.rows()).toBe(after);
    },
  );

  test(`${call} that was rolled back runs with the same key`, { tags: ["full"] }, async () => {
    const sending = { ...(await sendingOf(call, who)), headers: newKey() };
    const before = await harness.rows();
    proxy.preventNext();
    expect((await broken.send(method, path, sending)).status).toBe(503);
    expect(await harness.rows()).toBe(before);
    expect((await harness.send(method, path, sending)).status).toBe(200);
    expect(await harness.rows()).not.toBe(before);
  });
});

test(
  "one key makes one company; without a key, the control, a repetition makes two",
  { tags: ["full"] },
  async () => {
    const call = "POST /superadmin/company/add";
    const add = async (headers: Record<string, string>) => {
      const sending = { ...(await sendingOf(call, "super admin")), headers };
      const before = await companies();
      proxy.loseNext();
      expect((await broken.send("POST", "/superadmin/company/add", sending)).status).toBe(503);
      expect((await harness.send("POST", "/superadmin/company/add", sending)).status).toBe(200);
      return (await companies()) - before;
    };
    expect(await add(newKey())).toBe(1);
    expect(await add({})).toBe(2);
  },
);

test("a call that lost its key to a repetition changes nothing", { tags: ["full"] }, async () => {
  const path = "/superadmin/company/add";
  const { json, ...sending } = await sendingOf(`POST ${path}`, "super admin");
  const headers = newKey();
  const call = {
    ...sending,
    headers,
    json: { ...Object(json), adminPassword: PASSWORD } as object,
  };
  const late = harness.elsewhere();
  const { passwords } = late.deps;
  // While the call hashes the password, its claim grows old and a repetition runs.
  late.deps.passwords = {
    ...passwords,
    async hash(password) {
      await harness.database
        .sql`UPDATE idempotency_keys SET created_at = now() - interval '10 minutes' WHERE key = ${headers["idempotency-key"]}`;
      expect((await harness.send("POST", path, call)).status).toBe(200);
      return passwords.hash(password);
    },
  };
  const before = await companies();
  expect((await late.send("POST", path, call)).body.code).toBe("IDEMPOTENCY_KEY_IN_USE");
  expect(await companies()).toBe(before + 1);
  expect((await late.send("POST", path, call)).status).toBe(200);
  expect(await companies()).toBe(before + 1);
});

describe("a payment sent again after a lost answer", () => {
  const pay = async (bytes: Buffer, headers: Record<string, string>) => {
    const token = await harness.tokenFor(fixtures.member);
    const form = new FormData();
    form.append("medias", new File([new Uint8Array(bytes)], "slip.png"));
    const uploaded = await harness.send("POST", "/superadmin/media/add", { token, raw: form });
    const [file] = uploaded.body.data as { id: string }[];
    const json = {
      paymentMethod: "BANK",
      amount: 100,
      referenceNumber: "SBIN12345678",
      receiptId: file?.id,
    };
    const sent = await harness.send("POST", "/user/package/purchase", { token, json, headers });
    return { fileId: file?.id, ...sent };
  };

  test(
    "a payment sent again after a lost answer uploads its proof again, which is stored once, and gets the first answer",
    { tags: ["full"] },
    async () => {
      const headers = newKey();
      const slip = hugePng(6, 6);
      const first = await pay(slip, headers);
      expect(first.status).toBe(200);
      const after = await harness.rows();
      const again = await pay(slip, headers);
      expect(again.status).toBe(200);
      expect(again.body.data).toMatchObject({ id: (first.body.data as { id: string }).id });
      expect(again.fileId).toBe(first.fileId);
      expect(await harness.rows()).toBe(after);
    },
  );

  test(
    "a payment sent again after a lost answer with another proof is refused",
    { tags: ["full"] },
    async () => {
      const headers = newKey();
      expect((await pay(hugePng(6, 6), headers)).status).toBe(200);
      expect((await pay(hugePng(7, 7), headers)).body.code).toBe("IDEMPOTENCY_KEY_MISMATCH");
    },
  );
});

test(
  "the idempotency key of an order tells what has become of it",
  { tags: ["full"] },
  async () => {
    const token = await harness.tokenFor(fixtures.member);
    const call = { token, json: { amount: 100 }, headers: newKey() };
    const order = async () =>
      (await harness.send("POST", "/user/package/order", call)).body.data as {
        purchaseId: string;
        status?: string;
      };
    const { purchaseId, status } = await order();
    expect(status).toBeUndefined();
    await harness.send("POST", "/user/package/cancel", { token, json: { purchaseId } });
    expect(await order()).toMatchObject({ purchaseId, status: "CANCELLED" });

    const payment = { purchaseId, paymentMethod: "MANUAL", amount: 100 };
    const paying = { token, json: payment, headers: newKey() };
    const pay = async () =>
      (await harness.send("POST", "/user/package/purchase", paying)).body.data as {
        id: string;
        status: string;
      };
    const { id } = await pay();
    const admin = await harness.tokenFor(fixtures.admin);
    const approving = { token: admin, json: { id }, headers: newKey() };
    const approve = async () => harness.send("POST", "/admin/transaction/approve", approving);
    expect((await approve()).body.data).toMatchObject({ status: "APPROVED" });
    expect(await pay()).toMatchObject({ id, status: "APPROVED" });
    const json = { id, reason: "Charged back" };
    await harness.send("POST", "/admin/transaction/reverse", { token: admin, json });
    expect((await approve()).body.data).toMatchObject({ status: "REVERSED" });
  },
);
