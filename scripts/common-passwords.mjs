/**
 * Writes `server/domain/members/packed-passwords.ts` from the list of a package that need not be
 * installed: `npm pack @zxcvbn-ts/language-common`, unpack it, then
 * `node scripts/common-passwords.mjs <folder>/package`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const [folder = ""] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(path.join(folder, name), "utf8"));
const { name, version } = read("package.json");
const all = read("src/passwords.json");
const long = all.filter((password) => [...password].length >= 8);
const list = [...new Set(long.map((password) => password.toLowerCase()))].sort().join("\n");
const packed = brotliCompressSync(list, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: list.length },
});
const count = (number) => number.toLocaleString("en-US");
writeFileSync(
  "server/domain/members/packed-passwords.ts",
  `/**
 * The ${count(list.split("\n").length)} commonest passwords of at least 8 characters, in lower case: from the list of
 * ${name} ${version}, which has ${count(all.length)} (MIT; its licence is in
 * common-passwords.licence.txt). One on each line, sorted, as brotli in base64; written by
 * \`scripts/common-passwords.mjs\`.
 */
export const PACKED_PASSWORDS =
  "${packed.toString("base64")}";
`,
);
