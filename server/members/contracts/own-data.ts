/** A member's own data as a file, and the end of their account (product.md §6). */
import { z } from "zod";
import { currentPasswordField } from "@server/platform/contracts/fields";

/** `members.downloadData` (member). Returns what the records hold, at most OWN_DATA_A_DAY times a day. */
export const DownloadData = z.object({
  currentPassword: currentPasswordField("CURRENT_PASSWORD_REQUIRED"),
});

export const OWN_DATA_A_DAY = 5;

/** `members.askForEnd` (member). Ends all sessions; returns when the account ends, ISO. */
export const AskForEnd = z.object({
  currentPassword: currentPasswordField("CURRENT_PASSWORD_REQUIRED"),
});

/** Raised when a field is renamed or removed, or means something else. */
export const OWN_DATA_VERSION = 2;
