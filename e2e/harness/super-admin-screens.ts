import type { APIRequestContext } from "@playwright/test";
import { type Screen, memoize } from "./screens";
import { callAsSuperAdmin } from "./super-admin";

const MANAGE = "/superadmin/companymanage";

/** The screens of a super admin, with every dialog; add new screens here. */
export function screensOfSuperAdmin(request: APIRequestContext): Screen[] {
  const company = memoize(async () => {
    const search = "/company/list?search=galaxy";
    const { records } = await callAsSuperAdmin<{ records: { id: string }[] }>(
      request,
      "GET",
      search,
    );
    return `${MANAGE}/${records[0]?.id}`;
  });
  return [
    { name: "super admin, dashboard", path: "/superadmin/dashboard" },
    { name: "super admin, companies", path: MANAGE },
    { name: "super admin, company added", path: `${MANAGE}?add=1` },
    { name: "super admin, company", path: company },
    { name: "super admin, company suspended", path: async () => `${await company()}?suspend=1` },
    { name: "super admin, brand", path: async () => `${await company()}/brand` },
    { name: "super admin, payments", path: "/superadmin/transactionmanage" },
    { name: "super admin, accounts", path: "/superadmin/beneficiarymanage" },
    { name: "super admin, security", path: "/superadmin/security" },
    { name: "super admin, step-up", path: "/superadmin/step-up" },
  ];
}
