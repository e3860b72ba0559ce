import type { Instance } from "@tools/faults/harness/installation";
import type { Attack, Tries } from "@tools/attacks/attack";
import { type Answer, ask, envelopeOf } from "@tools/attacks/harness/http";
import type { Tenant, Target } from "@tools/attacks/harness/target";

/** Number of wrong passwords of one account from one network that are verified (operating.md). */
const WRONG_LOGINS = 10;
const CODE_TRIES = 5;

interface Outcome {
  /** Number of guesses that the product verified. */
  verified: number;
  refused: number;
  other: string[];
}

/** Returns the code of each answer to a guess, from any transport. */
function codesIn(answer: Answer): string[] {
  const text = answer.text;
  if (text.startsWith("[")) {
    const all = JSON.parse(text) as { error?: { message?: string } }[];
    return all.map((one) => one.error?.message ?? "ok");
  }
  if (text.startsWith("{")) {
    const one = JSON.parse(text) as { error?: { message?: string }; code?: string };
    return [one.error?.message ?? one.code ?? "ok"];
  }
  return [text];
}

function outcomeOf(answers: readonly Answer[], wrong: string): Outcome {
  const found: Outcome = { verified: 0, refused: 0, other: [] };
  for (const one of answers.flatMap(codesIn)) {
    if (one === wrong) found.verified += 1;
    else if (/TOO_MANY|TOO_OFTEN|THROTTLED|LOCKED|BUSY|RATE/.test(one)) found.refused += 1;
    else found.other.push(one);
  }
  return found;
}

/** Sends a batch of tRPC: many calls in one request. */
const batch = (at: Instance, host: string, name: string, inputs: readonly object[]) =>
  ask(at.port, {
    path: `/trpc/${inputs.map(() => name).join(",")}?batch=1`,
    host,
    // A browser's check of the origin passes with any token.
    token: "none",
    json: Object.fromEntries(inputs.map((input, index) => [index, input])),
  });

/** Returns addresses that mean the same account. */
const variants = (email: string): string[] => [
  email,
  email.toUpperCase(),
  ` ${email} `,
  email.replace("p", "P"),
];

async function passwords(target: Target, tries: Tries, instances: readonly Instance[]) {
  const tenant = await target.tenant();
  const { host, member } = tenant;
  const guesses = (n: number) =>
    Array.from({ length: n }, (_, index) => ({
      email: variants(member.email)[index % 4] ?? member.email,
      password: `a wrong guess ${index}`,
    }));
  const answers = await Promise.all(
    instances.flatMap((at, n) => [
      ...guesses(20).map(({ email, password }, index) =>
        ask(at.port, {
          path: "/api/v1/user/auth/login",
          host,
          json: { user: email, password },
          // The client lies about its address.
          headers: { "x-forwarded-for": n === 0 ? `198.51.100.${index}` : "203.0.113.77" },
        }),
      ),
      batch(at, host, "sessions.logIn", guesses(20)),
      batch(at, host, "sessions.logIn", guesses(20)),
    ]),
  );
  const { verified, refused, other } = outcomeOf(answers, "WRONG_LOGIN");
  const total = verified + refused + other.length;
  tries.count += total - 1;
  const isWithin = verified <= WRONG_LOGINS && other.length === 0;
  tries.try(`${verified} of ${total} wrong passwords were verified; ${other.join()}`, isWithin);
  tries.note(`${verified} of ${total} wrong passwords verified, ${refused} refused`);
  tries.control("some guesses are verified", verified > 0);
  for (const at of instances.slice(0, 1)) {
    const { cookie } = await target.logIn(at, tenant, member);
    tries.try("the right password was accepted after the limit", cookie === null);
  }
  const someone = await target.account(tenant.company);
  const first = instances[0];
  if (first) {
    const { cookie } = await target.logIn(first, tenant, someone);
    tries.control("another account logs in", cookie !== null);
  }
}

/** Guesses one mailed code at both instances, one by one and in batches. */
async function codes(target: Target, tries: Tries, instances: readonly Instance[]) {
  const tenant = await target.tenant();
  const [at] = instances;
  if (!at) throw new Error("There is no instance.");
  const { host, member } = tenant;
  const path = "/api/v1/user/auth/forgot-password";
  await ask(at.port, { path: `${path}/otp`, host, json: { user: member.email } });
  const right = await target.code(member.email);
  const wrong = (n: number) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, "0");
  const answers = await Promise.all(
    instances.flatMap((one, n) => [
      ...Array.from({ length: 15 }, (_, index) =>
        ask(one.port, {
          path,
          host,
          json: { user: member.email, otp: wrong(n * 100 + index), password: "a new pass phrase" },
        }),
      ),
      batch(
        one,
        host,
        "passwords.reset",
        Array.from({ length: 30 }, (_, index) => ({
          email: member.email,
          otp: wrong(1000 + n * 100 + index),
          newPassword: "a new pass phrase",
        })),
      ),
    ]),
  );
  const [row] = await target.place.database.sql`
    SELECT tries_left FROM one_time_codes WHERE company_id = ${tenant.company.id}`;
  const said = answers.flatMap(codesIn);
  tries.count += said.length - 1;
  tries.try(`a guess was right: ${said.join()}`, !said.includes("ok"));
  tries.try(
    `the code has ${String(row?.["tries_left"])} tries left`,
    Number(row?.["tries_left"] ?? 0) <= 0,
  );
  const last = await ask(at.port, {
    path,
    host,
    json: { user: member.email, otp: right, password: "a new pass phrase" },
  });
  tries.try(`the right code works after ${CODE_TRIES} wrong ones`, last.status !== 200);

  const other = await target.account(tenant.company);
  await ask(at.port, { path: `${path}/otp`, host, json: { user: other.email } });
  const otp = await target.code(other.email);
  const used = await ask(at.port, {
    path,
    host,
    json: { user: other.email, otp, password: "a new pass phrase" },
  });
  tries.control(`a right code works at first: ${used.text}`, used.status === 200);
  await again(target, tries, { at, tenant, otp, email: other.email });
}

