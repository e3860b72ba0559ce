import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { until } from "@tools/faults/harness/checks";
import type { Instance } from "@tools/faults/harness/installation";
import type { Attack, Form, Tries } from "@tools/attacks/attack";
import { ask, type Asked, askRaw, statusOf } from "@tools/attacks/harness/http";
import { memoryOf, metric } from "@tools/attacks/harness/metrics";
import type { Tenant, Target } from "@tools/attacks/harness/target";

const MB = 1024 * 1024;
const UPLOAD = "/api/v1/superadmin/media/add";
const FORTY = 40;

/**
 * Sends a part of a form's body at once, and then a byte now and then; resolves with the status.
 */
async function hold(at: Instance, host: string, { path, sent }: { path: string; sent: number }) {
  const socket: Socket = connect(at.port, "localhost");
  socket.on("error", () => undefined);
  let said = "";
  let isOver = false;
  socket.on("data", (part) => (said += part.toString("latin1")));
  const ended = once(socket, "close").then(() => (isOver = true));
  await once(socket, "connect");
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${host}:${at.port}\r\nsec-fetch-site: same-origin\r\ncontent-type: multipart/form-data; boundary=line\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const chunk = (bytes: Buffer) =>
    socket.write(
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]),
    );
  chunk(
    Buffer.from(
      '--line\r\ncontent-disposition: form-data; name="medias"; filename="a.pdf"\r\n\r\n',
    ),
  );
  const piece = Buffer.alloc(Math.min(sent, 64 * 1024), 97);
  for (let done = 0; done < sent && !isOver && said === ""; done += piece.length) {
    if (!chunk(piece)) await Promise.race([once(socket, "drain"), ended, after(1000)]);
  }
  return {
    status: () => statusOf(said),
    isOver: () => isOver,
    drip: () => !isOver && chunk(Buffer.from("a")),
    close: () => socket.destroy(),
  };
}

/** Holds forty bodies that never end, each from a stranger; a visitor is served meanwhile. */
async function heldBodies(target: Target, tries: Tries, form: Form): Promise<void> {
  const at = await target.open();
  const { host } = await target.tenant();
  const large = form === "whole" ? 4 * MB : 1.5 * MB;
  // Each body is beyond the limit of a page, has no session, and is below every limit of a
  // stranger.
  const kinds = [
    { path: "/?index", sent: large },
    { path: UPLOAD, sent: large },
    { path: "/?index", sent: 60 * 1024 },
  ] as const;
  const before = await memoryOf(at);
  const kept = await Promise.all(
    Array.from({ length: FORTY }, (_, n) => hold(at, host, kinds[n % 3] ?? kinds[0])),
  );
  const limit = await metric(at, "request_bodies_limit_bytes");
  let most = 0;
  let held = 0;
  const end = performance.now() + 60_000;
  while (
    kept.some(({ status, isOver }) => status() === 0 && !isOver()) &&
    performance.now() < end
  ) {
    for (const one of kept) if (one.status() === 0) one.drip();
    most = Math.max(most, (await memoryOf(at)) - before);
    held = Math.max(held, await metric(at, "request_bodies_bytes"));
    const page = await ask(at.port, { path: "/register", host });
    tries.try(`a visitor gets ${page.status} meanwhile`, page.status === 200);
    await after(250);
  }
  for (const one of kept) {
    const status = one.status();
    tries.try(`a body without an end is answered ${status}`, [401, 408, 413, 503].includes(status));
    one.close();
  }
  tries.try(`${held} bytes of bodies were held, of ${limit}`, held <= limit / 3);
  tries.control(`the metric shows ${held} bytes`, held > 0);
  const grown = most / MB;
  // Complete bodies in memory would be 160 MB, and 400 MB by the announced size.
  tries.try(`the process grew by ${grown.toFixed()} MB`, grown < 120);
  tries.note(
    `the process grew by ${grown.toFixed()} MB; ${(held / MB).toFixed(1)} MB were held at most`,
  );
  await until(
    "the bodies are given back",
    async () => (await metric(at, "request_bodies_bytes")) === 0,
  );
}

