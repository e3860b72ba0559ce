import PostalMime, { type Email } from "postal-mime";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test, describe } from "vitest";
import { createSmtpTransport, type Mail, type MailTransport } from "./mail-transport";
import { deliveryErrorOf, pauseMs, retryDelaySeconds, smsError, smtpError } from "./delivery-error";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { createWebhookSmsTransport } from "./sms-transport";

describe("mail transport", () => {
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one();
  });

  /** An SMTP server on its own port, and a transport that connects to it. */
  async function mailServer(refuses = false, needsTls = false) {
    const taken: { from: string; to: string[]; mail: Email }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo: (_address, _session, done) => done(refuses ? new Error("no such mailbox") : null),
      onData(stream, session, done) {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          PostalMime.parse(Buffer.concat(parts)).then((mail) => {
            const from = mailFrom === false ? "" : mailFrom.address;
            taken.push({ from, to: rcptTo.map(({ address }) => address), mail });
            done();
          }, done);
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    undo.push(() => new Promise((resolve) => server.close(() => resolve())));
    const { port } = server.server.address() as AddressInfo;
    const end = createSmtpTransport(`smtp://127.0.0.1:${port}`, "no-reply@platform.example", {
      needsTls,
    });
    undo.push(() => Promise.resolve(end.close()));
    return { end, taken };
  }

  const MAIL: Mail = {
    id: "01890a5d-ac96-774b-bcce-b302099a8057",
    fromName: "रिसर्जेंस लैब्स",
    replyTo: "help@company.example",
    to: "asha@member.example",
    subject: "आपका कोड 123456",
    text: "नमस्ते",
    html: "<p>नमस्ते</p>",
  };

  test(
    "a mail is delivered as written, from our address under the company's name",
    { tags: ["full"] },
    async () => {
      const { end, taken } = await mailServer();
      await end.send(MAIL);
      const [got] = taken;
      expect(got).toMatchObject({ from: "no-reply@platform.example", to: ["asha@member.example"] });
      expect(got?.mail).toMatchObject({
        from: { name: MAIL.fromName, address: "no-reply@platform.example" },
        replyTo: [{ address: MAIL.replyTo }],
        subject: MAIL.subject,
        text: MAIL.text,
        messageId: `<${MAIL.id}@platform.example>`,
      });
      expect(got?.mail.html).toContain(MAIL.html);
    },
  );

  test(
    "a name or subject of a mail cannot inject a header, a recipient or a body",
    { tags: ["full"] },
    async () => {
      const { end, taken } = await mailServer();
      const break_ = "\r\nBcc: thief@evil.example\r\nX-Own: 1\r\n\r\nNew body";
      await end.send({
        ...MAIL,
        fromName: `Labs${break_}`,
        subject: `Hello${break_}`,
        replyTo: null,
      });
      const [got] = taken;
      expect(got?.to).toEqual(["asha@member.example"]);
      expect(got?.mail.bcc).toBeUndefined();
      expect(got?.mail.headers.map(({ key }) => key)).not.toContain("x-own");
      expect(got?.mail.replyTo).toBeUndefined();
      expect(got?.mail.text).toBe(MAIL.text);
    },
  );

  test("an address with separators stays one address", { tags: ["full"] }, async () => {
    const { end, taken } = await mailServer();
    await end
      .send({ ...MAIL, to: "asha@member.example, thief@evil.example" })
      .catch(() => undefined);
    await end
      .send({ ...MAIL, to: "asha@member.example\r\nRCPT TO:<thief@evil.example>" })
      .catch(() => undefined);
    expect(taken.flatMap(({ to }) => to)).not.toContain("thief@evil.example");
  });

  test("a mail that the server does not accept is rejected, so that it is retried", async () => {
    const refusing = await mailServer(true);
    await expect(refusing.end.send(MAIL)).rejects.toThrow("no such mailbox");
    const gone: MailTransport = createSmtpTransport(
      "smtp://127.0.0.1:9",
      "no-reply@platform.example",
    );
    await expect(gone.send(MAIL)).rejects.toThrow("ECONNREFUSED");
    gone.close();
  });

  test("no mail is sent in plain text where TLS is needed", async () => {
    const { end, taken } = await mailServer(false, true);
    await expect(end.send(MAIL)).rejects.toThrow();
    expect(taken).toEqual([]);
  });

  const answered = (status: number, command: string, code = "EENVELOPE") =>
    smtpError(
      Object.assign(new Error("no"), {
        code,
        command,
        responseCode: status,
        response: `${status} no\r\nmore`,
      }),
    );

  test.each([
    ["an unknown mailbox", 550, "RCPT TO", "refused"],
    ["a mailbox over its limit for good", 552, "RCPT TO", "refused"],
    ["a mail refused for its contents", 554, "DATA", "refused"],
    ["a mail too large", 552, "MAIL FROM", "refused"],
    ["a greylisted address", 451, "RCPT TO", "deferred"],
    ["a full mailbox", 452, "RCPT TO", "deferred"],
    ["a mail that cannot be checked now", 451, "DATA", "deferred"],
    ["a sender's address that is not allowed", 553, "MAIL FROM", "away"],
    ["a missing login", 530, "RCPT TO", "away"],
    ["a server that shuts down", 421, "RCPT TO", "away"],
  ])("a mail server's answer about %s (%i after %s) is %s", (_what, status, command, verdict) => {
    expect(answered(status, command)).toMatchObject({
      verdict,
      status,
      reply: `${status} no more`,
    });
  });

  test("a wrong password at the server, or a lost connection, is no message's fault", () => {
    expect(answered(535, "AUTH PLAIN", "EAUTH").verdict).toBe("away");
    expect(answered(421, "CONN", "EPROTOCOL").verdict).toBe("away");
    expect(deliveryErrorOf(new Error("connect ECONNREFUSED")).verdict).toBe("away");
  });

  test("an SMS provider refuses a text with 400, 413 and 422 only", () => {
    const verdicts = [400, 413, 422, 401, 404, 429, 500].map((status) => smsError(status).verdict);
    expect(verdicts).toEqual(["refused", "refused", "refused", "away", "away", "away", "away"]);
  });

  test("the wait before a mail is tried again doubles up to a limit, each shortened by chance", () => {
    const waits = [1, 2, 3, 4, 5].map((tries) => retryDelaySeconds("code", tries, 0));
    expect(waits).toEqual([2, 4, 8, 16, 30]);
    expect(retryDelaySeconds("notice", 1, 1)).toBe(2.5);
    expect(retryDelaySeconds("notice", 5000, 0)).toBe(3600);
    expect(pauseMs("away", 1, 0)).toBe(500);
    expect(pauseMs("away", 5000, 0)).toBe(15_000);
    expect(pauseMs("deferring", 5000, 0)).toBe(1000);
  });
});

