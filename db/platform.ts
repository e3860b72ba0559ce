/**
 * The platform's id in the company column of tables that also hold its rows, such as a super
 * admin's messages: a primary key cannot contain null. Outside `db` such a row's company is null.
 */
export const PLATFORM_ID = "00000000-0000-0000-0000-000000000000";

/**
 * The actor id of anonymous callers' idempotency keys; the hash of the key tells the callers apart.
 */
export const NOBODYS_ID = "00000000-0000-0000-0000-000000000000";

/** Returns the value of the company column for a company, or for the platform (null). */
export const tenantOf = (companyId: string | null): string => companyId ?? PLATFORM_ID;

/** A row as code outside `db` sees it: the platform's rows have a null company. */
export type WithCompany<Row> = Omit<Row, "companyId" | "referencedCompanyId"> & {
  companyId: string | null;
};

export function withCompany<Row extends { companyId: string; referencedCompanyId: string | null }>({
  referencedCompanyId,
  companyId: _stored,
  ...row
}: Row): WithCompany<Row> {
  return { ...row, companyId: referencedCompanyId };
}
