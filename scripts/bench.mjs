/**
 * `npm run bench`: what we claim about speed, each claim against its baseline or its limit in the
 * same run. A claim's name runs it alone: `npm run bench -- lighthouse`.
 */
import { findChromium } from "./chromium.mjs";
import { build, checkNode, install, must } from "./prepare.mjs";

const CLAIMS = ["pages", "lighthouse"];
const asked = process.argv.slice(2);
const unknown = asked.find((claim) => !CLAIMS.includes(claim));
if (unknown) {
  console.error(`There is no bench "${unknown}"; there are: ${CLAIMS.join(", ")}.`);
  process.exit(1);
}

checkNode();
install();
build();
const chromium = findChromium();
for (const claim of asked.length > 0 ? asked : CLAIMS) {
  must(process.execPath, ["--import", "tsx", `bench/${claim}.ts`], {
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  });
}
