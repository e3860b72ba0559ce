import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { createDatabase, type Database, runText } from "@db/client";
import { migrate } from "@db/migrate";
import { createLogger } from "@server/config/logger";
import { createPasswords } from "@server/identity/passwords";
import { createSecrets } from "@server/identity/secrets";
import { createMemoryStorage } from "@server/media/storage";
import { DEMO_COMPANIES } from "@server/operations/demo/companies";
import { demoCompanyId } from "@server/operations/demo/company-history";
import { DEMO_PASSWORD, seedDemo } from "@server/operations/demo/seed-demo";
import { decideByKeys, KEYS_OF_A_DECISION } from "./decide-by-keys";
import { PRODUCT, withServers } from "./product";
import { printLine } from "./report";

/** Payments that the walk must decide, and the time in which a person and the machine do so. */
const PAYMENTS = 300;
const MOST_MINUTES = 15;
/** Then as many are decided one by one; each is to take less than this. */
const SINGLE_DECISIONS = 30;
const MOST_DECISION_MS = 300;
const PORT = Number(process.env["BENCH_PORT"] ?? 3296);
/**
 * What a person's part takes: a click or a key, by the keystroke-level model with the hand on the mouse
 * (pointing, pressing); a look at a list that is decided together; a look at one payment by itself.
 */
const SECONDS = { press: 1.5, look: 15, single: 6 };
const APP_SECRET = "a secret of the walk, of thirty-two signs or more";
const WALKED = { orders: 1_620, fresh: 420, statements: { imported: 3, upToDaysAgo: 1 } };

interface Acts {
  presses?: number;
  looks?: number;
  singles?: number;
}

