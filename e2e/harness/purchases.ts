import { type APIRequestContext, expect } from "@playwright/test";
import { ADMIN, PASSWORD } from "./test";

/** Makes a REST call that must succeed. Returns its data. */
export async function call(
  request: APIRequestContext,
  path: string,
  data: object,
  token?: string,
): Promise<Record<string, unknown>> {
  const answer = await request.post(`/api/v1${path}`, {
    data,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  });
  const body = (await answer.json()) as { message: unknown; data: Record<string, unknown> | null };
  expect(answer.status(), JSON.stringify(body.message)).toBe(200);
  return body.data ?? {};
}

const tokenOf = async (request: APIRequestContext, path: string, body: object): Promise<string> =>
  String((await call(request, path, body))["token"]);

/** Logs a member in by REST. */
export const tokenOfMember = (request: APIRequestContext, user: string): Promise<string> =>
  tokenOf(request, "/user/auth/login", { user, password: PASSWORD });

/** Creates a manual payment of a member that waits for a decision. Returns the order's id. */
export async function pay(
  request: APIRequestContext,
  email: string,
  amount: number,
): Promise<string> {
  const token = await tokenOfMember(request, email);
  const payment = { paymentMethod: "MANUAL", amount };
  return String((await call(request, "/user/package/purchase", payment, token))["id"]);
}

/** Approves a payment as the company's admin. */
export async function approve(request: APIRequestContext, id: string): Promise<void> {
  const token = await tokenOf(request, "/company/auth/login", { email: ADMIN, password: PASSWORD });
  await call(request, "/admin/transaction/approve", { id }, token);
}

/** Rejects a payment that was not received, as the company's admin. */
export async function reject(
  request: APIRequestContext,
  id: string,
  why: { reason: string; refundNote: string },
): Promise<void> {
  const token = await tokenOf(request, "/company/auth/login", { email: ADMIN, password: PASSWORD });
  await call(request, "/admin/transaction/reject", { id, ...why }, token);
}

/** Reverses an approval, as the company's admin. */
export async function reverse(
  request: APIRequestContext,
  id: string,
  reason: string,
): Promise<void> {
  const token = await tokenOf(request, "/company/auth/login", { email: ADMIN, password: PASSWORD });
  await call(request, "/admin/transaction/reverse", { id, reason }, token);
}

/** The id of a member's own order, by its number. */
export async function idOf(
  request: APIRequestContext,
  email: string,
  orderNumber: string,
): Promise<string> {
  const token = await tokenOfMember(request, email);
  const answer = await request.get(`/api/v1/user/transaction/list?search=${orderNumber}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { records: { id: string }[] } };
  expect(data.records).toHaveLength(1);
  return data.records[0]?.id ?? "";
}
