import { REFUSAL_KINDS } from "@server/platform/rules/refusals/kinds";
import sharp from "sharp";
import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findCompany } from "@server/sites/queries/companies";
import { brands, medias } from "@db/schema";
import { brandOf, brandShownAt } from "@server/sites/site";
import { openBrandPicture, uploadedPicture } from "@server/media/open-media";
import { refusalFrom } from "@server/access/call/refusal-from";
import type { Caller } from "@server/http/router";
import { resultCode } from "@server/testing/order-harness";
import { memberHarness } from "@server/testing/member-harness";
import { brandAssetVersion } from "@themes/assets";
import { BrandContract } from "@themes/contract";
import { builtInBrand } from "@themes/registry";
import type { BrandPicture } from "@themes/vocabulary";
import { wordsOf } from "./words";
import { duringTests } from "@server/testing/during-tests";

const harness = duringTests(memberHarness);
let root: Caller;
let companyId: string;
beforeAll(async () => {
  root = await harness.asSuperAdmin();
});
beforeEach(async () => {
  companyId = await harness.company({ tokenSymbol: "ASHA", tokenName: "Asha Token" });
});

const studio = () => root.brands.studio({ companyId });
const shown = async (elsewhere = harness) => {
  const { db } = elsewhere.deps.database;
  return brandOf(db, (await findCompany(db, companyId)) ?? null);
};
const rows = () =>
  harness.database.db
    .select()
    .from(brands)
    .where(eq(brands.companyId, companyId))
    .orderBy(brands.version);
