import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "@server/platform/config/environment";
import { isSigned, newSealingKey, sealingKeyOf, signingKey } from "./signing-key";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "sealing-key-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a signing key signs as RFC 8032 does", () => {
  // The first test vector of RFC 8032 §7.1, whose message is empty.
  const key = signingKey(
    Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex").toString(
      "base64",
    ),
  );
  expect(Buffer.from(key.publicKey, "base64").toString("hex")).toBe(
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  );
  expect(Buffer.from(key.sign(""), "base64").toString("hex")).toBe(
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  );
});

test("a signature holds for its text and key only", () => {
  const [key, other] = [signingKey(newSealingKey()), signingKey(newSealingKey())];
  const signature = key.sign("a text");
  expect(isSigned(key.publicKey, "a text", signature)).toBe(true);
  expect(isSigned(key.publicKey, "another", signature)).toBe(false);
  expect(isSigned(other.publicKey, "a text", signature)).toBe(false);
  expect(isSigned(key.publicKey, "a text", `${signature}=`)).toBe(false);
  expect(isSigned("none", "a text", signature)).toBe(false);
});

test("the demo creates a key once, readable by its owner only", () => {
  const config = { sealingKey: null, demo: true, dataDir: path.join(folder, "data") };
  const { id } = sealingKeyOf(config);
  expect(sealingKeyOf(config).id).toBe(id);
  expect(statSync(path.join(config.dataDir, "sealing-key")).mode & 0o777).toBe(0o600);
  writeFileSync(path.join(config.dataDir, "sealing-key"), newSealingKey());
  expect(sealingKeyOf(config).id).not.toBe(id);
  expect(readFileSync(path.join(config.dataDir, "sealing-key"), "utf8")).not.toContain(id);
});

test("outside the demo SEALING_KEY is required", () => {
  const config = { sealingKey: null, demo: false, dataDir: folder };
  expect(() => sealingKeyOf(config)).toThrow(ConfigError);
  expect(() => sealingKeyOf(config)).toThrow(/^SEALING_KEY is required/);
});
