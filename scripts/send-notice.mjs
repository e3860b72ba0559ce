/**
 * Sends a signed notice of a payment, as a bank or an aggregator does (docs/api.md):
 *
 *   WEBHOOK_SECRET=whsec_… node scripts/send-notice.mjs ADDRESS --amount 1025.00 \
 *     --reference 630512345678 --payerName "Rahul Sharma"
 *
 * Any field of the notice is an option. `--id` repeats an event; without it each one is new.
 */
import { createHmac, randomUUID } from "node:crypto";

const [address, ...options] = process.argv.slice(2);
const secret = process.env.WEBHOOK_SECRET ?? "";

function fail(line) {
  console.error(line);
  process.exit(1);
}

if (!address || !URL.canParse(address)) fail("Give the address that the settings show.");
if (!secret.startsWith("whsec_")) fail("Give the secret in WEBHOOK_SECRET.");
const data = { receivedAt: new Date().toISOString(), currency: "INR" };
for (let at = 0; at < options.length; at += 2) {
  const [, name] = /^--(\w+)$/.exec(options[at]) ?? [];
  if (!name || options[at + 1] === undefined) fail(`What is ${options[at]}? Give --name value.`);
  data[name] = options[at + 1];
}
const { id = randomUUID(), ...payment } = data;
const body = JSON.stringify({ type: "payment.received", data: payment });
const timestamp = String(Math.floor(Date.now() / 1000));
const key = Buffer.from(secret.slice("whsec_".length), "base64");
const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");

const answer = await fetch(address, {
  method: "POST",
  headers: {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  },
  body,
});
console.log(`${answer.status} ${await answer.text()}`);
if (!answer.ok) process.exitCode = 1;
