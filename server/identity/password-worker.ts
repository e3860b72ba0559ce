/** Runs in threads of `passwords.ts`. */
import { hashSync, type Options, verifySync } from "@node-rs/argon2";

export type PasswordJob =
  | { readonly hash: string; readonly options: Options }
  | {
      readonly verify: string;
      readonly against: string;
      /** What a wrong password costs besides. */
      readonly rest: Options | null;
    };

/** The hash, or whether the password is right; a hash that cannot be read matches none. */
export default function run(job: PasswordJob): string | boolean {
  if ("hash" in job) return hashSync(job.hash, job.options);
  const isRight = matches(job);
  if (!isRight && job.rest) hashSync(job.verify, job.rest);
  return isRight;
}

function matches({ verify, against }: { verify: string; against: string }): boolean {
  try {
    return verifySync(against, verify);
  } catch {
    return false;
  }
}
