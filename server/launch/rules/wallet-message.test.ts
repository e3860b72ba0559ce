import { parseSiweMessage } from "viem/siwe";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { isMessageOf, isSignedBy, walletMessage } from "./wallet-message";

const owner = privateKeyToAccount(`0x${"11".repeat(32)}`);
const other = privateKeyToAccount(`0x${"22".repeat(32)}`);
const at = new Date("2026-11-30T06:00:00Z");
const message = await walletMessage({
  address: owner.address,
  origin: "https://sale.rsgn.example:8443",
  nonce: "abcdefgh12345678",
  at,
});

describe("the message that proves a wallet", () => {
  test("it is an EIP-4361 message of the own host, for ten minutes", () => {
    expect(parseSiweMessage(message)).toMatchObject({
      address: owner.address,
      domain: "sale.rsgn.example:8443",
      uri: "https://sale.rsgn.example:8443",
      version: "1",
      nonce: "abcdefgh12345678",
      issuedAt: at,
      expirationTime: new Date("2026-11-30T06:10:00Z"),
    });
    expect(isMessageOf(message, "https://sale.rsgn.example:8443")).toBe(true);
    expect(isMessageOf(message, "https://rsgn.example:8443")).toBe(false);
    expect(isMessageOf(message, "https://sale.rsgn.example")).toBe(false);
  });

  test("only the key of the address signs it, and only this message", async () => {
    const signature = await owner.signMessage({ message });
    expect(await isSignedBy(owner.address, message, signature)).toBe(true);
    expect(await isSignedBy(other.address, message, signature)).toBe(false);
    expect(await isSignedBy(owner.address, `${message} `, signature)).toBe(false);
    const theirs = await other.signMessage({ message });
    expect(await isSignedBy(owner.address, message, theirs)).toBe(false);
  });

  test("malformed signatures and those of contracts are no signatures", async () => {
    const signature = await owner.signMessage({ message });
    for (const wrong of [
      "",
      "0x",
      signature.slice(0, -2),
      `${signature}00`,
      `0x${"00".repeat(65)}`,
      `0x${"ff".repeat(65)}`,
      `0x${"ab".repeat(200)}`,
      signature.replace("0x", ""),
    ]) {
      expect(await isSignedBy(owner.address, message, wrong)).toBe(false);
    }
  });
});
