import path from "node:path";
import { HARNESS_SECRET } from "@server/testing/order-harness";

/** The lived-in installations that `make-fixture.ts` made by each version, oldest first. */
export const TAKEOVERS = [{ version: "0.1.0", migrations: 1 }] as const;

/** The key of these backups, which hold sample data only. */
export const TAKEOVER_KEY = "a key of sample data, of no use elsewhere";
export const TAKEOVER_SECRET = HARNESS_SECRET;

export const takeoverFile = (version: string): string =>
  path.join(import.meta.dirname, `${version}.backup`);
