import { expect, test } from "vitest";
import { SHOWN_FIELDS } from "@server/platform/rules/activity/changes";
import { ListActivity } from "./activity";
import { ExportHolders, ExportMembers, ExportOrders, ExportRewards } from "./exports";

/** Fields that are no filter, and an id, which says nothing to a reader. */
const OTHERS = new Set(["after", "page", "limit", "referrerId"]);

test("the activity shows each filter of an export", () => {
  const all = [ExportOrders, ExportMembers, ExportHolders, ExportRewards, ListActivity];
  const filters = all
    .flatMap(({ shape }) => Object.keys(shape))
    .filter((name) => !OTHERS.has(name));
  expect(filters).toContain("isRefused");
  expect(filters.filter((name) => !Object.hasOwn(SHOWN_FIELDS, name))).toEqual([]);
});
