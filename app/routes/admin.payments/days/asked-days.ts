import { ListDays } from "@server/orders/contracts/payments";

/** The days that a page's URL asks for; those that cannot be read are as if they were not there. */
export function askedDays(request: Request): ListDays {
  const params = new URL(request.url).searchParams;
  const day = (name: "from" | "to") => {
    const read = ListDays.safeParse({ [name]: params.get(name) ?? undefined });
    return read.success ? read.data : {};
  };
  return { ...day("from"), ...day("to") };
}