/** Returns bodies that are small on the wire and large in memory or in time. */
function oddBodies(form: Form): readonly [name: string, asked: Omit<Asked, "host">][] {
  const many = form === "whole" ? 100_000 : 10_000;
  const login = "/api/v1/user/auth/login";
  const zeros = Buffer.alloc(8 * MB);
  const json = { "content-type": "application/json" };
  const typed = {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
  };
  const deep = (open: string, close: string) => open.repeat(many) + close.repeat(many);
  const packed = (encoding: string, body: Buffer): Omit<Asked, "host"> => ({
    path: login,
    body,
    headers: { ...json, "content-encoding": encoding },
  });
  const trpc = (body: string): Omit<Asked, "host"> => ({
    path: "/trpc/sessions.logIn?batch=1",
    token: "x",
    body,
    headers: json,
  });
  return [
    ["a packed body (gzip)", packed("gzip", gzipSync(zeros))],
    ["a packed body (deflate)", packed("deflate", deflateSync(zeros))],
    ["a packed body (br)", packed("br", brotliCompressSync(zeros))],
    ["a body packed twice", packed("gzip, gzip", gzipSync(gzipSync(zeros)))],
    ["nested lists", { path: login, body: deep("[", "]"), headers: json }],
    [
      "nested objects",
      { path: login, body: `${'{"a":'.repeat(many)}1${"}".repeat(many)}`, headers: json },
    ],
    ["nested lists in a field", { path: login, body: `{"user":${deep("[", "]")}}`, headers: json }],
    ["nested lists over tRPC", trpc(deep("[", "]"))],
    ["a nested input over tRPC", trpc(`{"0":{"email":${deep("[", "]")}}}`)],
    [
      "many names over tRPC",
      trpc(`{${Array.from({ length: many }, (_, n) => `"${n}":{}`).join()}}`),
    ],
    [
      "a prototype over tRPC",
      trpc('{"0":{"__proto__":{"email":"x"},"constructor":{"prototype":{}}}}'),
    ],
    [
      "many names",
      {
        path: login,
        body: `{${Array.from({ length: many }, (_, n) => `"a${n}":1`).join()}}`,
        headers: json,
      },
    ],
    [
      "names that collide",
      { path: login, body: `{${'"user":"a",'.repeat(many)}"user":"b"}`, headers: json },
    ],
    [
      "a number of many digits",
      { path: login, body: `{"user":${"9".repeat(many)}}`, headers: json },
    ],
    [
      "many escapes",
      { path: login, body: `{"user":"${"\\u0000".repeat(many / 2)}"}`, headers: json },
    ],
    [
      "many fields of a form",
      {
        path: "/?index",
        body: Array.from({ length: many }, (_, n) => `a${n}=1`).join("&"),
        headers: typed,
      },
    ],
    [
      "nested names of a form",
      { path: "/?index", body: `email${"[a]".repeat(many / 4)}=1`, headers: typed },
    ],
    [
      "a list's index in a form",
      {
        path: "/?index",
        body: "email[999999999]=1&password[4294967295]=1&__proto__[x]=1&a.__proto__.b=1",
        headers: typed,
      },
    ],
    ["many parameters", { path: `/register?${"a[]=1&".repeat(1500)}` }],
    [
      "many calls in a batch",
      { path: `/trpc/${Array.from({ length: 600 }, () => "site.config").join(",")}?batch=1` },
    ],
    ["many cookies", { path: "/register", cookie: "prelaunch_user=x; ".repeat(700) }],
    ["a long token", { path: "/api/v1/user/auth/profile/get", token: "u".repeat(8000) }],
    ["a long If-None-Match", { path: "/", headers: { "if-none-match": '"a",'.repeat(2500) } }],
    [
      "a long Accept-Language",
      { path: "/register", headers: { "accept-language": "a-b-c;q=0.1,".repeat(900) } },
    ],
    ["many ranges", { path: "/favicon.ico", headers: { range: `bytes=${"0-1,".repeat(2000)}` } }],
    [
      "a form without an end",
      {
        path: "/?index",
        body: `--a\r\n${"x: y\r\n".repeat(many / 10)}`,
        headers: {
          "content-type": "multipart/form-data; boundary=a",
          "sec-fetch-site": "same-origin",
        },
      },
    ],
  ];
}

/** Seconds after which an answer holds others up; a slow machine is five times slower. */
const MOST_SECONDS = 10;

