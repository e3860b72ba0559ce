import { TRPCClientError, createTRPCClient, httpBatchLink } from "@trpc/client";
import type { AppRouter } from "@server/http/router";

/** Logs in a member's client, typed from the server's router. */
export async function memberClient(site: string, email: string, password: string) {
  // The login is through REST: /trpc accepts changes only with a token.
  const login = await fetch(`${site}/api/v1/user/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user: email, password }),
  });
  const { data, message } = (await login.json()) as {
    data: { token: string } | null;
    message: string;
  };
  if (!data) throw new Error(message);
  return (idempotencyKey?: string) =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: `${site}/trpc`,
          headers: {
            authorization: `Bearer ${data.token}`,
            ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
          },
        }),
      ],
    });
}

/** Buys for an amount in rupees by manual payment; returns the order number, or a refusal code. */
export async function buy(member: Awaited<ReturnType<typeof memberClient>>, amount: string) {
  try {
    const { remainingPrivateSupply } = await member().prices.current.query();
    if (remainingPrivateSupply === 0) return "SUPPLY_GONE";
    // A repeated call with the same key buys once.
    const paid = await member(crypto.randomUUID()).orders.submit.mutate({
      paymentMethod: "MANUAL",
      amount,
    });
    return paid.orderNumber;
  } catch (error) {
    if (error instanceof TRPCClientError) return error.message;
    throw error;
  }
}
