/**
 * `npm run verify-proof -- <file> [--key <public key>]… [--kept <file>] [--root <root>]`: verifies a proof that the
 * site gave out, without a server or a database. The build is one file that only needs Node.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatVerdict, isSignedHere, keptFault } from "./verdict";
import { verifyTrace } from "@server/launch/rules/verify-trace";

const USAGE =
  "verify-proof <file> [--key <public key in base64>]... [--kept <an earlier proof or checkpoint>]\n" +
  "             [--root <the root that a contract holds>]\n" +
  "  <file>   a proof from a receipt, from /proof, or of tokens that were delivered\n" +
  "  --key    believe only this public key; may be repeated\n" +
  "  --kept   a file kept from before: the history must still hold its checkpoint\n" +
  "  --root   of a delivery: the root as the contract or its explorer shows it\n" +
  "Ends with 0 if the proof holds, 1 if not, 2 when typed wrongly.";

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    process.stderr.write(`${file} cannot be read as JSON.\n`);
    return process.exit(2);
  }
}

function readWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        key: { type: "string", multiple: true },
        kept: { type: "string" },
        root: { type: "string" },
      },
    });
  } catch {
    return null;
  }
}

async function main(): Promise<number> {
  const words = readWords();
  const [file, ...more] = words?.positionals ?? [];
  if (!words || !file || more.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const proof = readJson(file);
  const { key, kept, root } = words.values;
  const verdict = await verifyTrace(proof, {
    publishedRoot: root,
    isSigned: isSignedHere,
    ...(key && { trustedKeys: key }),
  });
  const fault = kept && verdict.ok ? keptFault(readJson(kept), proof) : null;
  const { text, isGood } = formatVerdict(verdict, { isKeyGiven: key !== undefined, fault });
  process.stdout.write(`${text}\n`);
  return isGood ? 0 : 1;
}

process.exitCode = await main();
