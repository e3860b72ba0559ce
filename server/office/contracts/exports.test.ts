import { expect, test } from "vitest";
import { SHOWN_FIELDS } from "@server/office/rules/activity/changes";
import { ListActivity } from "./activity";
import {
  ExportAllBeneficiaries,
  ExportAllOrders,
  ExportCompanies,
  ExportHolders,
  ExportMembers,
  ExportOrders,
  ExportRewards,
} from "./exports";

/** Fields that are no filter, and ids, which say nothing to a reader. */
const OTHERS = new Set(["after", "page", "limit", "referrerId", "companyId"]);

test("the activity shows each filter of an export", () => {
  const all = [
    ExportOrders,
    ExportMembers,
    ExportHolders,
    ExportRewards,
    ListActivity,
    ExportAllOrders,
    ExportAllBeneficiaries,
    ExportCompanies,
  ];
  const filters = all
    .flatMap(({ shape }) => Object.keys(shape))
    .filter((name) => !OTHERS.has(name));
  expect(filters).toContain("isRefused");
  expect(filters.filter((name) => !Object.hasOwn(SHOWN_FIELDS, name))).toEqual([]);
});
