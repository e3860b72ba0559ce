import { useRouteLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Checkbox } from "~/components/form/field";
import type { PaymentMethod } from "@db/vocabulary";
import type { loader } from "~/routes/admin/route";

/** Money that was paid in person is in no bank: it has neither an account nor a number. */
export const isPaidInPerson = (method: PaymentMethod | null): boolean => method === "MANUAL";

/** Returns true if this company's admins confirm the money before an approval (docs/decisions/0012). */
export const useAsksForMoney = (): boolean =>
  useRouteLoaderData<typeof loader>("routes/admin/route")?.asksForMoney ?? true;

/** The checkbox by which an admin says that the money is there, where the company asks for it. */
export const MoneyConfirmed = (checkbox: Omit<ComponentProps<typeof Checkbox>, "name">) =>
  useAsksForMoney() && <Checkbox name="moneyConfirmed" required {...checkbox} />;
