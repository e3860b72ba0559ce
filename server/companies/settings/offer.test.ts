import { expect, test } from "vitest";
import { dateTimeFieldValue } from "@server/platform/rules/dates/dates";
import { eq, sql } from "drizzle-orm";
import { medias } from "@db/schema";
import { questionsFor, questionsIn } from "@server/companies/rules/questions";
import { openDocument } from "@server/media";
import { sweepUnattached } from "@server/media/sweep-unattached";
import { findCompany } from "@server/sites/queries/companies";
import { type CompanyFixture, orderHarness, resultCode } from "@server/testing/order-harness";
import { hugePng, pdf } from "@server/testing/sample-files";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(orderHarness);

test(
  "a visitor sees the price, the next one, and this company's pool and ledger only",
  { tags: ["full"] },
  async () => {
    const [company, other] = [await harness.company(), await harness.company()];
    const visitor = await company.as(null);
    const before = await visitor.site.offer();
    expect(before).toMatchObject({
      priceMicroRupees: 10_000_000,
      nextPrice: null,
      ledgerEntries: 0,
    });

    const startsAt = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000);
    const admin = await company.as(company.admin);
    const member = await company.as(await company.member(), { transport: "rest" });
    const { id } = await member.orders.submit({ paymentMethod: "MANUAL", amount: "100" });
    expect((await visitor.site.offer())?.pool).toMatchObject({ held: 10, allocated: 0 });
    await admin.orders.approve({ orderId: id });
    await admin.prices.set({ price: "20", startsAt: dateTimeFieldValue(startsAt) });
    const after = await visitor.site.offer();
    expect(after).toMatchObject({
      pool: { held: 0, allocated: 10, sold: 10 },
      nextPrice: { priceMicroRupees: 20_000_000, startsAt: startsAt.toISOString() },
      ledgerEntries: 1,
    });
    expect(await (await other.as(null)).site.offer()).toMatchObject({
      pool: { held: 0, allocated: 0 },
      nextPrice: null,
      ledgerEntries: 0,
    });
  },
);

test("what is sold counts no rewards, which come out of the same pool", async () => {
  const company = await harness.company();
  const referrer = await company.member();
  const buyer = await company.member({ referrerId: referrer.id });
  const { id } = await (
    await company.as(buyer, { transport: "rest" })
  ).orders.submit({ paymentMethod: "MANUAL", amount: "1000" });
  await (await company.as(company.admin)).orders.approve({ orderId: id });
  const offer = await (await company.as(null)).site.offer();
  expect(offer?.pool).toMatchObject({ allocated: 105, sold: 100 });
});

test("questions are blocks of a text, each a question with its answer below", () => {
  expect(questionsIn("Who?\nWe.\n\n \n When? \nSoon,\nin May.\n")).toEqual([
    { question: "Who?", answer: "We." },
    { question: "When?", answer: "Soon,\nin May." },
  ]);
  // A reader of another language reads what the company wrote, and not our words beside them.
  expect(questionsFor({ questions_en: "Who?\nWe." }, "hi")).toMatchObject({ language: "en" });
  expect(questionsFor({}, "hi")).toBeNull();
});

test(
  "a company keeps its own questions in each language, each with an answer",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const api = await company.as(company.admin);
    await api.companies.updateSettings({ questions_hi: "कौन?\r\nहम।" });
    expect((await api.companies.settings()).questions).toEqual([
      { language: "en", name: "questions_en", text: null },
      { language: "hi", name: "questions_hi", text: "कौन?\nहम।" },
    ]);
    for (const questions_en of ["Who?", "Who?\nWe.\n\nWhen?", "Q?\nA.\n\n".repeat(21)]) {
      expect(await resultCode(api.companies.updateSettings({ questions_en }))).toBe(
        "QUESTIONS_INVALID",
      );
    }
    await api.companies.updateSettings({ questions_hi: "" });
    expect((await api.companies.settings()).questions.every(({ text }) => text === null)).toBe(
      true,
    );
  },
);

