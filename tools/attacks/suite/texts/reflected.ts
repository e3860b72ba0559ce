import { hugePng } from "@server/testing/sample-files";
import type { Instance } from "@tools/faults/harness/installation";
import type { Attack, Form, Tries } from "@tools/attacks/attack";
import { PAGES } from "@tools/attacks/harness/crawl";
import { faultsInHeaders, faultsInHtml, MARK } from "@tools/attacks/harness/detector";
import { type Answer, ask, type Asked, askRaw } from "@tools/attacks/harness/http";
import { PAYLOADS } from "@tools/attacks/harness/payloads";
import type { Target } from "@tools/attacks/harness/target";
import { uploadOf } from "@tools/attacks/suite/addresses/files";

const WORD = "zqx001";

/** Names that a page might read from its address. */
const NAMES = [
  "search",
  "search1",
  "search2",
  "q",
  "ref",
  "to",
  "returnTo",
  "next",
  "token",
  "page",
  "limit",
  "status",
  "tab",
  "method",
  "from",
  "actor",
  "action",
  "purchaseId",
  "purchaseAmount",
  "error",
  "message",
  "toast",
  "stock",
  "proved",
  "create",
  "verify",
  "email",
  "name",
  "companyId",
  "lang",
];

/** Returns the faults of a page that shows parts of its request. */
function faultsOf(answer: Answer, base: string): string[] {
  const type = String(answer.headers["content-type"] ?? "");
  return [
    ...faultsInHeaders(answer.rawHeaders),
    ...(type.startsWith("text/html") ? faultsInHtml(answer.text, base) : []),
    ...(answer.status >= 500 ? [`status ${answer.status}`] : []),
  ];
}