/** The studio's form with changes. */
const typed = async (change: Record<string, unknown> = {}) => {
  const { basedOn, preview } = await studio();
  return { companyId, basedOn, ...wordsOf(preview.brand), ...change };
};
const picture = (format: "png" | "webp" | "avif" | "jpeg", side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#8b2a6b" } })
    .withExif({ IFD0: { Artist: "Somebody" } })
    .toFormat(format)
    .toBuffer();

test(
  "a published look is in the activity of its company, and of no other",
  { tags: ["full"] },
  async () => {
    const admin = await harness.as(await harness.person(companyId, "ADMIN"));
    const other = await harness.as(await harness.person(await harness.company(), "ADMIN"));
    const { basedOn } = await root.brands.save(await typed({ title: "A new heading" }));
    await root.brands.publish({ companyId, basedOn });
    const actions = async (api: Caller) =>
      (await api.activity.list({})).records.map(({ action }) => action);
    expect(await actions(admin)).toContain("brand.published");
    expect(await actions(other)).not.toContain("brand.published");
    // Each company counts its own versions.
    expect((await rows()).map(({ version }) => version)).toContain(1);
  },
);

describe("a company's own brand", () => {
  test(
    "a brand is drafted unseen, published in every instance at once, and rolled back",
    { tags: ["full"] },
    async () => {
      const other = harness.elsewhere();
      expect(await studio()).toMatchObject({ source: "plain", versions: [] });
      expect((await shown()).name).toBe("Asha Token");

      const started = await root.brands.start({
        companyId,
        basedOn: (await studio()).basedOn,
        from: "cowl",
      });
      const drafted = await studio();
      expect(drafted).toMatchObject({ source: "draft", basedOn: started.basedOn });
      expect(drafted.preview.brand.look).toEqual(builtInBrand("COWL")?.look);
      expect(JSON.stringify(drafted.preview.brand)).not.toMatch(/cowrie/i);
      expect((await shown()).look.accent).toBe("#2f5f8f");

      const saved = await root.brands.save(
        await typed({
          name: "Asha Coin",
          links: { telegram: "https://t.me/asha" },
          tokenDistribution: "60% Public Cell\n 40% Team ",
          metaKeywords: "asha, coin",
          hasSecondary: "on",
          secondary: "#AA5500",
          neutralHue: "120",
        }),
      );
      expect((await shown()).name).toBe("Asha Token");
      expect(await root.brands.publish({ companyId, basedOn: saved.basedOn })).toEqual({
        version: 1,
      });
      for (const at of [harness, other]) {
        expect(await shown(at)).toMatchObject({
          symbol: "ASHA",
          name: "Asha Coin",
          iconUrl: "/brands/asha/icon.svg",
          socialLinks: [{ mediaName: "telegram", link: "https://t.me/asha" }],
          tokenDistribution: ["60% Public Cell", "40% Team"],
          metaData: { keywords: ["asha", "coin"] },
          look: { secondary: "#aa5500", neutralHue: 120, type: "ledger" },
        });
      }
      await root.brands.publish({
        companyId,
        basedOn: (await root.brands.save(await typed({ name: "Asha Two" }))).basedOn,
      });
      expect((await shown(other)).name).toBe("Asha Two");
      const draft = await root.brands.save(await typed({ name: "Asha Three" }));
      expect(await root.brands.rollBack({ companyId, version: "1" })).toMatchObject({ version: 4 });
      expect((await shown(other)).name).toBe("Asha Coin");
      // The draft is kept, and can be published afterwards.
      await root.brands.publish({ companyId, basedOn: draft.basedOn });
      expect((await shown(other)).name).toBe("Asha Three");
      await root.brands.rollBack({ companyId, version: 0 });
      expect((await shown(other)).name).toBe("Asha Token");
      expect((await studio()).versions.map(({ name }) => name)).toEqual([
        "Asha Token",
        "Asha Three",
        "Asha Coin",
        "Asha Two",
        "Asha Coin",
      ]);
      expect((await harness.audited(companyId)).map(({ action }) => action)).toEqual(
        expect.arrayContaining([
          "brand.started",
          "brand.saved",
          "brand.published",
          "brand.rolled-back",
        ]),
      );
    },
  );

  test(
    "a company's own brand always has the company's current symbol",
    { tags: ["full"] },
    async () => {
      const { basedOn } = await root.brands.save(await typed());
      await root.brands.publish({ companyId, basedOn });
      const company = (await findCompany(harness.database.db, companyId)) ?? expect.fail("gone");
      expect(await brandOf(harness.database.db, { ...company, tokenSymbol: "USHA" })).toMatchObject(
        {
          symbol: "USHA",
          headerLogo: "/brands/usha/header-logo.svg",
        },
      );
    },
  );

  test("states the company's own supply split from the start", { tags: ["full"] }, async () => {
    const splitBps = { PUBLIC: 2000, REFERRAL: 7000, ANGEL: 1000, FOUNDER: 0, AIRDROP: 0 };
    const own = ["20% Public Cell", "70% Referral Programme", "10% Angel Investor"];
    for (const tokenSymbol of ["ASHA", "COWL"]) {
      companyId = await harness.company({ tokenSymbol, splitBps });
      expect((await shown()).tokenDistribution).toEqual(own);
      const { basedOn } = await studio();
      await root.brands.start({ companyId, basedOn, from: "COWL" });
      expect((await studio()).preview.brand.tokenDistribution).toEqual(own);
    }
  });

  test("a brand is not overwritten from an outdated form", { tags: ["full"] }, async () => {
    const early = await typed({ name: "Early" });
    await root.brands.save(await typed({ name: "Late" }));
    expect(await resultCode(root.brands.save(early))).toBe("BRAND_CHANGED");
    expect(await resultCode(root.brands.publish(early))).toBe("BRAND_CHANGED");
    expect(await resultCode(root.brands.discard(early))).toBe("BRAND_CHANGED");
    expect((await studio()).preview.brand.name).toBe("Late");
    await root.brands.discard({ companyId, basedOn: (await studio()).basedOn });
    expect(await rows()).toEqual([]);
    expect(await resultCode(root.brands.publish(early))).toBe("BRAND_NO_DRAFT");
    expect(await resultCode(root.brands.rollBack({ companyId, version: 7 }))).toBe(
      "BRAND_NOT_FOUND",
    );
    const start = root.brands.start({ ...(await typed()), from: "NOPE" });
    expect(await resultCode(start)).toBe("BRAND_NOT_FOUND");
  });

  test("concurrent publishing publishes one version", { tags: ["full"] }, async () => {
    const { basedOn } = await root.brands.save(await typed({ name: "Once" }));
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => resultCode(root.brands.publish({ companyId, basedOn }))),
    );
    expect(outcomes.toSorted()).toEqual([
      "BRAND_NO_DRAFT",
      "BRAND_NO_DRAFT",
      "BRAND_NO_DRAFT",
      "ok",
    ]);
    expect(await rows()).toHaveLength(1);
  });
});

