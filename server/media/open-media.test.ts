import sharp from "sharp";
import { afterEach, beforeAll, expect, test, vi, describe } from "vitest";
import type { SignedInActor } from "@server/access/call/actor";
import { NOBODY } from "@server/access/call/actor";
import { newId } from "@db/ids";
import { findCompany } from "@server/sites/queries/companies";
import { resultCode, type CompanyFixture, orderHarness } from "@server/testing/order-harness";
import { memberHarness, type UserRow } from "@server/testing/member-harness";
import { hugePng, pdf } from "@server/testing/sample-files";
import {
  LINK_SECONDS,
  openMediaAs,
  openPagesAs,
  openSignedMedia,
  signedMediaPath,
} from "./open-media";
import { storeFile } from "./store-file";
import { freshActor } from "@server/testing/actors";
import { testFileProcesses } from "@server/testing/test-file-processes";
import { duringTests } from "@server/testing/during-tests";

describe("open media", () => {
  const harness = duringTests(memberHarness);
  let owner: UserRow;
  let slip: string;
  let paper: string;
  beforeAll(async () => {
    owner = await harness.person(await harness.company(), "USER");
    slip = await upload(freshActor(owner), hugePng(8, 8), "मेरी रसीद (1)'.png");
    paper = await upload(freshActor(owner), pdf(), 'a"b.pdf');
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function upload(actor: SignedInActor, bytes: Buffer, fileName: string): Promise<string> {
    return (await storeFile(harness.deps, actor, { fieldName: "medias", fileName, bytes })).id;
  }
  const PLATFORM = { kind: "platform" } as const;
  const signatureOf = (id: string) =>
    signedMediaPath(harness.deps, id).split("?signature=")[1] ?? "";

  test("a file opens for its owner, the company's admin and a super admin; others do not find it", async () => {
    const admin = await harness.person(owner.companyId, "ADMIN");
    const neighbour = await harness.person(owner.companyId, "USER");
    const elsewhere = await harness.company();
    const root: SignedInActor = {
      role: "SUPER_ADMIN",
      id: newId(),
      sessionId: "test",
      isSteppedUp: true,
      hasSecondFactor: true,
    };
    for (const actor of [freshActor(owner), freshActor(admin), root]) {
      expect((await openMediaAs(harness.deps, actor, slip)).status).toBe(200);
    }
    const strangers = [
      neighbour,
      await harness.person(elsewhere, "USER"),
      await harness.person(elsewhere, "ADMIN"),
    ].map((person) => freshActor(person));
    for (const actor of strangers) {
      expect(await resultCode(openMediaAs(harness.deps, actor, slip))).toBe("MEDIA_NOT_FOUND");
    }
    expect(await resultCode(openMediaAs(harness.deps, NOBODY, slip))).toBe("NOT_SIGNED_IN");
    const platforms = await upload(root, hugePng(9, 9), "logo.png");
    for (const actor of [freshActor(owner), freshActor(admin), ...strangers]) {
      expect(await resultCode(openMediaAs(harness.deps, actor, platforms))).toBe("MEDIA_NOT_FOUND");
    }
  });

  test(
    "the pages of a PDF are drawn for those who may open it, and for nobody else",
    { tags: ["full"] },
    async () => {
      const paged = Buffer.from(
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
      );
      const proof = await upload(freshActor(owner), paged, "proof.pdf");
      const how = { turn: 0, signal: new AbortController().signal };
      // A busy machine takes long to compile the thread's source.
      const limits = { ...harness.deps.config.limits, pictureSeconds: 150 };
      const deps = {
        ...harness.deps,
        fileProcesses: testFileProcesses(limits, harness.deps.logger),
      };
      const admin = freshActor(await harness.person(owner.companyId, "ADMIN"));
      for (const actor of [freshActor(owner), admin]) {
        const answer = await openPagesAs(deps, actor, proof, how);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          "content-type": "image/webp",
          "cache-control": "private, no-store",
        });
        expect(
          Buffer.from(await answer.arrayBuffer())
            .subarray(8, 12)
            .toString(),
        ).toBe("WEBP");
      }
      // Also once it was drawn.
      const neighbour = freshActor(await harness.person(owner.companyId, "USER"));
      const elsewhere = freshActor(await harness.person(await harness.company(), "ADMIN"));
      for (const actor of [neighbour, elsewhere]) {
        expect(await resultCode(openPagesAs(deps, actor, proof, how))).toBe("MEDIA_NOT_FOUND");
      }
      expect(await resultCode(openPagesAs(deps, NOBODY, proof, how))).toBe("NOT_SIGNED_IN");
      expect(await resultCode(openPagesAs(deps, admin, slip, how))).toBe("MEDIA_NOT_FOUND");
      // A file that cannot be drawn is refused, the second time without drawing.
      for (const _again of [1, 2]) {
        expect(await resultCode(openPagesAs(deps, admin, paper, how))).toBe("FILE_UNREADABLE");
      }
    },
  );

  test("a file is served as a download with its name and type, without sniffing", async () => {
    const picture = await openMediaAs(harness.deps, freshActor(owner), slip);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition":
        "attachment; filename*=UTF-8''%E0%A4%AE%E0%A5%87%E0%A4%B0%E0%A5%80%20%E0%A4%B0%E0%A4%B8%E0%A5%80%E0%A4%A6%20-1.png",
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    });
    const document = await openMediaAs(harness.deps, freshActor(owner), paper);
    expect(document.headers.get("content-type")).toBe("application/octet-stream");
    expect(document.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''a-b.pdf",
    );
    expect(Buffer.from(await document.arrayBuffer())).toEqual(pdf());
  });

  test("a signed URL opens a file for ten minutes without a token", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const signature = signatureOf(slip);
    expect((await openSignedMedia(harness.deps, PLATFORM, slip, { signature })).status).toBe(200);
    vi.setSystemTime(Date.now() + (LINK_SECONDS - 2) * 1000);
    expect((await openSignedMedia(harness.deps, PLATFORM, slip, { signature })).status).toBe(200);
    vi.setSystemTime(Date.now() + 3000);
    expect(await resultCode(openSignedMedia(harness.deps, PLATFORM, slip, { signature }))).toBe(
      "MEDIA_LINK_DEAD",
    );
  });

  test("a signed URL opens no file of another company on a company's host", async () => {
    const elsewhere = await harness.person(await harness.company(), "ADMIN");
    for (const { companyId } of [owner, elsewhere]) {
      const company = await findCompany(harness.database.db, companyId);
      if (!company) throw new Error("There is no such company.");
      const site = { kind: "company", company, isPlatform: false } as const;
      const opened = openSignedMedia(harness.deps, site, slip, { signature: signatureOf(slip) });
      expect(await resultCode(opened)).toBe(
        companyId === owner.companyId ? "ok" : "MEDIA_NOT_FOUND",
      );
      const there = openSignedMedia(harness.deps, { ...site, isPlatform: true }, slip, {
        signature: signatureOf(slip),
      });
      expect(await resultCode(there)).toBe("ok");
    }
  });

  test("a file's signature is bound to one file and one time, and cannot be forged", async () => {
    const signature = signatureOf(slip);
    const [until = "", hash = ""] = signature.split(".");
    const forged = [
      "",
      ".",
      until,
      `${until}.`,
      `.${hash}`,
      `${Number(until) + 600}.${hash}`,
      `0${until}.${hash}`,
      `${until}.0.${hash}`,
      `${until}.${hash.slice(0, -1)}${hash.endsWith("A") ? "B" : "A"}`,
      `${until}.${harness.deps.secrets.keyedHash("throttle", `${slip}.${until}`)}`,
      signatureOf(paper),
      "1e99.x",
      "\0",
    ];
    for (const one of forged) {
      expect(
        await resultCode(openSignedMedia(harness.deps, PLATFORM, slip, { signature: one })),
      ).toBe("MEDIA_LINK_DEAD");
    }
    expect(await resultCode(openSignedMedia(harness.deps, PLATFORM, paper, { signature }))).toBe(
      "MEDIA_LINK_DEAD",
    );
  });

  test("a deleted file is not found through a valid URL", async () => {
    const gone = await upload(freshActor(owner), hugePng(3, 3), "gone.png");
    await harness.deps.storage.delete(`${owner.companyId}/${gone}.png`);
    expect(
      await resultCode(
        openSignedMedia(harness.deps, PLATFORM, gone, { signature: signatureOf(gone) }),
      ),
    ).toBe("MEDIA_NOT_FOUND");
    expect(await resultCode(openMediaAs(harness.deps, freshActor(owner), gone))).toBe(
      "MEDIA_NOT_FOUND",
    );
    const never = newId();
    expect(
      await resultCode(
        openSignedMedia(harness.deps, PLATFORM, never, { signature: signatureOf(never) }),
      ),
    ).toBe("MEDIA_NOT_FOUND");
  });
});