const PAPER = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
);
const fileOf = (bytes: Buffer, fileName = "paper.pdf") => ({
  fileName,
  bytes: new Uint8Array(bytes),
});
const siteOf = async ({ id }: CompanyFixture) => {
  const company = await findCompany(harness.database.db, id);
  if (!company) throw new Error("There is no such company.");
  return { kind: "company", company, isPlatform: false } as const;
};

test(
  "a document is a PDF that opens, for anyone at its company's host and nowhere else",
  { tags: ["full"] },
  async () => {
    const [company, other] = [await harness.company(), await harness.company()];
    const api = await company.as(company.admin);
    await api.companies.addDocument({ title: "White paper", file: fileOf(PAPER) });
    const [paper] = (await api.companies.settings()).documents;
    const id = paper?.id ?? "";
    expect(paper).toMatchObject({ title: "White paper", sizeBytes: PAPER.length });
    expect((await api.activity.list({})).records[0]?.changes).toEqual([
      { field: "documents", before: null, after: "White paper" },
    ]);

    const opened = await openDocument(harness.deps, await siteOf(company), id);
    expect(Object.fromEntries(opened?.headers ?? [])).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "attachment; filename*=UTF-8''paper.pdf",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(Buffer.from((await opened?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(PAPER);
    expect(await openDocument(harness.deps, await siteOf(other), id)).toBeNull();
    // A file that an admin uploaded for another purpose stays closed.
    const [proof] = await api.media.add({ files: [fileOf(pdf("a proof"))] });
    expect(await openDocument(harness.deps, await siteOf(company), proof?.id ?? "")).toBeNull();

    await api.companies.removeDocument({ id });
    expect(await openDocument(harness.deps, await siteOf(company), id)).toBeNull();
    expect(await resultCode(api.companies.removeDocument({ id }))).toBe("MEDIA_NOT_FOUND");
  },
);

test(
  "a document that is no PDF, too large, or cannot be opened is refused and not offered",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const api = await company.as(company.admin);
    const add = (bytes: Buffer, title = "Paper") =>
      resultCode(api.companies.addDocument({ title, file: fileOf(bytes) }));
    expect(await add(hugePng(8, 8))).toBe("DOCUMENT_NOT_PDF");
    expect(await add(Buffer.concat([PAPER, Buffer.alloc(5 * 1024 * 1024)]))).toBe("FILE_TOO_LARGE");
    expect(await add(pdf("nobody can open it"))).toBe("FILE_UNREADABLE");
    expect(await add(PAPER, " ")).toBe("TITLE_REQUIRED");
    expect((await api.companies.settings()).documents).toEqual([]);
    const member = await company.as(await company.member());
    expect(
      await resultCode(member.companies.addDocument({ title: "Mine", file: fileOf(PAPER) })),
    ).toBe("WRONG_ROLE");
  },
);

test(
  "the sweep keeps a company's document, and deletes it a day after it was taken away",
  { tags: ["full"] },
  async () => {
    const company = await harness.company();
    const api = await company.as(company.admin);
    await api.companies.addDocument({ title: "Paper", file: fileOf(PAPER) });
    const [paper] = (await api.companies.settings()).documents;
    const id = paper?.id ?? "";
    const { db } = harness.database;
    const sweepOverdue = async () => {
      await db
        .update(medias)
        .set({ sweepAfter: sql`now() - interval '1 second'` })
        .where(eq(medias.id, id));
      await sweepUnattached(db, harness.deps.storage);
      return db.select().from(medias).where(eq(medias.id, id));
    };
    // Even a file whose end was set by mistake.
    expect(await sweepOverdue()).toHaveLength(1);
    await api.companies.removeDocument({ id });
    const [left] = await db.select().from(medias).where(eq(medias.id, id));
    expect(left?.sweepAfter).not.toBeNull();
    expect(await sweepOverdue()).toEqual([]);
  },
);