const folder = await mkdtemp(path.join(tmpdir(), "prelaunch-walk-"));
try {
  await withServers(async (serve, url) => {
    const database = createDatabase({ url, max: 2 });
    try {
      const companyId = await seed(database);
      const settings = { APP_SECRET };
      const { origin } = await serve("the product", PORT, PRODUCT, settings);
      await walk(origin, database, companyId);
    } finally {
      await database.close();
    }
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The demo's first company with more payments of the last day; its newest statement is in `folder`. */
async function seed(database: Database): Promise<string> {
  const [first] = DEMO_COMPANIES;
  if (!first) throw new Error("The demo has no company.");
  const company = { ...first, ...WALKED };
  await migrate(database);
  await seedDemo(
    {
      ...{ database, secrets: createSecrets(APP_SECRET), passwords: createPasswords() },
      ...{ storage: createMemoryStorage(), logger: createLogger("warn"), statementFolder: folder },
    },
    [company],
  );
  return demoCompanyId(company);
}

async function walk(origin: string, database: Database, companyId: string): Promise<void> {
  const counts = async (what: string): Promise<number> => {
    const [row] = await runText<{ count: string }>(database.db, what, [companyId]);
    return Number(row?.count);
  };
  const pending = () =>
    counts("SELECT count(*) FROM orders WHERE company_id = $1 AND status = 'PENDING'");
  const before = await pending();
  const began = performance.now();
  let machineMs = 0;
  let personSeconds = 0;
  const total = { presses: 0, looks: 0, singles: 0 };

  async function step(name: string, run: () => Promise<Acts>): Promise<void> {
    const started = performance.now();
    const { presses = 0, looks = 0, singles = 0 } = await run();
    const took = performance.now() - started;
    machineMs += took;
    const person = presses * SECONDS.press + looks * SECONDS.look + singles * SECONDS.single;
    personSeconds += person;
    total.presses += presses;
    total.looks += looks;
    total.singles += singles;
    printLine(
      `${name.padEnd(52)} ${(took / 1000).toFixed(1).padStart(6)} s machine  ${person.toFixed(0).padStart(4)} s person (${presses} presses, ${looks} lists, ${singles} single looks); ${await pending()} payments wait`,
    );
  }

  const browser = await adminBrowser(origin);
  const entries = "/admin/statements/entries";
  const approveEach = async (group: string, intent: string): Promise<Acts> => {
    let singles = 0;
    const tried = new Set<string>();
    for (;;) {
      const forms = formsIn(await browser.get(`${entries}?show=${group}`));
      // Where an entry has several candidates, a person decides another time.
      const own = forms.filter((form) => form.get("intent")?.startsWith(`${intent} `));
      const isOnly = (form: URLSearchParams) =>
        own.filter((other) => other.get("lineId") === form.get("lineId")).length === 1;
      const next = own.find((form) => isOnly(form) && !tried.has(form.get("intent") ?? ""));
      if (!next) return { presses: singles, singles };
      tried.add(next.get("intent") ?? "");
      await browser.post(`${entries}?show=${group}`, next);
      singles += 1;
    }
  };

  printLine(`${before} payments wait; the newest statement is to be imported.`);
  await step("Import the file: choose, look, import", async () => {
    const [name = ""] = await readdir(folder);
    const [form] = formsIn(await browser.get("/admin/statements"), "multipart/form-data");
    const [account] = await runText<{ id: string }>(
      database.db,
      "SELECT id FROM beneficiaries WHERE company_id = $1 AND is_current AND is_default",
      [companyId],
    );
    const upload = new FormData();
    for (const [key, value] of form ?? []) upload.set(key, value);
    upload.set("accountId", account?.id ?? "");
    upload.set("file", new Blob([await readFile(path.join(folder, name))]), name);
    const shown = await browser.post("/admin/statements", upload);
    const preview = formsIn(await browser.get(shown)).find((one) => one.get("intent") === "import");
    if (!preview) throw new Error("The statement cannot be imported.");
    await browser.post(shown, preview);
    // Menu, file, its name, send, import
    return { presses: 5, looks: 1 };
  });
  await step("Approve what matches for certain, a page at a time", async () => {
    let pages = 0;
    for (;;) {
      const page = await browser.get(`${entries}?show=CERTAIN`);
      const form = formsIn(page).find((one) => one.get("intent") === "approveCertain");
      if (!form || form.getAll("lines").length === 0) return { presses: pages + 1, looks: pages };
      await browser.post(`${entries}?show=CERTAIN`, form);
      pages += 1;
      if (pages > 100) throw new Error("Certain matches are not approved.");
    }
  });
  await step("Approve flagged ones that match for certain, singly", () =>
    approveEach("CERTAIN", "approve"),
  );
  await step("Approve those with one candidate of the exact sum", () =>
    approveEach("CANDIDATES", "approve"),
  );
  await step("Give entries to orders that were approved before", () =>
    approveEach("CANDIDATES", "link"),
  );
  await step("Wait for the last mail", async () => {
    for (let tries = 0; tries < 3_000; tries += 1) {
      const queued = "SELECT count(*) FROM messages WHERE company_id = $1 AND status = 'QUEUED'";
      if ((await counts(queued)) === 0) return {};
      await after(100);
    }
    throw new Error("The mails do not go out.");
  });

  const left = await pending();
  const decided = before - left;
  const sent = await counts(
    "SELECT count(*) FROM messages WHERE company_id = $1 AND status = 'SENT'",
  );
  const minutes = (machineMs / 1000 + personSeconds) / 60;
  printLine(
    `${decided} payments decided, goal ${PAYMENTS}; ${left} left for another look (parts, second payments, not arrived); ${sent} messages sent.`,
  );
  printLine(
    `${(machineMs / 1000).toFixed(1)} s of the machine (${((performance.now() - began) / 1000).toFixed(1)} s by the clock) and ${personSeconds.toFixed(0)} s of a person: ${total.presses} presses, ${total.looks} lists and ${total.singles} payments looked at. Together ${minutes.toFixed(1)} minutes, goal ${MOST_MINUTES}: ${minutes < MOST_MINUTES && decided >= PAYMENTS ? "met" : "missed"}`,
  );
  const took = await decideOneByOne(browser);
  const median = share(took, 0.5);
  printLine(
    `${took.length} decisions one by one: ${median.toFixed(0)} ms until the next payment is shown (median), ${share(took, 0.95).toFixed(0)} ms (95th percentile), longest ${Math.max(...took).toFixed(0)} ms, goal ${MOST_DECISION_MS}: ${median < MOST_DECISION_MS ? "met" : "missed"}`,
  );
  const keyed = await decideByKeys(origin, browser.token, SINGLE_DECISIONS);
  const shown = keyed.map((one) => one.shown);
  const server = keyed.map((one) => one.server);
  const isQuick = share(shown, 0.5) < MOST_DECISION_MS && share(server, 0.95) < MOST_DECISION_MS;
  printLine(
    `${keyed.length} decisions by ${KEYS_OF_A_DECISION} keys in Chromium: ${share(shown, 0.5).toFixed(0)} ms from the last key to the next payment (median), ${share(shown, 0.95).toFixed(0)} ms (95th percentile); of that the server ${share(server, 0.5).toFixed(0)} and ${share(server, 0.95).toFixed(0)} ms; goal ${MOST_DECISION_MS}: ${isQuick ? "met" : "missed"}`,
  );
  if (minutes >= MOST_MINUTES || decided < PAYMENTS || median >= MOST_DECISION_MS || !isQuick) {
    process.exitCode = 1;
  }
}

/** The value that this share of the values does not exceed. */
function share(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(part * values.length) - 1] ?? Infinity;
}

/**
 * Approves payments in the split view: the milliseconds from sending each decision until the page with
 * the next payment has arrived.
 */
async function decideOneByOne(browser: Awaited<ReturnType<typeof adminBrowser>>) {
  const took: number[] = [];
  let address = "/admin/purchaserequest/split";
  let page = await browser.get(address);
  while (took.length < SINGLE_DECISIONS) {
    const form = formsIn(page).find((one) => one.get("intent") === "approve");
    if (!form) throw new Error("No payment is left to be decided.");
    form.set("moneyConfirmed", "on");
    const began = performance.now();
    address = await browser.post(address, form);
    page = await browser.get(address);
    took.push(performance.now() - began);
    if (!new URL(address, "http://here").searchParams.has("undo")) {
      throw new Error("A decision was refused.");
    }
  }
  return took;
}

/** What an admin's browser without scripts does. */
async function adminBrowser(origin: string) {
  const login = await fetch(`${origin}/api/v1/company/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@company.example", password: DEMO_PASSWORD }),
  });
  const { data } = (await login.json()) as { data: { token: string } | null };
  if (!data) throw new Error("The admin was not let in.");
  const headers = { cookie: `prelaunch_admin=${data.token}; prelaunch_language=en`, origin };
  return {
    token: data.token,
    async get(address: string): Promise<string> {
      const answer = await fetch(origin + address, { headers });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return answer.text();
    },
    /** Where the form leads. */
    async post(address: string, form: FormData | URLSearchParams): Promise<string> {
      const answer = await fetch(origin + address, {
        ...{ method: "POST", headers, body: form, redirect: "manual" },
      });
      await answer.text();
      // A refusal, such as of a second payment of one order: the page says so, and the person goes on.
      if (answer.status >= 400 && answer.status !== 409) {
        throw new Error(`${address}: ${answer.status}`);
      }
      return answer.headers.get("location") ?? address;
    },
  };
}

function unescaped(text: string): string {
  return text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}

/** The values of a page's forms as a browser would send them; of one encoding, or of all. */
function formsIn(page: string, encoding?: string): URLSearchParams[] {
  return [...page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(
    ([, attributes = "", inner = ""]) => {
      if (encoding && !attributes.includes(encoding)) return [];
      const values = new URLSearchParams();
      for (const [, input = ""] of inner.matchAll(/<(?:input|button)\b([^>]*)>/g)) {
        const valueOf = (name: string) =>
          unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? "");
        if (valueOf("name") === "" || valueOf("type") === "file") continue;
        if (valueOf("type") === "checkbox" && !/\bchecked\b/.test(input)) continue;
        values.append(valueOf("name"), valueOf("value"));
      }
      return [values];
    },
  );
}