describe("media", () => {
  const harness = duringTests(orderHarness);
  let company: CompanyFixture;

  beforeAll(async () => {
    company = await harness.company();
  });

  const picture = () =>
    sharp({ create: { width: 4, height: 4, channels: 3, background: "teal" } })
      .png()
      .toBuffer();

  test("an uploaded proof is stored for its owner, opens for them, and pays an order", async () => {
    const member = await company.member();
    const api = await company.as(member, { transport: "rest" });
    const file = { fileName: "../my proof.exe", bytes: await picture() };
    const [added] = await api.media.add({ files: [file] });
    expect(added?.url).toBe(`/media/${added?.id}`);
    const opened = await api.media.open({ id: added?.id ?? "" });
    expect(opened).toMatchObject({
      contentType: "image/png",
      fileName: "my proof.png",
      isImage: true,
    });
    const paid = await api.orders.submit({
      paymentMethod: "UPI",
      amount: "100",
      referenceNumber: "412345678901",
      receiptId: added?.id,
    });
    expect(paid.receipt).toBe(added?.url);
  });

  test("an upload accepts exactly one file, of a type checked by its bytes", async () => {
    const api = await company.as(await company.member());
    const file = { fileName: "proof.png", bytes: await picture() };
    expect(await resultCode(api.media.add({ files: [] }))).toBe("FILE_REQUIRED");
    expect(await resultCode(api.media.add({ files: [file, file] }))).toBe("FILE_ONE_ONLY");
    const script = { fileName: "proof.png", bytes: Buffer.from("<script>alert(1)</script>") };
    expect(await resultCode(api.media.add({ files: [script] }))).toBe("FILE_TYPE_UNSUPPORTED");
    expect(await resultCode((await company.as(null)).media.add({ files: [file] }))).toBe(
      "NOT_SIGNED_IN",
    );
  });
});