describe("a preview", () => {
  test("a preview is not stored, and suggests an accessible colour in place of a failing one", async () => {
    const seen = await root.brands.preview(await typed({ accent: "#ffe600", name: "Only looked" }));
    expect(seen.brand.name).toBe("Only looked");
    expect(seen.adjustments).toMatchObject([{ seed: "accent", given: "#ffe600" }]);
    expect(seen.variables.light["--accent"]).toBe(seen.adjustments[0]?.used);
    expect(seen.variables.dark["--bg"]).not.toBe(seen.variables.light["--bg"]);
    expect(seen.pictures.icon).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(await rows()).toEqual([]);
  });
});

describe("brand values cannot inject markup, styles or links", () => {
  test.each([
    ["accent", "red;}</style><script>alert(1)</script>"],
    ["accent", "url(https://evil.example)"],
    ["accent", "#12345"],
    ["secondary", "expression(alert(1))"],
    ["neutralHue", "1;color:red"],
    ["neutralHue", Number.POSITIVE_INFINITY],
    ["radius", "0px;background:url(//evil.example)"],
    ["type", "__proto__"],
    ["pattern", "constructor"],
    ["panel", "</style>"],
    ["name", "<script>alert(1)</script>"],
    ["name", "Asha\u202Eahsa"],
    ["title", "</title><svg onload=alert(1)>"],
    ["footerNote", "a{color:red}"],
    ["metaDescription", '"><meta http-equiv=refresh content=0;url=//evil.example> `'],
    ["metaKeywords", "good, <b>bad</b>"],
    ["tokenDistribution", "100% <img src=x>"],
    ["tokenDistribution", "99% Public Cell"],
    ["links", { X: "javascript:alert(1)" }],
    ["links", { X: 'https://evil.example"onmouseover=alert(1)' }],
    ["links", { X: "https://user:pass@evil.example/" }],
    ["address", "0x' OR 1=1"],
  ])("a brand's %s %j is refused, and nothing changes", async (field, value) => {
    const form = { ...(await typed()), hasSecondary: true, [field]: value };
    const refused = await root.brands.save(form).then(
      () => null,
      (error: unknown) => refusalFrom(error),
    );
    expect(refused && REFUSAL_KINDS[refused.code]).toBe("input");
    expect(Object.keys(refused?.fields ?? {})[0]).toMatch(new RegExp(`^${field}`));
    expect(await resultCode(root.brands.preview(form))).not.toBe("ok");
    expect(await rows()).toEqual([]);
  });

  test("an invalid brand written directly to the database is not shown", async () => {
    const plain = await shown();
    const evil = { ...plain, look: { ...plain.look, accent: "red}</style>" } };
    await harness.database.db
      .insert(brands)
      .values({ companyId, version: 1, data: evil, publishedAt: new Date() });
    await harness.database.db.insert(brands).values({
      companyId,
      version: 2,
      data: { ...plain, headerLogo: "https://evil.example/x.png" },
    });
    expect(await shown()).toEqual(plain);
    expect((await studio()).preview.brand).toEqual(plain);
    expect(await resultCode(root.brands.rollBack({ companyId, version: 1 }))).toBe(
      "BRAND_NOT_FOUND",
    );
  });

  test("extra fields of a brand that name pictures or a symbol are ignored", async () => {
    await root.brands.save(
      await typed({
        symbol: "EVIL",
        iconUrl: "/media/1",
        headerLogo: "//evil.example/x",
        decimals: 2,
      }),
    );
    expect((await studio()).preview.brand).toMatchObject({
      symbol: "ASHA",
      iconUrl: "/brands/asha/icon.svg",
      headerLogo: "/brands/asha/header-logo.svg",
      decimals: 18,
    });
  });
});

