import { createHash } from "node:crypto";
import { isMarked, mark } from "@db/queries/throttles";
import type { Executor } from "@db/client";
import type { Context } from "@server/context/context";
import { networkOf } from "@server/throttles/network";
import { type Account, accountKey } from "@server/throttles/throttle";

/** How long a device that is not used stays known. */
const KNOWN_SECONDS = 90 * 24 * 3600;

/** Notes the device of a login; true where this account has not been logged in to from it lately. */
export async function isNewDevice(ctx: Context, db: Executor, account: Account): Promise<boolean> {
  // Browsers update themselves every few weeks: their versions are no other device.
  const browser = (ctx.userAgent ?? "").replace(/[\d._]+/g, "");
  const device = createHash("sha256")
    .update(`${browser}@${networkOf(ctx.ip)}`)
    .digest("hex");
  const of = ctx.deps.secrets.keyedHash("throttle", `${accountKey(account)}@${device}`);
  const key = `known-device:${of}`;
  const isKnown = await isMarked(db, key);
  await mark(db, key, KNOWN_SECONDS);
  return !isKnown;
}
