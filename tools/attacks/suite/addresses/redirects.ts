import type { Instance } from "@tools/faults/harness/installation";
import type { Attack, Tries } from "@tools/attacks/attack";
import { type Answer, ask, type Asked } from "@tools/attacks/harness/http";
import { PASSWORD, type Target } from "@tools/attacks/harness/target";

const EVIL = "evil.example";

/** Values that browsers or careless code take for another site. */
const VALUES: readonly string[] = [
  `https://${EVIL}/`,
  `http:${EVIL}`,
  `https:${EVIL}`,
  `//${EVIL}`,
  `///${EVIL}`,
  `////${EVIL}/`,
  `/\\${EVIL}`,
  `\\/${EVIL}`,
  `\\\\${EVIL}`,
  `/\\/${EVIL}`,
  `/%2f${EVIL}`,
  `/%2F%2f${EVIL}`,
  `/%5c${EVIL}`,
  `%2f%2f${EVIL}`,
  `/.//${EVIL}`,
  `/..//${EVIL}`,
  `/./\\${EVIL}`,
  `/x/..//${EVIL}`,
  `/x/..\\\\${EVIL}`,
  `/\t/${EVIL}`,
  `/\n/${EVIL}`,
  `/\r/${EVIL}`,
  `\t//${EVIL}`,
  ` //${EVIL}`,
  `/\u0000/${EVIL}`,
  `/\u00a0/${EVIL}`,
  `/\u2028/${EVIL}`,
  `\u3000//${EVIL}`,
  `\uff0f\uff0f${EVIL}`,
  `/\uff0f${EVIL}`,
  `/\u2215${EVIL}`,
  `\u29f5\u29f5${EVIL}`,
  `//${EVIL}\u3002`,
  `//localhost@${EVIL}`,
  `@${EVIL}`,
  `/@${EVIL}`,
  `.${EVIL}`,
  `:80@${EVIL}`,
  `//${EVIL}:80#@localhost`,
  `//[::ffff:203.0.113.9]`,
  "//3405803785",
  `javascript:alert(1)//${EVIL}`,
  `JaVaScRiPt:alert(1)`,
  `java\tscript:alert(1)`,
  `data:text/html,<script>alert(1)</script>${EVIL}`,
  `vbscript:msgbox(1)`,
  `/\r\nLocation: https://${EVIL}`,
  `/%0d%0aLocation:%20https://${EVIL}`,
  `/"><meta http-equiv=refresh content=0;url=//${EVIL}>`,
  `/;url=//${EVIL}`,
  `/admin/exports/x;url=https://${EVIL}`,
  `/admin/exports/../..//${EVIL}`,
  `/admin/..//${EVIL}`,
  `/admin/\\..\\..\\${EVIL}`,
  `/user//${EVIL}/..`,
];

