import type { Attack, Tries } from "@tools/attacks/attack";
import { ask, envelopeOf } from "@tools/attacks/harness/http";
import type { Target } from "@tools/attacks/harness/target";

const NEW_PASSWORD = "another pass phrase of attacks";
const ACCOUNT = {
  holderName: "The Company",
  bankName: "HDFC Bank",
  branch: "Fort",
  accountNumber: "50100000001",
  ifscCode: "HDFC0000060",
  upi: "company@okbank",
};
const EVIL = { ...ACCOUNT, holderName: "Mallory", accountNumber: "66600000001", upi: "m@okbank" };

/**
 * Attacks with one admin's session, stolen within its first ten minutes: changes the account that
 * members pay to, and approves an order of a made-up member, each with every second admin that the
 * attacker can make.
 */
async function takeover(target: Target, tries: Tries): Promise<void> {
  const at = await target.open();
  const { host, company, admin, member } = await target.tenant();
  const colleague = await target.account(company, { role: "ADMIN" });
  const other = await target.account(company, { role: "ADMIN" });
  const stolen = await target.token(admin);
  const call = async (name: string, json: object, token: string) => {
    const answer = await ask(at.port, { path: `/trpc/${name}`, host, json, token });
    const said = JSON.parse(answer.text) as {
      result?: { data: unknown };
      error?: { message: string };
    };
    return { code: said.error?.message ?? "ok", data: said.result?.data };
  };
  const read = async <T>(name: string, token: string) => {
    const answer = await ask(at.port, { path: `/trpc/${name}?input=%7B%7D`, host, token });
    return (JSON.parse(answer.text) as { result: { data: T } }).result.data;
  };
  const logIn = async (email: string, password: string) => {
    const json = { user: email, email, password };
    const answer = await ask(at.port, { path: "/api/v1/company/auth/login", host, json });
    const { data } = envelopeOf(answer) as { data: { token: string } | null };
    return data?.token ?? "";
  };
  const paidTo = async () =>
    (await read<{ banks: { holderName: string }[] }>("beneficiaries.forMember", membersToken)).banks
      .map(({ holderName }) => holderName)
      .join(", ");

  const membersToken = await target.token(member);
  await call("beneficiaries.add", ACCOUNT, stolen);
  await call("companies.setSecondAdmin", { secondAdminAbove: "100" }, stolen);

  // The attacker invites an admin with a mailbox of theirs, and changes a colleague's address to
  // another.
  const puppetMail = `puppet-${company.id}@evil.example`;
  const puppet = { name: "Sock Puppet", mobile: "+919876512399", email: puppetMail };
  await call("members.add", { ...puppet, role: "ADMIN" }, stolen);
  const [token = ""] = /[\w-]{43}/.exec((await target.mail(puppetMail)).text ?? "") ?? [];
  await call("passwords.setPassword", { token, newPassword: NEW_PASSWORD }, "none");
  const puppets = await logIn(puppetMail, NEW_PASSWORD);
  const taken = `colleague-${company.id}@evil.example`;
  const details = { id: colleague.id, name: "Colleague", mobile: "+919876512398", role: "ADMIN" };
  await call("members.update", { ...details, email: taken }, stolen);
  await call("passwords.requestResetAdmin", { email: taken }, "none");
  const otp = await target.code(taken);
  await call("passwords.resetAdmin", { email: taken, otp, newPassword: NEW_PASSWORD }, "none");
  const colleagues = await logIn(taken, NEW_PASSWORD);
  tries.control("both accomplices are logged in", puppets !== "" && colleagues !== "");

  const changed = await ask(at.port, {
    method: "PUT",
    path: "/api/v1/admin/beneficiary/update",
    host,
    json: EVIL,
    token: stolen,
  });
  tries.try(`PUT /admin/beneficiary/update: ${changed.status}`, changed.status === 409);
  const another = { ...EVIL, accountNumber: "66600000002", upi: "n@okbank" };
  for (const [name, account] of [
    ["update", EVIL],
    ["add", another],
  ] as const) {
    const { code } = await call(`beneficiaries.${name}`, account, stolen);
    tries.try(`beneficiaries.${name}: ${code}`, code === "NEEDS_SECOND_ADMIN");
  }
  const rules = { secondAdminAbove: "" };
  const weaker = await call("companies.setSecondAdmin", rules, stolen);
  tries.try(`companies.setSecondAdmin: ${weaker.code}`, weaker.code === "NEEDS_SECOND_ADMIN");

  const buyer = await target.account(company);
  const bought = await ask(at.port, {
    path: "/api/v1/user/package/purchase",
    host,
    json: { paymentMethod: "MANUAL", amount: 1000 },
    token: await target.token(buyer),
  });
  const { id: orderId } = envelopeOf(bought).data as { id: string };
  for (const who of [stolen, puppets, colleagues, stolen]) {
    const { code } = await call("orders.approve", { orderId }, who);
    tries.try(`orders.approve: ${code}`, code !== "ok");
  }
  const waiting = await read<{ id: string; kind: string }[]>("changes.list", stolen);
  tries.control("all of it waits", waiting.length === 4);
  for (const { id, kind } of waiting) {
    for (const who of [stolen, puppets, colleagues]) {
      const { code } = await call("changes.confirm", { id }, who);
      tries.try(`changes.confirm of ${kind}: ${code}`, code !== "ok");
    }
  }
  tries.try(`members pay to ${await paidTo()}`, (await paidTo()) === ACCOUNT.holderName);
  const orders = await read<{ records: { id: string; status: string }[] }>("orders.list", stolen);
  const status = orders.records.find(({ id }) => id === orderId)?.status;
  tries.try(`the order is ${status}`, status === "PENDING");

  // No accomplice is left, so a new request would wait for a day.
  const honest = await target.token(other);
  // The approval is tried first: without a sum it needs nobody's confirmation.
  for (const { id, kind } of waiting.toReversed()) {
    const { code } = await call("changes.confirm", { id }, honest);
    tries.control(`a colleague whom nobody touched confirms ${kind}: ${code}`, code === "ok");
  }
}

export const secondAdmin: readonly Attack[] = [
  {
    name: "one-stolen-admin",
    tried: "bank details, rules and a large approval with an own and a taken-over second admin",
    isInShort: true,
    run: takeover,
  },
];
