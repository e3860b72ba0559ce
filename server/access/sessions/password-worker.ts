/** This module runs in threads of `passwords.ts`. */
import { hashSync, type Options, verifySync } from "@node-rs/argon2";

export type PasswordJob =
  | { readonly hash: string; readonly options: Options }
  | { readonly verify: string; readonly against: string };

/** Returns the hash, or whether the password is right; an unreadable hash matches no password. */
export default function run(job: PasswordJob): string | boolean {
  if ("hash" in job) return hashSync(job.hash, job.options);
  try {
    return verifySync(job.against, job.verify);
  } catch {
    return false;
  }
}
