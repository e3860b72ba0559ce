import {
  type BrandedCompany,
  brandOf,
  type BrandRow,
  type Company,
  findBrandDraft,
  findCompany,
  firstHostOf,
  listBrandVersions,
  lockCompany,
  replaceBrandDraft,
} from "@server/sites";
import { BrandRef, type BrandStudio, type BrandVersion } from "@server/brands/contracts/brands";
import { refuse, orRefuse } from "@server/platform/rules/refusals/refuse";
import {
  type Context,
  recordAudit,
  type SuperAdminActor,
  superAdminProcedure,
  transactWithin,
} from "@server/access";
import { type Brand, BrandContract } from "@themes/contract";
import { BUILT_IN_BRANDS, builtInBrand } from "@themes/registry";
import { previewOf } from "./preview";
import { createHash } from "node:crypto";
import type { Executor } from "@db/client";
import { withSymbol } from "@themes/plain";

/** Versions that are listed; the audit log keeps older ones. */
const VERSIONS_SHOWN = 20;

export const studio = superAdminProcedure
  .input(BrandRef)
  .query(async ({ ctx, input }): Promise<BrandStudio> => {
    const company = orRefuse(await findCompany(ctx.db, input.companyId), "COMPANY_NOT_FOUND");
    const { brand, draft, stamp } = await workingBrand(ctx.db, company);
    const versions = await listBrandVersions(ctx.db, company.id, VERSIONS_SHOWN);
    const base = builtInBrand(company.tokenSymbol) ? "builtIn" : "plain";
    return {
      company: {
        id: company.id,
        companyName: company.name,
        tokenSymbol: company.tokenSymbol,
        host: await firstHostOf(ctx.db, company.id),
      },
      source: draft ? "draft" : versions.length > 0 ? "published" : base,
      basedOn: stamp,
      preview: await previewOf(ctx.deps, brand, company),
      builtIns: BUILT_IN_BRANDS.map(({ symbol, name }) => ({ symbol, name })),
      versions: versions.flatMap(viewOf),
    };
  });

function viewOf({
  version,
  data,
  publishedAt,
  by,
}: Awaited<ReturnType<typeof listBrandVersions>>[number]): BrandVersion[] {
  const parsed = BrandContract.safeParse(data);
  if (!parsed.success || !publishedAt) return [];
  const { name, look } = parsed.data;
  return [{ version, name, accent: look.accent, publishedAt: publishedAt.toISOString(), by }];
}

export type SuperAdminContext = Context & { actor: SuperAdminActor };

/** The brand being edited: the draft, or else the company's current brand. */
interface WorkingBrand {
  brand: Brand;
  draft: BrandRow | null;
  /** Identifies this state, so that a change based on another one is detected. */
  stamp: string;
}

export async function workingBrand(db: Executor, company: BrandedCompany): Promise<WorkingBrand> {
  const row = await findBrandDraft(db, company.id);
  const parsed = row && BrandContract.safeParse(row.data);
  const isDraft = parsed?.success ?? false;
  // Always parsed, so that equal brands have their keys in the same order.
  const brand = parsed?.success
    ? withSymbol(parsed.data, company.tokenSymbol)
    : judged(await brandOf(db, company));
  const draft = isDraft && row ? row : null;
  return { brand, draft, stamp: stampOf(brand, draft !== null) };
}

function stampOf(brand: Brand, isDraft: boolean): string {
  const hash = createHash("sha256").update(JSON.stringify(brand)).digest("hex").slice(0, 24);
  return `${isDraft ? "draft" : "shown"}-${hash}`;
}

interface Draft {
  companyId: string;
  basedOn: string;
  /** The action for the audit log. */
  action: string;
  change: (brand: Brand, company: Company) => Brand | Promise<Brand>;
}

/**
 * Saves a changed brand as the draft, with its audit entry. Refuses with COMPANY_NOT_FOUND, BRAND_CHANGED,
 * or BRAND_NOT_VALID.
 */
export async function changeDraft(
  ctx: SuperAdminContext,
  { companyId, basedOn, action, change }: Draft,
) {
  return transactWithin(ctx, async (inside, tx) => {
    const company = await lockCompany(tx, companyId);
    const working = await workingBrand(tx, company);
    if (working.stamp !== basedOn) throw refuse("BRAND_CHANGED");
    const brand = judged(await change(working.brand, company));
    await replaceBrandDraft(tx, { companyId, data: brand, createdBy: ctx.actor.id });
    await recordAudit(inside, {
      action,
      subjectType: "brand",
      subjectId: companyId,
      companyId,
      before: { isDraft: working.draft !== null },
      after: { name: brand.name, look: brand.look },
    });
    return { basedOn: stampOf(withSymbol(brand, company.tokenSymbol), true) };
  });
}

/** Validates a complete brand with the contract that the built-in brands satisfy. */
export function judged(brand: Brand): Brand {
  const parsed = BrandContract.safeParse(brand);
  if (parsed.success) return parsed.data;
  throw refuse("BRAND_NOT_VALID", { reason: parsed.error.issues[0]?.path.join(".") ?? "" });
}
