import { BRAND_ASSET_NAMES } from "@themes/assets/paths";
import { TABLE } from "@server/http/rest/rows/row-table";
import type { Instance } from "@tools/faults/harness/installation";
import type { Form } from "@tools/attacks/attack";
import { type Answer, ask } from "./http";
import type { Planted } from "./plant";

export interface Visited extends Answer {
  path: string;
  /** The origin of the browser that shows it. */
  base: string;
}

/** Every address of app/routes.ts; scripts/documents.test.ts finds one that is missing. */
export const PAGES: readonly string[] = [
  "/",
  "/register",
  "/fogot-password",
  "/forgot-password",
  "/r/:code",
  "/privacy-policy",
  "/terms",
  "/preferences",
  "/proof",
  "/proof/checkpoint.json",
  "/proof/inclusion.json",
  "/proof/consistency.json",
  "/passkeys",
  "/demo/outbox",
  "/media/:id",
  "/media/:id/pages",
  "/not-there",
  "/user",
  "/user/dashboard",
  "/user/ranking",
  "/user/dashboard/allocation/:hash",
  "/user/buy-token",
  "/user/payment",
  "/user/payment-history",
  "/user/profile",
  "/user/referral",
  "/user/identity",
  "/user/identity/documents",
  "/user/identity/documents/:id",
  "/user/uploads",
  "/user/own-data",
  "/user/notices",
  "/user/launch",
  "/user/wallet",
  "/user/orders/:orderNumber",
  "/user/referral/qr",
  "/user/referral/statement",
  "/user/payment-history/statement",
  "/admin/referrals",
  "/admin/referrals/statement",
  "/user/referral/card",
  "/user/referral/checked",
  "/admin/exports/rewards",
  "/user/order-standing",
  "/user/receipts/:orderNumber",
  "/user/receipts/:orderNumber/proof.json",
  "/user/launch/:number/proof.json",
  "/user/logout",
  "/user/not-there",
  "/admin/login",
  "/admin/forgot-password",
  "/admin/set-password",
  "/admin/logout",
  "/admin/purchaserequest/sum",
  "/admin/purchaserequest/record",
  "/admin/payments/days",
  "/admin/payments/order",
  "/admin/exports/payments",
  "/admin/purchaserequest/states",
  "/admin/exports/purchases",
  "/admin/exports/members",
  "/admin/holders",
  "/admin/launch",
  "/admin/launch/:number",
  "/admin/launch/:number/:file",
  "/admin/exports/holders",
  "/admin/identity",
  "/admin/identity/documents/:id",
  "/admin/identity/file/:memberId",
  "/admin/identity/file/:memberId/:fileId",
  "/admin/exports/activity",
  "/admin/exports/beneficiaries",
  "/admin/step-up",
  "/admin",
  "/admin/dashboard",
  "/admin/search",
  "/admin/usermanage",
  "/admin/usermanage/:memberId",
  "/admin/security",
  "/admin/purchaserequest",
  "/admin/purchaserequest/bulk",
  "/admin/purchaserequest/split",
  "/admin/payments",
  "/admin/statements",
  "/admin/statements/entries",
  "/admin/beneficiary",
  "/admin/settings",
  "/admin/changes",
  "/admin/machines",
  "/admin/announcements",
  "/admin/activity",
  "/admin/not-there",
  "/superadmin/login",
  "/superadmin/exports/companies",
  "/superadmin/exports/transactions",
  "/superadmin/exports/beneficiaries",
  "/superadmin/logout",
  "/superadmin/step-up",
  "/superadmin",
  "/superadmin/dashboard",
  "/superadmin/companymanage",
  "/superadmin/companymanage/:companyId",
  "/superadmin/companymanage/:companyId/brand",
  "/superadmin/companymanage/:companyId/brand/preview",
  "/superadmin/security",
  "/superadmin/transactionmanage",
  "/superadmin/beneficiarymanage",
  "/superadmin/not-there",
  "/superadmin/transactionmanage/:companyId/:orderId",
];

