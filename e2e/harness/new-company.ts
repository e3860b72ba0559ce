import { type APIRequestContext, request as clients } from "@playwright/test";
import { callAsSuperAdmin } from "./super-admin";
import { PASSWORD, PORT } from "./test";

/** A company with only a host and an admin, and a caller for that admin. */
export async function foundCompany(request: APIRequestContext, totalSupply = 10_000) {
  const mark = crypto.randomUUID().slice(0, 8);
  const host = `new-${mark}.localhost`;
  const adminEmail = `admin-${mark}@company.example`;
  const { id: companyId } = await callAsSuperAdmin(request, "POST", "/company/add", {
    companyName: "Newly Founded",
    email: adminEmail,
    mobile: "9876543210",
    tokenSymbol: "MASP",
    totalSupply,
    // Members who register in a test are not verified.
    unverifiedHoldPercent: 100,
    adminName: "Nila Founder",
    adminEmail,
    adminPassword: PASSWORD,
  });
  await callAsSuperAdmin(request, "POST", "/domain/add", { host, companyId });
  const there = await clients.newContext({
    baseURL: `http://localhost:${PORT}`,
    extraHTTPHeaders: { host: `${host}:${PORT}` },
  });
  return { origin: `http://${host}:${PORT}`, there, adminEmail };
}
