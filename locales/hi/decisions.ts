import type { Words } from "../en/common";
import type { decisions as english } from "../en/decisions";

export const decisions: Words<typeof english> = {
  approved: "ख़रीद स्वीकार हो गई",
  rejected: "ख़रीद अस्वीकार हो गई",
  reversed: "ख़रीद वापस ले ली गई",
};