/** Returns the addresses to which this answer leads a browser; none if it stays. */
function leadsTo(answer: Pick<Answer, "headers" | "text">, from: string): string[] {
  const places: string[] = [];
  const note = (address: string | undefined) => {
    if (address === undefined) return;
    try {
      const to = new URL(address, from);
      if (to.origin !== new URL(from).origin) places.push(address);
    } catch {
      // A browser does not follow an invalid address.
    }
  };
  const { location, refresh, link } = answer.headers;
  note(location);
  note(/url=["']?(.*)/i.exec(String(refresh ?? ""))?.[1]);
  note(/<([^>]*)>/.exec(String(link ?? ""))?.[1]);
  note(String(answer.headers["content-location"] ?? "") || undefined);
  for (const [, content = ""] of answer.text.matchAll(
    /<meta[^>]+http-equiv="refresh"[^>]+content="\d+;\s*url=([^"]*)"/gi,
  )) {
    note(content.replaceAll("&amp;", "&").replace(/^['"]/, ""));
  }
  // Remix tells a script the target of a redirect in the data of a page.
  for (const [, to] of answer.text.matchAll(/"redirect","((?:[^"\\]|\\.)*)"/g)) {
    note(JSON.parse(`"${to ?? ""}"`) as string);
  }
  return places;
}

/** Requests that take an address to go on to, with a value in that place. */
const PLACES: readonly [name: string, place: (value: string) => Omit<Asked, "host"> | null][] = [
  ["preferences' returnTo", (returnTo) => ({ path: "/preferences", form: { returnTo } })],
  [
    "preferences' returnTo with a choice",
    (returnTo) => ({ path: "/preferences", form: { returnTo, language: "hi" } }),
  ],
  ["step-up's to", (to) => ({ path: `/admin/step-up?${new URLSearchParams({ to })}` })],
  [
    "step-up's to, proved",
    (to) => ({ path: `/admin/step-up?${new URLSearchParams({ to, proved: "" })}` }),
  ],
  [
    "step-up's form",
    (to) => ({
      path: "/admin/step-up",
      form: { stepUpTo: to, stepUpProof: PASSWORD },
    }),
  ],
  [
    "step-up's form that is sent again",
    (to) => ({
      path: "/admin/step-up",
      form: { stepUpTo: to, stepUpSends: "form", stepUpProof: PASSWORD, x: "1" },
    }),
  ],
  ...["next", "redirect", "returnTo", "to", "url", "continue"].map(
    (name): (typeof PLACES)[number] => [
      `the login's ${name}`,
      (value) => ({
        path: `/admin/login?${new URLSearchParams({ [name]: value })}`,
        form: { email: "nobody@people.example", password: "x", [name]: value },
      }),
    ],
  ),
  [
    "the login's to with a session",
    (to) => ({ path: `/admin/login?${new URLSearchParams({ to })}` }),
  ],
  ["a logout's returnTo", (to) => ({ path: "/admin/logout", form: { returnTo: to, to } })],
  [
    "Referer",
    (value) =>
      /^[\x20-\x7e]*$/.test(value)
        ? { path: "/preferences", form: { language: "en" }, headers: { referer: value } }
        : null,
  ],
  ["register's ref", (ref) => ({ path: `/register?${new URLSearchParams({ ref })}` })],
  [
    "a list's page",
    (search) => ({ path: `/admin/usermanage?${new URLSearchParams({ search, page: "999" })}` }),
  ],
  [
    "a history's page",
    (search1) => ({
      path: `/admin/purchaserequest?${new URLSearchParams({ search1, page1: "999" })}`,
    }),
  ],
  // The value is the path itself; servers add, remove or decode parts of it.
  ["the path", (value) => asPath(value)],
  ["a path with a slash at its end", (value) => asPath(`${value}/`)],
  ["a path below an area", (value) => asPath(`/admin${value}`)],
  ["a page's data", (value) => asPath(`${value}.data`)],
  ["a path of an alias", (value) => asPath(`/forgot-password${value}`)],
];

const asPath = (value: string): Omit<Asked, "host"> | null =>
  value.startsWith("/") && /^[\x21-\x7e]+$/.test(value) ? { path: value } : null;

/** Values of the short form, one of each kind. */
const SHORT = VALUES.filter((_, index) => index % 12 === 0);

async function openRedirects(
  target: Target,
  tries: Tries,
  { instances, values }: { instances: readonly Instance[]; values: readonly string[] },
) {
  const tenant = await target.tenant();
  const admin = `prelaunch_admin=${await target.token(tenant.admin)}`;
  for (const at of instances) {
    const from = `http://${tenant.host}:${at.port}/`;
    for (const [name, place] of PLACES) {
      for (const value of values) {
        const asked = place(value);
        if (!asked) continue;
        // This request gets no cookie, since a logout ends the session that the others need.
        const cookie = name.startsWith("a logout") ? undefined : admin;
        const answer = await ask(at.port, {
          ...asked,
          host: tenant.host,
          ...(cookie !== undefined && { cookie }),
        });
        const away = leadsTo(answer, from);
        const what = `${name} = ${JSON.stringify(value)} leads to ${away.join()}`;
        tries.try(what, away.length === 0);
        tries.try(`${name} = ${JSON.stringify(value)} is ${answer.status}`, answer.status < 500);
      }
    }
    const own = await ask(at.port, {
      path: "/preferences",
      host: tenant.host,
      form: { returnTo: "/register?x=1" },
    });
    tries.control(
      "a path of the site itself is followed",
      own.headers.location === "/register?x=1",
    );
  }
  const seen = ["//evil.example", "/\\evil.example", "/\t/evil.example", "https://evil.example"];
  for (const location of seen) {
    const found = leadsTo({ headers: { location }, text: "" }, "http://tenant.example/");
    tries.control(`Location: ${JSON.stringify(location)} leaves the site`, found.length === 1);
  }
  const meta = '<meta http-equiv="refresh" content="0;url=//evil.example"/>';
  const found = leadsTo({ headers: {}, text: meta }, "http://tenant.example/");
  tries.control("a refresh leaves the site", found.length === 1);
}

export const redirects: readonly Attack[] = [
  {
    name: "open-redirects",
    tried:
      "every parameter, field, header and path that decides where to go on, with foreign addresses",
    isInShort: true,
    async run(target, tries, form) {
      const values = form === "whole" ? VALUES : SHORT;
      await openRedirects(target, tries, { instances: [await target.open()], values });
    },
  },
];