async function costlyBodies(target: Target, tries: Tries, form: Form): Promise<void> {
  const at = await target.open();
  const { host, member } = await target.tenant();
  const before = await memoryOf(at);
  let most = before;
  for (const [name, asked] of oddBodies(form)) {
    const answer = await ask(at.port, { ...asked, host });
    const seconds = answer.milliseconds / 1000;
    tries.try(
      `${name}: ${answer.status} ${answer.text.slice(0, 120)}`,
      answer.status < 500 || answer.status === 503,
    );
    tries.try(`${name} took ${seconds.toFixed(1)} s`, seconds < MOST_SECONDS);
    if (answer.headers["content-encoding"] === undefined && /packed/.test(name)) {
      tries.try(`${name} was unpacked: ${answer.status}`, answer.status >= 400);
    }
    most = Math.max(most, await memoryOf(at));
    await target.forget();
  }
  const token = await target.token(member);
  const ids = Array.from({ length: 5000 }, () => `PUR-${Math.floor(Math.random() * 1e6)}`);
  const input = { purchaseIds: ids };
  const follow = await ask(at.port, {
    path: `/trpc/orders.follow?input=${encodeURIComponent(JSON.stringify(input)).slice(0, 12_000)}`,
    host,
    token,
  });
  tries.try(
    `a list of thousands of orders is ${follow.status}`,
    follow.status >= 400 && follow.status < 500,
  );
  const grown = (most - before) / MB;
  tries.try(`the process grew by ${grown.toFixed()} MB`, grown < 300);
  tries.note(`the process grew by ${grown.toFixed()} MB at most`);
  const plain = await ask(at.port, {
    path: "/api/v1/user/auth/login",
    host,
    json: { user: member.email, password: member.password },
  });
  tries.control("a plain body is read", plain.status === 200);
}

