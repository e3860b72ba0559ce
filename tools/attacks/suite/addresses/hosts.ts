import { eq } from "drizzle-orm";
import { newId } from "@db/ids";
import { hosts as hostRows } from "@db/schema";
import type { Instance } from "@tools/faults/harness/installation";
import type { Attack, Tries } from "@tools/attacks/attack";
import { type Answer, ask, askRaw, statusOf } from "@tools/attacks/harness/http";
import type { Tenant, Target } from "@tools/attacks/harness/target";

/** A host of another company at the same installation: a confusion would show its name. */
const EVIL = "evil-twin.localhost";
const EVIL_NAME = "Evil Twin Limited";
const PORT = "31337";
/** Texts that no answer and no mail may contain. */
const TRACES = [/evil[- ]twin/i, /evil\.example/i, new RegExp(`:${PORT}`)];

const traceIn = (text: string): string | null =>
  TRACES.map((trace) => trace.exec(text)?.[0]).find((found) => found !== undefined) ?? null;

/** Headers that tell caches, proxies and frameworks of another host. */
const HEADERS: readonly Record<string, string | string[]>[] = [
  { "x-forwarded-host": EVIL },
  { "x-forwarded-host": [EVIL, "evil.example"] },
  { "x-forwarded-host": `${EVIL}:${PORT}`, "x-forwarded-proto": "https" },
  { "x-forwarded-port": PORT },
  { "x-forwarded-proto": "https" },
  { "x-forwarded-scheme": "https", "x-forwarded-ssl": "on", "front-end-https": "on" },
  { "x-forwarded-server": EVIL, "x-host": EVIL, "x-http-host-override": EVIL },
  { forwarded: `for=203.0.113.9;host=${EVIL};proto=https` },
  { "x-original-host": EVIL, "x-real-host": EVIL },
  { "x-original-url": `http://${EVIL}/`, "x-rewrite-url": `http://${EVIL}/` },
  { "x-forwarded-prefix": `//${EVIL}`, "x-forwarded-path": `//${EVIL}` },
  { referer: `http://${EVIL}/`, origin: `http://${EVIL}` },
  { "accept-language": `<script src=//${EVIL}>`, "user-agent": EVIL },
  { "x-http-method-override": "POST", "x-method-override": "DELETE" },
  { "x-forwarded-for": EVIL, "x-real-ip": EVIL, "true-client-ip": EVIL },
];

/** Values of the Host header; `$` stands for the company's own host. */
const HOSTS = [
  `$:${PORT}`,
  `$:${PORT}@${EVIL}`,
  `${EVIL}@$`,
  `$@${EVIL}`,
  `$.${EVIL}`,
  `$#${EVIL}`,
  `$/${EVIL}`,
  `$?${EVIL}`,
  `$\\${EVIL}`,
  `$ ${EVIL}`,
  `$,${EVIL}`,
  `$:80,${EVIL}`,
  `$:`,
  `$:99999999`,
  `$:-1`,
  `$.:${PORT}`,
  `$..`,
  `"$"`,
  `$<script>`,
  `[$]`,
  `[::1]:${PORT}`,
  "127.0.0.1",
  "",
  "*",
  `${"a".repeat(300)}.${EVIL}`,
];

const PAGES = ["/", "/register"];

/**
 * Returns the text in which a reader could see an address: the body, and headers but those of the
 * transport.
 */
const shownBy = (answer: Pick<Answer, "text" | "rawHeaders">): string =>
  `${answer.rawHeaders.join("\n")}\n${answer.text}`;

async function evilTwin(target: Target): Promise<Tenant> {
  const tenant = await target.tenant({ name: EVIL_NAME });
  const { db } = target.place.database;
  const [known] = await db.select().from(hostRows).where(eq(hostRows.host, EVIL));
  if (!known) {
    await db.insert(hostRows).values({ id: newId(), host: EVIL, companyId: tenant.company.id });
  }
  return tenant;
}

