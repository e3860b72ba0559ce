import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createS3Storage } from "@server/files/storage/s3-storage";
import { openMediaAs } from "@server/media/open-media";
import { refusingStorage } from "@server/files/storage/storage";
import { storeFile } from "@server/media/store-file";
import type { S3Config } from "@server/platform/config/environment";
import type { Deps } from "@server/access/call/context";
import { freshActor } from "@server/testing/actors";
import { type MemberHarness, memberHarness, type UserRow } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { pdf } from "@server/testing/sample-files";
import { testStorage } from "@server/testing/storage-tests";
import { hasSwift, startSwift, type Swift } from "./swift";

describe.skipIf(!hasSwift)("Debian's Swift by its S3 interface", () => {
  let swift: Swift;
  let harness: MemberHarness;
  let owner: UserRow;
  const logged: Record<string, unknown>[] = [];
  /** Returns the product with a client of the store of its own. */
  const depsWith = (change: Partial<S3Config> = {}): Deps => {
    const note = (fields: object) => void logged.push(fields as Record<string, unknown>);
    const logger = { ...harness.deps.logger, error: note } as Deps["logger"];
    const storage = refusingStorage(createS3Storage({ ...swift.config, ...change }), logger);
    return { ...harness.deps, logger, storage };
  };
  const uploadBy = async (deps: Deps, bytes = pdf(String(Math.random()))) =>
    (await storeFile(deps, freshActor(owner), { fieldName: "medias", fileName: "a.pdf", bytes }))
      .id;

  beforeAll(async () => {
    harness = await memberHarness();
    swift = await startSwift();
    owner = await harness.person(await harness.company(), "USER");
    // Four servers of Python start slowly on a busy machine.
  }, 240_000);
  afterAll(async () => {
    await swift.stop();
    await harness.close();
  });
  afterEach(() => {
    vi.useRealTimers();
    logged.length = 0;
  });

  testStorage(() => createS3Storage(swift.config), { largeMb: 64 });

  test.each([
    ["a wrong secret key", { secretAccessKey: "wrong" }, /403 SignatureDoesNotMatch/],
    ["an unknown access key", { accessKeyId: "files:nobody" }, /403/],
    ["another region", { region: "eu-west-1" }, /400 AuthorizationHeaderMalformed/],
    ["a bucket that is missing", { bucket: "none" }, /404 NoSuchBucket/],
  ])(
    "with %s nothing is stored or called missing, and the log says why",
    async (_, change, why) => {
      const id = await uploadBy(depsWith());
      const deps = depsWith(change);
      expect(await resultCode(openMediaAs(deps, freshActor(owner), id))).toBe("STORAGE_AWAY");
      const before = await harness.database.sql`SELECT count(*) FROM medias`;
      expect(await resultCode(uploadBy(deps))).toBe("STORAGE_AWAY");
      expect(await harness.database.sql`SELECT count(*) FROM medias`).toEqual(before);
      expect(logged.map(({ err }) => (err as Error).message)).toEqual([
        expect.stringMatching(why),
        expect.stringMatching(why),
      ]);
    },
  );

  test("a clock that is an hour wrong is refused with a reason; 10 minutes are not", async () => {
    const deps = depsWith();
    const id = await uploadBy(deps);
    const now = Date.now();
    for (const [minutes, result] of [
      [10, "ok"],
      [60, "STORAGE_AWAY"],
      [-60, "STORAGE_AWAY"],
    ] as const) {
      vi.useFakeTimers({ toFake: ["Date"], now: now + minutes * 60_000 });
      const opened = await resultCode(openMediaAs(deps, freshActor(owner), id));
      vi.useRealTimers();
      expect([minutes, opened]).toEqual([minutes, result]);
    }
    expect(String(logged[0]?.["err"])).toMatch(/403 RequestTimeTooSkewed/);
  });

  test.each(["object", "proxy"] as const)(
    "while its %s server is away, files are refused with 503; then they are there",
    async (server) => {
      const deps = depsWith();
      const id = await uploadBy(deps);
      await swift.end(server);
      await expect(openMediaAs(deps, freshActor(owner), id)).rejects.toMatchObject({
        code: "STORAGE_AWAY",
        retryAfterSeconds: 5,
      });
      const before = await harness.database.sql`SELECT count(*) FROM medias`;
      expect(await resultCode(uploadBy(deps))).toBe("STORAGE_AWAY");
      expect(await harness.database.sql`SELECT count(*) FROM medias`).toEqual(before);
      await swift.begin(server);
      expect((await openMediaAs(deps, freshActor(owner), id)).status).toBe(200);
    },
    240_000,
  );
});
