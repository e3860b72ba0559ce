import { createRequire } from "node:module";

type Branches = Readonly<Record<string, readonly (string | number)[]>>;

let branches: Branches | undefined;

/** The list of the `ifsc` package, read at the first question: bank letters to what follows the zero. */
function list(): Branches {
  branches ??= createRequire(import.meta.url)("ifsc/src/IFSC.json") as Branches;
  return branches;
}

/** What the list of Indian branches knows of a well-formed IFSC code. */
export function findIfsc(ifsc: string): "branch" | "bank" | "nothing" {
  const bank = ifsc.slice(0, 4);
  const ofBank = Object.hasOwn(list(), bank) ? list()[bank] : undefined;
  if (!ofBank) return "nothing";
  const branch = ifsc.slice(5);
  // Branches of digits alone are kept as numbers.
  return ofBank.includes(/^\d+$/.test(branch) ? Number(branch) : branch) ? "branch" : "bank";
}
