import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { connect } from "node:tls";
import { createHostProbe } from "@server/sites/hosts/host-probe";
import { builtInBrand } from "@themes/registry";
import { type Installation, stopInstallation, install } from "../harness/installation";
import { PASSWORD, PORT, expect, test } from "../harness/test";

const [ONE, TWO, TLS, PLAIN] = [1, 2, 3, 4].map((n) => Number(PORT) + n) as [
  number,
  number,
  number,
  number,
];
const HOST = "sale.localhost";

test.describe.configure({ mode: "serial" });

let us: Installation;
test.beforeAll(async () => {
  us = await install([ONE, TWO], `https://localhost:${TLS}`);
});
test.afterAll(() => us.stop());

/** Runs a command that must succeed; returns its output. */
function operate(...words: string[]): string {
  const { said, code } = us.operator(...words);
  expect(code, said).toBe(0);
  return said;
}

async function call<T>(path_: string, sent: { data?: object; token?: string }): Promise<T> {
  const answer = await us.ask(ONE, HOST, `/api/v1${path_}`, sent);
  expect(answer.status, answer.text).toBe(200);
  return (JSON.parse(answer.text) as { data: T }).data;
}

test(
  "commands alone create, map and brand a company, add its account, and sell a first token",
  { tag: "@full" },
  async () => {
    expect(us.operator().said).toContain("company add name=");
    expect(us.operator("company", "fly").code).toBe(2);
    operate("super-admin", "add", "root@platform.example");
    const founded = operate(
      "company",
      "add",
      "name=Asha Tokens",
      "email=desk@asha.example",
      "mobile=9876543210",
      "symbol=ASHA",
      "supply=1000",
      "price=10",
      "fee=2",
      "adminName=Asha Rao",
      "adminEmail=asha@asha.example",
      `password=${PASSWORD}`,
    );
    expect(founded).toContain("Asha Tokens was added");
    expect(operate("domain", "add", HOST, "ASHA")).toContain(`${HOST} is live.`);
    const look = { ...builtInBrand("GLXY"), title: "Asha, by commands" };
    const file = path.join(us.folder, "brand.json");
    writeFileSync(file, JSON.stringify({ format: "prelaunch-brand-1", brand: look, pictures: {} }));
    operate("brand", "import", "ASHA", file);
    operate(
      "account",
      "add",
      "ASHA",
      "holderName=Asha Tokens",
      "bankName=HDFC Bank",
      "branch=Fort",
      "accountNumber=50100000001",
      "ifscCode=HDFC0000060",
      "upi=asha@okbank",
    );

    const page = await us.ask(TWO, HOST, "/");
    expect(page.status).toBe(200);
    expect(page.text).toContain("Asha, by commands");
    const login = { email: "asha@asha.example", password: PASSWORD };
    const admin = await call<{ token: string }>("/company/auth/login", { data: login });
    const person = { name: "Tara", mobile: "9876543211", email: "tara@member.example" };
    await call("/admin/auth/add", {
      token: admin.token,
      data: { ...person, role: "USER", password: PASSWORD },
    });
    const member = await call<{ token: string }>("/user/auth/login", {
      data: { user: person.email, password: PASSWORD },
    });
    await call("/user/package/purchase", {
      token: member.token,
      data: { paymentMethod: "MANUAL", amount: "100" },
    });
    const { records } = await call<{ records: { id: string; totalQuantity: number }[] }>(
      "/admin/transaction/list?status=PENDING",
      { token: admin.token },
    );
    expect(records).toMatchObject([{ totalQuantity: 10 }]);
    await call("/admin/transaction/approve", {
      token: admin.token,
      data: { id: records[0]?.id },
    });
    expect(operate("ledger", "verify")).toContain("1 ledger holds.");
  },
);

