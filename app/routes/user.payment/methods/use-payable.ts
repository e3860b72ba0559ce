import { useLoaderData } from "@remix-run/react";
import type { PayableData } from "../load-payment.server";

/** The order that is paid, for the parts that the page shows with one alone. */
export const usePayable = () => useLoaderData<() => Promise<PayableData>>();
