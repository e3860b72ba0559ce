import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type CompanyFixture,
  type OrderHarness,
  orderHarness,
  resultCode,
} from "@server/testing/order-harness";

let harness: OrderHarness;
let company: CompanyFixture;

beforeAll(async () => {
  harness = await orderHarness();
  company = await harness.company();
});
afterAll(() => harness.close());

const picture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

test("an uploaded proof is stored for its owner, opens for them, and pays an order", async () => {
  const member = await company.member();
  const api = await company.as(member, { transport: "rest" });
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

test("an upload accepts exactly one file, of a type checked by its bytes", async () => {
  const api = await company.as(await company.member());
  const file = { fileName: "proof.png", bytes: await picture() };
  expect(await resultCode(api.media.add({ files: [] }))).toBe("FILE_REQUIRED");
  expect(await resultCode(api.media.add({ files: [file, file] }))).toBe("FILE_ONE_ONLY");
  const script = { fileName: "proof.png", bytes: Buffer.from("<script>alert(1)</script>") };
  expect(await resultCode(api.media.add({ files: [script] }))).toBe("FILE_TYPE_UNSUPPORTED");
  expect(await resultCode((await company.as(null)).media.add({ files: [file] }))).toBe(
    "NOT_SIGNED_IN",
  );
});
