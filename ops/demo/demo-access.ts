import path from "node:path";
import { BUILT_IN_BRANDS } from "@themes/registry";
import type { Config } from "@server/platform/config/environment";
import { DEMO_PASSWORD } from "./seed-demo";

/** Returns the lines that name the demo's logins, outbox, bank statement and brands. */
export function demoAccess({ appOrigin, dataDir }: Pick<Config, "appOrigin" | "dataDir">) {
  const { port, protocol } = new URL(appOrigin);
  const host = `${protocol}//rsgn.localhost${port && `:${port}`}`;
  const others = BUILT_IN_BRANDS.map(({ symbol }) => symbol.toLowerCase()).filter(
    (symbol) => symbol !== "rsgn",
  );
  return [
    `Every password   ${DEMO_PASSWORD}`,
    "Member           asha@member.example at /",
    "Company admins   admin@company.example and second@company.example at /admin/login",
    "Super admin      super@platform.example at /superadmin/login; the code is in the outbox",
    `Outbox           ${appOrigin}/demo/outbox shows every message`,
    `Bank statement   ${path.join(dataDir, "statements")}, to import for Resurgence`,
    `Brands           ${host}, and likewise ${others.join(", ")}`,
  ];
}