/** Addresses of further states of those pages. */
const STATES: readonly string[] = [
  "/user/dashboard?stock=myStock",
  "/admin/announcements?tab=reminders",
  "/admin/usermanage/:memberId?part=notes",
  "/user/payment-history?status=REJECTED&limit=100",
  "/user/payment?purchaseId=:orderNumber&purchaseAmount=20",
  "/admin/purchaserequest?tab=history",
  "/admin/purchaserequest?tab=history&page=2",
  "/admin/payments?form=list",
  "/admin/payments?tab=decided",
  "/admin/payments?tab=bank",
  "/admin/payments?tab=unallocated",
  "/admin/payments?tab=bank&step=import",
  "/admin/payments?step=sum",
  "/admin/payments?step=record",
  "/admin/payments?step=apply",
  "/admin/payments?step=days",
  "/admin/payments?step=bulk&bulk=approve",
  "/admin/referrals?tab=referrers",
  "/admin/referrals?tab=rewards",
  "/admin/referrals?tab=campaigns",
  "/admin/referrals?tab=cases",
  "/admin/activity?page=2",
  "/admin/activity?page=3",
  "/admin/exports/purchases?tab=history",
  "/admin/usermanage?page=2",
  "/superadmin/companymanage?page=2",
  "/superadmin/beneficiarymanage?page=2",
];

/** The company and the people whose screens are read. */
interface Seen extends Omit<Planted, "tenant"> {
  tenant: { host: string; company: { id: string } };
}

/**
 * Reads everything that a company's visitors, members and admins and a super admin can see; the
 * short form reads each page once, without its data.
 */
export async function crawl(at: Instance, planted: Seen, form: Form): Promise<Visited[]> {
  const isWhole = form === "whole";
  const { tenant, receiptId, approved, memberIds, superAdmin, admin, member } = planted;
  const visited: Visited[] = [];
  const cookies = `prelaunch_user=${member}; prelaunch_admin=${admin}`;
  const visit = async (path: string, more: { host?: string; cookie?: string; token?: string }) => {
    const answer = await ask(at.port, { path, ...more });
    const base = `http://${more.host ?? "localhost"}:${at.port}${path}`;
    visited.push({ ...answer, path, base });
    return answer;
  };
  const listed = await ask(at.port, {
    path: `/api/v1/superadmin/transaction/list?search=${approved}`,
    token: superAdmin,
  });
  const [order] = (JSON.parse(listed.text) as { data: { records: { id: string }[] } }).data.records;
  const placed = (path: string): string[] =>
    (path.includes(":memberId") ? memberIds : [""]).map((id) =>
      path
        .replace(":memberId", id)
        .replace(":companyId", tenant.company.id)
        .replace(":orderId", order?.id ?? "")
        .replace(":orderNumber", path.includes("receipts") ? receiptName(path, approved) : approved)
        .replace(":id", receiptId)
        .replace(":number", "1")
        .replace(":file", "claims.csv")
        .replace(":hash", "0".repeat(64)),
    );
  for (const path of (isWhole ? [...PAGES, ...STATES] : PAGES).flatMap(placed)) {
    // These addresses would end the sessions that the others need.
    const isSuper = path.startsWith("/superadmin");
    const who = isSuper ? `prelaunch_superadmin=${superAdmin}` : cookies;
    const host = isSuper ? "localhost" : tenant.host;
    const page = await visit(path, { host, cookie: who });
    if (isWhole && !isSuper && !/^\/(user|admin)\//.test(path)) await visit(path, { host });
    const isPage = /^text\/html/.test(String(page.headers["content-type"]));
    if (isWhole && isPage) await visit(dataPath(path), { host, cookie: who });
  }
  for (const token of [member, admin, superAdmin]) {
    const host = token === superAdmin ? "localhost" : tenant.host;
    for (const { method, path, audience } of TABLE) {
      const isTheirs =
        audience === { u: "USER", a: "ADMIN", s: "SUPER_ADMIN" }[token[0] ?? ""] ||
        (audience === "anyone" && token === member);
      if (method === "GET" && isTheirs && !/otp/.test(path)) {
        await visit(`/api/v1${path}${path.endsWith("list") ? "?limit=100" : ""}`, { host, token });
      }
    }
  }
  for (const name of BRAND_ASSET_NAMES) await visit(`/brands/rsgn/${name}`, { host: tenant.host });
  // Pages load the brand's style sheet and pictures.
  const loaded = new Set(
    visited.flatMap(({ text, base }) =>
      [...text.matchAll(/(?:href|src|content)="(\/(?:brands|media)\/[^"]+)"/g)].map(
        ([, path = ""]) => `${new URL(base).hostname} ${path.replaceAll("&amp;", "&")}`,
      ),
    ),
  );
  for (const one of loaded) {
    const [host = "", path = ""] = one.split(" ");
    await visit(path, { host, cookie: cookies });
  }
  return visited;
}

const receiptName = (path: string, orderNumber: string): string =>
  path.endsWith("proof.json") ? orderNumber : `${orderNumber}.pdf`;

/** Returns the address at which a script reads the data of a page. */
function dataPath(path: string): string {
  const [pathname = "", query] = path.split("?");
  return `${pathname === "/" ? "/_root" : pathname}.data${query === undefined ? "" : `?${query}`}`;
}