/** Asks as an honest visitor after each trick. */
async function pages(target: Target, tries: Tries, at: Instance): Promise<void> {
  await evilTwin(target);
  const { host } = await target.tenant();
  const honest = async (path: string, what: string) => {
    const answer = await ask(at.port, { path, host });
    const trace = traceIn(shownBy(answer));
    tries.try(`${path} shows ${trace ?? ""} to others after ${what}`, trace === null);
    tries.try(`${path} is ${answer.status} for others after ${what}`, answer.status === 200);
  };
  for (const path of PAGES) {
    for (const headers of HEADERS) {
      const what = JSON.stringify(headers);
      const answer = await ask(at.port, { path, host, headers });
      const trace = traceIn(shownBy(answer));
      tries.try(`${path} with ${what} shows ${trace ?? ""}`, trace === null);
      await honest(path, what);
    }
    for (const one of HOSTS) {
      const named = one.replaceAll("$", host);
      const raw = `GET ${path} HTTP/1.1\r\nHost: ${named}\r\nConnection: close\r\n\r\n`;
      const said = await askRaw(at.port, raw);
      // A client that asks at another port is shown that port; nobody else is.
      const own = said.replaceAll(`${host}:${PORT}`, host);
      const trace = traceIn(own);
      tries.try(`${path} at ${JSON.stringify(named)} shows ${trace ?? ""}`, trace === null);
      tries.try(`${path} at ${JSON.stringify(named)}: ${said.slice(0, 40)}`, statusOf(said) < 500);
      await honest(path, `Host: ${named}`);
    }
    const plain = `Host: ${host}:${at.port}`;
    for (const [what, head] of [
      ["two Host headers", `GET ${path} HTTP/1.1\r\n${plain}\r\nHost: ${EVIL}:${at.port}`],
      ["two Host headers, turned", `GET ${path} HTTP/1.1\r\nHost: ${EVIL}:${at.port}\r\n${plain}`],
      ["a Host header with a space", `GET ${path} HTTP/1.1\r\nHost : ${EVIL}\r\n${plain}`],
      ["a folded Host header", `GET ${path} HTTP/1.1\r\n${plain}\r\n ${EVIL}`],
      ["no Host header", `GET ${path} HTTP/1.0`],
      ["an absolute address", `GET http://${EVIL}:${at.port}${path} HTTP/1.1\r\n${plain}`],
      ["an absolute address of https", `GET https://${EVIL}${path} HTTP/1.1\r\n${plain}`],
      ["an address without a scheme", `GET //${EVIL}${path} HTTP/1.1\r\n${plain}`],
      ["an address with user info", `GET http://${host}@${EVIL}${path} HTTP/1.1\r\n${plain}`],
      ["an authority", `GET ${EVIL}:80 HTTP/1.1\r\n${plain}`],
      ["a fragment", `GET ${path}#@${EVIL} HTTP/1.1\r\n${plain}`],
      ["a CONNECT", `CONNECT ${EVIL}:80 HTTP/1.1\r\n${plain}`],
      ["a TRACE", `TRACE ${path} HTTP/1.1\r\n${plain}\r\nX: ${EVIL}`],
    ] as const) {
      const said = await askRaw(at.port, `${head}\r\nConnection: close\r\n\r\n`);
      const trace = traceIn(said);
      tries.try(`${path} by ${what} shows ${trace ?? ""}`, trace === null);
      tries.try(`${path} by ${what}: ${said.slice(0, 40)}`, statusOf(said) < 500);
      await honest(path, what);
    }
  }
  const theirs = await ask(at.port, { path: "/", host: EVIL });
  tries.control("the other company's page has its name", traceIn(theirs.text) !== null);
  // The dot of the root changes nothing, for no company.
  const dotted = await ask(at.port, { path: "/", host: `${host}.` });
  tries.try(`/ at ${host}. is ${dotted.status}`, dotted.status === 200);
  const other = await ask(at.port, { path: "/", host: `${EVIL}.` });
  tries.try(
    `/ at ${EVIL}. is another company's`,
    other.status === 200 && traceIn(other.text) !== null,
  );
}