describe("uploaded pictures", () => {
  const set = async (name: BrandPicture, bytes: Uint8Array) =>
    root.brands.setPicture({
      companyId,
      basedOn: (await studio()).basedOn,
      picture: name,
      file: { fileName: "logo.png", bytes: new Uint8Array(bytes) },
    });

  for (const format of ["png", "webp", "avif"] as const) {
    test(
      `an uploaded ${format} is re-encoded without metadata, limited in size, and public`,
      { tags: format === "png" ? [] : ["full"] },
      async () => {
        await set("iconUrl", await picture(format, 1500));
        const { iconUrl } = (await studio()).preview.brand;
        const id = iconUrl.replace("/media/", "");
        const company = (await findCompany(harness.database.db, companyId)) ?? expect.fail("gone");
        const here = { kind: "company", company, isPlatform: false } as const;
        const answer = await openBrandPicture(harness.deps, here, id);
        expect(answer?.headers.get("cache-control")).toContain("immutable");
        const stored = await sharp(
          Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0)),
        ).metadata();
        // One file for pages, tabs and home screens.
        expect(stored).toMatchObject({ width: 192, format: "png" });
        expect(stored.exif).toBeUndefined();
        const etag = answer?.headers.get("etag") ?? "none";
        const again = await openBrandPicture(harness.deps, here, id, etag);
        expect([again?.status, again?.headers.get("etag")]).toEqual([304, etag]);
        expect((await openBrandPicture(harness.deps, here, id, '"other"'))?.status).toBe(200);
        expect(BrandContract.safeParse((await studio()).preview.brand).success).toBe(true);

        const elsewhere = await findCompany(harness.database.db, await harness.company());
        const site = {
          kind: "company",
          company: elsewhere ?? expect.fail("gone"),
          isPlatform: false,
        } as const;
        expect(await openBrandPicture(harness.deps, site, id)).toBeNull();
        expect(await openBrandPicture(harness.deps, site, id, etag)).toBeNull();
      },
    );
  }

  test.each([
    ["headerLogo", "webp", 120],
    ["headerLogoDark", "webp", 120],
    ["chartImg", "webp", 1024],
    ["defaultLogo", "png", 1024],
  ] as const)(
    "the picture %s is kept as %s, as large as it is shown",
    { tags: ["full"] },
    async (name, format, side) => {
      await set(name, await picture("png", 1500));
      const path = (await studio()).preview.brand[name] ?? expect.fail("gone");
      const bytes = await uploadedPicture(harness.deps, companyId, path);
      const stored = await sharp(bytes ?? expect.fail("gone")).metadata();
      expect(stored).toMatchObject({ format, width: side, height: side });
    },
  );

  test("pictures of other types are refused, and a person's own file is never public", async () => {
    expect(await resultCode(set("iconUrl", await picture("jpeg")))).toBe("BRAND_PICTURE_TYPE");
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect(await resultCode(set("iconUrl", svg))).toBe("FILE_NOT_AN_IMAGE");
    expect(await resultCode(set("iconUrl", Buffer.alloc(0)))).toBe("FILE_EMPTY");
    expect(await rows()).toEqual([]);
    const admin = await harness.person(companyId, "ADMIN");
    const [own] = await (
      await harness.as(admin)
    ).media.add({
      files: [{ fileName: "a.png", bytes: await picture("png") }],
    });
    expect(await openBrandPicture(harness.deps, { kind: "platform" }, own?.id ?? "")).toBeNull();
  });

  test(
    "uploaded pictures can be replaced by drawn ones; a header logo is used on dark too until a dark one is uploaded",
    { tags: ["full"] },
    async () => {
      await set("headerLogo", await picture("png"));
      expect((await studio()).preview.brand.headerLogoDark).toBeUndefined();
      await set("headerLogoDark", await picture("webp"));
      const { headerLogo, headerLogoDark } = (await studio()).preview.brand;
      expect(headerLogoDark).toMatch(/^\/media\//);
      expect(headerLogoDark).not.toBe(headerLogo);
      for (const name of ["headerLogoDark", "headerLogo"] as const) {
        const { basedOn } = await studio();
        await root.brands.drawPicture({ companyId, basedOn, picture: name });
      }
      expect((await studio()).preview.brand).toMatchObject({
        headerLogo: "/brands/asha/header-logo.svg",
        headerLogoDark: "/brands/asha/header-logo-dark.svg",
      });
    },
  );
});

