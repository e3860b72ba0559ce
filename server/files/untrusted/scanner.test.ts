import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { medias } from "@db/schema";
import { clamdDouble, type ClamdDouble, SIGNATURE } from "@server/testing/clamd-double";
import { memberHarness } from "@server/testing/member-harness";
import { resultCode } from "@server/testing/order-harness";
import { pdf } from "@server/testing/sample-files";
import { createClamav } from "./scanner";
import { storeFile } from "@server/media/store-file";
import { duringTests } from "@server/testing/during-tests";

const logger = pino({ level: "silent" });
let clamd: ClamdDouble;
beforeAll(async () => {
  clamd = await clamdDouble();
});
afterAll(() => clamd.close());
afterEach(() => {
  clamd.behave("scans");
  clamd.received.length = 0;
});

const scanner = (timeoutMs = 30_000) =>
  createClamav({ host: "127.0.0.1", port: clamd.port }, { logger, timeoutMs });

describe("clamd's INSTREAM", () => {
  test("the scanner gets the whole file, in pieces, and its two answers are understood", async () => {
    const clean = Buffer.alloc(700_000, "clean ");
    expect(await scanner().find(clean)).toBeNull();
    expect(await scanner().find(Buffer.concat([clean, Buffer.from(SIGNATURE)]))).toBe(
      "Prelaunch.Test",
    );
    expect(clamd.received[0]?.equals(clean)).toBe(true);
    expect(await scanner().find(Buffer.alloc(0))).toBeNull();
  });

  test.each(["hangs up", "refuses the size", "babbles"] as const)(
    "a file is refused when the scanner %s",
    async (manner) => {
      clamd.behave(manner);
      for (const bytes of [Buffer.from("small"), Buffer.alloc(5_000_000, "large ")]) {
        expect(await resultCode(scanner().find(bytes))).toBe("SCANNER_AWAY");
      }
    },
  );

  test("a file is refused when the scanner is silent, and when nobody listens", async () => {
    clamd.behave("is silent");
    expect(await resultCode(scanner(50).find(Buffer.from("small")))).toBe("SCANNER_AWAY");
    const nowhere = createClamav({ path: "/nowhere/clamd.ctl" }, { logger });
    expect(await resultCode(nowhere.find(Buffer.from("small")))).toBe("SCANNER_AWAY");
  });
});

describe("an upload", () => {
  const harness = duringTests(memberHarness);

  const upload = async (bytes: Buffer) => {
    const companyId = await harness.company();
    const { id } = await harness.person(companyId, "USER");
    const actor = { role: "USER", id, companyId, sessionId: "test" } as const;
    const file = { fieldName: "medias", fileName: "slip.pdf", bytes };
    return resultCode(storeFile({ ...harness.deps, scanner: scanner() }, actor, file));
  };
  const stored = async () => (await harness.database.db.select().from(medias)).length;

  test(
    "a clean file is stored; an infected one, or one that was not scanned, is not",
    { tags: ["full"] },
    async () => {
      expect(await upload(pdf())).toBe("ok");
      expect(await stored()).toBe(1);
      expect(await upload(pdf(SIGNATURE))).toBe("FILE_INFECTED");
      clamd.behave("hangs up");
      expect(await upload(pdf())).toBe("SCANNER_AWAY");
      expect(await stored()).toBe(1);
    },
  );
});