/** Sends bodies as a stranger, and bodies with very many names as anybody. */
async function crowdedBodies(target: Target, tries: Tries): Promise<void> {
  const at = await target.open();
  const { host, member } = await target.tenant();
  const token = await target.token(member);
  const many = Array.from({ length: 90_000 }, (_, n) => `a${n}`);
  const inJson = `{${many.map((name) => `"${name}":1`).join()}}`;
  const inForm = many.map((name) => `${name}=1`).join("&");
  const inParts = many
    .slice(0, 15_000)
    .map((name) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n1\r\n`)
    .join("");
  const json = { "content-type": "application/json" };
  const fields = {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
  };
  const parts = { ...fields, "content-type": "multipart/form-data; boundary=x" };
  const cookie = (await target.logIn(at, await target.tenant(), member)).cookie ?? "";
  const rest = "/api/v1/user/auth/profile/update";
  for (const [name, asked] of [
    [
      "a stranger's names over REST",
      { path: "/api/v1/user/auth/login", body: inJson, headers: json },
    ],
    [
      "a stranger's fields over REST",
      { path: "/api/v1/user/auth/login", body: inForm, headers: fields },
    ],
    [
      "a stranger's names over tRPC",
      { path: "/trpc/sessions.logIn", token: "x", body: inJson, headers: json },
    ],
    ["a stranger's fields in a page", { path: "/?index", body: inForm, headers: fields }],
    ["a stranger's parts in a page", { path: "/register", body: inParts, headers: parts }],
    ["an ended session's fields", { path: "/user/profile", body: inForm, headers: fields }],
    [
      "a member's names over REST",
      { path: rest, method: "PUT", token, body: inJson, headers: json },
    ],
    [
      "a member's names over tRPC",
      { path: "/trpc/members.updateProfile", token, body: inJson, headers: json },
    ],
    [
      "a member's fields in a page",
      { path: "/user/profile", cookie, body: inForm, headers: fields },
    ],
    [
      "a member's parts in a page",
      { path: "/user/buy-token", cookie, body: inParts, headers: parts },
    ],
  ] as const satisfies readonly (readonly [string, Asked])[]) {
    const large = ask(at.port, { ...asked, host });
    const small = await ask(at.port, { path: "/healthz", host });
    const { status, text, milliseconds } = await large;
    const isRefused = (status >= 400 && status < 500) || (status >= 300 && status < 400);
    tries.try(`${name}: ${status} ${text.slice(0, 80)}`, isRefused);
    tries.try(
      `${name} held others up for ${small.milliseconds.toFixed()} ms`,
      small.milliseconds < 1000,
    );
    tries.try(`${name} took ${milliseconds.toFixed()} ms`, milliseconds < 1500);
  }
  const wide = JSON.stringify({
    user: member.email,
    password: member.password,
    x: "a".repeat(70_000),
  });
  for (const [path, more] of [
    ["/api/v1/user/auth/login", {}],
    ["/trpc/sessions.logIn", { token: "x" }],
  ] as const) {
    const answer = await ask(at.port, { path, host, body: wide, headers: json, ...more });
    tries.try(`${path} reads 70 KB of a stranger: ${answer.status}`, answer.status === 413);
  }
  const page = await ask(at.port, { path: "/?index", host, headers: fields, body: `a=${wide}` });
  tries.try(`a page reads 70 KB of a stranger: ${page.status}`, page.status === 413);
  const logged = await ask(at.port, {
    path: "/api/v1/user/auth/login",
    host,
    json: { user: member.email, password: member.password },
  });
  tries.control("a plain body is read", logged.status === 200);
}

/** Sends two requests where the proxy sees one. */
async function smuggled(target: Target, tries: Tries): Promise<void> {
  const at = await target.open();
  const tenant: Tenant = await target.tenant();
  const host = `Host: ${tenant.host}:${at.port}`;
  const hidden = `GET /register?zqx001 HTTP/1.1\r\n${host}\r\n\r\n`;
  const chunked = `0\r\n\r\n${hidden}`;
  for (const [name, head, body] of [
    ["both lengths", `Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked`, chunked],
    ["both lengths, turned", `Transfer-Encoding: chunked\r\nContent-Length: 4`, chunked],
    ["two lengths", `Content-Length: 0\r\nContent-Length: ${hidden.length}`, hidden],
    ["a list of lengths", `Content-Length: 0, ${hidden.length}`, hidden],
    ["a signed length", `Content-Length: +${hidden.length}`, hidden],
    ["a hexadecimal length", `Content-Length: 0x10`, hidden],
    ["an odd encoding", `Transfer-Encoding: xchunked\r\nContent-Length: 0`, hidden],
    ["an odd encoding alone", `Transfer-Encoding: xchunked`, chunked],
    ["a packed encoding", `Transfer-Encoding: gzip, chunked`, chunked],
    ["two encodings", `Transfer-Encoding: chunked, identity`, chunked],
    ["an encoding with a tab", `Transfer-Encoding:\tchunked\r\nContent-Length: 3`, chunked],
    ["a name with a space", `Transfer-Encoding : chunked\r\nContent-Length: 3`, chunked],
    ["a lone line feed", `X: y\nTransfer-Encoding: chunked`, chunked],
    ["a folded header", `X: y\r\n Transfer-Encoding: chunked`, chunked],
    ["a chunk's extension", `Transfer-Encoding: chunked`, `0;${"a".repeat(20_000)}\r\n\r\n`],
    ["a chunk without its end", `Transfer-Encoding: chunked`, `1\r\naXX0\r\n\r\n`],
  ] as const) {
    const said = await askRaw(
      at.port,
      `POST /api/v1/user/auth/login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nConnection: close\r\n${head}\r\n\r\n${body}`,
    );
    const answers = said.match(/HTTP\/1\.1 \d{3} /g) ?? [];
    tries.try(`${name}: ${answers.length} answers`, answers.length <= 1);
    tries.try(`${name}: ${said.slice(0, 30)}`, statusOf(said) < 500);
    tries.try(`${name} shows a stack`, !/\bat .+:\d+:\d+/.test(said));
  }
  tries.try("an odd encoding is logged as a fault", !/"msg":"unexpected"/.test(at.logged()));
  const two = await askRaw(
    at.port,
    `GET /register HTTP/1.1\r\n${host}\r\n\r\nGET /register HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`,
  );
  tries.control("two requests have two answers", two.match(/HTTP\/1\.1 200 /g)?.length === 2);
}

export const bodies: readonly Attack[] = [
  {
    name: "held-bodies",
    tried:
      "forty strangers whose bodies never end, while a visitor reads pages; the budget as a metric",
    isInShort: true,
    run: heldBodies,
  },
  {
    name: "costly-bodies",
    tried: "packed, nested, repeated and endless bodies, names, batches, cookies and headers",
    isInShort: false,
    run: costlyBodies,
  },
  {
    name: "crowded-bodies",
    tried:
      "large bodies of strangers, and 90,000 names from strangers and members, in pages, REST and tRPC",
    isInShort: true,
    run: crowdedBodies,
  },
  {
    name: "smuggled-requests",
    tried: "ambiguous lengths and encodings that hide a second request",
    isInShort: false,
    run: smuggled,
  },
];