describe("the drawn pictures", () => {
  const PLATFORM = "platform.example";
  const at = (host: string, symbol: string, version: string | null) =>
    brandShownAt(harness.database.db, { symbol, host, version }, PLATFORM);

  test(
    "pictures of a company without a host are served at the platform's, by version only",
    { tags: ["full"] },
    async () => {
      await root.brands.save(await typed({ accent: "#8b2a6b" }));
      await root.brands.publish({ companyId, basedOn: (await studio()).basedOn });
      const own = await shown();
      const version = brandAssetVersion(own);
      expect((await at(PLATFORM, "asha", version))?.look.accent).toBe("#8b2a6b");
      expect(await at(PLATFORM, "asha", null)).toBeUndefined();
      expect(await at(PLATFORM, "asha", "0".repeat(16))).toBeUndefined();
      // A company with a host has its pictures served there only.
      const host = `${companyId}.example`;
      await root.domains.add({ host, companyId });
      expect(await at(PLATFORM, "asha", version)).toBeUndefined();
      for (const version of [null, brandAssetVersion(own)])
        expect((await at(host, "asha", version))?.look.accent).toBe("#8b2a6b");
      expect(await at("nobody.example", "asha", version)).toBeUndefined();
    },
  );

  test(
    "pictures of a built-in symbol are selected by version, even if several companies use it",
    { tags: ["full"] },
    async () => {
      const id = await harness.company({ tokenSymbol: "COWL" });
      const { basedOn, preview } = await root.brands.studio({ companyId: id });
      const words = { ...wordsOf(preview.brand), accent: "#0b6e4f" };
      await root.brands.save({ companyId: id, basedOn, ...words });
      const draft = await root.brands.studio({ companyId: id });
      await root.brands.publish({ companyId: id, basedOn: draft.basedOn });
      const own = await brandOf(
        harness.database.db,
        (await findCompany(harness.database.db, id)) ?? null,
      );
      const builtIn = preview.brand;
      expect((await at(PLATFORM, "cowl", brandAssetVersion(own)))?.look.accent).toBe("#0b6e4f");
      for (const version of [null, "stale", brandAssetVersion(builtIn)])
        expect((await at(PLATFORM, "COWL", version))?.look).toEqual(builtIn.look);
    },
  );
});

describe("anyone but a super admin", () => {
  test(
    "nobody but a super admin can see or change a brand, and no row changes",
    { tags: ["full"] },
    async () => {
      const { basedOn } = await root.brands.save(await typed({ name: "Kept" }));
      const before = await rows();
      const people: [Caller, string][] = [
        [await harness.caller({ at: companyId }), "NOT_SIGNED_IN"],
        [await harness.as(await harness.person(companyId, "USER")), "WRONG_ROLE"],
        [await harness.as(await harness.person(companyId, "ADMIN")), "WRONG_ROLE"],
      ];
      const form = { ...(await typed({ name: "Stolen" })), basedOn };
      const file = { fileName: "a.png", bytes: await picture("png") };
      for (const [caller, refusal] of people) {
        const calls = [
          caller.brands.studio({ companyId }),
          caller.brands.preview(form),
          caller.brands.save(form),
          caller.brands.start({ companyId, basedOn, from: "PLAIN" }),
          caller.brands.setPicture({ companyId, basedOn, picture: "iconUrl", file }),
          caller.brands.drawPicture({ companyId, basedOn, picture: "iconUrl" }),
          caller.brands.publish({ companyId, basedOn }),
          caller.brands.discard({ companyId, basedOn }),
          caller.brands.rollBack({ companyId, version: 0 }),
        ];
        for (const call of calls) expect(await resultCode(call)).toBe(refusal);
      }
      expect(await rows()).toEqual(before);
      const stored = await harness.database.db
        .select()
        .from(medias)
        .where(and(eq(medias.companyId, companyId), eq(medias.ownerRole, "SUPER_ADMIN")));
      expect(stored).toEqual([]);
      const nowhere = { companyId: "01890a5d-ac96-774b-bcce-b302099a8057", basedOn };
      expect(await resultCode(root.brands.save({ ...form, ...nowhere }))).toBe("COMPANY_NOT_FOUND");
      expect(await resultCode(root.brands.studio(nowhere))).toBe("COMPANY_NOT_FOUND");
    },
  );
});