/** Tries a code that was used, and one of another account. */
async function again(
  target: Target,
  tries: Tries,
  { at, tenant, otp, email }: { at: Instance; tenant: Tenant; otp: string; email: string },
): Promise<void> {
  const path = "/api/v1/user/auth/forgot-password";
  for (const [what, user, given] of [
    ["a used code", email, otp],
    ["another's code", tenant.admin.email, otp],
    ["an empty code", email, ""],
    [
      "a code in other digits",
      email,
      [...otp].map((d) => String.fromCharCode(0x966 + Number(d))).join(""),
    ],
    ["a list of codes", email, [otp, "000000"]],
    ["a code of null", email, null],
  ] as const) {
    const answer = await ask(at.port, {
      path,
      host: tenant.host,
      json: { user, otp: given, password: "a third pass phrase" },
    });
    tries.try(`${what} is accepted`, answer.status >= 400 && envelopeOf(answer).status === "error");
  }
  await target.forget();
}

/** Guesses from a session: the current password, the step-up and the second factor. */
async function fromInside(target: Target, tries: Tries, instances: readonly Instance[]) {
  const tenant = await target.tenant();
  const token = await target.token(tenant.admin);
  const memberToken = await target.token(tenant.member);
  for (const [name, bearer, input] of [
    ["sessions.stepUp", token, (n: number) => ({ stepUpProof: `wrong ${n}` })],
    [
      "passwords.changeOwn",
      token,
      (n: number) => ({ currentPassword: `wrong ${n}`, newPassword: "a new pass phrase" }),
    ],
    ["secondStep.begin", token, (n: number) => ({ currentPassword: `wrong ${n}` })],
    [
      "members.updateProfile",
      memberToken,
      (n: number) => ({ currentPassword: `wrong ${n}`, name: "Somebody", mobile: "+919876500009" }),
    ],
  ] as const) {
    await target.forget();
    const answers = await Promise.all(
      instances.map((at, n) =>
        ask(at.port, {
          path: `/trpc/${Array.from({ length: 30 }, () => name).join(",")}?batch=1`,
          host: tenant.host,
          token: bearer,
          json: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [i, input(n * 100 + i)])),
        }),
      ),
    );
    const said = answers.flatMap(codesIn);
    const verified = said.filter((one) => /WRONG|INCORRECT/.test(one)).length;
    tries.count += said.length - 1;
    const most = WRONG_LOGINS * instances.length;
    tries.try(
      `${name} verified ${verified} of ${said.length} guesses: ${[...new Set(said)].join()}`,
      verified <= most,
    );
    tries.control(`${name} verifies some`, verified > 0);
  }
}

/** Pages that one person may ask for in a minute here. */
const PAGES_A_MINUTE = 50;

/** Exceeds the limit of a person's pages by addresses that the router takes for the same page. */
async function pagesInDisguise(target: Target, tries: Tries): Promise<void> {
  const settings = { LIMITS: `pagesPerSessionMinute=${PAGES_A_MINUTE}` };
  const at = await target.place.instance({ settings });
  for (const path of ["/User/notices", "/USER/notices.data", "/%75ser/notices"]) {
    const tenant = await target.tenant();
    const { host, member } = tenant;
    const { cookie } = await target.logIn(at, tenant, member);
    const own = { host, cookie: cookie ?? "" };
    const statuses = new Map<number, number>();
    // A minute may end between two requests.
    for (let asked = 0; asked < 3 * PAGES_A_MINUTE && !statuses.has(429); asked += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ask(at.port, { ...own, path })),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    tries.try(`${path}: ${JSON.stringify([...statuses])}`, statuses.has(429));
    const plain = await ask(at.port, { ...own, path: "/user/notices" });
    tries.try(`the plain page is ${plain.status} after ${path}`, plain.status === 429);
    const other = await target.account(tenant.company);
    const second = await target.logIn(at, tenant, other);
    const theirs = await ask(at.port, { host, cookie: second.cookie ?? "", path: "/user/notices" });
    tries.control(`another member's page is ${theirs.status}`, theirs.status === 200);
  }
  await at.stop();
}

export const bruteForce: readonly Attack[] = [
  {
    name: "pages-in-disguise",
    tried: "a member's pages beyond their limit, by addresses in other letters",
    isInShort: false,
    run: pagesInDisguise,
  },
  {
    name: "guessed-passwords",
    tried:
      "wrong passwords of one account at two instances, one by one and in tRPC batches, with forged addresses",
    isInShort: false,
    run: async (target, tries) =>
      passwords(target, tries, [await target.open(), await target.proxied()]),
  },
  {
    name: "guessed-codes",
    tried: "wrong, used, foreign and malformed codes at two instances and in tRPC batches",
    isInShort: false,
    run: async (target, tries) =>
      codes(target, tries, [await target.open(), await target.proxied()]),
  },
  {
    name: "guesses-from-inside",
    tried: "wrong passwords for a step-up, a new password, a factor and a profile, in tRPC batches",
    isInShort: false,
    run: async (target, tries) =>
      fromInside(target, tries, [await target.open(), await target.proxied()]),
  },
];
