import type { Area } from "@server/access/call/actor";
import { adminApi, investorApi, superAdminApi } from "./callers";
import { paths } from "./paths";

/** Names and paths of the three areas, for the routes that they share. */
const AREAS = {
  user: { first: paths.user.dashboard, login: paths.home, api: investorApi, caller: "member" },
  admin: { first: paths.admin.dashboard, login: paths.admin.login, api: adminApi, caller: "admin" },
  superadmin: {
    first: paths.superAdmin.dashboard,
    login: paths.superAdmin.login,
    api: superAdminApi,
    caller: "superAdmin",
  },
} as const satisfies Record<Area, unknown>;

const isArea = (name: string): name is Area => Object.hasOwn(AREAS, name);

/**
 * The area that a request's path begins with: its name, first screen, login and API. Reads the path
 * as the router matches it: decoded, in any case.
 */
export function areaOf(request: Request) {
  const [, first = ""] = new URL(request.url).pathname.split("/");
  const name = decodeURIComponent(first).toLowerCase();
  if (!isArea(name)) throw new Error("The path belongs to no area.");
  return { name, ...AREAS[name] };
}
