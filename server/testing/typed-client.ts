import { TRPCClientError, createTRPCClient, httpBatchLink } from "@trpc/client";
import type { AppRouter } from "@server/procedures/router";

/** The product as a member sees it, typed from the server's own router. */
export async function memberClient(site: string, email: string, password: string) {
  // A login needs no token yet, so it comes from REST: /trpc takes changes with a token alone.
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

/** Buys for so many rupees, paid by hand; answers the order's number, or the code of the refusal. */
export async function buy(member: Awaited<ReturnType<typeof memberClient>>, amount: string) {
  try {
    const { remainingPrivateSupply } = await member().prices.current.query();
    if (remainingPrivateSupply === 0) return "SUPPLY_GONE";
    // Asked twice under one key, the product buys once.
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
