import { type Area, ROLE_OF_AREA, type Deps } from "@server/access";
import { bearerActor } from "@server/http/rest/request-headers";
import { TABLE } from "@server/http/rest/rows/row-table";
import type { FileSender } from "@server/http/edge/app";

const CALLS = new Set(
  TABLE.filter((row) => row.takesFile || row.mayTakeFile).map((row) => `/api/v1${row.path}`),
);

/** The pages whose forms have a file, and the area whose session they need. */
const PAGES: readonly [pathname: RegExp, area: Area][] = [
  [/^\/user\/(uploads|payment|profile|identity|identity\/documents)(\.data)?$/, "user"],
  [/^\/admin\/(payments|settings)(\.data)?$/, "admin"],
  [/^\/superadmin\/companymanage\/[^/]+\/brand(\.data)?$/, "superadmin"],
];

/** Reads who sends a file, before any of it is read. What the person may do is decided later. */
export function createFileSender(deps: Pick<Deps, "sessions" | "database">): FileSender {
  return async (request, pathname, { site, begun }) => {
    if (request.method !== "POST") return null;
    const path = pathname.replace(/(.)\/$/, "$1");
    if (CALLS.has(path)) {
      const actor = await bearerActor(deps, request, site);
      return { personId: actor.role === "NOBODY" ? null : actor.id };
    }
    const area = PAGES.find(([page]) => page.test(path))?.[1];
    if (area === undefined) return null;
    const session = await begun?.sessions.get(area);
    return { personId: session?.actor.role === ROLE_OF_AREA[area] ? session.actor.id : null };
  };
}
