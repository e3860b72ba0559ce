/**
 * `npx tsx tools/takeover/make-fixture.ts`: writes the backup of a lived-in installation of this
 * version, which later versions take over (`takeover.test.ts`, `npm run test:faults -- takeover`).
 */
import { readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeBackup } from "@ops/backups/backups";
import { DEMO_COMPANIES, demoCompanyId } from "@ops/demo/companies";
import { seedDemo } from "@ops/demo/seed-demo";
import { asAdminOf, createOperator } from "@ops/operator/operator";
import { start } from "@ops/running/start";
import { sealAll } from "@server/ledger/sealing/seal-timer";
import { signingKey } from "@server/ledger/sealing/signing-key";
import { judgeDueRewards } from "@server/orders/risk/judge";
import { readConfig } from "@server/platform/config/environment";
import { createLogger } from "@server/platform/config/logger";
import { TAKEOVER_KEY, TAKEOVER_SECRET, takeoverFile } from "./installation";

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
/** The first has every kind of order, payment, reward and statement; the other is beside it. */
const [FULL, OTHER] = DEMO_COMPANIES;
const COMPANIES = [
  { ...FULL!, members: 20, orders: 60, fresh: 6, open: 2 },
  { ...OTHER!, members: 6, orders: 8, fresh: 1 },
];

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const file = takeoverFile(version);
const folder = await mkdtemp(path.join(tmpdir(), "takeover-"));
const config = readConfig({
  NODE_ENV: "test",
  APP_SECRET: TAKEOVER_SECRET,
  DATA_DIR: folder,
  DEMO: "1",
});
const { deps, stop } = await start(config, createLogger("warn"));
try {
  await seedDemo(deps, COMPANIES);
  await judgeDueRewards(deps);
  const companyId = demoCompanyId(COMPANIES[0]!);
  await asAdminOf(createOperator(deps), companyId).companies.addDocument({
    title: "White paper",
    file: { fileName: "paper.pdf", bytes: Buffer.from(PDF) },
  });
  await sealAll({
    database: deps.database,
    key: signingKey(Buffer.alloc(32, "sample").toString("base64")),
  });
  await rm(file, { force: true });
  const { rows, files } = await writeBackup(deps, file, TAKEOVER_KEY);
  process.stdout.write(`${file}: ${rows} rows, ${files} files, ${statSync(file).size} bytes\n`);
} finally {
  await stop();
  await rm(folder, { recursive: true, force: true });
}