async function inAddresses(target: Target, tries: Tries, form: Form): Promise<void> {
  const at = await target.open();
  const tenant = await target.tenant();
  const { host } = tenant;
  const { token } = await target.superAdmin();
  const cookies = `prelaunch_user=${await target.token(tenant.member)}; prelaunch_admin=${await target.token(tenant.admin)}`;
  const texts = Object.values(PAYLOADS)
    .flat()
    .map((text) => text.replaceAll("$", () => WORD));
  let shown = 0;
  const check = async (what: string, asked: Asked) => {
    const answer = await ask(at.port, asked);
    const faults = faultsOf(answer, `http://${asked.host ?? "localhost"}:${at.port}/`);
    tries.try(`${what}: ${faults.join("; ").slice(0, 400)}`, faults.length === 0);
    if (MARK.test(answer.text)) shown += 1;
  };
  const chosen = form === "whole" ? texts : texts.slice(0, 2);
  for (const page of PAGES.filter((one) => !one.endsWith("logout"))) {
    const path = page.replace(/:\w+/g, tenant.company.id);
    const isSuper = path.startsWith("/superadmin");
    const who = isSuper
      ? { host: "localhost", cookie: `prelaunch_superadmin=${token}` }
      : { host, cookie: cookies };
    for (const text of chosen) {
      const query = new URLSearchParams(NAMES.map((name) => [name, text])).toString();
      const what = `${path} with ${JSON.stringify(text)}`;
      await check(what, { path: `${path}?${query}`, ...who });
      if (!/^\/(user|admin|superadmin)\//.test(path))
        await check(what, { path: `${path}?${query}`, host });
    }
    const [text = ""] = chosen;
    const escaped = encodeURIComponent(text);
    await check(`a path below ${path}`, { path: `${path === "/" ? "" : path}/${escaped}`, ...who });
    const chosenCookies = `${who.cookie}; prelaunch_language=${escaped}; prelaunch_scheme=${escaped}; prelaunch_toasts=${escaped}; prelaunch_toasts=${Buffer.from(JSON.stringify([{ tone: "error", text }])).toString("base64")}`;
    await check(`cookies at ${path}`, { path, host: who.host, cookie: chosenCookies });
  }
  for (const text of chosen) {
    for (const [path, fields] of [
      ["/?index", ["email", "password"]],
      ["/admin/login", ["email", "password"]],
      ["/register", ["name", "email", "mobile", "otp"]],
      ["/fogot-password", ["email"]],
      ["/user/profile", ["name", "mobile", "walletAddress", "kycDocumentNumber"]],
      ["/user/buy-token?index", ["amount"]],
      ["/admin/beneficiary", ["holderName", "bankName", "upi"]],
      ["/admin/settings", ["privacyPolicy", "supportEmail"]],
      ["/admin/step-up", ["stepUpTo", "stepUpSends", "x", text]],
    ] as const) {
      for (const intent of ["request", "prove", "register", "reset", "save", "add", text]) {
        const filled = Object.fromEntries(fields.map((name) => [name, text]));
        const who =
          path.startsWith("/user") || path.startsWith("/admin/") ? { cookie: cookies } : {};
        const what = `a form of ${path} (${intent}) with ${JSON.stringify(text)}`;
        await check(what, { path, host, form: { intent, ...filled }, ...who });
        if (form === "short") break;
      }
    }
    await target.forget();
  }
  tries.control(`${shown} answers show what was asked`, shown > 10);
}

/** Puts line breaks into every text that becomes a header, a file name or a line of the log. */
async function lines(target: Target, tries: Tries): Promise<void> {
  const at = await target.open();
  const tenant = await target.tenant();
  const { host } = tenant;
  const token = await target.token(tenant.member);
  const forged = `{"level":30,"msg":"${WORD} forged"}`;
  const breaks = [
    "\r\n",
    "\n",
    "\r",
    "\u0085",
    "\u2028",
    "%0d%0a",
    "%0a",
    "\\r\\n",
    "\u560d\u560a",
    "\0",
  ];
  for (const one of breaks) {
    const text = `a${one}X-${WORD}: 1${one}${forged}${one}`;
    const escaped = encodeURIComponent(text);
    const latin = text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "");
    const asked: [what: string, asked: Omit<Asked, "host">][] = [
      ["a path", { path: `/${escaped}` }],
      ["a query", { path: `/register?ref=${escaped}&x=${escaped}` }],
      ["a returnTo", { path: "/preferences", form: { returnTo: `/${text}`, language: text } }],
      ["a search", { path: `/api/v1/user/transaction/list?search=${escaped}`, token }],
      ["a login", { path: "/api/v1/user/auth/login", json: { user: text, password: text } }],
      [
        "a code",
        { path: "/api/v1/user/auth/forgot-password/otp", json: { user: `${text}@people.example` } },
      ],
      [
        "a name",
        {
          path: "/api/v1/user/auth/register/otp",
          json: {
            name: text,
            user: `lines-${Math.random()}@people.example`,
            mobile: "+919876512345",
          },
        },
      ],
      ["a browser's name", { path: "/register", headers: { "user-agent": latin, referer: latin } }],
      [
        "a key",
        {
          path: "/api/v1/user/package/order",
          token,
          json: { amount: 20 },
          headers: { "idempotency-key": latin },
        },
      ],
      [
        "a request's id",
        { path: "/register", headers: { "x-request-id": latin, "x-forwarded-for": latin } },
      ],
      ["a language", { path: "/register", headers: { "accept-language": latin } }],
      ["a file's path", { path: `/media/${escaped}?signature=${escaped}` }],
      ["a receipt", { path: `/user/receipts/${escaped}.pdf`, cookie: `prelaunch_user=${token}` }],
      [
        "an export",
        {
          path: `/admin/exports/members?search=${escaped}`,
          cookie: `prelaunch_admin=${await target.token(tenant.admin)}`,
        },
      ],
      ["a tRPC name", { path: `/trpc/${escaped}`, token }],
      ["a method", { path: "/register", method: "ZQX001" }],
    ];
    for (const [what, request] of asked) {
      // Node's client sends no line break in a header; those go over a socket below.
      const answer = await ask(at.port, { ...request, host }).catch(() => null);
      if (!answer) continue;
      const faults = faultsOf(answer, `http://${host}:${at.port}/`);
      tries.try(
        `${what} with ${JSON.stringify(one)}: ${faults.join("; ").slice(0, 300)}`,
        faults.length === 0,
      );
    }
    const name = text.replace(/"/g, "%22");
    const upload = await uploadOf(at, tenant, { name: `${name}.png`, bytes: hugePng(6, 6), token });
    const signed = /"(?:https?:\/\/[^/"]+)?(\/api\/v1\/media\/[^"]+)"/.exec(upload.text)?.[1];
    if (signed !== undefined) {
      const faults = faultsInHeaders((await ask(at.port, { path: signed, host })).rawHeaders);
      tries.try(`a file's name with ${JSON.stringify(one)}: ${faults.join()}`, faults.length === 0);
    }
    const said = await askRaw(
      at.port,
      `GET /register?a${one}X-${WORD}:1 HTTP/1.1\r\nHost: ${host}:${at.port}\r\nUser-Agent: a${one}X-${WORD}: 1\r\nConnection: close\r\n\r\n`,
    );
    const head = said.split("\r\n\r\n")[0] ?? "";
    tries.try(`a socket with ${JSON.stringify(one)} makes a header`, !/^x-zqx001/im.test(head));
  }
  logLines(at, tries);
}

/** Checks that each line of the log is an object that the product wrote. */
function logLines(at: Instance, tries: Tries): void {
  let requests = 0;
  for (const line of at.logged().split("\n")) {
    if (!line.startsWith("{")) {
      tries.try(`a line of the log is ${JSON.stringify(line.slice(0, 200))}`, !MARK.test(line));
      continue;
    }
    let parsed: Record<string, unknown> = {};
    try {
      parsed = JSON.parse(line) as Record<string, unknown>;
    } catch {
      tries.try(`a line of the log does not parse: ${line.slice(0, 200)}`, false);
    }
    const isOurs =
      !MARK.test(String(parsed["msg"])) && !Object.keys(parsed).some((name) => MARK.test(name));
    tries.try(`a line of the log is forged: ${line.slice(0, 200)}`, isOurs);
    if (parsed["msg"] === "request") requests += 1;
  }
  tries.control(`${requests} requests are in the log`, requests > 10);
}

export const reflected: readonly Attack[] = [
  {
    name: "reflected-canaries",
    tried: "the same texts in every page's address, path, cookies and forms",
    isInShort: false,
    run: inAddresses,
  },
  {
    name: "line-breaks",
    tried: "line breaks in every place that becomes a header, a file's name or a line of the log",
    isInShort: false,
    run: lines,
  },
];
