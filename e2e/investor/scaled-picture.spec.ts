import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { enterAsNewMember, methodTab, placeOrder } from "../harness/orders";
import { expect, test, waitForScripts, onlyInFull } from "../harness/test";

test(
  "a large photo is made smaller before it is sent; what cannot be drawn is sent as it is",
  onlyInFull(true),
  async ({ page, request }) => {
    await enterAsNewMember(page, request);
    await placeOrder(page, "7000");
    await waitForScripts(page);
    await methodTab(page, "UPI").click();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "PAY", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const field = dialog.getByLabel("Upload Transaction File");

    // Fewer pixels than the server accepts, so that only the browser makes it smaller.
    const size = { width: 2000, height: 3000, channels: 3 } as const;
    const photo = await sharp(randomBytes(size.width * size.height * 3), { raw: size })
      .jpeg({ quality: 60 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(1024 * 1024);
    const answered = page.waitForResponse(/\/user\/uploads/);
    await field.setInputFiles({ name: "photo.of.slip.png", mimeType: "image/jpeg", buffer: photo });
    const { id } = (await (await answered).json()) as { id: string };
    await expect(dialog.getByText("photo.of.slip.jpg")).toBeVisible();
    const stored = await page.request.get(`/media/${id}`);
    const { format, width, height } = await sharp(await stored.body()).metadata();
    expect({ format, width, height }).toEqual({ format: "jpeg", width: 1707, height: 2560 });

    await field.setInputFiles({
      name: "no-photo.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.alloc(1.5 * 1024 * 1024, "no picture "),
    });
    // The server's answer to the bytes as chosen.
    await expect(dialog.getByText("This type of file is not accepted")).toBeVisible();
  },
);
