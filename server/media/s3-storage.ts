import { AwsClient } from "aws4fetch";
import type { S3Config } from "@server/config/environment";
import { type Storage, assertKey } from "./storage";

/** Files in an S3-compatible bucket. Writes are atomic. */
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
    // A redirect would lead the file, and the signature, elsewhere.
    client.fetch(at(key), { ...init, signal: AbortSignal.timeout(30_000), redirect: "error" });
  const finished = async (answer: Response): Promise<void> => {
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The storage answered ${answer.status}.`);
  };
  return {
    async put(key, bytes) {
      await finished(await ask(key, { method: "PUT", body: new Uint8Array(bytes) }));
    },
    async get(key) {
      const answer = await ask(key, { method: "GET" });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      if (!answer.ok) throw new Error(`The storage answered ${answer.status}.`);
      return Buffer.from(await answer.arrayBuffer());
    },
    async delete(key) {
      await finished(await ask(key, { method: "DELETE" }));
    },
  };
}
