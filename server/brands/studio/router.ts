import {
  findBrandVersion,
  insertPublishedBrand,
  deleteBrandDraft,
  findCompany,
  lockCompany,
  brandBeforePublishing,
  withOwnSplit,
} from "@server/sites";
import { sourceOf, recordAudit, router, superAdminProcedure, inTransaction } from "@server/access";
import {
  type BrandPreview,
  DraftRef,
  DrawBrandPicture,
  PreviewBrand,
  RollBackBrand,
  SaveBrand,
  SetBrandPicture,
  StartBrand,
} from "@server/brands/contracts/brands";
import { mediaUrl } from "@server/media/contracts/media";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import { storeFile } from "@server/media";
import { BrandContract, type Brand } from "@themes/contract";
import { drawnPictures } from "@themes/assets/paths";
import { plainBrand, withSymbol } from "@themes/plain";
import { builtInBrand } from "@themes/registry";
import { START_PLAIN } from "@themes/vocabulary";
import { previewOf } from "./preview";
import { changeDraft, judged, studio, type SuperAdminContext, workingBrand } from "./studio";
import { withWords } from "./words";
import type { Executor } from "@db/client";

const preview = superAdminProcedure
  .input(PreviewBrand)
  .query(async ({ ctx, input }): Promise<BrandPreview> => {
    const company = orRefuse(await findCompany(ctx.db, input.companyId), "COMPANY_NOT_FOUND");
    const { brand } = await workingBrand(ctx.db, company);
    return previewOf(ctx.deps, judged(withWords(brand, input)), company);
  });

const save = superAdminProcedure.input(SaveBrand).mutation(({ ctx, input }) =>
  changeDraft(ctx, {
    ...input,
    action: "brand.saved",
    change: (brand) => withWords(brand, input),
  }),
);

/**
 * Starts a draft from a built-in brand's look; its texts are used only if the symbol is the company's,
 * since they name that token.
 */
const start = superAdminProcedure.input(StartBrand).mutation(({ ctx, input }) =>
  changeDraft(ctx, {
    ...input,
    action: "brand.started",
    change: (_brand, company) => {
      const { tokenSymbol: symbol, tokenName: name } = company;
      const plain = withOwnSplit(plainBrand({ symbol, name }), company);
      if (input.from === START_PLAIN) return plain;
      const builtIn = builtInBrand(input.from);
      if (!builtIn) throw refuse("BRAND_NOT_FOUND");
      if (builtIn.symbol === symbol) return withOwnSplit(builtIn, company);
      return { ...plain, look: builtIn.look };
    },
  }),
);

const setPicture = superAdminProcedure.input(SetBrandPicture).mutation(async ({ ctx, input }) => {
  const company = orRefuse(await findCompany(ctx.db, input.companyId), "COMPANY_NOT_FOUND");
  const media = await storeFile(
    ctx.deps,
    ctx.actor,
    {
      fieldName: input.picture,
      fileName: input.file.fileName,
      bytes: Buffer.from(input.file.bytes),
    },
    {
      imagesOnly: true,
      forBrand: { companyId: company.id, picture: input.picture },
      signal: ctx.signal,
      source: sourceOf(ctx),
    },
  );
  return changeDraft(ctx, {
    ...input,
    action: "brand.picture-set",
    change: (brand) => withPicture(brand, input.picture, mediaUrl(media.id)),
  });
});

/** An uploaded header logo is used on dark backgrounds too until a dark one is uploaded. */
function withPicture(brand: Brand, picture: DrawBrandPicture["picture"], path: string): Brand {
  if (picture !== "headerLogo") return { ...brand, [picture]: path };
  const { headerLogoDark, ...rest } = brand;
  const keepsDark = headerLogoDark?.startsWith("/media/") ?? false;
  return { ...rest, headerLogo: path, ...(keepsDark && headerLogoDark && { headerLogoDark }) };
}

const drawPicture = superAdminProcedure.input(DrawBrandPicture).mutation(({ ctx, input }) =>
  changeDraft(ctx, {
    ...input,
    action: "brand.picture-drawn",
    change: (brand) => {
      const drawn = drawnPictures(brand.symbol);
      const { headerLogoDark, ...rest } = brand;
      if (input.picture === "headerLogoDark") {
        return brand.headerLogo.startsWith("/media/")
          ? rest
          : { ...rest, headerLogoDark: drawn.headerLogoDark };
      }
      const dark = headerLogoDark ?? drawn.headerLogoDark;
      return { ...rest, headerLogoDark: dark, [input.picture]: drawn[input.picture] };
    },
  }),
);

/** Deletes a draft that is published or discarded, and returns it. */
async function takeDraft(tx: Executor, asked: { companyId: string; basedOn: string }) {
  const company = await lockCompany(tx, asked.companyId);
  const { brand, draft, stamp } = await workingBrand(tx, company);
  if (!draft) throw refuse("BRAND_NO_DRAFT");
  if (stamp !== asked.basedOn) throw refuse("BRAND_CHANGED");
  await deleteBrandDraft(tx, company.id);
  return { brand, draft };
}

/** Publishes the draft. It is live at once in every instance: the brand is read at each request. */
const publish = superAdminProcedure.input(DraftRef).mutation(
  inTransaction(async (ctx, input, tx) => {
    const brand = judged((await takeDraft(tx, input)).brand);
    return publishAs(ctx, input.companyId, brand, "brand.published");
  }),
);

const discard = superAdminProcedure.input(DraftRef).mutation(
  inTransaction(async (ctx, input, tx) => {
    const { draft } = await takeDraft(tx, input);
    await recordAudit(ctx, {
      action: "brand.discarded",
      subjectType: "brand",
      subjectId: input.companyId,
      companyId: input.companyId,
      before: draft.data,
    });
    return null;
  }),
);

/**
 * Publishes an earlier version again. Version 0 is the company's look without a published brand. A
 * draft is kept.
 */
const rollBack = superAdminProcedure.input(RollBackBrand).mutation(
  inTransaction(async (ctx, input, tx) => {
    const company = await lockCompany(tx, input.companyId);
    const earlier =
      input.version === 0
        ? { data: brandBeforePublishing(company) }
        : await findBrandVersion(tx, company.id, input.version);
    const parsed = BrandContract.safeParse(earlier?.data);
    if (!parsed.success) throw refuse("BRAND_NOT_FOUND");
    const brand = withSymbol(parsed.data, company.tokenSymbol);
    return publishAs(ctx, company.id, brand, "brand.rolled-back");
  }),
);

async function publishAs(ctx: SuperAdminContext, companyId: string, brand: Brand, action: string) {
  const { version } = await insertPublishedBrand(ctx.db, {
    companyId,
    data: brand,
    createdBy: ctx.actor.id,
  });
  await recordAudit(ctx, {
    action,
    subjectType: "brand",
    subjectId: companyId,
    companyId,
    after: { version, name: brand.name, look: brand.look },
  });
  return { version };
}

export const brandsRouter = router({
  studio,
  preview,
  save,
  start,
  setPicture,
  drawPicture,
  publish,
  discard,
  rollBack,
});
