import { expect, test } from "vitest";
import type { Language } from "@db/vocabulary";
import { sheetPiece } from "@server/files/rules/sheet-piece";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { findCompany } from "@server/sites/queries/companies";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { builtInBrand } from "@themes/registry";
import type { Brand } from "@themes/contract";
import { createPageContext } from "./page-context";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);

const plain = builtInBrand("RSGN");
if (!plain) throw new Error("There is no brand RSGN.");

let version = 0;
/** Processes that note what they draw; a test may let them fail. */
const drawn: object[] = [];
let broken = false;
const draw = (paper: unknown) => {
  drawn.push(Object(paper) as object);
  if (broken) return Promise.reject(refuse("SERVER_BUSY"));
  return Promise.resolve(new Uint8Array([drawn.length]));
};
/** Returns the kinds of papers that were drawn since the last call. */
const kinds = () => drawn.splice(0).map((paper) => Object.keys(paper)[0]);

async function visit(person: UserRow, language: Language = "en", brand: Brand = plain!) {
  const company = await findCompany(harness.database.db, person.companyId);
  if (!company) throw new Error("There is no such company.");
  const { id, role, companyId } = person;
  const area = role === "USER" ? "user" : "admin";
  const session = await harness.deps.sessions.start(
    { role, id, companyId },
    { ip: "", userAgent: null },
  );
  const deps = { ...harness.deps, fileProcesses: { ...harness.deps.fileProcesses, draw } };
  const { context } = await createPageContext(deps, {
    nonce: "test",
    requestId: "test",
    ip: "203.0.113.7",
    userAgent: null,
    language,
    origin: "http://shop.example",
    site: {
      kind: "company",
      company,
      isPlatform: false,
      published: { companyId, version: (version += 1), data: brand },
    },
    pathname: `/${area}/dashboard`,
    cookieHeader: `prelaunch_${area}=${session.token}`,
  });
  return context.caller.files;
}

async function paidOrder() {
  const companyId = await harness.company({ tokenSymbol: "RSGN" });
  const member = await harness.person(companyId, "USER");
  const admin = await harness.as(await harness.person(companyId, "ADMIN"));
  const buyer = await harness.as(member);
  const { orderNumber } = await buyer.orders.create({ amount: "200" });
  const { id } = await buyer.orders.submit({
    purchaseId: orderNumber,
    paymentMethod: "MANUAL",
    amount: "200",
    consent: true,
  });
  return { member, admin, orderNumber, id };
}

test(
  "a receipt is drawn once for ten that ask at once, and again after a decision, in another language and brand",
  { tags: ["full"] },
  async () => {
    const { member, admin, orderNumber, id } = await paidOrder();
    const files = await visit(member);
    const ten = await Promise.all(
      Array.from({ length: 10 }, async () => (await files.openReceipt(orderNumber)).text()),
    );
    expect(new Set(ten).size).toBe(1);
    expect(kinds()).toEqual(["receipt"]);

    await admin.orders.approve({ orderId: id });
    await (await visit(member)).openReceipt(orderNumber);
    expect(kinds()).toEqual(["receipt"]);
    await (await visit(member)).openReceipt(orderNumber);
    expect(kinds()).toEqual([]);
    await (await visit(member, "hi")).openReceipt(orderNumber);
    expect(kinds()).toEqual(["receipt"]);

    await admin.orders.reverse({ orderId: id, reason: "A test" });
    await (await visit(member)).openReceipt(orderNumber);
    expect(kinds()).toEqual(["receipt"]);

    const renewed = { ...plain, look: { ...plain.look, accent: "#123456" } };
    await (await visit(member, "en", renewed)).openReceipt(orderNumber);
    expect(kinds()).toEqual(["receipt"]);
    await (await visit(member, "en", renewed)).openReceipt(orderNumber);
    expect(kinds()).toEqual([]);
  },
);

test("a kept receipt opens for its member alone", { tags: ["full"] }, async () => {
  const { member, orderNumber } = await paidOrder();
  await (await visit(member)).openReceipt(orderNumber);
  const other = await harness.person(member.companyId, "USER");
  expect(await resultCode((await visit(other)).openReceipt(orderNumber))).toBe("ORDER_NOT_FOUND");
  const elsewhere = await harness.person(await harness.company(), "USER");
  expect(await resultCode((await visit(elsewhere)).openReceipt(orderNumber))).toBe(
    "ORDER_NOT_FOUND",
  );
  kinds();
});

test("a QR code and a statement are drawn once; a paper that was refused is drawn when it is asked for again", async () => {
  const companyId = await harness.company({ tokenSymbol: "RSGN" });
  const member = await harness.person(companyId, "USER");
  const files = await visit(member);
  const statement = await (await harness.as(member)).programme.ownStatement({ year: 2026 });
  broken = true;
  expect(await resultCode(files.drawQr("https://shop.example/r/A"))).toBe("SERVER_BUSY");
  broken = false;
  for (let n = 0; n < 3; n += 1) await files.drawQr("https://shop.example/r/A");
  await files.drawQr("https://shop.example/r/B");
  expect(kinds()).toEqual(["qr", "qr", "qr"]);
  const print = () => files.printStatement(statement, "user");
  await Promise.all([print(), print()]);
  await print();
  expect(kinds()).toEqual(["rewards"]);
  expect(await resultCode(files.printStatement(statement, "admin"))).toBe("NOT_SIGNED_IN");
});

test(
  "a piece of a sheet is compressed by a process, as in this one",
  { tags: ["full"] },
  async () => {
    const companyId = await harness.company();
    const admin = await harness.person(companyId, "ADMIN");
    const piece = {
      rows: [["आशा", 5, null]],
      isFirst: true,
      isLast: true,
      after: { crc: 0, size: 0 },
    };
    const actor = { role: "ADMIN", id: admin.id, companyId } as const;
    const owner = { person: actor.id, company: companyId };
    const packed = await harness.deps.fileProcesses.draw({ piece }, owner);
    const own = sheetPiece(piece);
    expect(packed).toMatchObject({ crc: own.crc, size: own.size });
    expect(Buffer.from((packed as { bytes: Uint8Array }).bytes)).toEqual(Buffer.from(own.bytes));
  },
);
