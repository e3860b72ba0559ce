import { TABLE } from "@server/http/rest/rows/row-table";
import type { Attack, Form, Tries } from "@tools/attacks/attack";
import { PAGES } from "@tools/attacks/harness/crawl";
import { ask, askRaw } from "@tools/attacks/harness/http";
import type { Target } from "@tools/attacks/harness/target";

const TABLES = ["users", "orders", "companies", "beneficiaries", "brands", "supplies", "medias"];

/** Returns a digest that differs after each insert, update and delete of people's data. */
async function rowsOf({ place }: Target): Promise<string> {
  const parts = TABLES.map(
    (table) => `SELECT '${table}', count(*), sum(xmin::text::bigint)::text FROM ${table}`,
  );
  const { rows } = await place.database.db.execute(parts.join(" UNION ALL "));
  return JSON.stringify(rows);
}

/** Sends requests that only read, with parameters in the address that would change something. */
async function readsThatWrite(target: Target, tries: Tries, form: Form): Promise<void> {
  const at = await target.open();
  const tenant = await target.tenant();
  const { host, member } = tenant;
  const [user, admin] = [await target.token(member), await target.token(tenant.admin)];
  const cookie = `prelaunch_user=${user}; prelaunch_admin=${admin}`;
  const orders = `/api/v1/user/package/order?amount=20`;
  await ask(at.port, { path: "/user/dashboard", host, cookie });
  const before = await rowsOf(target);
  const wishes = {
    intent: "save",
    _method: "POST",
    method: "POST",
    action: "delete",
    id: member.id,
    amount: "20",
    name: "Changed",
    mobile: "+919876512399",
    currentPassword: member.password,
    status: "BLOCKED",
    role: "ADMIN",
    confirm: "1",
    language: "hi",
    isApproved: "true",
  };
  const query = new URLSearchParams(wishes).toString();
  for (const page of PAGES.filter((one) => !one.startsWith("/superadmin"))) {
    const path = page.replace(/:\w+/g, member.id);
    for (const method of form === "whole" ? ["GET", "HEAD", "OPTIONS"] : ["GET"]) {
      const answer = await ask(at.port, {
        path: `${path}?${query}`,
        host,
        method,
        cookie,
        headers: { "sec-fetch-site": "cross-site", "x-http-method-override": "POST" },
      });
      tries.try(`${method} ${path} is ${answer.status}`, answer.status < 500);
    }
  }
  for (const { method, path, audience } of TABLE) {
    const token = audience === "ADMIN" ? admin : user;
    // The call would change something, but is sent as one that reads.
    const answer = await ask(at.port, { path: `/api/v1${path}?${query}`, host, token });
    const isRead = method === "GET";
    tries.try(
      `GET ${path} is ${answer.status}`,
      isRead ? answer.status < 500 : answer.status !== 200,
    );
  }
  for (const name of ["orders.create", "members.remove", "companies.updateSettings"]) {
    const input = encodeURIComponent(JSON.stringify(wishes));
    const answer = await ask(at.port, { path: `/trpc/${name}?input=${input}`, host, token: admin });
    tries.try(`GET of ${name} is ${answer.status}`, answer.status === 405);
  }
  tries.try("a request that only reads changed a row", (await rowsOf(target)) === before);
  const bought = await ask(at.port, { path: orders, host, token: user, json: { amount: 20 } });
  tries.control(
    "a purchase changes the rows",
    bought.status === 200 && (await rowsOf(target)) !== before,
  );
}

/** Asks for files beside those that browsers are meant to get. */
async function hiddenFiles(target: Target, tries: Tries): Promise<void> {
  const at = await target.open();
  const { host } = await target.tenant();
  const names = ["package.json", ".git/config", ".env", "build/main.js", "ops/running/main.ts"];
  const ways = [
    "/",
    "//",
    "/../",
    "/assets/../../",
    "/assets/%2e%2e/%2e%2e/",
    "/assets/..%2f..%2f",
  ];
  const more = [
    "/assets/..\\..\\",
    "/brands/../../",
    "/media/../../",
    "/%2e/",
    "/assets//",
    "/static/",
  ];
  for (const way of [...ways, ...more]) {
    for (const name of names) {
      const said = await askRaw(
        at.port,
        `GET ${way}${name} HTTP/1.1\r\nHost: ${host}:${at.port}\r\nConnection: close\r\n\r\n`,
      );
      tries.try(`${way}${name}: ${said.slice(0, 15)}`, !/^HTTP\/1\.1 200/.test(said));
    }
  }
  for (const path of ["/assets/", "/assets", "/brands/", "/media/", "/.well-known/"]) {
    const { text } = await ask(at.port, { path, host });
    tries.try(
      `${path} lists files`,
      !/href="[^"]+\.(js|css|png)"[^>]*>[^<]+\.(js|css|png)</.test(text),
    );
  }
  const page = await ask(at.port, { path: "/", host });
  const asset = /href="(\/assets\/[^"]+)"/.exec(page.text)?.[1] ?? "";
  const found = await ask(at.port, { path: asset, host });
  tries.control("a file of the build is served", found.status === 200);
  const map = await ask(at.port, { path: `${asset}.map`, host });
  tries.try(`a source map is ${map.status}`, map.status === 404);
}

export const reads: readonly Attack[] = [
  {
    name: "reads-that-write",
    tried:
      "GET, HEAD and OPTIONS of every page and call, with everything that would change something",
    isInShort: false,
    run: readsThatWrite,
  },
  {
    name: "hidden-files",
    tried: "sources, settings, lists of folders and paths that leave the folder of the build",
    isInShort: false,
    run: hiddenFiles,
  },
];
