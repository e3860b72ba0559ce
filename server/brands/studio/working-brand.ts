import { createHash } from "node:crypto";
import type { Executor } from "@db/client";
import {
  type BrandRow,
  findBrandDraft,
  replaceBrandDraft,
  type Company,
  lockCompany,
  type BrandedCompany,
  brandOf,
} from "@server/sites";
import { type SuperAdminActor, type Context, withinTransaction, recordAudit } from "@server/access";
import type { BrandSaved } from "@server/brands/contracts/brands";
import { refuse } from "@server/platform/rules/refusals/refuse";
import { BrandContract, type Brand } from "@themes/contract";
import { withSymbol } from "@themes/plain";

export type SuperAdminContext = Context & { actor: SuperAdminActor };

/** The brand being edited: the draft, or else the company's current brand. */
export interface WorkingBrand {
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
): Promise<BrandSaved> {
  return ctx.transact(async (tx) => {
    const company = await lockCompany(tx, companyId);
    if (!company) throw refuse("COMPANY_NOT_FOUND");
    const working = await workingBrand(tx, company);
    if (working.stamp !== basedOn) throw refuse("BRAND_CHANGED");
    const brand = judged(await change(working.brand, company));
    await replaceBrandDraft(tx, { companyId, data: brand, createdBy: ctx.actor.id });
    await recordAudit(withinTransaction(ctx, tx), {
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
