import sharp from "sharp";
import { proofPicture, enterAsNewMember, methodTab, placeOrder } from "../harness/orders";
import {
  PASSWORD,
  codeFor,
  enter,
  expect,
  freshEmail,
  test,
  waitForScripts,
  onlyInFull,
} from "../harness/test";
import { randomBytes } from "node:crypto";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test(
    "a refused file keeps the rest of the proof, and no earlier file is sent in its place",
    { tag: "@full" },
    async ({ page, request }) => {
      const email = freshEmail();
      const person = { name: "Farah File", email, mobile: "+919876543212" };
      await request.post("/api/v1/user/auth/register/otp", { data: person });
      const otp = await codeFor(request, email);
      await request.post("/api/v1/user/auth/register", {
        data: { ...person, otp, dateOfBirth: "1988-01-30", password: PASSWORD },
      });
      await enter(page, "/", email);
      await page.goto("/user/buy-token");
      await page.getByLabel("Amount (INR)").fill("700");
      await page.getByRole("button", { name: "BUY NOW" }).click();
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "I've paid: send the number" }).click();

      const dialog = page.getByRole("dialog");
      const file = dialog.getByLabel("Upload Transaction File");
      const pay = dialog.getByRole("button", { name: "I've paid: send the number" });
      const script = { name: "slip.png", mimeType: "image/png", buffer: Buffer.from("<script>") };
      const refusal = dialog.getByText("This type of file is not accepted");

      await dialog.getByLabel("UTR or Transaction Number").fill("abcd 123456");
      await dialog.getByLabel("Enter Amount").fill("712.34");
      await file.setInputFiles(script);
      await pay.click();
      await expect(refusal).toBeVisible();
      await expect(dialog.getByLabel("UTR or Transaction Number")).toHaveValue("abcd 123456");
      await expect(dialog.getByLabel("Enter Amount")).toHaveValue("712.34");

      // A valid file is kept while another field is refused …
      await dialog.getByLabel("UTR or Transaction Number").fill("");
      await file.setInputFiles(await proofPicture());
      await pay.click();
      await expect(dialog.getByText("Please enter UTR or Transaction Number.")).toBeVisible();
      await expect(dialog.getByText("slip.png")).toBeVisible();

      // … until another one is selected.
      await dialog.getByLabel("UTR or Transaction Number").fill("abcd 123456");
      await file.setInputFiles(script);
      await pay.click();
      await expect(refusal).toBeVisible();
      await expect(dialog.getByText("slip.png")).toBeHidden();
    },
  );
});

test(
  "a large photo is made smaller before it is sent; what cannot be drawn is sent as it is",
  onlyInFull(true),
  async ({ page, request }) => {
    await enterAsNewMember(page, request);
    await placeOrder(page, "7000");
    await waitForScripts(page);
    await methodTab(page, "UPI").click();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "I've paid: send the number" }).click();
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
