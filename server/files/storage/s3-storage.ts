import { AwsClient } from "aws4fetch";
import type { S3Config } from "@server/platform";
import { type Storage, assertKey } from "./storage";

/**
 * Stores files in an S3-compatible bucket. Writes are atomic; no file is large enough for several
 * parts.
 */
export function createS3Storage(config: S3Config): Storage {
  const client = new AwsClient({
    accessKeyId: config.accessKeyId,
    secretAccessKey: config.secretAccessKey,
    region: config.region,
    service: "s3",
    retries: 2,
  });
  const at = (key: string): string => {
    assertKey(key);
    return `${config.endpoint.replace(/\/$/, "")}/${config.bucket}/${key}`;
  };
  const ask = (key: string, init: RequestInit) =>
    // Redirects are refused: one would lead the file, and the signature, elsewhere.
    client.fetch(at(key), { ...init, signal: AbortSignal.timeout(30_000), redirect: "error" });
  const finished = async (answer: Response): Promise<void> => {
    if (!answer.ok) throw await refusalOf(answer);
    await answer.body?.cancel();
  };
  return {
    async put(key, bytes) {
      await finished(await ask(key, { method: "PUT", body: new Uint8Array(bytes) }));
    },
    async get(key) {
      const answer = await ask(key, { method: "GET" });
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      const refusal = await refusalOf(answer);
      // A 404 for a missing bucket does not mean that the file is missing.
      if (answer.status === 404 && !refusal.message.includes("NoSuchBucket")) return null;
      throw refusal;
    },
    async delete(key) {
      const answer = await ask(key, { method: "DELETE" });
      const refusal = answer.ok ? null : await refusalOf(answer);
      await answer.body?.cancel().catch(() => undefined);
      // Some stores answer that the file was not there.
      if (refusal && !refusal.message.includes("NoSuchKey")) throw refusal;
    },
  };
}

/** Status and S3 code of a refusal: a wrong key, a wrong clock or a missing bucket is in the log. */
async function refusalOf(answer: Response): Promise<Error> {
  const [, code = ""] = /<Code>(\w+)<\/Code>/.exec(await answer.text().catch(() => "")) ?? [];
  return new Error(`The storage answered ${answer.status}${code && ` ${code}`}.`);
}