/** Tries the tricks on requests that send a mail with a link. */
async function mails(target: Target, tries: Tries, instances: readonly Instance[]): Promise<void> {
  await evilTwin(target);
  const tenant = await target.tenant();
  const { host } = tenant;
  const asked: { email: string; what: string }[] = [];
  for (const at of instances) {
    const tricks: [what: string, headers: Record<string, string | string[]>][] = [
      ...HEADERS.map((headers): (typeof tricks)[number] => [JSON.stringify(headers), headers]),
      ["a port", { host: `${host}:${PORT}` }],
      ["upper case", { host: `${host.toUpperCase()}:${PORT}` }],
    ];
    for (const [what, headers] of tricks) {
      // A request to register with the address of an account sends a mail with a link.
      const { email } = await target.account(tenant.company);
      asked.push({ email, what });
      const form = { intent: "request", name: "Somebody", email, mobile: "+919876512345" };
      const isOrigin = "origin" in headers;
      await ask(at.port, {
        path: isOrigin ? "/api/v1/user/auth/register/otp" : "/register",
        host,
        headers,
        ...(isOrigin ? { json: { ...form, user: email } } : { form }),
      });
    }
    const invited = `invited-${at.name}@people.example`;
    await ask(at.port, {
      path: "/api/v1/admin/auth/add",
      host,
      headers: { host: `${host}:${PORT}`, "x-forwarded-port": PORT },
      token: await target.token(tenant.admin),
      json: { name: "Invited", email: invited, mobile: "+919876512346", role: "ADMIN" },
    });
    asked.push({ email: invited, what: "an invitation" });
  }
  let links = 0;
  for (const { email, what } of asked) {
    const { text = "", html = "", headers } = await target.mail(email);
    const all = `${text}\n${html}\n${headers.map(({ key, value }) => `${key}: ${value}`).join("\n")}`;
    const trace = traceIn(all);
    tries.try(`a mail asked for with ${what} has ${trace ?? ""}`, trace === null);
    if (text.includes(`http://${host}:`)) links += 1;
  }
  tries.control("the mails link to the company's own host", links === asked.length);
}

export const hosts: readonly Attack[] = [
  {
    name: "host-tricks",
    tried: "forwarded, doubled and odd hosts, ports and absolute addresses; then an honest visitor",
    isInShort: false,
    async run(target, tries) {
      await pages(target, tries, await target.open());
      await behindProxy(target, tries);
    },
  },
  {
    name: "host-mails",
    tried: "the same where a mail with a link or an invitation is sent",
    isInShort: false,
    run: async (target, tries) => mails(target, tries, [await target.open()]),
  },
];

/** Sends forged headers to which its proxy adds its own. */
async function behindProxy(target: Target, tries: Tries): Promise<void> {
  const at = await target.proxied();
  const tenant = await target.tenant();
  const { host } = tenant;
  const own = `${host}:${at.port}`;
  const tricks: Record<string, string | string[]>[] = [
    { "x-forwarded-host": `${EVIL}:${at.port}, ${own}` },
    { "x-forwarded-host": [`${EVIL}:${at.port}`, own] },
    { "x-forwarded-host": own, "x-forwarded-proto": "javascript, http" },
    { "x-forwarded-host": own, "x-forwarded-for": `${EVIL}, 203.0.113.5` },
    { "x-forwarded-host": own, forwarded: `host=${EVIL}` },
    { "x-forwarded-host": own, host: EVIL },
  ];
  for (const headers of tricks) {
    const what = JSON.stringify(headers);
    const answer = await ask(at.port, { path: "/", host, headers });
    const trace = traceIn(shownBy(answer));
    tries.try(`behind a proxy ${what} shows ${trace ?? ""}`, trace === null);
    const next = await ask(at.port, { path: "/", host });
    tries.try(`behind a proxy ${what} changed what others see`, traceIn(shownBy(next)) === null);
  }
  const headers = { "x-forwarded-host": `${EVIL}:${at.port}` };
  const theirs = await ask(at.port, { path: "/", host, headers });
  tries.control("the proxy's own word counts", traceIn(theirs.text) !== null);
}
