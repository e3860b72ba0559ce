import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { Executor } from "@db/client";
import { brands } from "@db/schema";
import { BrandContract, type Brand } from "@themes/contract";
import { DEFAULT_BRAND, builtInBrand } from "@themes/registry";
import type { CompanySite } from "./site";

/** A company's published brand, else the built-in of its symbol, else the default (design §8). */
export async function brandOf(db: Executor, company: CompanySite | null): Promise<Brand> {
  if (!company) return DEFAULT_BRAND;
  const [own] = await db
    .select({ data: brands.data })
    .from(brands)
    .where(and(eq(brands.companyId, company.id), isNotNull(brands.publishedAt)))
    .orderBy(desc(brands.publishedAt))
    .limit(1);
  if (own) {
    const parsed = BrandContract.safeParse(own.data);
    if (parsed.success) return parsed.data;
  }
  return builtInBrand(company.tokenSymbol) ?? DEFAULT_BRAND;
}
