import { paths } from "~/lib/paths";

/** The page that decides on one purchase alone. */
export const splitPath = (orderId: string): string =>
  `${paths.admin.purchaseSplit}?view=${encodeURIComponent(orderId)}`;
