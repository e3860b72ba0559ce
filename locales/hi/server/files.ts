import type { Words } from "../../en/common";
import type { files as english } from "../../en/server/files";

export const files: Words<typeof english> = {
  rupees: "{{label}} (INR)",
  moment: "{{label}} (भारत का समय)",
  failedUpload: "फ़ाइल अपलोड नहीं हो सकी।",
};
