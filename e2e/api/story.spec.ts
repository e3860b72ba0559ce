import type { APIRequestContext } from "@playwright/test";
import { freshReference, proofPicture } from "../harness/orders";
import {
  ADMIN,
  PASSWORD,
  PORT,
  codeFor,
  expect,
  freshEmail,
  register,
  test,
} from "../harness/test";

interface Envelope {
  status: "success" | "error";
  code?: string;
  message: string | string[];
  data: Record<string, unknown> | null;
}

/** A client of the REST API. */
const client = (request: APIRequestContext, token?: string) => {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return {
    async post(path: string, data: object, key?: string) {
      const answer = await request.post(`/api/v1${path}`, {
        data,
        headers: { ...headers, ...(key && { "idempotency-key": key }) },
      });
      return { code: answer.status(), body: (await answer.json()) as Envelope };
    },
    async get(path: string) {
      const answer = await request.get(`/api/v1${path}`, { headers });
      return { code: answer.status(), body: (await answer.json()) as Envelope };
    },
    async upload() {
      const answer = await request.post("/api/v1/superadmin/media/add", {
        headers,
        multipart: { medias: await proofPicture() },
      });
      return ((await answer.json()) as { data: { id: string }[] }).data[0]?.id ?? "";
    },
  };
};

async function tokenOf(request: APIRequestContext, path: string, body: object): Promise<string> {
  const { body: answer } = await client(request).post(path, body);
  expect(answer.message).toBe("Logged in successfully");
  return String(answer.data?.["token"]);
}

/** The records of a list's answer. */
const recordsOf = ({ body }: { body: Envelope }) => body.data?.["records"] as { id: string }[];

test("a purchase is completed through the API alone", async ({ request }) => {
  const email = freshEmail();
  const nobody = client(request);
  const person = { name: "Ravi Rest", email, mobile: "+919876543211" };
  expect((await nobody.post("/user/auth/register/otp", person)).body).toEqual({
    status: "success",
    message: "OTP sent successfully",
    data: null,
  });
  const registered = await nobody.post("/user/auth/register", {
    ...person,
    otp: await codeFor(request, email),
    dateOfBirth: "1988-01-30",
    password: PASSWORD,
  });
  expect(registered.body.message).toBe("Registered successfully");
  const member = client(
    request,
    await tokenOf(request, "/user/auth/login", { user: email, password: PASSWORD }),
  );

  const price = await member.get("/user/package/price/get");
  expect(price.body.data).toMatchObject({
    price: expect.any(Number),
    platformChargePercent: expect.any(Number),
  });
  const ordered = await member.post("/user/package/order", { amount: 3500 });
  expect(ordered.body.message).toBe("Order created successfully");
  const purchaseId = String(ordered.body.data?.["purchaseId"]);
  const key = crypto.randomUUID();
  const payment = {
    purchaseId,
    paymentMethod: "UPI",
    amount: 3500,
    referenceNumber: freshReference(),
    receiptId: await member.upload(),
  };
  const paid = await member.post("/user/package/purchase", payment, key);
  expect(paid.body.message).toBe("Token purchase submitted successfully");
  expect(paid.body.data).toMatchObject({
    transactionId: purchaseId,
    status: "PENDING",
    amount: 3500,
  });

  // A repeated key returns its first response; with another body it is refused, and nothing
  // changes.
  const again = await member.post("/user/package/purchase", payment, key);
  expect(again.code).toBe(200);
  expect(again.body.data?.["id"]).toBe(paid.body.data?.["id"]);
  const other = await member.post("/user/package/purchase", { ...payment, amount: 4000 }, key);
  expect(other.code).toBe(422);

  const id = String(paid.body.data?.["id"]);
  expect((await member.post("/admin/transaction/approve", { id })).code).toBe(403);
  expect((await nobody.post("/admin/transaction/approve", { id })).code).toBe(401);
  const admin = client(
    request,
    await tokenOf(request, "/company/auth/login", { email: ADMIN, password: PASSWORD }),
  );
  const approved = await admin.post("/admin/transaction/approve", { id });
  expect(approved.body.message).toBe("Purchase approved successfully");
  const twice = await admin.post("/admin/transaction/approve", { id });
  expect(twice.code).toBe(409);
  expect(twice.body).toMatchObject({ status: "error", code: "ORDER_ALREADY_DECIDED", data: null });

  const mine = await member.get("/user/stock/mine");
  expect(mine.body.data?.["total"]).toBe(1);
  const listed = await member.get("/user/transaction/list?status=APPROVED");
  expect(listed.body.data).toMatchObject({ lastPage: 1, total: 1 });
});

test("an admin of another company does not find the order", async ({ request }) => {
  const { data: sites } = { data: await client(request).get("/site/config") };
  expect(sites.body.data?.["companyName"]).toContain("Labs");
  // An order of its own: other tests decide those of the demo meanwhile.
  const email = freshEmail();
  await register(request, { email });
  const member = client(
    request,
    await tokenOf(request, "/user/auth/login", { user: email, password: PASSWORD }),
  );
  const ordered = await member.post("/user/package/order", { amount: 3500 });
  const paid = await member.post(
    "/user/package/purchase",
    {
      purchaseId: ordered.body.data?.["purchaseId"],
      paymentMethod: "UPI",
      amount: 3500,
      referenceNumber: freshReference(),
      receiptId: await member.upload(),
    },
    crypto.randomUUID(),
  );
  const id = String(paid.body.data?.["id"]);
  const elsewhere = await request.post("/api/v1/company/auth/login", {
    headers: { host: `glxy.localhost:${PORT}` },
    data: { email: ADMIN, password: PASSWORD },
  });
  const { data } = (await elsewhere.json()) as { data: { token: string } };
  const stranger = client(request, data.token);
  expect((await stranger.post("/admin/transaction/approve", { id })).code).toBe(404);
  const after = await member.get("/user/transaction/list?status=PENDING");
  expect(recordsOf(after).map((one) => one.id)).toEqual([id]);
});

test("the API refuses unparsable input without a fault", async ({ request }) => {
  const send = (data: string, type = "application/json") =>
    request.post("/api/v1/user/auth/login", {
      headers: { "content-type": type },
      data: Buffer.from(data),
    });
  expect((await send("{")).status()).toBe(400);
  expect((await send("[]")).status()).toBe(400);
  expect((await send("<x/>", "text/xml")).status()).toBe(415);
  expect((await request.get("/api/v1/nothing")).status()).toBe(404);
  expect((await request.delete("/api/v1/user/auth/login")).status()).toBe(405);
  expect((await request.get("/api/v1/user/auth/profile/get")).status()).toBe(401);
  expect((await request.get("/api/v1/openapi.json")).ok()).toBe(true);
});
