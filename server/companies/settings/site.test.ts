import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "@server/http/router";
import { type MemberHarness, memberHarness } from "@server/testing/member-harness";
import { wordsOf } from "@server/brands/studio/words";
import { BUILT_IN_BRANDS } from "@themes/registry";

let harness: MemberHarness;
let root: Caller;

beforeAll(async () => {
  harness = await memberHarness();
  root = await harness.asSuperAdmin();
});
afterAll(() => harness.close());

const tokenAt = async (at?: string) => {
  const caller = await harness.caller(at === undefined ? {} : { at });
  return (await caller.site.config()).token;
};

async function publish(companyId: string, change: Record<string, unknown>) {
  const { basedOn, preview } = await root.brands.studio({ companyId });
  const words = wordsOf(preview.brand);
  const saved = await root.brands.save({ companyId, basedOn, ...words, ...change });
  await root.brands.publish({ companyId, basedOn: saved.basedOn });
}

test.each(BUILT_IN_BRANDS.map(({ symbol }) => symbol))(
  "the sample address and links of %s are not published",
  async (tokenSymbol) => {
    const at = await harness.company({ tokenSymbol });
    expect(await tokenAt(at)).toMatchObject({ symbol: tokenSymbol, address: "", socialLinks: [] });
  },
);

test("a plain brand and the platform have no sample address or links", async () => {
  const at = await harness.company({ tokenSymbol: "WXYZABCDEF", tokenName: "Ten letters" });
  expect(await tokenAt(at)).toMatchObject({ address: "", socialLinks: [] });
  expect(await tokenAt()).toMatchObject({ address: "", socialLinks: [] });
});

test("a published brand omits sample values and shows its own", async () => {
  const at = await harness.company({ tokenSymbol: "RSGN" });
  const link = "https://t.me/resurgence";
  await publish(at, { links: { youtube: "https://rsgn.example/youtube", telegram: link } });
  expect(await tokenAt(at)).toMatchObject({
    address: "",
    socialLinks: [{ mediaName: "telegram", link }],
  });
  const address = "0x52908400098527886E0F7030069857D2E4169EE7";
  await publish(at, { address });
  expect(await tokenAt(at)).toMatchObject({ address });
});
