import { proofPicture } from "../harness/orders";
import { PASSWORD, codeFor, enter, expect, freshEmail, test } from "../harness/test";

test.use({ javaScriptEnabled: false });

test("a refused file keeps the rest of the proof, and no earlier file is sent in its place", async ({
  page,
  request,
}) => {
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
  await page.getByRole("button", { name: "Make Payment" }).click();

  const dialog = page.getByRole("dialog");
  const file = dialog.getByLabel("Upload Transaction File");
  const pay = dialog.getByRole("button", { name: "PAY", exact: true });
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
});
