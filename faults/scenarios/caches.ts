import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { eq } from "drizzle-orm";
import { brands, companies, hosts } from "@db/schema";
import { DEFAULT_BRAND } from "@themes/registry";
import { until } from "../harness/checks";
import type { Instance } from "../harness/installation";
import type { Row } from "../report";
import type { Run } from "../scenario";

const HOST = "copied.example";
/** The longest that an instance may show what was before. */
const GOAL_MS = 1000;

/**
 * Three instances with copies of a company's first page, on one database. Each change of company, text,
 * brand and host is seen by all of them at once, in the copies and over REST. One loses its connections, as a listener would, and misses a change: until they
 * are back it shows no page, and then the new one.
 */
export async function caches({ seed, site }: Run): Promise<Row[]> {
  const place = await site();
  const { db } = place.database;
  const proxy = await place.proxy();
  const instances = await Promise.all([
    place.instance(),
    place.instance(),
    place.instance({ databaseUrl: place.through(proxy) }),
  ]);
  const company = await place.harness.company();
  const other = await place.harness.company();
  const nameOf = (id: string, name: string) =>
    db.update(companies).set({ name }).where(eq(companies.id, id));
  await nameOf(company.id, "Firstly Named");
  await nameOf(other.id, "Another Company");
  await db.insert(hosts).values({ host: HOST, companyId: company.id });

  /**
   * How long after each change an instance that was asked still showed what was before, in ms. The time
   * of the answer is not in it: on a busy machine a page takes longer, and is right.
   */
  const took: number[] = [];
  const wrong: string[] = [];
  let asked = 0;
  const seen = async (
    what: string,
    isSo: (page: Page) => boolean,
    of: readonly Instance[] = instances,
  ) => {
    const begin = performance.now();
    let latest = 0;
    await Promise.all(
      of.map((one) =>
        until(
          `${one.name} shows ${what}`,
          async () => {
            asked += 1;
            const askedAt = performance.now();
            if (isSo(await look(one))) return true;
            latest = Math.max(latest, askedAt - begin);
            return false;
          },
          { everyMs: 10, forMs: 60_000 },
        ),
      ),
    );
    took.push(latest);
  };
  const shows = (text: string) => (page: Page) => page.isCopy && page.text.includes(text);
  /** All show it from a copy, twice: the second answer is the same copy. */
  const copied = async (text: string, { isInConfig = true } = {}) => {
    await seen(text, shows(text));
    if (isInConfig) {
      const configs = await Promise.all(instances.map((one) => look(one, "/api/v1/site/config")));
      if (!configs.every((config) => config.text.includes(text))) wrong.push(`REST lacks ${text}`);
    }
    const tags = await Promise.all(instances.map(async (one) => (await look(one)).tag));
    const again = await Promise.all(instances.map(async (one) => (await look(one)).tag));
    if (tags.join() !== again.join()) wrong.push(`no copy of ${text} was kept`);
  };

  await copied("Firstly Named");
  took.length = 0;
  await nameOf(company.id, "Secondly Named");
  await copied("Secondly Named");
  const published = { publishedAt: new Date(), version: 1, companyId: company.id };
  await db.insert(brands).values({ ...published, data: lookOf("A Title of Its Own") });
  await copied("A Title of Its Own");
  const settings = { riskNotice: "A Notice of Its Own" };
  await db.update(companies).set({ settings }).where(eq(companies.id, company.id));
  await copied("A Notice of Its Own", { isInConfig: false });
  await db.update(companies).set({ status: "SUSPENDED" }).where(eq(companies.id, company.id));
  await seen("no page of a suspended company", ({ isCopy }) => !isCopy);
  await db.update(companies).set({ status: "ACTIVE" }).where(eq(companies.id, company.id));
  await copied("Secondly Named");
  await db.update(hosts).set({ companyId: other.id }).where(eq(hosts.host, HOST));
  await copied("Another Company");
  const changes = took.length;

  // One of them hears nothing of the next change.
  const [one, two, cut] = instances;
  if (!one || !two || !cut) throw new Error("There are no three instances.");
  proxy.judge = () => ({ cut: "before", act: () => undefined });
  await nameOf(other.id, "Renamed Meanwhile");
  await seen("the change", shows("Renamed Meanwhile"), [one, two]);
  const deaf = await look(cut);
  if (deaf.status < 500 || deaf.text.includes("Another Company")) {
    wrong.push(`without its connections an instance answered ${deaf.status} with the old page`);
  }
  proxy.judge = null;
  let hasBeenOld = false;
  await seen("the change", (page) => {
    hasBeenOld ||= page.text.includes("Another Company");
    return shows("Renamed Meanwhile")(page);
  });
  if (hasBeenOld) wrong.push("once its connections were back an instance showed the old page");
  const recovered = took.pop() ?? 0;
  await db.delete(hosts).where(eq(hosts.host, HOST));
  await seen("no page of a host that is gone", ({ status }) => status === 404);
  await Promise.all(instances.map((instance) => instance.stop()));

  const late = took.filter((ms) => ms > GOAL_MS).length;
  return [
    {
      scenario: "copies in three instances",
      done: `${changes + 2} changes of company, text, brand and host; one instance loses its connections during one`,
      times: asked,
      acknowledged: asked,
      refused: 0,
      unknown: 0,
      lost: 0,
      doubled: 0,
      wrongSums: 0,
      goal: `all show a change within ${GOAL_MS / 1000} s, none an older page after a lost connection`,
      isMet: late === 0 && wrong.length === 0,
      note: [
        `seed ${seed}`,
        `of ${took.length} changes, the latest that did not show yet was asked for after ${Math.max(...took).toFixed(0)} ms`,
        `after its connections were back an instance had no new page for ${recovered.toFixed(0)} ms`,
        ...wrong,
      ].join("; "),
    },
  ];
}

const lookOf = (title: string) => ({
  ...DEFAULT_BRAND,
  ...{ title, programName: title, metaData: { ...DEFAULT_BRAND.metaData, title } },
});

interface Page {
  status: number;
  text: string;
  tag: string;
  isCopy: boolean;
}

/** The first page of the host, as a visitor without a cookie sees it. */
async function look({ port }: Instance, path = "/"): Promise<Page> {
  const asking = request({
    host: "localhost",
    port,
    path,
    headers: { host: `${HOST}:${port}`, "accept-language": "en" },
    agent: false,
  });
  asking.end();
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  let text = "";
  for await (const part of answer.setEncoding("utf8")) text += String(part);
  return {
    status: answer.statusCode ?? 0,
    text,
    tag: answer.headers.etag ?? "",
    isCopy: answer.headers["cache-control"] === "private, no-cache",
  };
}
