import type { Words } from "../en/common";
import type { decisions as english } from "../en/decisions";

export const decisions: Words<typeof english> = {
  approved: "खरीद मंज़ूर हो गई",
  rejected: "खरीद नामंज़ूर हो गई",
  reversed: "खरीद वापस ले ली गई",
};
