import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, type MoneyWorld, moneyWorld, outcome } from "@server/testing/money-world";

let world: MoneyWorld;
let house: House;

beforeAll(async () => {
  world = await moneyWorld();
  house = await world.house();
});
afterAll(() => world.close());

const picture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

test("an uploaded proof is its owner's, opens for them, and pays an order", async () => {
  const member = await house.member();
  const api = await house.as(member, { door: "rest" });
  const file = { fileName: "../my proof.exe", bytes: await picture() };
  const [added] = await api.media.add({ files: [file] });
  expect(added?.url).toBe(`/media/${added?.id}`);
  const opened = await api.media.open({ id: added?.id ?? "" });
  expect(opened).toMatchObject({
    contentType: "image/png",
    fileName: "my proof.png",
    isImage: true,
  });
  const paid = await api.orders.submit({
    paymentMethod: "UPI",
    amount: "100",
    referenceNumber: "412345678901",
    receiptId: added?.id,
  });
  expect(paid.receipt).toBe(added?.url);
});

test("exactly one file is taken, and only what its bytes say it may be", async () => {
  const api = await house.as(await house.member());
  const file = { fileName: "proof.png", bytes: await picture() };
  expect(await outcome(api.media.add({ files: [] }))).toBe("FILE_REQUIRED");
  expect(await outcome(api.media.add({ files: [file, file] }))).toBe("FILE_ONE_ONLY");
  const script = { fileName: "proof.png", bytes: Buffer.from("<script>alert(1)</script>") };
  expect(await outcome(api.media.add({ files: [script] }))).toBe("FILE_TYPE_UNSUPPORTED");
  expect(await outcome((await house.as(null)).media.add({ files: [file] }))).toBe("NOT_SIGNED_IN");
});
