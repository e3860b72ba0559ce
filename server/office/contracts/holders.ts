import { z } from "zod";
import { HOLDER_SORTS } from "@db/vocabulary";
import {
  booleanField,
  dateField,
  optional,
  pageFields,
  searchField,
  oneOf,
} from "@server/platform/contracts/fields";

/** Input of `holders.list` (admin). */
export const ListHolders = z.object({
  ...pageFields,
  search: searchField,
  /** A day in India, at whose end the figures stood so; without it they are those of now. */
  on: optional(dateField("FIELD_INVALID", "FIELD_INVALID")),
  isApproved: optional(booleanField("BAD_FILTER")),
  hasWallet: optional(booleanField("BAD_FILTER")),
  sort: oneOf(HOLDER_SORTS).default("tokens"),
  isDescending: booleanField("FIELD_INVALID").default(true),
});

/** A member with tokens. Name, verification, wallet and referrer are as they are now. */
export interface Holder {
  id: string;
  /** False for an account that has ended: it has no page, and keeps no name. */
  isThere: boolean;
  name: string;
  memberId: string;
  isApproved: boolean;
  walletAddress: string | null;
  referrer: { name: string; memberId: string } | null;
  /** Tokens of own purchases with their bonus, the bonus of them, and referral rewards, net of reversals. */
  bought: number;
  bonus: number;
  rewards: number;
  /** Money that was applied to the purchases, fees included. */
  paidPaise: number;
  /** Approvals of purchases that were not reversed until then; ISO. */
  firstAt: string | null;
  lastAt: string | null;
}
