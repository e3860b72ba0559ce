import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Storage } from "@server/files/storage/storage";
import { NOBODY } from "@server/access/call/actor";
import { openMediaAs, openSignedMedia, signedMediaPath } from "@server/media/open-media";
import { storeFile } from "@server/media/store-file";
import { sweepUnattached } from "@server/media/sweep-unattached";
import { freshActor } from "./actors";
import { type MemberHarness, memberHarness } from "./member-harness";
import { resultCode } from "./order-harness";
import { hugePng, pdf } from "./sample-files";

/**
 * Tests that every storage passes, alone and under two instances. `make` opens one more client of the
 * same files each time it is called.
 */
export function testStorage(make: () => Storage, { largeMb = 12 } = {}): void {
  test("stores and deletes files", async () => {
    const storage = make();
    expect(await storage.get("company/none.png")).toBeNull();
    await storage.put("company/slip.png", Buffer.from([1, 2, 3]));
    expect(await storage.get("company/slip.png")).toEqual(Buffer.from([1, 2, 3]));
    await storage.put("company/slip.png", Buffer.from([4]));
    expect(await storage.get("company/slip.png")).toEqual(Buffer.from([4]));
    await storage.delete("company/slip.png");
    expect(await storage.get("company/slip.png")).toBeNull();
    await storage.delete("company/slip.png");
    await storage.delete("company/never.png");
  });

  test.each([
    ["an empty file", "company/empty", 0],
    [`a file of ${largeMb} MB`, "company/large.bin", largeMb * 1024 * 1024],
    ["the longest key", `company/${"k".repeat(192)}`, 10],
    ["signs that addresses treat in their own way", "a-b_c/x..__--.tar.gz", 10],
    ["a key like another's folder", "company-2/1/2/3/4/5/6/7", 10],
  ])("returns %s byte for byte", async (_, key, length) => {
    const storage = make();
    const bytes = randomBytes(length);
    await storage.put(key, bytes);
    expect((await make().get(key))?.equals(bytes)).toBe(true);
    await storage.delete(key);
    expect(await make().get(key)).toBeNull();
  });

  test("readers see the file before or the file after, never a part of either", async () => {
    const [storage, reader] = [make(), make()];
    const files = [1, 2].map((sign) => Buffer.alloc(500_000 * sign, sign));
    await storage.put("company/replaced", files[0] ?? Buffer.alloc(0));
    let isOver = false;
    const writing = (async () => {
      for (let turn = 1; turn <= 6; turn += 1)
        await storage.put("company/replaced", files[turn % 2] ?? Buffer.alloc(0));
      isOver = true;
    })();
    while (!isOver) {
      const read = await reader.get("company/replaced");
      expect(files.some((file) => read?.equals(file))).toBe(true);
    }
    await writing;
  });

  test.each(["../etc/passwd", "/etc/passwd", "a/../../b", "a//b", "", "a\0b", ".hidden", "a?b"])(
    "rejects the unsafe key %j",
    async (key) => {
      const storage = make();
      const calls = [
        async () => storage.put(key, Buffer.from("x")),
        async () => storage.get(key),
        async () => storage.delete(key),
      ];
      for (const call of calls) await expect(call()).rejects.toThrow("Not a storage key");
    },
  );

  let harness: MemberHarness;
  beforeAll(async () => {
    harness = await memberHarness();
  });
  afterAll(() => harness.close());

  test("two instances serve the same: at B at once what A took, nowhere what B deleted", async () => {
    const a = { ...harness.deps, storage: make() };
    const b = { ...harness.elsewhere().deps, storage: make() };
    const owner = await harness.person(await harness.company(), "USER");
    const actor = freshActor(owner);
    for (const [fileName, bytes] of [
      ["रसीद (1)'.png", hugePng(8, 8)],
      ["paper.pdf", pdf()],
    ] as const) {
      const { id } = await storeFile(a, actor, { fieldName: "medias", fileName, bytes });
      const signature = signedMediaPath(a, id).split("?signature=")[1] ?? "";
      const open = (deps: typeof a) => [
        () => openMediaAs(deps, actor, id),
        () => openSignedMedia(deps, { kind: "platform" }, id, { signature }),
      ];
      const served = [];
      for (const call of [...open(b), ...open(a)])
        served.push(Buffer.from(await (await call()).arrayBuffer()).toString("base64"));
      expect(new Set(served).size).toBe(1);
      // No row refers to it, so a day later the sweep of one instance deletes it.
      await harness.database
        .sql`UPDATE medias SET sweep_after = now() - interval '1 second' WHERE id = ${id}`;
      await sweepUnattached(b.database.db, b.storage);
      for (const call of [...open(b), ...open(a)])
        expect(await resultCode(call())).toBe("MEDIA_NOT_FOUND");
      expect(await resultCode(openMediaAs(b, NOBODY, id))).toBe("NOT_SIGNED_IN");
    }
  });
}