test(
  "a host is served by every instance once added, and by none once removed",
  { tag: "@full" },
  async () => {
    const host = "moment.localhost";
    const statuses = () =>
      Promise.all(
        [ONE, TWO].flatMap((port) => [
          us.ask(port, host, "/").then(({ status }) => status),
          us
            .ask(port, "x", `/.well-known/domain-check?domain=${host}`)
            .then(({ status }) => status),
        ]),
      );
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    operate("domain", "add", host, "ASHA");
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    operate("domain", "remove", host);
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    const nothing = await us.ask(TWO, host, "/");
    expect(nothing.text).not.toMatch(/Asha|okbank|HDFC/);
  },
);

test(
  "an instance starts neither with another APP_SECRET, nor as a demo on a real company's data",
  { tag: "@full" },
  () => {
    const secret = { APP_SECRET: "another secret, long enough to be one", LOG_LEVEL: "silent" };
    const { said, code } = us.failToStart(secret);
    expect(code).toBe(1);
    expect(said).toMatch(
      /^APP_SECRET is not the one that this database was first started with: that one has the fingerprint [0-9a-f]{8}, this one [0-9a-f]{8}\.$/,
    );
    const real = "DEMO must not be 1 here: this database has companies that are not of the demo.";
    expect(us.failToStart({ DEMO: "1", LOG_LEVEL: "silent" })).toEqual({ said: real, code: 1 });
  },
);

const hasCaddy = spawnSync("caddy", ["version"]).status === 0;

test(
  "behind Caddy a mapped host gets a certificate and no other name does",
  { tag: "@full" },
  async () => {
    test.skip(!hasCaddy, "Caddy is not installed (Debian: apt-get install caddy).");
    const caddy = spawn(
      "caddy",
      ["run", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"],
      {
        stdio: "ignore",
        env: {
          ...process.env,
          HOME: us.folder,
          XDG_DATA_HOME: us.folder,
          XDG_CONFIG_HOME: us.folder,
          PRELAUNCH: `127.0.0.1:${ONE}`,
          TLS_ISSUER: "internal",
          HTTPS_PORT: String(TLS),
          HTTP_PORT: String(PLAIN),
        },
      },
    );
    try {
      await withCaddy(caddy);
    } finally {
      await stopInstallation(caddy);
    }
  },
);

async function withCaddy(caddy: ChildProcess): Promise<void> {
  const root = path.join(us.folder, "caddy/pki/authorities/local/root.crt");
  await expect.poll(() => existsSync(root)).toBe(true);
  expect(caddy.exitCode).toBeNull();
  await expect.poll(() => answerOver(root, HOST)).toContain("200 OK");
  expect(await answerOver(root, HOST)).toContain("Asha, by commands");
  expect(await answerOver(root, "nobody.localhost")).toBe("no certificate");

  // Their status on the super admin's page: a certificate of a private authority, and none.
  const probe = createHostProbe();
  const seen = await probe.certificateAt("127.0.0.1", TLS, HOST);
  expect(seen).toMatchObject({ certificate: "INTERNAL" });
  expect(seen.until?.getTime()).toBeGreaterThan(Date.now());
  const unmapped = await probe.certificateAt("127.0.0.1", TLS, "nobody.localhost");
  expect(unmapped.certificate).toBe("NONE");

  operate("domain", "add", "later.localhost", "ASHA");
  expect(await answerOver(root, "later.localhost")).toContain("200 OK");
  operate("domain", "remove", "later.localhost");
  expect(await answerOver(root, "later.localhost")).not.toContain("Asha");
}

/** The front page as received by a browser that trusts this authority. */
function answerOver(authority: string, host: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({
      host: "127.0.0.1",
      port: TLS,
      servername: host,
      ca: readFileSync(authority),
      ALPNProtocols: ["http/1.1"],
    });
    let text = "";
    socket.on("data", (part: Buffer) => (text += part.toString()));
    socket.on("end", () => resolve(text));
    socket.on("error", () => resolve(text || "no certificate"));
    socket.on("secureConnect", () => {
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}:${TLS}\r\nConnection: close\r\n\r\n`);
    });
  });
}