describe("sms transport", () => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const one of undo.splice(0)) one();
  });

  /** An SMS provider on its own port that answers with `status`. */
  async function provider(status: number, headers: Record<string, string> = {}) {
    const taken: { method: string; headers: IncomingHttpHeaders; body: string }[] = [];
    const server = createServer((incoming, outgoing) => {
      void text(incoming).then((body) => {
        taken.push({ method: incoming.method ?? "", headers: incoming.headers, body });
        outgoing.writeHead(status, headers).end("thank you");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    undo.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    return { taken, end: createWebhookSmsTransport(`http://127.0.0.1:${port}/send?account=1`) };
  }

  const SMS = { to: "+919876543210", body: 'कोड 123456 — "quoted"\nnext line' };

  test("a text message is posted as JSON, once", async () => {
    const { taken, end } = await provider(202);
    await end.send(SMS);
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    expect(JSON.parse(taken[0]?.body ?? "")).toEqual(SMS);
  });

  test.each([400, 429, 500, 503])(
    "an SMS provider's answer of %i counts as not sent",
    async (status) => {
      const { end } = await provider(status);
      await expect(end.send(SMS)).rejects.toThrow(`answered ${status}`);
    },
  );

  test("a text message does not follow a redirect with a person's number", async () => {
    const elsewhere = await provider(200);
    const { end } = await provider(307, { location: "http://127.0.0.1:9/" });
    await expect(end.send(SMS)).rejects.toThrow();
    expect(elsewhere.taken).toHaveLength(0);
  });

  test("an unreachable SMS provider counts as not sent", async () => {
    await expect(createWebhookSmsTransport("http://127.0.0.1:9/").send(SMS)).rejects.toThrow();
  });
});
